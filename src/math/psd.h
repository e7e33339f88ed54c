// The nearest positive semidefinite matrix (Frobenius norm) to a symmetric one: negative eigenvalues become
// 0. If each element's Hessian is projected like this, the Newton direction is a descent direction.
//
// All of these read the lower triangle. A matrix that a Cholesky factorisation accepts is returned unchanged;
// its eigenvalues are then above -n 2^-52 |A|. Non-finite input stays non-finite, and the functions still
// terminate.
#pragma once

#include "math/eigen3.h"
#include "math/jacobi.h"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace lacuna {

/// How to project the Hessian of an element; `none` is for tests.
enum class Projection : std::uint8_t { none, psd };

template <int n>
struct PsdProjection {
  Eigen::Matrix<double, n, n> matrix;
  bool is_clamped = false;  ///< an eigenvalue was negative, perhaps only by rounding
};

/// Whether all pivots of L D L^T are positive.
template <int n>
bool has_cholesky(const Eigen::Matrix<double, n, n>& A) {
  Eigen::Matrix<double, n, n> L = A;  // becomes L D, column by column
  for (int k = 0; k < n; ++k) {
    if (!(L(k, k) > 0)) return false;
    const double inverse_pivot = 1 / L(k, k);
    for (int j = k + 1; j < n; ++j) {
      const double factor = L(j, k) * inverse_pivot;
      for (int i = j; i < n; ++i) L(i, j) -= factor * L(i, k);
    }
  }
  return true;
}

/// The smaller of the two parts is formed from eigenvectors: a small negative part is subtracted, so that the
/// rest is not rounded; a small positive part is formed directly, so that it is not lost in the rounding of
/// the other.
template <int n>
PsdProjection<n> positive_part(const Eigen::Matrix<double, n, n>& A,
                               const Eigen::Matrix<double, n, 1>& values,
                               const Eigen::Matrix<double, n, n>& vectors) {
  if (values.minCoeff() >= 0) return {A, false};
  const bool is_mostly_negative = values.sum() < 0;
  PsdProjection<n> result{A, true};
  if (is_mostly_negative) result.matrix.setZero();
  for (int k = 0; k < n; ++k) {
    if ((values[k] > 0) != is_mostly_negative) continue;
    const Eigen::Matrix<double, n, 1> v = vectors.col(k);
    result.matrix += (std::abs(values[k]) * v) * v.transpose();
  }
  return result;
}

/// Any fixed size: closed form for 3x3, Jacobi rotations up to 6x6, Eigen's solver beyond. The last is meant
/// as a reference in tests: it allocates, because its fixed-size code takes minutes to compile.
template <int n>
PsdProjection<n> project_psd(const Eigen::Matrix<double, n, n>& A) {
  if (has_cholesky(A)) return {A, false};
  const Eigen::Matrix<double, n, n> S = A.template selfadjointView<Eigen::Lower>();
  if constexpr (n == 3) {
    const Eigen3 eigen = eigen3(S);
    return positive_part<n>(S, eigen.values, eigen.vectors);
  } else if constexpr (n <= 6) {
    const JacobiEigen<n> eigen = jacobi_eigen(S);
    return positive_part<n>(S, eigen.values, eigen.vectors);
  } else {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(S);
    return positive_part<n>(S, eigen.eigenvalues(), eigen.eigenvectors());
  }
}

}  // namespace lacuna
