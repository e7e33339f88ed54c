// Invariants of D = F^T F - I, twice Green's strain, of a surface element. As in energy/invariants.h,
// densities written in them keep their digits near rest.
#pragma once

#include "energy/invariants.h"

namespace lacuna {

struct GreenInvariants2 {
  double trace;         ///< |F|^2 - 2
  double squared_norm;  ///< of D
  double determinant;   ///< of D: J^2 - 1 - trace
  bool is_small() const { return squared_norm < 0.25; }
};

inline GreenInvariants2 green_invariants(const Mat3x2& F) {
  const double a = F.col(0).squaredNorm() - 1, b = F.col(1).squaredNorm() - 1, c = F.col(0).dot(F.col(1));
  return {a + b, a * a + b * b + 2 * c * c, a * b - c * c};
}

}  // namespace lacuna
