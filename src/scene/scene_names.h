// The scenes that ship with lacuna, by name. They are looked for in the folders of the environment variable
// LACUNA_SCENES (separated by colons), then in those known from the build.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lacuna {

struct SceneEntry {
  std::string name;  ///< path in its folder without ".toml": "ipc/chain5"
  std::filesystem::path file;
  std::string title;
  std::string remark;  ///< the first comment line of the file, to the end of its sentence
};

std::vector<std::filesystem::path> scene_folders();

/// Sorted by name; of two with the same name the first found. The title of an unreadable file says so.
std::vector<SceneEntry> list_scenes();

/// The file of a scene given as a file, or as a name with or without its folder. Throws InputError with the
/// nearest name.
std::filesystem::path find_scene(const std::string& name_or_file);

}  // namespace lacuna
