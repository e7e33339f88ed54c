#include "run/step_plan.h"

#include <cmath>

namespace lacuna {

namespace {

// Parts of a step that are rounding: of a time that is a sum of steps, and of the ratio of two lengths.
constexpr double rounding = 1e-6;

double dividing_step(double step, double interval) {
  const double steps = interval / step;
  if (!(steps > 1) || !(steps < 1e12)) return step;
  const double whole = std::ceil(steps - rounding);
  return std::abs(steps - whole) < rounding ? step : interval / whole;
}

}  // namespace

StepPlan::StepPlan(double step, double fps) : step_(dividing_step(step, 1 / fps)) {}

double StepPlan::next(double time) const {
  const double end = (std::floor(time / step_ + rounding) + 1) * step_;
  const double length = end - time;
  return std::abs(length - step_) < rounding * step_ ? step_ : length;
}

}  // namespace lacuna
