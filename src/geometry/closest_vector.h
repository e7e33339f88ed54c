// The closest vector of a pair of features and the derivatives of its squared length, without symbolic code.
//
// r = sum_i c_i x_i, where the coefficients c are affine in the parameters of the closest points and r is
// orthogonal to its derivatives t_a by those parameters. Then
//   grad_i D = 2 c_i r
//   hess D = 2 (c c^T) x I - 2 sum_a w_a w_a^T / |t_a|^2    where w_a,i = c_i t_a + c_a,i r
// with the parameters chosen such that t_1 and t_2 are orthogonal: two rank-one updates. These are the exact
// derivatives of the closed forms point-point, point-line, point-plane and line-line, so a pair is evaluated
// in the form of its region (geometry/distance.h). Checked against finite differences in the tests.
#pragma once

#include "base/types.h"

#include <cmath>

namespace lacuna {

/// node_count nodes, parameter_count free parameters (0 point-point, 1 point-line, 2 point-plane and
/// line-line).
template <int nodes, int parameters>
struct ClosestVector {
  static constexpr int node_count = nodes;
  static constexpr int parameter_count = parameters;
  using Coefficients = Eigen::Matrix<double, nodes, 1>;
  using Gradient = Eigen::Matrix<double, 3 * nodes, 1>;
  using Hessian = Eigen::Matrix<double, 3 * nodes, 3 * nodes>;

  Vec3 r;
  Coefficients c;
  std::array<Vec3, parameters> t;                  ///< dr / d parameter, mutually orthogonal
  std::array<Coefficients, parameters> dc;         ///< dc / d parameter
  std::array<double, parameters> inverse_length2;  ///< 1 / |t_a|^2

