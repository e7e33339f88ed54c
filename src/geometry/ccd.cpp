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

/// Removes the part of r along e. The closest vector is orthogonal to the features it joins only up to the
/// rounding of the positions; over a tiny gap that tilts it so much that the slab loses more than the gap.
void orthogonalise(Vec3& r, const Vec3& e) { r -= (r.dot(e) / e.squaredNorm()) * e; }
void orthogonalise(Vec3& r, const Vec3& e, const Vec3& f) {
  Vec3 h = f;
  orthogonalise(h, e);
  orthogonalise(r, e);
  if (h.squaredNorm() > 1e-24 * f.squaredNorm()) orthogonalise(r, h);  // else parallel
}

// Each kind of pair: the vertices of its two primitives, its closest vector, and as a second choice for the
// direction of the slab that vector made orthogonal to all of both primitives.
struct PointPoint {
  static constexpr int first = 1, second = 1;
  static Vec3 closest_vector(const std::array<Vec3, 2>& x) { return x[0] - x[1]; }
  static void straighten(const std::array<Vec3, 2>&, Vec3&) {}
};
struct PointEdge {
  static constexpr int first = 1, second = 2;
  static Vec3 closest_vector(const std::array<Vec3, 3>& x) {
    PointEdgeClosest closest = closest_point_edge(x[0], x[1], x[2]);
    if (closest.region() == PointEdgeRegion::interior) orthogonalise(closest.r, x[2] - x[1]);
    return closest.r;
  }
  static void straighten(const std::array<Vec3, 3>& x, Vec3& r) { orthogonalise(r, x[2] - x[1]); }
};
struct PointTriangle {
  static constexpr int first = 1, second = 3;
  static Vec3 closest_vector(const std::array<Vec3, 4>& x) {
    using enum PointTriangleRegion;
    PointTriangleClosest closest = closest_point_triangle(x[0], x[1], x[2], x[3]);
    if (closest.region == face) orthogonalise(closest.r, x[2] - x[1], x[3] - x[1]);
    if (closest.region == edge_01) orthogonalise(closest.r, x[2] - x[1]);
    if (closest.region == edge_12) orthogonalise(closest.r, x[3] - x[2]);
    if (closest.region == edge_20) orthogonalise(closest.r, x[1] - x[3]);
    return closest.r;
  }
  static void straighten(const std::array<Vec3, 4>& x, Vec3& r) {
    orthogonalise(r, x[2] - x[1], x[3] - x[1]);
  }
};
struct EdgeEdge {
  static constexpr int first = 2, second = 2;
  static Vec3 closest_vector(const std::array<Vec3, 4>& x) {
    const EdgeEdgeClosest closest = closest_edge_edge(x[0], x[1], x[2], x[3]);
    const Vec3 u = x[1] - x[0], v = x[3] - x[2];
    const bool is_inside_a = closest.s > 0 && closest.s<1, is_inside_b = closest.t> 0 && closest.t < 1;
    Vec3 r = closest.r;
    if (is_inside_a && is_inside_b)
      orthogonalise(r, u, v);
    else if (is_inside_a)
      orthogonalise(r, u);
    else if (is_inside_b)
      orthogonalise(r, v);
    else
      r = x[closest.s > 0 ? 1 : 0] - x[closest.t > 0 ? 3 : 2];
    return r;
  }
  static void straighten(const std::array<Vec3, 4>& x, Vec3& r) {
    orthogonalise(r, x[1] - x[0], x[3] - x[2]);
  }
};

/// A pair in motion, in coordinates relative to its first vertex and to its mean motion: neither changes the
/// distance, and both leave the small differences that matter in the leading digits.
template <class Pair>
struct Motion {
  static constexpr int n = Pair::first + Pair::second;
  std::array<Vec3, n> x, dx;
  double speed;     ///< the two primitives approach each other by at most this per unit time
  double rounding;  ///< bound of the rounding error in any slab width measured below and in the positions
                    ///< reached

  Motion(const std::array<Vec3, n>& x0, const std::array<Vec3, n>& dx0, double t_max) {
    Vec3 mean = dx0[0];
    for (int i = 1; i < n; ++i) mean += dx0[i];
    mean /= n;
    double x_max = 0, first_max = 0, second_max = 0, position_sum = 0, displacement_sum = 0;
    for (int i = 0; i < n; ++i) {
      position_sum += x0[i].squaredNorm();
      displacement_sum += dx0[i].squaredNorm();
      x[i] = x0[i] - x0[0];
      dx[i] = dx0[i] - mean;
      x_max = std::max(x_max, x[i].squaredNorm());
      double& side_max = i < Pair::first ? first_max : second_max;
      side_max = std::max(side_max, dx[i].squaredNorm());
    }
    first_max = std::sqrt(first_max);
    second_max = std::sqrt(second_max);
    speed = first_max + second_max;
    // Differences, the motion and a dot product with n: at most 12 roundings of quantities of this size each.
    constexpr double unit = 0.5 * std::numeric_limits<double>::epsilon();
    rounding = 32 * unit * (std::sqrt(x_max) + t_max * std::max(first_max, second_max));
    // And the caller's x0 + t dx0: a product and a sum in two vertices. Sums, unlike maxima, hand on a NaN,
    // which makes every gap count as closed.
    rounding += 2 * unit * (std::sqrt(position_sum) + 2 * t_max * std::sqrt(displacement_sum));
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
        rate[k] = direction.dot(motion.dx[i] - motion.dx[j]);
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

/// The slab along the closest vector. If it is narrower than the distance, that points to a feature next to
/// the closest one (a tie but for rounding), which over a tiny gap is a wrong direction: then the one across
/// both primitives, if wider. Any direction is safe.
template <class Pair>
Slab<Pair> widest_slab(const Motion<Pair>& motion, const std::array<Vec3, Motion<Pair>::n>& x, Vec3 r,
                       double floor) {
  const double distance = r.norm();
  const Slab<Pair> slab(motion, x, r / distance);
  if (slab.least_width() - floor > 0.99 * (distance - floor)) return slab;
  Pair::straighten(x, r);
  const Slab<Pair> other(motion, x, r / r.norm());
  return other.least_width() > slab.least_width() ? other : slab;
}

template <class Pair>
CcdResult additive_ccd(const std::array<Vec3, Motion<Pair>::n>& x0,
                       const std::array<Vec3, Motion<Pair>::n>& dx0, const CcdOptions& options) {
  const Motion<Pair> motion(x0, dx0, options.t_max);
  const double floor = options.offset + motion.rounding;  // distance at which the gap counts as closed
  double t = 0;                                           // the path up to here is safe
  double kept_gap = 0;
  for (int round = 1; round <= options.max_rounds; ++round) {
    const auto x = motion.at(t);
    const Vec3 r = Pair::closest_vector(x);
    const double distance = r.norm();
    if (!(distance > floor)) return {t, CcdOutcome::hit, round};
    if (round == 1) kept_gap = options.gap_fraction * (distance - floor);
    const Slab<Pair> slab = widest_slab(motion, x, r, floor);
    const double gap = slab.least_width() - floor;
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
