// Singular values of a 3x2 matrix, the deformation of a surface element: F = U [diag(sigma); 0] V^T with
// rotations U and V and sigma[0] >= sigma[1] >= 0. The last column of U is the normal u_1 x u_2.
//
// sigma[0] is a sum of positive terms and sigma[1] = |f_1 x f_2| / sigma[0], so both have errors of a few
// 2^-53 |F|, whether they are equal or not. U is orthogonal up to rounding even where sigma[1] is zero and
// its column is arbitrary.
#pragma once

#include "base/types.h"

namespace lacuna {

struct Svd32 {
  Mat3 U;
  Vec2 sigma;
  Mat2 V;
};

/// Any scale. A non-finite matrix gives NaN.
Svd32 svd32(const Mat3x2& F);

/// Bit-identical to the sigma of svd32, so that both agree on what is admissible.
Vec2 singular_values(const Mat3x2& F);

}  // namespace lacuna