  double distance2() const { return r.squaredNorm(); }
  Gradient gradient() const {
    Gradient g;
    for (int i = 0; i < nodes; ++i) g.template segment<3>(3 * i) = (2 * c[i]) * r;
    return g;
  }
  Hessian hessian() const;
};

using PointPointVector = ClosestVector<2, 0>;
using PointEdgeVector = ClosestVector<3, 1>;
using PointTriangleVector = ClosestVector<4, 2>;
using EdgeEdgeVector = ClosestVector<4, 2>;

/// Nodes (p, q).
inline PointPointVector point_point_vector(const Vec3& p, const Vec3& q) {
  return {p - q, {1, -1}, {}, {}, {}};
}

/// Nodes (p, a, b), with the line through a and b.
inline PointEdgeVector point_line_vector(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 e = b - a, w = p - a;
  const double inverse = 1 / e.squaredNorm();
  const double tau = w.dot(e) * inverse;
  return {w - tau * e, {1, tau - 1, -tau}, {-e}, {Eigen::Vector3d(0, 1, -1)}, {inverse}};
}

/// Nodes (p, t0, t1, t2), with the plane of the triangle.
inline PointTriangleVector point_plane_vector(const Vec3& p, const Vec3& t0, const Vec3& t1, const Vec3& t2) {
  const Vec3 e1 = t1 - t0, e2 = t2 - t0, w = p - t0;
  const double inverse_e1 = 1 / e1.squaredNorm();
  const double slope = e1.dot(e2) * inverse_e1, along = e1.dot(w) * inverse_e1;
  const Vec3 h = e2 - slope * e1, q = w - along * e1;
  const double inverse_h = 1 / h.squaredNorm();
  const double beta2 = h.dot(q) * inverse_h, beta1 = along - slope * beta2;
  return {q - beta2 * h,
          {1, beta1 + beta2 - 1, -beta1, -beta2},
          {-e1, -h},
          {Vec4(0, 1, -1, 0), Vec4(0, 1 - slope, slope, -1)},
          {inverse_e1, inverse_h}};
}

/// Nodes (a0, a1, b0, b1), with the two lines.
inline EdgeEdgeVector line_line_vector(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 u = a1 - a0, v = b1 - b0, w = a0 - b0;
  const double inverse_uu = 1 / u.squaredNorm();
  const double slope = u.dot(v) * inverse_uu, along = u.dot(w) * inverse_uu;
  const Vec3 h = v - slope * u, q = w - along * u;
  const double inverse_h = 1 / h.squaredNorm();
  const double t = h.dot(q) * inverse_h, s = slope * t - along;
  return {q - t * h,
          {1 - s, s, t - 1, -t},
          {u, -h},
          {Vec4(-1, 1, 0, 0), Vec4(-slope, slope, 1, -1)},
          {inverse_uu, inverse_h}};
}

namespace detail {
/// (w . u x v)^2 / |u x v|^2. Written out by hand: as vector operations the cross product goes through memory
/// and stalls.
inline double distance2_along_normal(const Vec3& u, const Vec3& v, const Vec3& w) {
  const double x = u.y() * v.z() - u.z() * v.y();
  const double y = u.z() * v.x() - u.x() * v.z();
  const double z = u.x() * v.y() - u.y() * v.x();
  return square(x * w.x() + y * w.y() + z * w.z()) / (x * x + y * y + z * z);
}
}  // namespace detail

/// The squared length alone, from the normal: half the work, for well-shaped triangles and edges that are far
/// from parallel. Relative errors grow with the inverse sine of the angle between the edges.
inline double point_plane_distance2(const Vec3& p, const Vec3& t0, const Vec3& t1, const Vec3& t2) {
  return detail::distance2_along_normal(t1 - t0, t2 - t0, p - t0);
}
inline double line_line_distance2(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  return detail::distance2_along_normal(a1 - a0, b1 - b0, a0 - b0);
}

template <int nodes, int parameters>
auto ClosestVector<nodes, parameters>::hessian() const -> Hessian {
  // Column (j, k) is 2 c_j times c laid out along coordinate k, minus the rank-one updates.
  std::array<Gradient, 3> c_along;
  for (size_t k = 0; k < 3; ++k) {
    c_along[k].setZero();
    for (int i = 0; i < nodes; ++i) c_along[k][3 * i + static_cast<int>(k)] = 2 * c[i];
  }
  std::array<Gradient, parameters> w;  // scaled by sqrt(2) / |t_a|
  for (size_t a = 0; a < parameters; ++a) {
    const double scale = std::sqrt(2 * inverse_length2[a]);
    const Vec3 t_scaled = scale * t[a], r_scaled = scale * r;
    for (int i = 0; i < nodes; ++i) w[a].template segment<3>(3 * i) = c[i] * t_scaled + dc[a][i] * r_scaled;
  }
  Hessian H;
  for (int j = 0; j < nodes; ++j)
    for (int k = 0; k < 3; ++k) {
      Gradient column = c[j] * c_along[static_cast<size_t>(k)];
      for (size_t a = 0; a < parameters; ++a) column -= w[a][3 * j + k] * w[a];
      H.col(3 * j + k) = column;
    }
  return H;
}

/// Two orthonormal directions orthogonal to the closest vector: the plane in which friction acts. They come
/// from the features (triangle plane, edge directions) as far as those span it, because at tiny gaps the
/// direction of r itself is the least accurate.
template <int nodes, int parameters>
Mat3x2 tangent_basis(const ClosestVector<nodes, parameters>& closest) {
  Mat3x2 basis;
  if constexpr (parameters == 2) {
    for (int a = 0; a < 2; ++a) basis.col(a) = closest.t[a] * std::sqrt(closest.inverse_length2[a]);
  } else {
    Vec3 first;
    if constexpr (parameters == 1) {
      first = closest.t[0];
    } else {
      // The coordinate axis farthest from r.
      int axis = 0;
      closest.r.cwiseAbs().minCoeff(&axis);
      first = closest.r.cross(Vec3::Unit(axis));
    }
    basis.col(0) = first.normalized();
    basis.col(1) = basis.col(0).cross(closest.r).normalized();
  }
  return basis;
}

}  // namespace lacuna
