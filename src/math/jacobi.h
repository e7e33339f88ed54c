// Eigenvalues of small symmetric matrices by cyclic Jacobi rotations (Golub and Van Loan, section 8.5):
// short, accurate to a few 2^-53 |A|, and at 5x5 faster than a tridiagonal reduction.
#pragma once

#include "base/types.h"

#include <cmath>

namespace lacuna {

template <int n>
struct JacobiEigen {
  Eigen::Matrix<double, n, 1> values;   ///< in no order
  Eigen::Matrix<double, n, n> vectors;  ///< orthogonal, one column per value
};

/// Rotates the axes p and q of symmetric A so that A(p, q) becomes 0; V accumulates the rotations.
template <int n>
void jacobi_rotate(Eigen::Matrix<double, n, n>& A, Eigen::Matrix<double, n, n>& V, int p, int q) {
  const double cotangent = (A(q, q) - A(p, p)) / (2 * A(p, q));  // of twice the angle
  const double t =
      std::copysign(1.0, cotangent) / (std::abs(cotangent) + std::sqrt(1 + cotangent * cotangent));
  const double c = 1 / std::sqrt(1 + t * t), s = t * c;
  const double shift = t * A(p, q);
  A(p, p) -= shift;
  A(q, q) += shift;
  A(p, q) = A(q, p) = 0;
  for (int k = 0; k < n; ++k) {
    if (k == p || k == q) continue;
    const double a = A(k, p), b = A(k, q);
    A(p, k) = A(k, p) = c * a - s * b;
    A(q, k) = A(k, q) = s * a + c * b;
  }
  const Eigen::Matrix<double, n, 1> vector = V.col(p);
  V.col(p) = c * vector - s * V.col(q);
  V.col(q) = s * vector + c * V.col(q);
}

/// A must be symmetric, in both triangles.
template <int n>
JacobiEigen<n> jacobi_eigen(Eigen::Matrix<double, n, n> A) {
  constexpr int max_sweeps = 20;  // four to six are used; the limit matters when A is not finite
  Eigen::Matrix<double, n, n> V = Eigen::Matrix<double, n, n>::Identity();
  const double negligible = 0x1p-56 * A.cwiseAbs().maxCoeff();
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    bool is_diagonal = true;
    for (int p = 0; p < n; ++p) {
      for (int q = p + 1; q < n; ++q) {
        if (std::abs(A(p, q)) <= negligible) continue;
        is_diagonal = false;
        jacobi_rotate<n>(A, V, p, q);
      }
    }
    if (is_diagonal) break;
  }
  return {A.diagonal(), V};
}

}  // namespace lacuna
