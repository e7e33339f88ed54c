#include "run/step_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lacuna {

StepPlan::StepPlan(double step, double fps, Playback playback)
    : step_(step),
      interval_(step * std::max(1.0, std::round(1 / (fps * step)))),
      playback_(std::move(playback)) {}

double StepPlan::next(double time) const {
  // Parts of a step that are rounding, of a time that is a sum of steps.
  constexpr double rounding = 1e-6;
  // A shorter rest than this part of a step does not get a step of its own.
  constexpr double shortest_rest = 0.05;
  const double now = playback_.video_time(time);
  const double frame = std::floor((now + rounding * step_) / interval_) + 1;
  const double left = frame * interval_ - now;
  double length = left / std::max(1.0, std::ceil(left / step_ - shortest_rest));
  if (std::abs(length - step_) < rounding * step_) length = step_;
  return playback_.is_real_time() ? length : playback_.time_at(now + length) - time;
}

}  // namespace lacuna
