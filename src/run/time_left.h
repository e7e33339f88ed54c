// How long a run will still take, from how long its last steps took. A mean over all steps swings with every
// change of the scene and never forgets a slow start; the last step alone swings more. So means over the last
// 8, 32 and 128 steps are asked: where they agree the answer is one number, else it is the range between
// them.
#pragma once

#include "base/types.h"

#include <string>
#include <vector>

namespace lacuna {

/// Wall seconds to go.
struct TimeRange {
  double low, high;  ///< both infinite before anything is known

  bool is_sure() const;
  double middle() const;
};

class TimeLeft {
 public:
  /// Takes the wall time of one more step.
  void add(double seconds);
  TimeRange of(double steps) const;

 private:
  double recent_mean(size_t count) const;

  std::vector<double> last_;  // seconds, the latest at the end
};

/// "42 s", "3:07 min"; "3 to 8 min" while it is not sure; "?" if nothing is known.
std::string time_range_text(const TimeRange& range);

}  // namespace lacuna
