#include "run/step_plan.h"

#include <cmath>

namespace lacuna {

double StepPlan::next(double time) const {
  // Parts of a step that are rounding, of a time that is a sum of steps.
  constexpr double rounding = 1e-6;
  const double end = (std::floor(time / step_ + rounding) + 1) * step_;
  const double length = end - time;
  return std::abs(length - step_) < rounding * step_ ? step_ : length;
}

}  // namespace lacuna
