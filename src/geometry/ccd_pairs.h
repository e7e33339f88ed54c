// The operations that CCD needs for each kind of pair (internal to ccd.cpp).
#pragma once

#include "geometry/distance.h"

namespace lacuna::detail {

/// Removes the part of r along e.
inline void orthogonalise(Vec3& r, const Vec3& e) { r -= (r.dot(e) / e.squaredNorm()) * e; }

inline void orthogonalise(Vec3& r, const Vec3& e, const Vec3& f) {
  Vec3 h = f;
  orthogonalise(h, e);
  orthogonalise(r, e);
  if (h.squaredNorm() > 1e-24 * f.squaredNorm()) orthogonalise(r, h);  // else parallel
}

/// Rate at which the direction n between the closest points rotates: it follows the relative motion e of
/// these points, but stays orthogonal to the edges u and v (with motions du, dv) that it is orthogonal to.
inline Vec3 turning_rate(const Vec3& n, double distance, const Vec3& e) {
  return (e - n.dot(e) * n) / distance;
}
inline Vec3 turning_rate(const Vec3& n, double distance, const Vec3& e, const Vec3& u, const Vec3& du) {
  const Vec3 m = turning_rate(n, distance, e);
  return m - ((m.dot(u) + n.dot(du)) / u.squaredNorm()) * u;
}
inline Vec3 turning_rate(const Vec3& n, const Vec3& u, const Vec3& du, const Vec3& v, const Vec3& dv) {
  const double inverse_u2 = 1 / u.squaredNorm();
  const double slope = u.dot(v) * inverse_u2;
  const Vec3 h = v - slope * u, dh = dv - slope * du;
  const Vec3 m = -(n.dot(du) * inverse_u2) * u - (n.dot(dh) / h.squaredNorm()) * h;
  return m - m.dot(n) * n;
}

// Each kind of pair provides: the number of vertices on each side, its closest vector, the same vector
// re-orthogonalised against the features it joins, a vector made orthogonal to all of both primitives, and
// the rate at which the direction of the closest vector rotates.
struct PointPoint {
  static constexpr int first = 1, second = 1;
  using Vertices = std::array<Vec3, 2>;
  static Vec3 closest_vector(const Vertices& x) { return x[0] - x[1]; }
  static Vec3 refined_vector(const Vertices& x) { return x[0] - x[1]; }
  static void straighten(const Vertices&, Vec3&) {}
  static Vec3 turning(const Vertices& x, const Vertices& dx, const Vec3& n) {
    return turning_rate(n, (x[0] - x[1]).norm(), dx[0] - dx[1]);
  }
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
  static Vec3 turning(const Vertices& x, const Vertices& dx, const Vec3& n) {
    const PointEdgeClosest closest = closest_point_edge(x[0], x[1], x[2]);
    const Vec3 u = x[2] - x[1], du = dx[2] - dx[1];
    const Vec3 e = dx[0] - dx[1] - closest.tau * du;
    const double distance = closest.r.norm();
    if (closest.region() != PointEdgeRegion::interior) return turning_rate(n, distance, e);
    return turning_rate(n, distance, e, u, du);
  }
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
  static Vec3 turning(const Vertices& x, const Vertices& dx, const Vec3& n) {
    using enum PointTriangleRegion;
    const PointTriangleClosest closest = closest_point_triangle(x[0], x[1], x[2], x[3]);
    const auto edge = [](const Vertices& y, int i, int j) -> Vec3 { return y[j] - y[i]; };
    if (closest.region == face)
      return turning_rate(n, edge(x, 1, 2), edge(dx, 1, 2), edge(x, 1, 3), edge(dx, 1, 3));
    const Vec3 e = edge(dx, 1, 0) - closest.beta1 * edge(dx, 1, 2) - closest.beta2 * edge(dx, 1, 3);
    const double distance = closest.r.norm();
    if (closest.region == edge_01) return turning_rate(n, distance, e, edge(x, 1, 2), edge(dx, 1, 2));
    if (closest.region == edge_12) return turning_rate(n, distance, e, edge(x, 2, 3), edge(dx, 2, 3));
    if (closest.region == edge_20) return turning_rate(n, distance, e, edge(x, 3, 1), edge(dx, 3, 1));
    return turning_rate(n, distance, e);
  }
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
  static Vec3 turning(const Vertices& x, const Vertices& dx, const Vec3& n) {
    const EdgeEdgeClosest closest = closest_edge_edge(x[0], x[1], x[2], x[3]);
    const auto is_inside = [](double parameter) { return parameter > 0 && parameter < 1; };
    const Vec3 u = x[1] - x[0], v = x[3] - x[2], du = dx[1] - dx[0], dv = dx[3] - dx[2];
    if (is_inside(closest.s) && is_inside(closest.t)) return turning_rate(n, u, du, v, dv);
    const Vec3 e = dx[0] - dx[2] + closest.s * du - closest.t * dv;
    const double distance = closest.r.norm();
    if (is_inside(closest.s)) return turning_rate(n, distance, e, u, du);
    if (is_inside(closest.t)) return turning_rate(n, distance, e, v, dv);
    return turning_rate(n, distance, e);
  }
};

}  // namespace lacuna::detail
