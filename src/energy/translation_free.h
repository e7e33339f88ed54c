// The positive part of a translation-invariant 12x12 Hessian of four nodes.
//
// In differences of nodes it is 9x9. Eigenvalues come from the textbook method (Golub, Van Loan, sections
// 8.3.1 and 8.3.3: Householder's reduction to a tridiagonal matrix, then implicit QR steps); here
// eigenvectors are stored as rows of twelve numbers, three registers, so that each of the many rotations
// costs about as much as finding its angle.
#pragma once

#include "base/types.h"

namespace lacuna {

/// Sum of lambda v v^T over the positive eigenvalues of a symmetric H whose rows sum to zero over the nodes.
Mat12 positive_part(const Mat12& H);

}  // namespace lacuna
