// The scene that a command line names.
#pragma once

#include "app/commands.h"
#include "scene/scene.h"

namespace lacuna {

/// Reads the scene, with --solver, --set and `more` overrides. Throws InputError.
Scene read_scene(const SceneArguments& arguments, const std::vector<std::string>& more = {});

/// "lacuna COMMAND SCENE" with --solver and --set as they were given, to be typed into a shell.
std::string command_text(const std::string& command, const SceneArguments& arguments);

}  // namespace lacuna
