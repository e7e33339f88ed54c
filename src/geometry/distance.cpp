#include "geometry/distance.h"

namespace lacuna::detail {

namespace {

/// The crossing of the two lines, if it lies inside both segments. Orthogonalised: the part of v orthogonal
/// to u is formed before any product, so an angle of 1e-8 still leaves eight digits.
bool crossing(const Vec3& u, const Vec3& v, const Vec3& w, EdgeEdgeClosest& out) {
  const double inverse_uu = 1 / u.squaredNorm();
  const double slope = u.dot(v) * inverse_uu, along = u.dot(w) * inverse_uu;
  const Vec3 h = v - slope * u, q = w - along * u;
  const double h2 = h.squaredNorm();
  if (!(h2 > parallel_sine2 * v.squaredNorm())) return false;
  const double t = h.dot(q) / h2;
  const double s = slope * t - along;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return false;
  const Vec3 r = q - t * h;
  out = {s, t, r.squaredNorm(), r};
  return true;
}

}  // namespace

EdgeEdgeClosest closest_near_parallel_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  // The nearest end point, or the crossing if that is nearer still.
  const PointEdgeClosest a0_on_b = closest_point_edge(a0, b0, b1), a1_on_b = closest_point_edge(a1, b0, b1);
  const PointEdgeClosest b0_on_a = closest_point_edge(b0, a0, a1), b1_on_a = closest_point_edge(b1, a0, a1);
  EdgeEdgeClosest best{0, a0_on_b.tau, a0_on_b.distance2, a0_on_b.r};
  const auto consider = [&](double s, double t, const PointEdgeClosest& closest, double sign) {
    if (closest.distance2 < best.distance2) best = {s, t, closest.distance2, sign * closest.r};
  };
  consider(1, a1_on_b.tau, a1_on_b, 1);
  consider(b0_on_a.tau, 0, b0_on_a, -1);
  consider(b1_on_a.tau, 1, b1_on_a, -1);
  EdgeEdgeClosest inside{};
  if (crossing(a1 - a0, b1 - b0, a0 - b0, inside) && inside.distance2 < best.distance2) return inside;
  return best;
}

}  // namespace lacuna::detail
