// Runs a scene from its start, or from a checkpoint, to its end and records it in a folder: what the command
// and other front ends share.
#pragma once

#include "io/recorder.h"
#include "run/simulation.h"
#include "run/time_left.h"

#include <functional>

namespace lacuna {

/// How far a run has come.
struct RunProgress {
  double time = 0;      ///< s, simulated
  double end_time = 1;  ///< s
  TimeRange remaining{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  StepReport report;  ///< of the last step

  /// From 0 to 1.
  double fraction() const;
};

/// Receives the events of a run.
class RunListener {
 public:
  virtual ~RunListener() = default;
  virtual void started(const RunInfo& info, const std::string& folder) = 0;
  virtual void stepped(const RunProgress& progress) = 0;
  virtual void warned(const std::string& text) = 0;
  virtual void ended(const RunRecord& record, const std::string& folder) = 0;
};

struct RunParam {
  std::filesystem::path folder;
  ExistingRun existing = ExistingRun::replace;
  bool has_iteration_log = false;
  std::vector<std::string>
      overrides;  ///< "path.to.key=value", of the command: recorded with the scene's text
  /// The command that resumes this run, with one more override unless that is empty.
  std::function<std::string(const std::string& change)> continue_command;
};

/// Steps until the end of the scene, a request to stop or a failure; how the last step ended. Throws
/// InputError for a scene or a folder that cannot be used, OutputError if something cannot be written.
Outcome run_scene(const Scene& scene, const RunParam& param, RunListener& listener,
                  const std::atomic<bool>* stop = nullptr);
/// The same with a simulation of the scene that the caller has made.
Outcome run_scene(const Scene& scene, Simulation& simulation, const RunParam& param, RunListener& listener,
                  const std::atomic<bool>* stop = nullptr);

}  // namespace lacuna
