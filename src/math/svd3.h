// Singular values of a 3x3 matrix with rotations on both sides: F = U diag(sigma) V^T, det U = det V = 1,
// sigma[0] >= sigma[1] >= |sigma[2]|, and sigma[2] has the sign of det F. This is the convention of Irving et
// al., Invertible Finite Elements, 2004: an inverted element differs from its mirror image along the smallest
// stretch.
//
// Only the leading right singular vector comes from F^T F, for which that product is harmless; the remaining
// 2x2 problem is solved in F itself. So the error is a few 2^-53 |F| for all three values, although the
// square of a small one may be lost in F^T F.
#pragma once

#include "base/types.h"

namespace lacuna {

struct Svd3 {
  Mat3 U;
  Vec3 sigma;
  Mat3 V;
};

/// Any scale. A non-finite matrix gives NaN.
Svd3 svd3(const Mat3& F);

}  // namespace lacuna
