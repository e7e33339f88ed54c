#include "geometry/ccd.h"

#include "geometry/distance.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The search ends when this part of the gap to be used, or of the one to be kept, is left: the last digits
/// of the time are not worth their rounds.
constexpr double close_enough = 0.1;

/// Removes the part of r along e.
void orthogonalise(Vec3& r, const Vec3& e) { r -= (r.dot(e) / e.squaredNorm()) * e; }

void orthogonalise(Vec3& r, const Vec3& e, const Vec3& f) {
  Vec3 h = f;
  orthogonalise(h, e);
  orthogonalise(r, e);
  if (h.squaredNorm() > 1e-24 * f.squaredNorm()) orthogonalise(r, h);  // else parallel
}

// Each kind of pair: how many vertices each side has, its closest vector, the same made orthogonal once more
// to the features it joins, and a vector made orthogonal to all of both primitives.
struct PointPoint {
  static constexpr int first = 1, second = 1;
  using Vertices = std::array<Vec3, 2>;
  static Vec3 closest_vector(const Vertices& x) { return x[0] - x[1]; }
  static Vec3 refined_vector(const Vertices& x) { return x[0] - x[1]; }
  static void straighten(const Vertices&, Vec3&) {}
};

struct PointEdge {
  static constexpr int first = 1, second = 2;
  using Vertices = std::array<Vec3, 3>;
  static Vec3 closest_vector(const Vertices& x) { return closest_point_edge(x[0], x[1], x[2]).r; }
  static Vec3 refined_vector(const Vertices& x) {
    PointEdgeClosest closest = closest_point_edge(x[0], x[1], x[2]);
    if (closest.region() == PointEdgeRegion::interior) orthogonalise(closest.r, x[2] - x[1]);
    return closest.r;
  }
  static void straighten(const Vertices& x, Vec3& r) { orthogonalise(r, x[2] - x[1]); }
};

struct PointTriangle {
  static constexpr int first = 1, second = 3;
  using Vertices = std::array<Vec3, 4>;
  static Vec3 closest_vector(const Vertices& x) { return closest_point_triangle(x[0], x[1], x[2], x[3]).r; }
  static Vec3 refined_vector(const Vertices& x) {
    using enum PointTriangleRegion;
    PointTriangleClosest closest = closest_point_triangle(x[0], x[1], x[2], x[3]);
    if (closest.region == face) orthogonalise(closest.r, x[2] - x[1], x[3] - x[1]);
    if (closest.region == edge_01) orthogonalise(closest.r, x[2] - x[1]);
    if (closest.region == edge_12) orthogonalise(closest.r, x[3] - x[2]);
    if (closest.region == edge_20) orthogonalise(closest.r, x[1] - x[3]);
    return closest.r;
  }
  static void straighten(const Vertices& x, Vec3& r) { orthogonalise(r, x[2] - x[1], x[3] - x[1]); }
};

struct EdgeEdge {
  static constexpr int first = 2, second = 2;
  using Vertices = std::array<Vec3, 4>;
  static Vec3 closest_vector(const Vertices& x) { return closest_edge_edge(x[0], x[1], x[2], x[3]).r; }
  static Vec3 refined_vector(const Vertices& x) {
    const EdgeEdgeClosest closest = closest_edge_edge(x[0], x[1], x[2], x[3]);
    const auto is_inside = [](double parameter) { return parameter > 0 && parameter < 1; };
    const Vec3 u = x[1] - x[0], v = x[3] - x[2];
    Vec3 r = closest.r;
    if (is_inside(closest.s) && is_inside(closest.t))
      orthogonalise(r, u, v);
    else if (is_inside(closest.s))
      orthogonalise(r, u);
    else if (is_inside(closest.t))
      orthogonalise(r, v);
    else
      r = x[closest.s > 0 ? 1 : 0] - x[closest.t > 0 ? 3 : 2];
    return r;
  }
  static void straighten(const Vertices& x, Vec3& r) { orthogonalise(r, x[1] - x[0], x[3] - x[2]); }
};

/// A pair in motion, relative to its first vertex: that changes no distance, and leaves the small differences
/// that matter in the leading digits.
template <class Pair>
struct Motion {
  static constexpr int n = Pair::first + Pair::second;
  using Vertices = typename Pair::Vertices;
  Vertices x, dx;
  double rounding, rounding_rate;  ///< a slab width at time t is off by rounding + t rounding_rate at most
  double measuring_error;          ///< the part of `rounding` that is not in the positions themselves

  Motion(const Vertices& x0, const Vertices& dx0) {
    double x2 = 0, dx2 = 0;
    for (int i = 0; i < n; ++i) {
      x[i] = x0[i] - x0[0];
      dx[i] = dx0[i] - dx0[0];
      x2 += x[i].squaredNorm();
      dx2 += dx[i].squaredNorm();
    }
    // In units of the coordinates here, for differences, motion and dot products; and in units of the
    // coordinates as given, for the positions x + t dx that the caller will compute.
    constexpr double here = 20 * std::numeric_limits<double>::epsilon();
    constexpr double given = 4 * std::numeric_limits<double>::epsilon();
    measuring_error = here * std::sqrt(x2);
    rounding = measuring_error + given * x0[0].norm();
    rounding_rate = here * std::sqrt(dx2) + given * dx0[0].norm();
  }

