#include "scene/scene.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

double Scene::frames_per_second() const {
  constexpr double usual_interval = 0.04;  // s
  return fps ? *fps : 1 / (step * std::max(1.0, std::round(usual_interval / step)));
}

}  // namespace lacuna
