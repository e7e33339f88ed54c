// steps.jsonl: a JSON object per time step and line, in the file as soon as the step is done.
#pragma once

#include "base/json.h"
#include "io/append_file.h"
#include "sim/step_report.h"

#include <limits>
#include <string>
#include <vector>

namespace lacuna {

/// A largest stretch; null where there is nothing that has one.
Json stretch_json(double stretch);

Json step_json(const StepReport& report);

/// What the steps of a run add up to.
struct StepTotals {
  std::int64_t steps = 0, iterations = 0, linear_iterations = 0, max_contacts = 0;
  double min_gap = std::numeric_limits<double>::infinity();  ///< m
  double max_strain = 0;
  double max_stretch = 0;                                         ///< 0 without sheets and threads
  double limit_margin = std::numeric_limits<double>::infinity();  ///< infinite without strain limits
  double seconds = 0;                                             ///< in steps

  void add(const Json& step);
};

/// A line of the log that is whole and tells of a step that converged.
struct LoggedStep {
  Index step;
  std::string_view line;  ///< with its end
  Json json;
};

/// Those of a text, in rising order up to `last_step`; damaged lines are left out.
std::vector<LoggedStep> logged_steps(std::string_view text, Index last_step);

/// Steps from 1 to `last_step` that the log in the folder does not have, in order.
std::vector<Index> missing_steps(const Folder& folder, Index last_step);

class StepLog {
 public:
  /// Opens or creates steps.jsonl and keeps its lines up to `last_step`, so -1 begins anew. What follows, or
  /// what is left of a line that was never finished, is removed, as are damaged lines.
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
