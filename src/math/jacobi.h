// Eigenvalues of small symmetric matrices by cyclic Jacobi rotations (Golub and Van Loan, section 8.5):
// short, accurate to a few 2^-53 |A|, and quicker than a tridiagonal reduction up to about 6x6.
#pragma once

#include "base/types.h"

#include <cmath>

namespace lacuna {

template <int n>
struct JacobiEigen {
  Eigen::Matrix<double, n, 1> values;   ///< in no order
  Eigen::Matrix<double, n, n> vectors;  ///< orthogonal, one column per value
};

/// A must be symmetric, in both triangles.
template <int n>
JacobiEigen<n> jacobi_eigen(Eigen::Matrix<double, n, n> A) {
  constexpr int max_sweeps = 20;  // four to six are used; the limit ends it when A is not finite
  Eigen::Matrix<double, n, n> V = Eigen::Matrix<double, n, n>::Identity();
  const double negligible = 0x1p-58 * A.cwiseAbs().maxCoeff();
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    bool is_diagonal = true;
    for (int p = 0; p < n; ++p) {
      for (int q = p + 1; q < n; ++q) {
        if (std::abs(A(p, q)) <= negligible) continue;
        is_diagonal = false;
        const double cotangent = (A(q, q) - A(p, p)) / (2 * A(p, q));  // of twice the angle
        const double t =
            std::copysign(1.0, cotangent) / (std::abs(cotangent) + std::sqrt(1 + cotangent * cotangent));
        const double c = 1 / std::sqrt(1 + t * t), s = t * c;
        const Eigen::Matrix<double, n, 1> column = A.col(p), vector = V.col(p);
        A.col(p) = c * column - s * A.col(q);
        A.col(q) = s * column + c * A.col(q);
        const Eigen::Matrix<double, 1, n> row = A.row(p);
        A.row(p) = c * row - s * A.row(q);
        A.row(q) = s * row + c * A.row(q);
        V.col(p) = c * vector - s * V.col(q);
        V.col(q) = s * vector + c * V.col(q);
      }
    }
    if (is_diagonal) break;
  }
  return {A.diagonal(), V};
}

}  // namespace lacuna
