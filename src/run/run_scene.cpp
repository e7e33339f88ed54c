#include "run/run_scene.h"

#include "base/timer.h"
#include "run/progress_text.h"
#include "run/run_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lacuna {

namespace {

/// Warnings of steps, by kind: a run tells each kind once, with its count.
class WarningCount {
 public:
  void add(const StepReport& report) {
    for (const StepWarning& warning : report.warnings) {
      Entry& entry = entries_[warning.kind];
      ++entry.steps;
      entry.last = warning.detail;
    }
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const auto& [kind, entry] : entries_)
      lines.push_back(fmt::format("in {} step{} {}{}{}", entry.steps, entry.steps == 1 ? "" : "s", kind,
                                  entry.last.empty() ? "" : "; in the last of them ", entry.last));
    return lines;
  }

 private:
  struct Entry {
    Index steps = 0;
    std::string last;
  };
  std::map<std::string_view, Entry> entries_;
};

RunOutcome outcome_of(Outcome last) {
  if (last == Outcome::converged) return RunOutcome::finished;
  return last == Outcome::interrupted ? RunOutcome::interrupted : RunOutcome::failed;
}

RunEnd end_of(const StepReport& last, const RunParam& param) {
  RunEnd end{outcome_of(last.outcome), last.cause, last.advice};
  if (!last.change.empty()) end.continue_command = param.continue_command(last.change);
  if (!end.advice.empty()) end.continue_command = "";
  return end;
}

/// The report of the last step.
StepReport step_to_end(Simulation& simulation, double end_time, Recorder& recorder, RunListener& listener,
                       const std::atomic<bool>* stop) {
  const StepPlan& plan = simulation.plan();
  TimeLeft time_left;
  RunProgress progress;
  progress.end_time = end_time;
  WarningCount warnings;
  StepReport report;
  // A millionth of a step hides the rounding of a time that is a sum of steps.
  while (report.outcome == Outcome::converged &&
         plan.steps_between(simulation.state().time, end_time) > 1e-6) {
    const Timer timer;
    report = simulation.advance(stop);
    recorder.record_step(report, simulation.state(), walls_of(simulation));
    if (report.outcome != Outcome::converged) break;
    progress.time = simulation.state().time;
    // A solver may shorten its steps.
    time_left.add(timer.seconds() / plan.steps_between(progress.time - report.dt, progress.time));
    progress.remaining = time_left.of(std::max(0.0, plan.steps_between(progress.time, end_time)));
    progress.report = report;
    warnings.add(report);
    listener.stepped(progress);
    recorder.log(plain_line(progress));
  }
  for (const std::string& line : warnings.lines()) listener.warned(line);
  return report;
}

/// About the start alone: a resumed run is long past it.
void warn_about_start(const Simulation& simulation, Recorder& recorder, RunListener& listener) {
  for (const std::string& line : simulation.warn_about_start()) {
    listener.warned(line);
    recorder.log(line);
  }
}

}  // namespace

double RunProgress::fraction() const { return end_time > 0 ? std::clamp(time / end_time, 0.0, 1.0) : 1.0; }

Outcome run_scene(const Scene& scene, const RunParam& param, RunListener& listener,
                  const std::atomic<bool>* stop) {
  Simulation simulation(scene);
  return run_scene(scene, simulation, param, listener, stop);
}

Outcome run_scene(const Scene& scene, Simulation& simulation, const RunParam& param, RunListener& listener,
                  const std::atomic<bool>* stop) {
  RunInfo info = run_info(scene, simulation, param.overrides);
  info.continue_command = param.continue_command("");
  Recorder recorder(
      {.folder = param.folder, .existing = param.existing, .has_iteration_log = param.has_iteration_log},
      std::move(info), simulation.surface(), fingerprint_of(scene, simulation.model()));
  listener.started(recorder.record().info, param.folder.string());
  for (const std::string& notice : recorder.notices()) listener.warned(notice);
  if (recorder.resumed_state()) simulation.restore(*recorder.resumed_state());
  if (param.has_iteration_log)
    simulation.observe_iterations([&](const IterationReport& report) { recorder.record_iteration(report); });
  recorder.begin(simulation.state(), walls_of(simulation));
  if (!recorder.resumed_state()) warn_about_start(simulation, recorder, listener);
  const StepReport last = step_to_end(simulation, scene.duration, recorder, listener, stop);
  recorder.finish(end_of(last, param), simulation.state());
  recorder.log(cost_text(recorder.record()));
  listener.ended(recorder.record(), param.folder.string());
  return last.outcome;
}

}  // namespace lacuna
