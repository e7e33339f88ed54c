#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/scene_arguments.h"
#include "app/shell_word.h"
#include "run/run_scene.h"

#include <fmt/format.h>

namespace lacuna {
namespace {

Scene scene_for(const RunArguments& arguments) {
  std::vector<std::string> more;
  if (arguments.steps || arguments.duration) more.emplace_back("duration=1e9");  // replaced below
  Scene scene = read_named_scene(arguments.scene, more);
  if (arguments.steps)
    scene.duration = scene.playback.time_passed(0, *arguments.steps * scene.planned_step());
  if (arguments.duration) scene.duration = *arguments.duration;
  return scene;
}

std::string continue_command(const RunArguments& arguments, const std::filesystem::path& folder,
                             const std::string& change = {}) {
  std::string command = command_text("run", arguments.scene);
  if (!change.empty()) command += " --set " + shell_word(change);
  command += " -o " + shell_word(folder.string());
  if (arguments.steps) command += fmt::format(" --steps {}", *arguments.steps);
  if (arguments.duration) command += fmt::format(" --duration {}", *arguments.duration);
  for (const std::string& log : arguments.logs) command += " --log " + log;
  return command + " --resume";
}

ProgressStyle style_for(const RunArguments& arguments) {
  if (arguments.is_json) return ProgressStyle::json;
  return arguments.is_quiet ? ProgressStyle::quiet : Progress::style_for(stdout);
}

}  // namespace

int run_run(const RunArguments& arguments) {
  const InterruptWatch watch;
  const Scene scene = scene_for(arguments);
  RunParam param;
  param.folder = arguments.output.empty() ? "out" / scene.file.stem() : arguments.output;
  param.existing = arguments.is_resumed ? ExistingRun::resume : ExistingRun::replace;
  param.has_iteration_log = !arguments.logs.empty();
  param.overrides = all_overrides(arguments.scene);
  param.continue_command = [&](const std::string& change) {
    return continue_command(arguments, param.folder, change);
  };
  Progress progress(style_for(arguments), stdout);
  return run_scene(scene, param, progress, &InterruptWatch::is_requested()) == Outcome::converged ? 0 : 1;
}

}  // namespace lacuna
