// Squared distances between points, segments and triangles, and which features are closest.
//
// Every distance is |r|^2 for r between two actual points of the primitives, so it is never below the true
// distance, whatever the shape; the care goes into not exceeding it. Parameters come from an orthogonalised
// basis (as in a QR solve) wherever normal equations would lose digits, and degenerate primitives (zero
// length, collinear, sliver, parallel) reduce to their lower-dimensional features. See docs/geometry.md.
#pragma once

#include "base/types.h"

#include <algorithm>

namespace lacuna {

/// Closest feature of a segment (a, b).
enum class PointEdgeRegion : std::uint8_t { a, b, interior };

/// Closest feature of a triangle; edge_20 joins vertices 2 and 0.
enum class PointTriangleRegion : std::uint8_t {
  vertex_0,
  vertex_1,
  vertex_2,
  edge_01,
  edge_12,
  edge_20,
  face
};

/// Closest features of two segments: end point a0, a1 or the inside of a, against b0, b1 or the inside of b.
enum class EdgeEdgeRegion : std::uint8_t { a0_b0, a0_b1, a0_b, a1_b0, a1_b1, a1_b, a_b0, a_b1, a_b };

struct PointEdgeClosest {
  double tau;        ///< closest point a + tau (b - a)
  double distance2;  ///< m^2
  Vec3 r;            ///< from the closest point to p
  /// r = sum of these times (p, a, b)
  Vec3 coefficients() const { return {1, tau - 1, -tau}; }
  PointEdgeRegion region() const {
    return tau <= 0 ? PointEdgeRegion::a : tau >= 1 ? PointEdgeRegion::b : PointEdgeRegion::interior;
  }
};

struct PointTriangleClosest {
  double beta1, beta2;  ///< closest point t0 + beta1 (t1 - t0) + beta2 (t2 - t0)
  double distance2;     ///< m^2
  Vec3 r;               ///< from the closest point to p
  PointTriangleRegion region;
  /// r = sum of these times (p, t0, t1, t2)
  Vec4 coefficients() const { return {1, beta1 + beta2 - 1, -beta1, -beta2}; }
};

struct EdgeEdgeClosest {
  double s, t;       ///< closest points a0 + s (a1 - a0) and b0 + t (b1 - b0)
  double distance2;  ///< m^2
  Vec3 r;            ///< from the point on b to the point on a
  /// r = sum of these times (a0, a1, b0, b1)
  Vec4 coefficients() const { return {1 - s, s, t - 1, -t}; }
  EdgeEdgeRegion region() const {
    const auto feature = [](double parameter) { return 2 * (parameter > 0) - (parameter >= 1); };
    return static_cast<EdgeEdgeRegion>(3 * feature(s) + feature(t));
  }
};

/// Two edges whose angle has a smaller squared sine are parallel: their crossing has hardly a significant
/// digit, and ignoring it changes the distance by at most 1e-14 of the edges' length.
inline constexpr double parallel_sine2 = 1e-28;

namespace detail {
/// Clamps x to [0, 1]; NaN (from a zero-length edge) becomes 0. By value: std::clamp compiles to branches.
inline double clamp01(double x) {
  const double not_negative = x > 0 ? x : 0;
  return not_negative < 1 ? not_negative : 1;
}

/// closest_edge_edge for edges that are nearly parallel or have no length.
EdgeEdgeClosest closest_slanted_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);
}  // namespace detail

inline double point_point_distance2(const Vec3& p, const Vec3& q) { return (p - q).squaredNorm(); }

inline PointEdgeClosest closest_point_edge(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 e = b - a, w = p - a;
  const double tau = detail::clamp01(w.dot(e) / e.squaredNorm());
  // From the nearer end, so that a point close to b keeps its digits.
  const Vec3 r = tau < 0.5 ? Vec3(w - tau * e) : Vec3(p - b + (1 - tau) * e);
  return {tau, r.squaredNorm(), r};
}

