#include "energy/inversion_bound.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

/// c[0] + c[1] t + c[2] t^2 + c[3] t^3.
struct Cubic {
  std::array<double, 4> c;

  double operator()(double t) const { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }
  double slope(double t) const { return c[1] + t * (2 * c[2] + t * 3 * c[3]); }

  /// A lower bound on [0, 1].
  double least() const { return c[0] + std::min(c[1], 0.0) + std::min(c[2], 0.0) + std::min(c[3], 0.0); }
};

/// Six times the volume along the motion, less a bound on its rounding error.
struct VolumeAlongMotion {
  double start;  ///< c[0] before rounding was subtracted
  Cubic lower;
};

VolumeAlongMotion volume_along_motion(const Mat3& V, const Mat3& P) {
  const Vec3 v = V.col(0).cross(V.col(1)), p = P.col(0).cross(P.col(1));
  const Vec3 mixed = V.col(0).cross(P.col(1)) + P.col(0).cross(V.col(1));
  const double start = V.col(2).dot(v);
  const std::array<double, 4> c = {start, P.col(2).dot(v) + V.col(2).dot(mixed),
                                   V.col(2).dot(p) + P.col(2).dot(mixed), P.col(2).dot(p)};

  // The products in a determinant sum up to at most the product of the 1-norms of its columns. Each undergoes
  // about ten roundings before it is stored in c, and the cubic and its extrema add a few more.
  constexpr double rounding = 32 * 0x1p-53;
  const auto length = [](const Mat3& A, int i) { return A.col(i).cwiseAbs().sum(); };
  Cubic error{{rounding, 0, 0, 0}};
  for (int i = 0; i < 3; ++i) {  // multiplies by |v_i| + t |p_i|
    const double a = length(V, i), b = length(P, i);
    for (size_t k = 3; k > 0; --k) error.c[k] = a * error.c[k] + b * error.c[k - 1];
    error.c[0] *= a;
  }
  VolumeAlongMotion volume{start, {}};
  for (size_t k = 0; k < 4; ++k) volume.lower.c[k] = c[k] - error.c[k];
  return volume;
}

/// The extrema of the cubic in [0, 1], in order; 1 stands for none.
std::array<double, 2> extrema(const Cubic& f) {
  const double a = 3 * f.c[3], b = f.c[2], c = f.c[1];  // a t^2 + 2 b t + c
  const double discriminant = b * b - a * c;
  if (!(discriminant > 0)) return {1, 1};
  const double q = -(b + std::copysign(std::sqrt(discriminant), b));  // does not cancel
  const auto inside = [](double t) { return t > 0 && t < 1 ? t : 1; };
  const double first = inside(q / a), second = inside(c / q);
  return {std::min(first, second), std::max(first, second)};
}

/// Between f(low) > 0 and f(high) <= 0, where f falls: a point with 0 < f <= tolerance, or the last double
/// with f > 0 if none is found. Newton's method towards f = tolerance / 2, so that it ends on the safe side
/// from either side; bisection where it leaves the bracket.
double safe_root(const Cubic& f, double low, double high) {
  constexpr double tolerance = 1e-9;
  double t = low;
  for (int i = 0; i < 100; ++i) {  // bisection alone needs about 60
    const double value = f(t);
    if (value > 0 && value <= tolerance) return t;
    (value > 0 ? low : high) = t;
    t -= (value - 0.5 * tolerance) / f.slope(t);
    // The first step from an extremum is long; every third is a bisection, so that the bracket shrinks.
    if (!(t > low && t < high) || i % 3 == 2) t = 0.5 * (low + high);
    if (!(t > low && t < high)) break;
  }
  return low;
}

}  // namespace

double inversion_bound(const TetPositions& x, const TetPositions& p, double kept) {
  const auto [start, lower] = volume_along_motion(tet_edges(x), tet_edges(p));
  if (!(start > 0)) return 0;
  Cubic f = lower;
  for (double& c : f.c) c /= start;
  f.c[0] -= kept;
  if (f.least() > 0) return 1;
  if (!(f.c[0] > 0) || !std::isfinite(f.least())) return 0;

  double low = 0;
  const std::array<double, 2> turns = extrema(f);
  for (double high : {turns[0], turns[1], 1.0}) {
    if (!(f(high) > 0)) return safe_root(f, low, high);
    low = high;
  }
  return 1;
}

}  // namespace lacuna
