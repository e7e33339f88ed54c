// Distances to compare with, in long double and in 113-bit arithmetic, as the minimum over all features.
//
// Two independent forms. `least_distance2<Real>` projects onto orthogonalised feature directions; its error
// is a few units of Real times the size of the stencil, for slivers and nearly parallel edges too. The
// `closed_form_*` functions use normals from cross products, which need the 113 bits for the same stencils.
// The tests compare the two with each other before they trust either.
#pragma once

#include "base/types.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lacuna::test {

__extension__ using Quad = __float128;

inline double square_root(double x) { return std::sqrt(x); }
inline long double square_root(long double x) { return std::sqrt(x); }
/// Two Newton steps from the long double root: 64, then 113 bits.
inline Quad square_root(Quad x) {
  if (!(x > 0)) return 0;
  Quad y = std::sqrt(static_cast<long double>(x));
  for (int i = 0; i < 2; ++i) y = (y + x / y) / 2;
  return y;
}

template <class Real>
struct Triple {
  Real x, y, z;

  Triple() : x(0), y(0), z(0) {}
  Triple(Real x_, Real y_, Real z_) : x(x_), y(y_), z(z_) {}
  explicit Triple(const Vec3& v) : x(v[0]), y(v[1]), z(v[2]) {}

  friend Triple operator+(const Triple& a, const Triple& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Triple operator-(const Triple& a, const Triple& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Triple operator*(Real s, const Triple& a) { return {s * a.x, s * a.y, s * a.z}; }
  Real dot(const Triple& b) const { return x * b.x + y * b.y + z * b.z; }
  Triple cross(const Triple& b) const { return {y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x}; }
  Real norm2() const { return dot(*this); }
};

template <class Real>
Real point_point_least2(const Triple<Real>& p, const Triple<Real>& q) {
  return (p - q).norm2();
}

template <class Real>
Real point_edge_least2(const Triple<Real>& p, const Triple<Real>& a, const Triple<Real>& b) {
  const Triple<Real> e = b - a;
  const Real ee = e.norm2();
  const Real ends = std::min((p - a).norm2(), (p - b).norm2());
  if (!(ee > 0)) return ends;
  const Real tau = (p - a).dot(e) / ee;
  if (!(tau > 0 && tau < 1)) return ends;
  return std::min(ends, (p - a - tau * e).norm2());
}

/// Distance of w to the span of e and f where its coefficients (alpha, beta) in w ~ alpha e + beta f satisfy
/// `inside`; otherwise `other`. The residual is orthogonalised twice.
template <class Real, class Inside>
Real span_least2(const Triple<Real>& w, const Triple<Real>& e, const Triple<Real>& f, Real other,
                 Inside inside) {
  const Real ee = e.norm2();
  if (!(ee > 0)) return other;
  const Real slope = e.dot(f) / ee;
  const Triple<Real> h = f - slope * e;
  const Real hh = h.norm2();
  if (!(hh > 0)) return other;
  Real alpha = 0, beta = 0;
  Triple<Real> r = w;
  for (int pass = 0; pass < 2; ++pass) {
    const Real along = e.dot(r) / ee;
    r = r - along * e;
    const Real across = h.dot(r) / hh;
    r = r - across * h;
    beta += across;
    alpha += along - slope * across;
  }
  return inside(alpha, beta) ? std::min(other, r.norm2()) : other;
}

template <class Real>
Real point_triangle_least2(const Triple<Real>& p, const Triple<Real>& t0, const Triple<Real>& t1,
                           const Triple<Real>& t2) {
  const Real boundary = std::min({point_edge_least2(p, t0, t1), point_edge_least2(p, t1, t2),  //
                                  point_edge_least2(p, t2, t0)});
  return span_least2(p - t0, t1 - t0, t2 - t0, boundary,
                     [](Real alpha, Real beta) { return alpha >= 0 && beta >= 0 && alpha + beta <= 1; });
}

template <class Real>
Real edge_edge_least2(const Triple<Real>& a0, const Triple<Real>& a1, const Triple<Real>& b0,
                      const Triple<Real>& b1) {
  const Real ends = std::min({point_edge_least2(a0, b0, b1), point_edge_least2(a1, b0, b1),
                              point_edge_least2(b0, a0, a1), point_edge_least2(b1, a0, a1)});
  // a0 - b0 = -s u + t v + r
  return span_least2(a0 - b0, a1 - a0, b1 - b0, ends,
                     [](Real s, Real t) { return s <= 0 && s >= -1 && t >= 0 && t <= 1; });
}

/// Kinds of pairs, with the number of vertices of their first and second primitive.
struct PointPointPair {
  static constexpr int first = 1, second = 1, node_count = 2;
  static constexpr const char* name = "point-point";
  template <class Real>
  static Real least2(const std::array<Triple<Real>, 2>& x) {
    return point_point_least2(x[0], x[1]);
  }
};
struct PointEdgePair {
  static constexpr int first = 1, second = 2, node_count = 3;
  static constexpr const char* name = "point-edge";
  template <class Real>
  static Real least2(const std::array<Triple<Real>, 3>& x) {
    return point_edge_least2(x[0], x[1], x[2]);
  }
};
struct PointTrianglePair {
  static constexpr int first = 1, second = 3, node_count = 4;
  static constexpr const char* name = "point-triangle";
  template <class Real>
  static Real least2(const std::array<Triple<Real>, 4>& x) {
    return point_triangle_least2(x[0], x[1], x[2], x[3]);
  }
};
struct EdgeEdgePair {
  static constexpr int first = 2, second = 2, node_count = 4;
  static constexpr const char* name = "edge-edge";
  template <class Real>
  static Real least2(const std::array<Triple<Real>, 4>& x) {
    return edge_edge_least2(x[0], x[1], x[2], x[3]);
  }
};

template <class Pair>
using StencilOf = std::array<Vec3, Pair::node_count>;

/// Coordinates relative to the first vertex.
template <class Real, size_t n>
std::array<Triple<Real>, n> relative(const std::array<Vec3, n>& x) {
  std::array<Triple<Real>, n> y;
  for (size_t i = 0; i < n; ++i) y[i] = Triple<Real>(x[i]) - Triple<Real>(x[0]);
  return y;
}

template <class Real, class Pair>
Real least_distance(const StencilOf<Pair>& x) {
  return square_root(Pair::least2(relative<Real>(x)));
}

/// Largest distance between two vertices.
template <size_t n>
double size_of(const std::array<Vec3, n>& x) {
  double size = 0;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < i; ++j) size = std::max(size, (x[i] - x[j]).norm());
  return size;
}

// Closed forms of IPC: no clamping, no region.

template <class Real>
Real closed_form_point_point(const std::array<Triple<Real>, 2>& x) {
  return (x[0] - x[1]).norm2();
}
/// |(a-p) x (b-p)|^2 / |b-a|^2
template <class Real>
Real closed_form_point_line(const std::array<Triple<Real>, 3>& x) {
  return (x[1] - x[0]).cross(x[2] - x[0]).norm2() / (x[2] - x[1]).norm2();
}
/// ((p-t0).n)^2 / |n|^2
template <class Real>
Real closed_form_point_plane(const std::array<Triple<Real>, 4>& x) {
  const Triple<Real> n = (x[2] - x[1]).cross(x[3] - x[1]);
  const Real height = (x[0] - x[1]).dot(n);
  return height * height / n.norm2();
}
/// ((a0-b0).n)^2 / |n|^2
template <class Real>
Real closed_form_line_line(const std::array<Triple<Real>, 4>& x) {
  const Triple<Real> n = (x[1] - x[0]).cross(x[3] - x[2]);
  const Real height = (x[0] - x[2]).dot(n);
  return height * height / n.norm2();
}

/// The same minimum from closed forms alone, with sides decided by cross products.
inline Quad closed_form_least2(const std::array<Triple<Quad>, 3>& x) {
  const Quad ends = std::min((x[0] - x[1]).norm2(), (x[0] - x[2]).norm2());
  const Triple<Quad> e = x[2] - x[1];
  const bool inside = (x[0] - x[1]).dot(e) > 0 && (x[0] - x[2]).dot(e) < 0;
  return inside ? std::min(ends, closed_form_point_line(x)) : ends;
}
inline Quad closed_form_point_triangle_least2(const std::array<Triple<Quad>, 4>& x) {
  const auto& [p, t0, t1, t2] = x;
  Quad least = std::min({closed_form_least2({p, t0, t1}), closed_form_least2({p, t1, t2}),  //
                         closed_form_least2({p, t2, t0})});
  const Triple<Quad> n = (t1 - t0).cross(t2 - t0);
  if (!(n.norm2() > 0)) return least;
  const auto is_inside_of = [&](const Triple<Quad>& a, const Triple<Quad>& b) {
    return n.dot((b - a).cross(p - a)) >= 0;
  };
  if (is_inside_of(t0, t1) && is_inside_of(t1, t2) && is_inside_of(t2, t0))
    least = std::min(least, closed_form_point_plane(x));
  return least;
}
inline Quad closed_form_edge_edge_least2(const std::array<Triple<Quad>, 4>& x) {
  const auto& [a0, a1, b0, b1] = x;
  const Quad least = std::min({closed_form_least2({a0, b0, b1}), closed_form_least2({a1, b0, b1}),
                               closed_form_least2({b0, a0, a1}), closed_form_least2({b1, a0, a1})});
  const Triple<Quad> u = a1 - a0, v = b1 - b0, n = u.cross(v);
  const Quad nn = n.norm2();
  if (!(nn > 0)) return least;
  const Quad s = (b0 - a0).cross(v).dot(n) / nn, t = (b0 - a0).cross(u).dot(n) / nn;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? std::min(least, closed_form_line_line(x)) : least;
}

}  // namespace lacuna::test
