// Barriers as functions of a gap g that act below ghat, for contacts (g in m) and strain limits (g is a
// strain). With the closeness z = 1 - g / ghat, which is 0 where the barrier begins and 1 at the constraint,
// and kappa ghat^2 in front:
//
//   cubic       2/3 z^3           the "weak" barrier of Ando 2024, equation 1
//   log         -z^2 ln(1 - z)    C-IPC's, equation 2 there
//   quadratic   z^2
//
// The cubic one is finite at gap zero. What keeps gaps open is the step bound, and a kappa that grows like
// 1 / g^2 but counts as a constant in derivatives (sim/stiffness.h): a Newton step for this barrier alone
// opens a gap by (ghat - g) / 2, however small g is, where the logarithm allows about g.
#pragma once

#include "base/types.h"
#include "base/words.h"

#include <cmath>

namespace lacuna {

enum class BarrierShape : std::uint8_t { cubic, log, quadratic };
template <>
inline constexpr auto words<BarrierShape> = make_words<BarrierShape>(
    {{"cubic", BarrierShape::cubic}, {"log", BarrierShape::log}, {"quadratic", BarrierShape::quadratic}});

/// Zero for z <= 0. The logarithm needs z < 1; tests of that are the caller's.
inline double barrier_value(BarrierShape shape, double z) {
  if (!(z > 0)) return 0;
  if (shape == BarrierShape::log) return -z * z * std::log1p(-z);
  return shape == BarrierShape::cubic ? 2.0 / 3 * z * z * z : z * z;
}

/// By z.
inline double barrier_slope(BarrierShape shape, double z) {
  if (!(z > 0)) return 0;
  if (shape == BarrierShape::log) return z * (z / (1 - z) - 2 * std::log1p(-z));
  return shape == BarrierShape::cubic ? 2 * z * z : 2 * z;
}

inline double barrier_curvature(BarrierShape shape, double z) {
  if (!(z > 0)) return 0;
  if (shape == BarrierShape::log) {
    const double part = z / (1 - z);
    return part * (4 + part) - 2 * std::log1p(-z);
  }
  return shape == BarrierShape::cubic ? 4 * z : 2;
}

/// (slope(y) - slope(z)) / (y - z) for y >= z, without cancellation; the curvature if they are equal.
inline double barrier_slope_difference(BarrierShape shape, double y, double z) {
  if (!(y > 0)) return 0;
  if (!(z > 0)) return barrier_slope(shape, y) / (y - z);
  if (shape == BarrierShape::cubic) return 2 * (y + z);
  if (shape == BarrierShape::quadratic) return 2;
  const double part = (y - z) / (1 - z);
  const double log_ratio = part > 0 ? -std::log1p(-part) / part : 1;
  return (y + z - y * z) / ((1 - y) * (1 - z)) + 2 * (z / (1 - z) * log_ratio - std::log1p(-y));
}

}  // namespace lacuna
