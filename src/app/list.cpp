#include "app/commands.h"
#include "scene/read_scene.h"
#include "scene/scene_names.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna {

int run_list(const ListArguments& arguments) {
  if (arguments.is_about_keys) {
    fmt::print("{}", describe_scene_keys());
    return 0;
  }
  const std::vector<SceneEntry> scenes = list_scenes();
  size_t width = 0;
  for (const SceneEntry& scene : scenes) width = std::max(width, scene.name.size());
  for (const SceneEntry& scene : scenes) {
    fmt::print("{:<{}}  {}\n", scene.name, width, scene.title);
    if (arguments.is_long && !scene.remark.empty()) fmt::print("{:<{}}    {}\n", "", width, scene.remark);
  }
  if (scenes.empty()) {
    fmt::print("no scenes found; looked in\n");
    for (const auto& folder : scene_folders()) fmt::print("  {}\n", folder.string());
  }
  return 0;
}

}  // namespace lacuna
