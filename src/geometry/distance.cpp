#include "geometry/distance.h"

namespace lacuna::detail {

EdgeEdgeClosest closest_ends_of_near_parallel_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0,
                                                    const Vec3& b1) {
  const PointEdgeClosest a0_on_b = closest_point_edge(a0, b0, b1), a1_on_b = closest_point_edge(a1, b0, b1);
  const PointEdgeClosest b0_on_a = closest_point_edge(b0, a0, a1), b1_on_a = closest_point_edge(b1, a0, a1);
  EdgeEdgeClosest nearest{0, a0_on_b.tau, a0_on_b.distance2, a0_on_b.r};
  const auto consider = [&](double s, double t, const PointEdgeClosest& closest, double sign) {
    if (closest.distance2 < nearest.distance2) nearest = {s, t, closest.distance2, sign * closest.r};
  };
  consider(1, a1_on_b.tau, a1_on_b, 1);
  consider(b0_on_a.tau, 0, b0_on_a, -1);
  consider(b1_on_a.tau, 1, b1_on_a, -1);
  return nearest;
}

}  // namespace lacuna::detail
