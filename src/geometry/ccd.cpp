#include "geometry/ccd.h"

#include "geometry/ccd_slab.h"

#include <algorithm>

namespace lacuna {

using detail::EdgeEdge, detail::PointEdge, detail::PointPoint, detail::PointTriangle;
using detail::Motion, detail::Slab;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The search ends when this fraction of the gap to be used, or of the one to be kept, is left: the last
/// digits of the time are not worth the rounds.
constexpr double close_enough = 0.1;

/// The slab along the closest vector r. Rounding tilts r: it is orthogonal to its features only up to the
/// rounding of positions, and where features tie it may join the wrong ones. Over a tiny gap the slab then
/// loses more than the gap, so the wider of two straightened directions is tried as well. Any direction is
/// safe.
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
    return {0, CcdOutcome::hit, 0, 0};  // not finite: nothing is known
  double t = 0;                         // the path up to here is safe
  double first_distance = 0, kept_gap = 0, final_gap = 0, speed = 0;
  for (int round = 1; round <= options.max_rounds; ++round) {
    const auto x = round == 1 ? motion.x : motion.at(t);
    const Vec3 r = Pair::closest_vector(x);
    const double distance = r.norm();
    if (round == 1) first_distance = distance;
    if (!(distance > options.offset)) return {t, CcdOutcome::hit, round, first_distance};
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
      // Free to separate, however close: a gap that is real but too small to measure must not block a pair
      // forever.
      if (slab.opens_from(options.offset, motion.measuring_error))
        return {options.t_max, CcdOutcome::free, round, first_distance};
      return {t, CcdOutcome::hit, round, first_distance};
    }

    const double floor = options.offset + kept_gap;
    if (slab.stays_above(floor, options.t_max - t))
      return {options.t_max, CcdOutcome::free, round, first_distance};
    if (round == 1) speed = motion.speed();
    const Vec3 turning = Pair::turning(x, motion.dx, slab.direction);
    t += std::max({slab.time_above(floor), (gap - kept_gap) / speed,
                   time_above_turning(motion, x, slab.direction, turning, t, floor)});
    if (!(t < options.t_max)) return {options.t_max, CcdOutcome::free, round, first_distance};
  }
  return {t, CcdOutcome::rounds_exhausted, options.max_rounds, first_distance};
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
