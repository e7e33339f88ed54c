// Reads scene files. Strict: an unknown key, an invalid value or a contradictory table is an error with file,
// line, column and the allowed values. docs/scene.md lists all keys.
#pragma once

#include "scene/scene.h"

#include <span>

namespace lacuna {

/// `overrides` are of the form "path.to.key=value" (the arguments of --set) and override the file.
Scene read_scene(const std::filesystem::path& path, std::span<const std::string> overrides = {});

/// The same from text. `name` stands for the file in messages; meshes and `extends` are looked for in
/// `directory`.
Scene parse_scene(std::string_view text, const std::string& name, const std::filesystem::path& directory,
                  std::span<const std::string> overrides = {});

/// docs/scene.md: every key with type, unit, default, range and meaning, from the tables the reader uses.
std::string describe_scene_keys();

}  // namespace lacuna
