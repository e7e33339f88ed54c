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

/// A pair in motion, relative to its first vertex: that changes no distance, and leaves the small differences that
/// matter in the leading digits.
template <class Pair>
struct Motion {
  static constexpr int n = Pair::first + Pair::second;
  std::array<Vec3, n> x, dx;
  double x_max, dx_max;  ///< largest coordinate and displacement, for the bound of rounding errors

  Motion(const std::array<Vec3, n>& x0, const std::array<Vec3, n>& dx0) {
    x[0].setZero();
    dx[0].setZero();
    double x2 = 0, dx2 = 0;
    for (int i = 1; i < n; ++i) {
      x[i] = x0[i] - x0[0];
      dx[i] = dx0[i] - dx0[0];
      x2 = std::max(x2, x[i].squaredNorm());
      dx2 = std::max(dx2, dx[i].squaredNorm());
    }
    x_max = std::sqrt(x2);
    dx_max = std::sqrt(dx2);
  }

  std::array<Vec3, n> at(double t) const {
    std::array<Vec3, n> y;
    for (int i = 0; i < n; ++i) y[i] = x[i] + t * dx[i];
    return y;
  }

  /// The two primitives approach each other by at most this per unit time: the largest displacement on each side,
  /// after taking off the mean, which moves both.
  double speed() const {
    Vec3 mean = dx[0];
    for (int i = 1; i < n; ++i) mean += dx[i];
    mean /= n;
    double first2 = 0, second2 = 0;
    for (int i = 0; i < n; ++i) {
      double& side2 = i < Pair::first ? first2 : second2;
      side2 = std::max(side2, (dx[i] - mean).squaredNorm());
    }
    return std::sqrt(first2) + std::sqrt(second2);
  }
};

/// Width of the slab between the primitives along a unit direction, and for how long it stays above a floor. Both
/// err on the safe side by the rounding of everything that goes into them.
template <class Pair>
struct Slab {
  static constexpr int count = Pair::first * Pair::second;
  std::array<double, count> width, rate;

  Slab(const Motion<Pair>& motion, const std::array<Vec3, Motion<Pair>::n>& x, const Vec3& direction, double t) {
    for (int i = 0, k = 0; i < Pair::first; ++i)
      for (int j = Pair::first; j < motion.n; ++j, ++k) {
        width[k] = direction.dot(x[i] - x[j]) - rounding * (motion.x_max + t * motion.dx_max);
        rate[k] = direction.dot(motion.dx[i] - motion.dx[j]) - rounding * motion.dx_max;
      }
  }
  double least_width() const {
    double least = width[0];
    for (int k = 1; k < count; ++k) least = width[k] < least ? width[k] : least;
    return least;
  }
  bool stays_above(double floor, double duration) const {
    bool stays = true;
    for (int k = 0; k < count; ++k) stays = stays & (width[k] + duration * rate[k] >= floor);
    return stays;
  }
  double time_above(double floor) const {
    double time = infinity;
    for (int k = 0; k < count; ++k)
      if (rate[k] < 0) time = std::min(time, (floor - width[k]) / rate[k]);
    return time;
  }
};

template <class Pair>
CcdResult additive_ccd(const std::array<Vec3, Motion<Pair>::n>& x0,
                       const std::array<Vec3, Motion<Pair>::n>& dx0, const CcdOptions& options) {
  const Motion<Pair> motion(x0, dx0);
  double t = 0;  // the path up to here is safe
  double kept_gap = 0, speed = 0;
  for (int round = 1; round <= options.max_rounds; ++round) {
    const auto x = round == 1 ? motion.x : motion.at(t);
    const Vec3 r = Pair::closest_vector(x);
    const double distance = r.norm();
    if (!(distance > options.offset)) return {t, CcdOutcome::hit, round};
    const Slab<Pair> slab(motion, x, r / distance, t);
    const double gap = slab.least_width() - options.offset;
    if (round == 1) kept_gap = options.gap_fraction * gap;
    if (!(gap > close_enough * kept_gap)) return {t, CcdOutcome::hit, round};

    const double floor = options.offset + kept_gap;
    if (slab.stays_above(floor, options.t_max - t)) return {options.t_max, CcdOutcome::free, round};
    if (round == 1) speed = motion.speed();
    t += std::max(slab.time_above(floor), (gap - kept_gap) / speed);
    if (!(t < options.t_max)) return {options.t_max, CcdOutcome::free, round};
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
