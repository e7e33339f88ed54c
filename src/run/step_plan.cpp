#include "run/step_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lacuna {

namespace {

// In steps: rounding of a time that is a sum of steps.
constexpr double rounding = 1e-6;
// In steps: a shorter rest of a frame interval does not get a step of its own. Longer steps would cost
// accuracy.
constexpr double shortest_rest = 0.05;

}  // namespace

StepPlan::StepPlan(double step, double fps, Playback playback)
    : step_(step),
      steps_per_frame_(std::max(1.0, std::round(1 / (fps * step)))),
      playback_(std::move(playback)) {}

double StepPlan::next(double time) const {
  const double interval = steps_per_frame_ * step_, now = playback_.video_time(time);
  // Late in a run the last bits of a time are the larger rounding.
  const double tolerance = rounding * step_ + 1e-15 * now;
  const double left = (std::floor((now + tolerance) / interval) + 1) * interval - now;
  const double length = left / std::max(1.0, std::ceil(left / step_ - shortest_rest));
  return playback_.time_passed(time, std::abs(length - step_) < tolerance ? step_ : length);
}

double StepPlan::steps_between(double begin, double end) const {
  return (playback_.video_time(end) - playback_.video_time(begin)) / step_;
}

}  // namespace lacuna
