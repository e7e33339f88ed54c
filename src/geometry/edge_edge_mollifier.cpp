#include "geometry/edge_edge_mollifier.h"

namespace lacuna {

namespace {

/// Derivatives of c = |u x v|^2 by u and v.
Eigen::Matrix<double, 6, 1> cross2_gradient(const Vec3& u, const Vec3& v) {
  Eigen::Matrix<double, 6, 1> g;
  g << 2 * (v.squaredNorm() * u - u.dot(v) * v), 2 * (u.squaredNorm() * v - u.dot(v) * u);
  return g;
}

Eigen::Matrix<double, 6, 6> cross2_hessian(const Vec3& u, const Vec3& v) {
  const Mat3 I = Mat3::Identity();
  Eigen::Matrix<double, 6, 6> H;
  H.topLeftCorner<3, 3>() = 2 * (v.squaredNorm() * I - v * v.transpose());
  H.bottomRightCorner<3, 3>() = 2 * (u.squaredNorm() * I - u * u.transpose());
  H.topRightCorner<3, 3>() = 2 * (2 * u * v.transpose() - v * u.transpose() - u.dot(v) * I);
  H.bottomLeftCorner<3, 3>() = H.topRightCorner<3, 3>().transpose();
  return H;
}

/// d(u, v) / d(a0, a1, b0, b1).
const Eigen::Matrix<double, 6, 12>& edge_vectors_by_nodes() {
  static const Eigen::Matrix<double, 6, 12> J = [] {
    Eigen::Matrix<double, 6, 12> j = Eigen::Matrix<double, 6, 12>::Zero();
    j.block<3, 3>(0, 0) = -Mat3::Identity();
    j.block<3, 3>(0, 3) = Mat3::Identity();
    j.block<3, 3>(3, 6) = -Mat3::Identity();
    j.block<3, 3>(3, 9) = Mat3::Identity();
    return j;
  }();
  return J;
}

}  // namespace

EdgeEdgeMollifier edge_edge_mollifier(const Vec3& u, const Vec3& v, double threshold) {
  const double c = u.cross(v).squaredNorm();
  if (!(c < threshold)) return {};
  const double x = c / threshold;
  return {(2 - x) * x, true};
}

Vec12 edge_edge_mollifier_gradient(const Vec3& u, const Vec3& v, double threshold) {
  const double c = u.cross(v).squaredNorm();
  if (!(c < threshold)) return Vec12::Zero();
  const double first = 2 / threshold * (1 - c / threshold);
  return edge_vectors_by_nodes().transpose() * (first * cross2_gradient(u, v));
}

Mat12 edge_edge_mollifier_hessian(const Vec3& u, const Vec3& v, double threshold) {
  const double c = u.cross(v).squaredNorm();
  if (!(c < threshold)) return Mat12::Zero();
  const double first = 2 / threshold * (1 - c / threshold), second = -2 / square(threshold);
  const auto g = cross2_gradient(u, v);
  const Eigen::Matrix<double, 6, 6> H = first * cross2_hessian(u, v) + second * g * g.transpose();
  return edge_vectors_by_nodes().transpose() * H * edge_vectors_by_nodes();
}

}  // namespace lacuna
