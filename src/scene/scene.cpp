#include "scene/scene.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

double Scene::frames_per_second() const {
  constexpr double usual_interval = 0.04;  // s
  return fps ? *fps : 1 / (step * std::max(1.0, std::round(usual_interval / step)));
}

double Scene::planned_step() const {
  // A frame rate rounded by hand, 33.33 for three steps of 10 ms, must not cost a fourth step.
  constexpr double longest = 1.01, rounding = 1e-12;
  const double steps = 1 / frames_per_second() / step;
  if (!(steps > 1) || !(steps < 1e12) || std::abs(steps - std::round(steps)) < rounding * steps) return step;
  return 1 / frames_per_second() / std::ceil(steps / longest);
}

}  // namespace lacuna
