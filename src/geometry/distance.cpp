#include "geometry/distance.h"

namespace lacuna::detail {

namespace {

/// The nearest of the four ends to the other edge: for nearly parallel edges that do not cross inside.
EdgeEdgeClosest closest_end(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
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

}  // namespace

EdgeEdgeClosest closest_slanted_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  // Inside both? Coordinates along u and along h, the part of v orthogonal to it: an angle of 1e-8 still
  // leaves eight digits.
  const Vec3 u = a1 - a0, v = b1 - b0, w = a0 - b0;
  const double uu = u.squaredNorm(), uv = u.dot(v), uw = u.dot(w), vv = v.squaredNorm();
  const double slope = uv / uu, along = uw / uu;
  const Vec3 h = v - slope * u, q = w - along * u;
  const double h2 = h.squaredNorm();
  double t = h.dot(q) / h2, s = slope * t - along;
  if (s > 0 && s < 1 && t > 0 && t < 1 && h2 > parallel_sine2 * vv) {
    const Vec3 r = q - t * h;
    return {s, t, r.squaredNorm(), r};
  }
  if (!(h2 > 1e-6 * vv)) return closest_end(a0, a1, b0, b1);
  s = clamp01(s);
  t = clamp01((uv * s + v.dot(w)) / vv);
  s = clamp01((uv * t - uw) / uu);
  const Vec3 r = w + s * u - t * v;
  return {s, t, r.squaredNorm(), r};
}

}  // namespace lacuna::detail
