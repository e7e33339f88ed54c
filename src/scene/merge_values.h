// Scenes that start from others, and --set: both change the tree of values before it is read.
#pragma once

#include "scene/renamed_keys.h"
#include "scene/value.h"

#include <filesystem>
#include <map>
#include <span>
#include <string>

namespace lacuna {

/// Merges `over` into `base`: tables key by key; all other values are replaced. Objects and half-spaces are
/// matched by name, and new ones are added. A new shape, kind or way of copying replaces the old one.
void merge_values(Value& base, const Value& over);

/// A scene's values, merged into those of the scenes it extends, without the entries that `remove` names.
/// `directories` gets the folder of every file read, by the `file` of its places. Old names of keys are
/// replaced, file by file, and noted.
Value read_values(std::string_view text, const std::string& name, const std::filesystem::path& directory,
                  std::map<std::string, std::filesystem::path>& directories, RenameNotes& renamed);

/// "object.ball.translate=[0, 1, 0]": names or numbers (from 0) choose from lists.
void apply_override(Value& scene, const std::string& override, RenameNotes& renamed);

}  // namespace lacuna
