// Two arms that rotate against each other about a joint, segments of a rod or triangles of a hinge: a_i is
// the rotation of arm i, b_i its stretch. A function of the angle with the derivatives `first` and `second`
// has, in the plane of the arms, the Hessian
//
//   second (a_1 - a_0)^2 - 2 first (a_1 b_1 - a_0 b_0)
//
// In sums and differences over the two arms this is (2 second, -first; -first, 0) on (a_1 - a_0, b_1 + b_0) /
// sqrt 2 and (0, -first; -first, 0) on (a_1 + a_0, b_1 - b_0) / sqrt 2: one positive eigenvalue each,
// whatever the angle.
#pragma once

#include "base/types.h"

#include <cmath>

namespace lacuna {

/// The in-plane part that a projected bending Hessian keeps: its positive part, or only the second derivative
/// along the angle. The former is never below the Hessian; the latter is smaller and took up to 40 % fewer
/// iterations on sheets and rods, most on stiff ones (docs/energies/hinge.md).
enum class BendCurvature : std::uint8_t { full, angle };

/// The positive part, (turn (a_1 - a_0) - stretch (b_1 + b_0))^2 + (shear (a_1 + a_0) - signed_shear (b_1 -
/// b_0))^2.
struct FoldModes {
  double turn, stretch;
  double shear, signed_shear;

  FoldModes(double first, double second) {
    const double root = std::sqrt(square(second) + square(first));
    const double lambda = second > 0 ? second + root : square(first) / (root - second);
    const double norm2 = square(lambda) + square(first);
    const double scale = norm2 > 0 ? std::sqrt(0.5 * lambda / norm2) : 0;
    turn = lambda * scale;
    stretch = first * scale;
    shear = 0.5 * std::sqrt(std::abs(first));
    signed_shear = std::copysign(shear, first);
  }
};

}  // namespace lacuna
