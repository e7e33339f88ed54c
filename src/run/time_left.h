// Estimates the remaining time of a run from its last steps. A mean over all steps shifts with every change
// of the scene and never forgets a slow start; the last step alone fluctuates too much. So means over the
// last 8, 32 and 128 steps are compared: if they agree the answer is one number, otherwise the range between
// them.
#pragma once

#include "base/types.h"

#include <string>
#include <vector>

namespace lacuna {

/// Remaining wall seconds.
struct TimeRange {
  double low, high;  ///< both infinite before anything is known

  bool is_sure() const;
  double middle() const;
};

class TimeLeft {
 public:
  /// Adds the wall time of one more step.
  void add(double seconds);
  TimeRange of(double steps) const;

 private:
  double recent_mean(size_t count) const;

  std::vector<double> last_;  // seconds, the latest at the end
};

/// "42 s", "3:07 min"; "3 to 8 min" while the means differ; "?" before the first step.
std::string time_range_text(const TimeRange& range);

}  // namespace lacuna
