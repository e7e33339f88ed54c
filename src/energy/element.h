// What every kind of element offers: pure functions of the positions of its nodes and of its own data.
//
//   node_count                 2 to 4
//   Data                       rest shape and material
//   energy(x, data)            J, infinite where the kind does not admit the shape
//   gradient(x, data)          N, where the energy is finite
//   derivatives(x, data)       both derivatives, the Hessian projected to be positive semidefinite
//   stiffness(data)            J: modulus times volume, the scale of what rounding does to the energy
//   node_stiffness(data)       N/m: what the element adds to the diagonal of its nodes at rest, summed
//
// and, where they make sense,
//
//   step_bound(x, p, data)     largest t <= 1 such that x + t p stays well within what the kind admits
//   is_admissible(x, data)     whether x is
//   strain(x, data)            the largest |stretch - 1|
#pragma once

#include "base/types.h"

#include <array>

namespace lacuna {

template <int n>
using ElementPositions = std::array<Vec3, n>;

template <int n>
struct ElementDerivatives {
  Eigen::Matrix<double, 3 * n, 1> gradient;
  std::array<Mat3, n*(n + 1) / 2> hessian;  ///< upper blocks, row by row: (0,0) (0,1) .. (n-1,n-1)
};

template <class Kind>
concept HasStepBound = requires(const ElementPositions<Kind::node_count>& x,
                                const typename Kind::Data& data) {
  Kind::step_bound(x, x, data);
};
template <class Kind>
concept HasAdmissibility = requires(const ElementPositions<Kind::node_count>& x,
                                    const typename Kind::Data& data) {
  Kind::is_admissible(x, data);
};
template <class Kind>
concept HasStrain = requires(const ElementPositions<Kind::node_count>& x, const typename Kind::Data& data) {
  Kind::strain(x, data);
};

}  // namespace lacuna
