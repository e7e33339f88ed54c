// Derivatives by central differences, in any arithmetic.
//
// In 113 bits, steps of 1e-9 leave truncation errors of 1e-18 and rounding errors of 1e-25 (gradient) or
// 1e-16 (Hessian) of the function's scale: as good as exact for comparing with double.
#pragma once

#include "base/types.h"
#include "support/reference_distance.h"

namespace lacuna::test {

/// d function / d x_i; function takes an array of n reals.
template <class Real, size_t n, class Function>
std::array<Real, n> difference_gradient(Function&& function, std::array<Real, n> x, Real step) {
  std::array<Real, n> g;
  for (size_t i = 0; i < n; ++i) {
    const Real at = x[i];
    x[i] = at + step;
    const Real above = function(x);
    x[i] = at - step;
    const Real below = function(x);
    x[i] = at;
    g[i] = (above - below) / (2 * step);
  }
  return g;
}

template <class Real, size_t n, class Function>
std::array<std::array<Real, n>, n> difference_hessian(Function&& function, std::array<Real, n> x, Real step) {
  std::array<std::array<Real, n>, n> H;
  const auto at = [&](size_t i, Real di, size_t j, Real dj) {
    auto y = x;
    y[i] += di;
    y[j] += dj;
    return function(y);
  };
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j)
      H[i][j] = H[j][i] =
          (at(i, step, j, step) - at(i, step, j, -step) - at(i, -step, j, step) + at(i, -step, j, -step)) /
          (4 * step * step);
  return H;
}

/// Gradient of a function of a vector in double: `step` about 6e-6 of the scale of x leaves errors near 1e-10
/// of the scale of the function.
template <class Vector, class Function>
Vector difference_gradient(Function&& function, Vector x, double step) {
  Vector g = x;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double at = x[i];
    x[i] = at + step;
    const double above = function(x);
    x[i] = at - step;
    const double below = function(x);
    x[i] = at;
    g[i] = (above - below) / (2 * step);
  }
  return g;
}

/// Derivative of a vector-valued function (of a gradient: the Hessian); column i is d function / d x_i.
template <class Vector, class Function>
Eigen::MatrixXd difference_jacobian(Function&& function, Vector x, double step) {
  Eigen::MatrixXd J;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double at = x[i];
    x[i] = at + step;
    const Eigen::VectorXd above = function(x);
    x[i] = at - step;
    const Eigen::VectorXd below = function(x);
    x[i] = at;
    if (i == 0) J.resize(above.size(), x.size());
    J.col(i) = (above - below) / (2 * step);
  }
  return J;
}

/// Coordinates one after another, as derivatives see them.
template <size_t n>
std::array<Quad, 3 * n> flattened(const std::array<Vec3, n>& x) {
  std::array<Quad, 3 * n> y;
  for (size_t i = 0; i < 3 * n; ++i) y[i] = x[i / 3][static_cast<int>(i % 3)];
  return y;
}
template <class Real, size_t m>
std::array<Triple<Real>, m / 3> as_points(const std::array<Real, m>& y) {
  std::array<Triple<Real>, m / 3> x;
  for (size_t i = 0; i < m / 3; ++i) x[i] = {y[3 * i], y[3 * i + 1], y[3 * i + 2]};
  return x;
}

}  // namespace lacuna::test
