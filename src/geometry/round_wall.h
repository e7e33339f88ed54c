// The inside of a sphere, and of a bowl: a half-sphere that continues as a tube along its axis. Both regions
// are convex, so a primitive is inside if all its vertices are, and the room of a point that moves along a
// straight line, while centre and radius change linearly, is a concave function of time.
#pragma once

#include "base/types.h"
#include "base/words.h"

namespace lacuna {

enum class RoundKind : std::uint8_t { container, bowl };
template <>
inline constexpr auto words<RoundKind> = make_words<RoundKind>({{"container", RoundKind::container},
                                                                {"bowl", RoundKind::bowl}});

/// Whether the tube of a bowl is the wall at this place; `axis` has unit length.
inline bool is_in_tube(RoundKind kind, const Vec3& axis, const Vec3& from_center) {
  return kind == RoundKind::bowl && axis.dot(from_center) > 0;
}

/// From the centre to a point, or from the axis in a tube; its length less the radius is the distance to the
/// wall.
inline Vec3 radial_vector(RoundKind kind, const Vec3& axis, const Vec3& from_center) {
  if (!is_in_tube(kind, axis, from_center)) return from_center;
  return from_center - axis.dot(from_center) * axis;
}

/// A point and its wall during a linear motion.
struct RoundMotion {
  RoundKind kind = RoundKind::container;
  Vec3 axis{0, 1, 0};
  // m: at time 0, and their changes up to time 1.
  Vec3 from_center = Vec3::Zero(), from_center_dx = Vec3::Zero();
  double reach = 0, reach_dx = 0;  ///< how far the point may be from the centre, or the axis
};

/// The largest time up to t_max until which the point stays within reach, from below: time 0 if it is not
/// within reach at the start.
double time_within_reach(const RoundMotion& motion, double t_max);

}  // namespace lacuna
