// Eigenvalues and eigenvectors of a symmetric 3x3 matrix without iteration to convergence (after Eberly, A
// Robust Eigensolver for 3x3 Symmetric Matrices, 2014).
//
// At least one eigenvalue is separated from the other two. It is a well-conditioned root of the
// characteristic polynomial, and its eigenvector is a column of an adjugate; the other two follow from a 2x2
// problem in the plane orthogonal to it. Only residuals are small, |A v - value v| of a few 2^-53 |A|: within
// a cluster of equal eigenvalues the vectors are any orthonormal ones.
#pragma once

#include "base/types.h"

namespace lacuna {

struct Eigenpair3 {
  double value = 0;
  Vec3 vector{1, 0, 0};
  bool is_largest = true;  ///< of the three eigenvalues; otherwise the smallest
};

/// The eigenvalue farther from the middle one. The squares of the entries must neither overflow nor
/// underflow.
Eigenpair3 isolated_eigenpair(const Mat3& A);

struct Eigen3 {
  Vec3 values;   ///< descending
  Mat3 vectors;  ///< a rotation, one column per value
};

/// Any scale. Non-finite input gives NaN values and vectors.
Eigen3 eigen3(const Mat3& A);

}  // namespace lacuna
