#include "geometry/ccd.h"

#include "geometry/distance.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A gap this close to the one to be kept ends the search: the last digits of the time are not worth their
/// rounds.
constexpr double close_enough = 1.25;

/// Differences of coordinates, the motion x + t dx and the dot product with a unit vector: a slab width measured at
/// time t is off by at most this times x_max + t dx_max, after no more than a dozen roundings of such quantities.
constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();

struct PointPoint {
  static constexpr int first = 1, second = 1;
  static Vec3 closest_vector(const std::array<Vec3, 2>& x) { return x[0] - x[1]; }
};
struct PointEdge {
  static constexpr int first = 1, second = 2;
  static Vec3 closest_vector(const std::array<Vec3, 3>& x) { return closest_point_edge(x[0], x[1], x[2]).r; }
};
struct PointTriangle {
  static constexpr int first = 1, second = 3;
  static Vec3 closest_vector(const std::array<Vec3, 4>& x) {
    return closest_point_triangle(x[0], x[1], x[2], x[3]).r;
  }
};
struct EdgeEdge {
  static constexpr int first = 2, second = 2;
  static Vec3 closest_vector(const std::array<Vec3, 4>& x) {
    return closest_edge_edge(x[0], x[1], x[2], x[3]).r;
  }
};

/// A pair in motion, in coordinates relative to its first vertex and to its mean motion: neither changes the
/// distance, and both leave the small differences that matter in the leading digits.
template <class Pair>
struct Motion {
  static constexpr int n = Pair::first + Pair::second;
  std::array<Vec3, n> x, dx;
  double speed;         ///< the two primitives approach each other by at most this per unit time
  double x_max, dx_max;  ///< largest coordinate and displacement, for the bound of rounding errors

  Motion(const std::array<Vec3, n>& x0, const std::array<Vec3, n>& dx0) {
    Vec3 mean = dx0[0];
    for (int i = 1; i < n; ++i) mean += dx0[i];
    mean /= n;
    double x2 = 0, first2 = 0, second2 = 0;
    for (int i = 0; i < n; ++i) {
      x[i] = x0[i] - x0[0];
      dx[i] = dx0[i] - mean;
      x2 = std::max(x2, x[i].squaredNorm());
      double& side2 = i < Pair::first ? first2 : second2;
      side2 = std::max(side2, dx[i].squaredNorm());
    }
    const double first = std::sqrt(first2), second = std::sqrt(second2);
    speed = first + second;
    x_max = std::sqrt(x2);
    dx_max = std::max(first, second);
  }

  std::array<Vec3, n> at(double t) const {
    std::array<Vec3, n> y;
    for (int i = 0; i < n; ++i) y[i] = x[i] + t * dx[i];
    return y;
  }
};

/// Width of the slab along a unit direction, and for how long it stays above a floor.
template <class Pair>
struct Slab {
  std::array<double, Pair::first * Pair::second> width, rate;

  Slab(const Motion<Pair>& motion, const std::array<Vec3, Motion<Pair>::n>& x, const Vec3& direction) {
    for (int i = 0, k = 0; i < Pair::first; ++i)
      for (int j = Pair::first; j < motion.n; ++j, ++k) {
        width[k] = direction.dot(x[i] - x[j]);
        rate[k] = direction.dot(motion.dx[i] - motion.dx[j]) - rounding * motion.dx_max;
      }
  }
  double least_width() const {
    double least = width[0];
    for (double w : width) least = std::min(least, w);
    return least;
  }
  double time_above(double floor) const {
    double time = infinity;
    for (size_t k = 0; k < width.size(); ++k)
      if (rate[k] < 0) time = std::min(time, (floor - width[k]) / rate[k]);
    return time;
  }
};

template <class Pair>
CcdResult additive_ccd(const std::array<Vec3, Motion<Pair>::n>& x0,
                       const std::array<Vec3, Motion<Pair>::n>& dx0, const CcdOptions& options) {
  const Motion<Pair> motion(x0, dx0);
  double t = 0;                                           // the path up to here is safe
  double kept_gap = 0;
  for (int round = 1; round <= options.max_rounds; ++round) {
    const auto x = motion.at(t);
    const Vec3 r = Pair::closest_vector(x);
    const double distance = r.norm();
    const double floor = options.offset + rounding * (motion.x_max + t * motion.dx_max);  // gap counts as closed
    if (!(distance > floor)) return {t, CcdOutcome::hit, round};
    const Slab<Pair> slab(motion, x, r / distance);
    const double gap = slab.least_width() - floor;
    if (round == 1) kept_gap = options.gap_fraction * gap;
    if (!(gap > close_enough * kept_gap)) return {t, CcdOutcome::hit, round};

    const double advance = std::max(slab.time_above(floor + kept_gap),
                                    motion.speed > 0 ? (gap - kept_gap) / motion.speed : infinity);
    if (!(t + advance < options.t_max)) return {options.t_max, CcdOutcome::free, round};
    t += advance;
  }
  return {t, CcdOutcome::rounds_exhausted, options.max_rounds};
}

}  // namespace

CcdResult point_point_ccd(const std::array<Vec3, 2>& x, const std::array<Vec3, 2>& dx,
                          const CcdOptions& options) {
  return additive_ccd<PointPoint>(x, dx, options);
}
CcdResult point_edge_ccd(const std::array<Vec3, 3>& x, const std::array<Vec3, 3>& dx,
                         const CcdOptions& options) {
  return additive_ccd<PointEdge>(x, dx, options);
}
CcdResult point_triangle_ccd(const std::array<Vec3, 4>& x, const std::array<Vec3, 4>& dx,
                             const CcdOptions& options) {
  return additive_ccd<PointTriangle>(x, dx, options);
}
CcdResult edge_edge_ccd(const std::array<Vec3, 4>& x, const std::array<Vec3, 4>& dx,
                        const CcdOptions& options) {
  return additive_ccd<EdgeEdge>(x, dx, options);
}

}  // namespace lacuna
