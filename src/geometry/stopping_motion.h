// Vertices that move along straight lines and stop one by one: x + min(t, stop) p for t in [0, 1]. Between
// two stops the motion of a few of them is linear, a leg.
#pragma once

#include "base/types.h"

#include <algorithm>
#include <limits>
#include <span>

namespace lacuna {

struct StoppingMotion {
  Positions x, p;
  std::span<const double> stop;  ///< per vertex

  /// Vertices that do not move stop at once.
  double stop_of(Index vertex) const {
    const auto v = static_cast<size_t>(vertex);
    return p[v].isZero(0) ? 0 : stop[v];
  }
  Vec3 at(Index vertex, double t) const {
    const auto v = static_cast<size_t>(vertex);
    return x[v] + std::min(t, stop[v]) * p[v];
  }
};

inline constexpr double never = std::numeric_limits<double>::infinity();

/// The time at which something ends the motion of some nodes, from `from` on; `never` if nothing does.
/// bound(x, dx) is the part of the leg x + t dx that is free, below 1 if it is not all of it.
template <size_t n, class Bound>
double first_hit(const StoppingMotion& motion, const std::array<Index, n>& nodes, double from,
                 Bound&& bound) {
  for (double begin = from;;) {
    double end = never;
    for (const Index v : nodes)
      if (motion.stop_of(v) > begin) end = std::min(end, motion.stop_of(v));
    if (end == never) return never;
    std::array<Vec3, n> x, dx;
    for (size_t i = 0; i < n; ++i) {
      x[i] = motion.at(nodes[i], begin);
      dx[i] = motion.at(nodes[i], end) - x[i];
    }
    if (const double part = bound(x, dx); part < 1) return begin + std::max(0.0, part) * (end - begin);
    begin = end;
  }
}

}  // namespace lacuna