inline PointTriangleClosest closest_point_triangle(const Vec3& p, const Vec3& t0, const Vec3& t1,
                                                   const Vec3& t2) {
  // Inside the face? Coordinates along e1 and along h, the part of e2 orthogonal to it.
  const Vec3 e1 = t1 - t0, e2 = t2 - t0, w = p - t0;
  const double inverse_e1 = 1 / e1.squaredNorm();
  const double slope = e1.dot(e2) * inverse_e1, along = e1.dot(w) * inverse_e1;
  const Vec3 h = e2 - slope * e1, q = w - along * e1;
  const double h2 = h.squaredNorm();
  const double beta2 = h.dot(q) / h2;
  const double beta1 = along - slope * beta2;
  if (beta1 > 0 && beta2 > 0 && beta1 + beta2 < 1 && h2 > parallel_sine2 * e2.squaredNorm()) {
    const Vec3 r = q - beta2 * h;
    return {beta1, beta2, r.squaredNorm(), r, PointTriangleRegion::face};
  }

  // On the boundary: the nearest of the three edges.
  const PointEdgeClosest on01 = closest_point_edge(p, t0, t1);
  const PointEdgeClosest on12 = closest_point_edge(p, t1, t2);
  const PointEdgeClosest on20 = closest_point_edge(p, t2, t0);
  using enum PointTriangleRegion;
  const auto pick = [](const PointEdgeClosest& on, PointTriangleRegion a, PointTriangleRegion b,
                       PointTriangleRegion inside) {
    return on.tau <= 0 ? a : on.tau >= 1 ? b : inside;
  };
  if (on01.distance2 <= on12.distance2 && on01.distance2 <= on20.distance2)
    return {on01.tau, 0, on01.distance2, on01.r, pick(on01, vertex_0, vertex_1, edge_01)};
  if (on12.distance2 <= on20.distance2)
    return {1 - on12.tau, on12.tau, on12.distance2, on12.r, pick(on12, vertex_1, vertex_2, edge_12)};
  return {0, 1 - on20.tau, on20.distance2, on20.r, pick(on20, vertex_2, vertex_0, edge_20)};
}

inline EdgeEdgeClosest closest_edge_edge(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 u = a1 - a0, v = b1 - b0, w = a0 - b0;
  const double uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm(), uw = u.dot(w), vw = v.dot(w);
  const double determinant = uu * vv - uv * uv;
  // The crossing may be off along the edges by the rounding of the coordinates over the squared sine of the
  // angle. That matters only for gaps of the same size, but is too much below a sine of a tenth. Zero lengths
  // go there too.
  if (!(determinant > 1e-2 * uu * vv)) return detail::closest_slanted_edges(a0, a1, b0, b1);

  double s = uv * vw - vv * uw, t = uu * vw - uv * uw;  // of the crossing, times the determinant
  if (s > 0 && s < determinant && t > 0 && t < determinant) {
    const double inverse = 1 / determinant;
    s *= inverse;
    t *= inverse;
  } else {
    // Nearest s to the crossing, best t for it, best s for that t (Ericson, Real-Time Collision
    // Detection, 5.1.9).
    s = detail::clamp01(s / determinant);
    t = detail::clamp01((uv * s + vw) / vv);
    s = detail::clamp01((uv * t - uw) / uu);
  }
  const Vec3 r = w + s * u - t * v;
  return {s, t, r.squaredNorm(), r};
}

inline double point_edge_distance2(const Vec3& p, const Vec3& a, const Vec3& b) {
  return closest_point_edge(p, a, b).distance2;
}
inline double point_triangle_distance2(const Vec3& p, const Vec3& t0, const Vec3& t1, const Vec3& t2) {
  return closest_point_triangle(p, t0, t1, t2).distance2;
}
inline double edge_edge_distance2(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  return closest_edge_edge(a0, a1, b0, b1).distance2;
}

}  // namespace lacuna
