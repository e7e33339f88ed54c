// Distances of points, segments and triangles by brute force: every candidate for the closest points is
// formed and the shortest kept. Degenerate primitives are allowed. With Real = long double the result is
// accurate to 1e-18 of the coordinates, far below any gap that matters.
#pragma once

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace lacuna::verify {

template <class Real>
using Point = Eigen::Matrix<Real, 3, 1>;

template <class Real>
Real squared_point_segment(const Point<Real>& p, const Point<Real>& a, const Point<Real>& b) {
  const Point<Real> ab = b - a;
  const Real length2 = ab.squaredNorm();
  const Real t = length2 > 0 ? std::clamp<Real>((p - a).dot(ab) / length2, 0, 1) : Real(0);
  // From the nearer end, so that a point close to b keeps its digits.
  return t < Real(0.5) ? (p - a - t * ab).squaredNorm() : (p - b + (1 - t) * ab).squaredNorm();
}

template <class Real>
Real point_point(const Point<Real>& p, const Point<Real>& q) {
  return (p - q).norm();
}

template <class Real>
Real point_segment(const Point<Real>& p, const Point<Real>& a, const Point<Real>& b) {
  return std::sqrt(squared_point_segment(p, a, b));
}

template <class Real>
Real point_triangle(const Point<Real>& p, const Point<Real>& a, const Point<Real>& b, const Point<Real>& c) {
  Real best = std::min(
      {squared_point_segment(p, a, b), squared_point_segment(p, b, c), squared_point_segment(p, c, a)});
  const Point<Real> u = b - a, v = c - a, w = p - a;
  const Real uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm(), wu = w.dot(u), wv = w.dot(v);
  const Real determinant = uu * vv - uv * uv;
  if (determinant > 0) {
    const Real s = (wu * vv - wv * uv) / determinant, t = (wv * uu - wu * uv) / determinant;
    if (s >= 0 && t >= 0 && s + t <= 1) best = std::min(best, (w - s * u - t * v).squaredNorm());
  }
  return std::sqrt(best);
}

template <class Real>
Real segment_segment(const Point<Real>& a, const Point<Real>& b, const Point<Real>& c, const Point<Real>& d) {
  Real best = std::min({squared_point_segment(a, c, d), squared_point_segment(b, c, d),
                        squared_point_segment(c, a, b), squared_point_segment(d, a, b)});
  const Point<Real> u = b - a, v = d - c, w = c - a;
  const Real uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm();
  const Real determinant = uu * vv - uv * uv;
  if (determinant > 0) {
    const Real s = (w.dot(u) * vv - w.dot(v) * uv) / determinant,
               t = (w.dot(u) * uv - w.dot(v) * uu) / determinant;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = std::min(best, (w - s * u + t * v).squaredNorm());
  }
  return std::sqrt(best);
}

/// Of two primitives given by one, two or three corners each, of which at most one has three.
template <class Real>
Real distance(std::span<const Eigen::Vector3d> a, std::span<const Eigen::Vector3d> b) {
  if (a.size() > b.size()) std::swap(a, b);
  const auto at = [](std::span<const Eigen::Vector3d> p, size_t i) -> Point<Real> {
    return p[i].cast<Real>();
  };
  if (a.size() == 2) return segment_segment<Real>(at(a, 0), at(a, 1), at(b, 0), at(b, 1));
  if (b.size() == 3) return point_triangle<Real>(at(a, 0), at(b, 0), at(b, 1), at(b, 2));
  if (b.size() == 2) return point_segment<Real>(at(a, 0), at(b, 0), at(b, 1));
  return point_point<Real>(at(a, 0), at(b, 0));
}

}  // namespace lacuna::verify
