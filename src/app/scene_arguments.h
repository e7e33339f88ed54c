// The scene that a command line names.
#pragma once

#include "app/commands.h"
#include "scene/scene.h"

namespace lacuna {

/// Those of --set, then that of --solver. Throws InputError for an unknown solver.
std::vector<std::string> all_overrides(const SceneArguments& arguments);

/// Reads the scene with these overrides and `more`. Throws InputError.
Scene read_named_scene(const SceneArguments& arguments, const std::vector<std::string>& more = {});

/// "lacuna COMMAND SCENE" with --solver and --set as they were given, to be typed into a shell.
std::string command_text(const std::string& command, const SceneArguments& arguments);

}  // namespace lacuna
