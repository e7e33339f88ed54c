// steps.jsonl: one line per time step, a JSON object, written as soon as the step is done.
#pragma once

#include "base/json.h"
#include "io/append_file.h"
#include "sim/step_report.h"

#include <limits>
#include <string>
#include <vector>

namespace lacuna {

/// The largest stretch; null without sheets and rods.
Json stretch_json(double stretch);

Json step_json(const StepReport& report);

/// Totals over the steps of a run.
struct StepTotals {
  std::int64_t steps = 0, iterations = 0, linear_iterations = 0, max_contacts = 0;
  double min_gap = std::numeric_limits<double>::infinity();  ///< m
  double max_strain = 0;
  double max_stretch = 0;                                         ///< 0 without sheets and rods
  double limit_margin = std::numeric_limits<double>::infinity();  ///< infinite without strain limits
  double seconds = 0;                                             ///< in steps

  void add(const Json& step);
};

/// A complete line of the log for a converged step.
struct LoggedStep {
  Index step;
  std::string_view line;  ///< with its end
  Json json;
};

/// The logged steps of a text, in ascending order up to `last_step`; damaged lines are dropped.
std::vector<LoggedStep> logged_steps(std::string_view text, Index last_step);

/// Steps from 1 to `last_step` that are missing in the log, in order.
std::vector<Index> missing_steps(const Folder& folder, Index last_step);

class StepLog {
 public:
  /// Opens or creates steps.jsonl and keeps its lines up to `last_step`, so -1 starts over. Later lines, an
  /// unfinished last line and damaged lines are removed.
  StepLog(const Folder& folder, Index last_step);

  void append(const StepReport& report);
  /// Waits until all of it is on the disk.
  void sync() { file_.sync(); }
  const StepTotals& totals() const { return totals_; }

 private:
  AppendFile file_;
  StepTotals totals_;
};

}  // namespace lacuna