  Vertices at(double t) const {
    Vertices y;
    for (int i = 0; i < n; ++i) y[i] = x[i] + t * dx[i];
    return y;
  }

  /// The two primitives approach each other by at most this per unit time: the largest displacement on each
  /// side, after taking off the mean, which moves both.
  double speed() const {
    Vec3 mean = dx[0];
    for (int i = 1; i < n; ++i) mean += dx[i];
    mean /= n;
    double first2 = 0, second2 = 0;
    for (int i = 0; i < n; ++i) {
      double& side2 = i < Pair::first ? first2 : second2;
      side2 = std::max(side2, (dx[i] - mean).squaredNorm());
    }
    return std::sqrt(first2) + std::sqrt(second2) + rounding_rate;
  }
};

/// Width of the slab between the primitives along a unit direction, and for how long it stays above a floor.
/// Both err on the safe side by the rounding of everything that goes into them.
template <class Pair>
struct Slab {
  static constexpr int count = Pair::first * Pair::second;
  std::array<double, count> width, rate;

  Slab(const Motion<Pair>& motion, const typename Pair::Vertices& x, const Vec3& direction, double t) {
    for (int i = 0, k = 0; i < Pair::first; ++i)
      for (int j = Pair::first; j < motion.n; ++j, ++k) {
        width[k] = direction.dot(x[i] - x[j]) - (motion.rounding + t * motion.rounding_rate);
        rate[k] = direction.dot(motion.dx[i] - motion.dx[j]) - motion.rounding_rate;
      }
  }
  double least_width() const {
    double least = width[0];
    for (int k = 1; k < count; ++k) least = width[k] < least ? width[k] : least;
    return least;
  }
  /// Implies time_above(floor) > duration in floating point, without its divisions: where a search may end
  /// early must not change where it would end.
  bool stays_above(double floor, double duration) const {
    bool stays = true;
    for (int k = 0; k < count; ++k) stays = stays & (width[k] - floor >= -1.000001 * duration * rate[k]);
    return stays;
  }
  /// Opens on all sides, from a width above `floor` before `charge` was taken off.
  bool opens_from(double floor, double charge) const {
    bool opens = true;
    for (int k = 0; k < count; ++k) opens = opens & (rate[k] >= 0) & (width[k] + charge > floor);
    return opens;
  }
  double time_above(double floor) const {
    double time = infinity;
    for (int k = 0; k < count; ++k)
      if (rate[k] < 0) time = std::min(time, (floor - width[k]) / rate[k]);
    return time;
  }
};

/// The slab along the closest vector r. Rounding tilts r: it is orthogonal to its features only up to that of
/// the positions, and where features tie it may join the wrong ones. Over a tiny gap the slab then loses more
/// than the gap, so the widest of two straightened directions is tried as well. Any direction is safe.
template <class Pair>
Slab<Pair> widest_slab(const Motion<Pair>& motion, const typename Pair::Vertices& x, const Vec3& r,
                       double distance, double t, double offset) {
  Slab<Pair> widest(motion, x, r / distance, t);
  if (widest.least_width() - offset > 0.99 * (distance - offset)) return widest;
  const auto consider = [&](const Vec3& direction) {
    const Slab<Pair> slab(motion, x, direction.normalized(), t);
    if (slab.least_width() > widest.least_width()) widest = slab;
  };
  Vec3 straightened = Pair::refined_vector(x);
  consider(straightened);
  Pair::straighten(x, straightened);
  consider(straightened);
  return widest;
}

template <class Pair>
CcdResult additive_ccd(const typename Pair::Vertices& x0, const typename Pair::Vertices& dx0,
                       const CcdOptions& options) {
  const Motion<Pair> motion(x0, dx0);
  if (!(motion.rounding + motion.rounding_rate < infinity))
    return {0, CcdOutcome::hit, 0};  // not finite: nothing is known
  double t = 0;                      // the path up to here is safe
  double kept_gap = 0, final_gap = 0, speed = 0;
  for (int round = 1; round <= options.max_rounds; ++round) {
    const auto x = round == 1 ? motion.x : motion.at(t);
    const Vec3 r = Pair::closest_vector(x);
    const double distance = r.norm();
    if (!(distance > options.offset)) return {t, CcdOutcome::hit, round};
    if (round == 1) {
      const double first_gap = distance - options.offset;
      // Nine tenths, so that the search, which ends at kept_gap plus a tenth, does not stop a pair that stays
      // beyond the limit.
      kept_gap = std::min(options.gap_fraction * first_gap, (1 - close_enough) * options.kept_gap);
      final_gap = kept_gap + close_enough * std::min(kept_gap, first_gap - kept_gap);
    }
    const Slab<Pair> slab = widest_slab(motion, x, r, distance, t, options.offset);
    const double gap = slab.least_width() - options.offset;
    if (!(gap > final_gap)) {
      // Free to leave, however close: a gap that is real but too small to measure must not hold a pair for
      // ever.
      if (slab.opens_from(options.offset, motion.measuring_error))
        return {options.t_max, CcdOutcome::free, round};
      return {t, CcdOutcome::hit, round};
    }

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
