#include "app/scene_arguments.h"

#include "app/shell_word.h"
#include "scene/read_scene.h"
#include "scene/scene_names.h"
#include "scene/solvers.h"

#include <fmt/format.h>

namespace lacuna {

std::vector<std::string> all_overrides(const SceneArguments& arguments) {
  std::vector<std::string> overrides = arguments.overrides;
  if (arguments.solver) {
    solver_named(*arguments.solver, "--solver");  // for a message that names the option
    overrides.push_back("solver=" + *arguments.solver);
  }
  return overrides;
}

Scene read_named_scene(const SceneArguments& arguments, const std::vector<std::string>& more) {
  std::vector<std::string> overrides = all_overrides(arguments);
  overrides.insert(overrides.end(), more.begin(), more.end());
  return read_scene(find_scene(arguments.name), overrides);
}

std::string command_text(const std::string& command, const SceneArguments& arguments) {
  std::string text = fmt::format("lacuna {} {}", command, shell_word(arguments.name));
  if (arguments.solver) text += " --solver " + shell_word(*arguments.solver);
  for (const std::string& given : arguments.overrides) text += " --set " + shell_word(given);
  return text;
}

}  // namespace lacuna
