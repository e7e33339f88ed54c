// Checks that every element of energy/element.h passes, and shapes to run them on.
#pragma once

#include "energy/element.h"
#include "support/random.h"

#include <gtest/gtest.h>

namespace lacuna::test {

template <size_t n>
Eigen::Matrix<double, 3 * static_cast<int>(n), 1> stacked(const std::array<Vec3, n>& x) {
  Eigen::Matrix<double, 3 * static_cast<int>(n), 1> y;
  for (size_t i = 0; i < n; ++i) y.template segment<3>(3 * static_cast<int>(i)) = x[i];
  return y;
}

template <size_t n>
std::array<Vec3, n> moved(const std::array<Vec3, n>& x, const Mat3& A, const Vec3& offset = Vec3::Zero()) {
  std::array<Vec3, n> y;
  for (size_t i = 0; i < n; ++i) y[i] = A * x[i] + offset;
  return y;
}

/// x + t p.
template <size_t n>
std::array<Vec3, n> along(const std::array<Vec3, n>& x, const std::array<Vec3, n>& p, double t) {
  std::array<Vec3, n> y;
  for (size_t i = 0; i < n; ++i) y[i] = x[i] + t * p[i];
  return y;
}

// Matrices have dynamic sizes: fixed ones, unrolled for each kind of element, took most of the time to
// compile these tests.

template <int n>
Eigen::MatrixXd assembled(const ElementDerivatives<n>& d) {
  Eigen::MatrixXd H(3 * n, 3 * n);
  for (int a = 0; a < n; ++a)
    for (int b = a; b < n; ++b) {
      const Mat3& block = d.hessian[block_index<n>(a, b)];
      H.template block<3, 3>(3 * a, 3 * b) = block;
      H.template block<3, 3>(3 * b, 3 * a) = block.transpose();
    }
  return H;
}

/// Negative eigenvalues become zero.
inline Eigen::MatrixXd clamped(const Eigen::MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(A);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
         eigen.eigenvectors().transpose();
}

/// Fourth-order differences along one coordinate: errors of step^4 and of rounding / step.
template <class Positions, class Function>
auto difference(const Function& function, Positions x, int coordinate, double step) {
  double& at = x[static_cast<size_t>(coordinate / 3)][coordinate % 3];
  const double middle = at;
  const auto shifted = [&](double by) {
    at = middle + by;
    return function(x);
  };
  using Value = decltype(function(x));
  const Value near = shifted(step) - shifted(-step);
  const Value far = shifted(2 * step) - shifted(-2 * step);
  const Value derivative = (8 * near - far) / (12 * step);
  return derivative;
}

/// Gradient against differences of the energy, Hessian against differences of the gradient, both functions of
/// derivatives against each other, and forces without sum and torque. `step` is small beside everything the
/// energy depends on, `tolerance` relative.
template <Element Kind>
void expect_derivatives(const ElementPositions<Kind::node_count>& x, const typename Kind::Data& data,
                        double step, double tolerance) {
  constexpr int n = Kind::node_count;
  using Positions = ElementPositions<n>;
  const auto d = Kind::template derivatives<Projection::none>(x, data);
  const auto H = assembled<n>(d);
  const ElementGradient<n> g = Kind::gradient(x, data);
  const double stiffness = H.norm(), force = g.norm() + stiffness * step;
  ElementGradient<n> expected_g;
  Eigen::MatrixXd expected_H(3 * n, 3 * n);
  for (int i = 0; i < 3 * n; ++i) {
    expected_g[i] = difference([&](const Positions& y) { return Kind::energy(y, data); }, x, i, step);
    expected_H.col(i) = difference(
        [&](const Positions& y) { return ElementGradient<n>(Kind::gradient(y, data)); }, x, i, step);
  }
  EXPECT_LT((g - expected_g).norm(), tolerance * force);
  EXPECT_LT((H - expected_H).norm(), tolerance * stiffness);
  EXPECT_LT((g - d.gradient).norm(), 1e-12 * force + 1e-9 * tolerance * stiffness * step);
  Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
  for (int i = 0; i < n; ++i) {
    const Vec3 g_i = g.template segment<3>(3 * i);
    sum += g_i;
    torque += (x[static_cast<size_t>(i)] - x[0]).cross(g_i);
  }
  EXPECT_LE(sum.norm(), 1e-13 * g.norm());
  EXPECT_LE(torque.norm(), 1e-9 * g.norm() * (stacked(x).norm() + step));
  for (int a = 0; a < n; ++a)
    EXPECT_EQ(d.hessian[block_index<n>(a, a)], d.hessian[block_index<n>(a, a)].transpose());
}

/// Semidefinite, and the same as without projection where that is so.
template <Element Kind>
void expect_projection(const ElementPositions<Kind::node_count>& x, const typename Kind::Data& data) {
  constexpr int n = Kind::node_count;
  const Eigen::MatrixXd H = assembled<n>(Kind::template derivatives<Projection::none>(x, data));
  const Eigen::MatrixXd P = assembled<n>(Kind::derivatives(x, data));
  ASSERT_TRUE(P.allFinite());
  const double size = H.norm();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> plain(H), projected(P);
  EXPECT_GE(projected.eigenvalues().minCoeff(), -1e-13 * size);
  if (plain.eigenvalues().minCoeff() >= 0) {
    EXPECT_LE((P - H).norm(), 1e-12 * size);
  }
}

/// A rigid motion turns gradient and Hessian along.
template <Element Kind>
void expect_follows_rigid_motion(Random& random, const ElementPositions<Kind::node_count>& x,
                                 const typename Kind::Data& data, double tolerance) {
  constexpr int n = Kind::node_count;
  const Mat3 R = random.rotation();
  Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(3 * n, 3 * n);
  for (int a = 0; a < n; ++a) turn.template block<3, 3>(3 * a, 3 * a) = R;
  const auto y = moved(x, R, stacked(x).norm() * random.in_box());
  const auto at_x = Kind::derivatives(x, data), at_y = Kind::derivatives(y, data);
  const Eigen::MatrixXd H = assembled<n>(at_x);
  // A projected Hessian may be zero.
  const double size = assembled<n>(Kind::template derivatives<Projection::none>(x, data)).norm();
  const double length = stacked(x).norm();
  EXPECT_NEAR(Kind::energy(x, data), Kind::energy(y, data), tolerance * size * length * length);
  EXPECT_LT((turn * at_x.gradient - at_y.gradient).norm(), tolerance * size * length);
  EXPECT_LT((turn * H * turn.transpose() - assembled<n>(at_y)).norm(), tolerance * size);
}

/// A triangle with edges of about 1 and an area of at least 0.15.
inline ElementPositions<3> random_triangle(Random& random) {
  for (;;) {
    const ElementPositions<3> x = {random.in_box(), random.in_box(), random.in_box()};
    if ((x[1] - x[0]).cross(x[2] - x[0]).norm() > 0.3) return x;
  }
}

}  // namespace lacuna::test
