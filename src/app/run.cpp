#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/shell_word.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "io/recorder.h"
#include "ipc/explain_outcome.h"
#include "ipc/thrown_start.h"
#include "run/simulation.h"
#include "scene/read_scene.h"
#include "scene/scene_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {
namespace {

struct SolverName {
  const char* name;
  SolverKind kind;
};
constexpr SolverName solver_names[] = {
    {"ipc", SolverKind::ipc}, {"cubic", SolverKind::cubic}, {"two-way", SolverKind::two_way}};

Scene scene_for(const RunArguments& arguments) {
  std::vector<std::string> overrides = arguments.overrides;
  if (arguments.steps || arguments.duration) overrides.emplace_back("duration=1e9");  // replaced below
  Scene scene = read_scene(find_scene(arguments.scene), overrides);
  for (const SolverName& solver : solver_names)
    if (arguments.solver == solver.name) scene.solver = solver.kind;
  if (arguments.steps) scene.duration = *arguments.steps * scene.step;
  if (arguments.duration) scene.duration = *arguments.duration;
  return scene;
}

std::string solver_name(SolverKind kind) {
  for (const SolverName& solver : solver_names)
    if (solver.kind == kind) return solver.name;
  return "?";
}

std::string continue_command(const RunArguments& arguments, const std::filesystem::path& folder,
                             const std::string& change = {}) {
  std::string command =
      fmt::format("lacuna run {} -o {}", shell_word(arguments.scene), shell_word(folder.string()));
  if (!arguments.solver.empty()) command += " --solver " + arguments.solver;
  for (const std::string& given : arguments.overrides) command += " --set " + shell_word(given);
  if (!change.empty()) command += " --set " + shell_word(change);
  if (arguments.steps) command += fmt::format(" --steps {}", *arguments.steps);
  if (arguments.duration) command += fmt::format(" --duration {}", *arguments.duration);
  for (const std::string& log : arguments.logs) command += " --log " + log;
  return command + " --resume";
}

/// All that shapes the motion; how long it goes on and how often it is written does not.
Fingerprint fingerprint_of(const Scene& scene, const Model& model) {
  std::string text = scene.motion_text + "\nsolver " + solver_name(scene.solver);
  // Files of meshes may have changed: points, what they belong to, and what texture coordinates say of rest
  // shapes; measured materials may have with the version.
  const auto add = [&]<class Item>(const std::vector<Item>& items) {
    text += fmt::format("\n{} ", items.size());
    text.append(reinterpret_cast<const char*>(items.data()), sizeof(Item) * items.size());
  };
  add(model.rest);
  add(model.tets);
  add(model.surface.triangles());
  add(model.surface.edges());
  add(model.surface.vertices());
  add(model.elements.of<VertexStitch>().nodes);
  add(model.elements.of<EdgeStitch>().nodes);
  add(model.elements.signature());
  for (const Script& script : model.scripts) {
    add(script.start);
    for (const auto& points : script.sequence) add(points);
  }
  return {model.vertex_count(), hash_of(text)};
}

/// Where the half-spaces are now.
std::vector<PlacedHalfSpace> half_spaces_of(const Simulation& simulation) {
  std::vector<PlacedHalfSpace> placed;
  for (const Plane& plane : simulation.model().planes)
    placed.push_back({plane.name, simulation.state().x[static_cast<size_t>(plane.vertex)], plane.normal});
  return placed;
}

std::string build_text() {
#ifdef NDEBUG
  return fmt::format("C++ compiler {}, optimised", __VERSION__);
#else
  return fmt::format("C++ compiler {}, with assertions", __VERSION__);
#endif
}

RunInfo info_for(const Scene& scene, const RunArguments& arguments, const Simulation& simulation,
                 const std::filesystem::path& folder) {
  RunInfo info;
  info.version = LACUNA_VERSION;
  info.build = build_text();
  info.threads = thread_count();
  info.scene_file = scene.file;
  info.title = scene.title;
  info.solver = solver_name(scene.solver);
  info.scene_text = scene.source;
  for (const std::string& change : arguments.overrides) info.scene_text += "\n# --set " + change;
  info.step = scene.step;
  info.duration = scene.duration;
  info.fps = scene.fps;
  info.static_parts = scene.output.static_parts;
  info.notes = simulation.notes();
  info.object_names = simulation.model().object_names;
  info.has_contact = scene.contact.is_enabled;
  info.no_contact = scene.no_contact;
  info.half_spaces = half_spaces_of(simulation);
  const Model& model = simulation.model();
  for (const Script& script : model.scripts) {
    for (const Index v : script.vertices)
      if (v < model.surface.vertex_count()) info.prescribed.push_back(v);
    for (const Plane& plane : model.planes)
      if (!script.motions.empty() && script.vertices == std::vector<Index>{plane.vertex})
        info.moving_half_spaces.push_back(plane.name);
  }
  info.limited_triangles = simulation.model().elements.limited_triangles();
  info.continue_command = continue_command(arguments, folder);
  return info;
}

RunOutcome outcome_of(Outcome last) {
  if (last == Outcome::converged) return RunOutcome::finished;
  return last == Outcome::interrupted ? RunOutcome::interrupted : RunOutcome::failed;
}

RunEnd end_of(const StepReport& last, const Scene& scene, const RunArguments& arguments,
              const std::filesystem::path& folder) {
  RunEnd end{outcome_of(last.outcome), last.cause, advise(last)};
  if (last.outcome == Outcome::iteration_limit)
    end.continue_command = continue_command(
        arguments, folder,
        fmt::format("newton.max_iterations={}",
                    std::min<std::int64_t>(10LL * scene.newton.max_iterations, 1'000'000'000)));
  if (!end.advice.empty()) end.continue_command = "";
  return end;
}

ProgressStyle style_for(const RunArguments& arguments) {
  if (arguments.is_json) return ProgressStyle::json;
  return arguments.is_quiet ? ProgressStyle::quiet : Progress::style_for(stdout);
}

/// Steps until the end of the scene, an interruption or a failure; the report of the last step.
StepReport step_to_end(Simulation& simulation, double end_time, Recorder& recorder, Progress& progress) {
  TimeLeft time_left;
  ProgressState shown;
  shown.end_time = end_time;
  StepReport report;
  Index unsettled = 0, unbalanced = 0;
  std::string imbalance;
  const double step = recorder.record().info.step;
  // A millionth of a step hides the rounding of a time that is a sum of steps.
  while (report.outcome == Outcome::converged && simulation.state().time < end_time - 1e-6 * step) {
    const Timer timer;
    report = simulation.advance(&InterruptWatch::is_requested());
    recorder.record_step(report, simulation.state(), half_spaces_of(simulation));
    shown.time = simulation.state().time;
    time_left.add(timer.seconds());
    shown.remaining = time_left.of(std::max(0.0, (end_time - shown.time) / step));
    shown.report = report;
    if (report.outcome != Outcome::converged) break;
    progress.step(shown);
    recorder.log(plain_line(shown));
    unsettled += report.is_friction_settled ? 0 : 1;
    if (report.not_in_equilibrium.empty()) continue;
    ++unbalanced;
    imbalance = report.not_in_equilibrium;
  }
  if (unbalanced > 0)
    progress.warning(fmt::format(
        "{} static step{} did not reach equilibrium (\"unbalanced\" in steps.jsonl); in the last of them {}",
        unbalanced, unbalanced == 1 ? "" : "s", imbalance));
  if (unsettled > 0)
    progress.warning(
        fmt::format("in {} steps lagged friction was still changing after the last of its passes "
                    "(\"friction_settled\" in steps.jsonl); shorter steps help",
                    unsettled));
  return report;
}

/// Of the start alone: a resumed run is long past it.
void warn_of_thrown_bodies(const Simulation& simulation, Recorder& recorder, Progress& progress) {
  for (const std::string& line : describe_thrown_bodies(simulation.model(), simulation.state())) {
    progress.warning(line);
    recorder.log(line);
  }
}

}  // namespace

int run_scene(const RunArguments& arguments) {
  const InterruptWatch watch;
  const Scene scene = scene_for(arguments);
  const std::filesystem::path folder =
      arguments.output.empty() ? "out" / scene.file.stem() : arguments.output;
  Simulation simulation(scene);
  Recorder recorder({.folder = folder,
                     .existing = arguments.is_resumed ? ExistingRun::resume : ExistingRun::replace,
                     .has_iteration_log = !arguments.logs.empty()},
                    info_for(scene, arguments, simulation, folder), simulation.surface(),
                    fingerprint_of(scene, simulation.model()));
  Progress progress(style_for(arguments), stdout);
  progress.started(recorder.record().info, folder.string());
  for (const std::string& notice : recorder.notices()) progress.warning(notice);
  if (recorder.resumed_state()) simulation.restore(*recorder.resumed_state());
  if (!arguments.logs.empty())
    simulation.observe_iterations([&](const IterationReport& report) { recorder.record_iteration(report); });
  recorder.begin(simulation.state(), half_spaces_of(simulation));
  if (!recorder.resumed_state()) warn_of_thrown_bodies(simulation, recorder, progress);
  const StepReport last = step_to_end(simulation, scene.duration, recorder, progress);
  recorder.finish(end_of(last, scene, arguments, folder), simulation.state());
  recorder.log(cost_text(recorder.record()));
  progress.ended(recorder.record(), folder.string());
  return last.outcome == Outcome::converged ? 0 : 1;
}

}  // namespace lacuna
