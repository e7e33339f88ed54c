// One contact as a barrier of its gap (energy/gap_barrier.h), with the closest points and the normal frozen:
// the gap is then a linear function of the nodes, g = n . sum c_i x_i - offset, and the Hessian has rank one
// and is positive semidefinite as it is (Ando 2024, section 3). The gradient is still exact, because the
// distance is stationary in the closest points.
#pragma once

#include "energy/gap_barrier.h"
#include "geometry/contact_stencil.h"

#include <optional>

namespace lacuna {

/// The geometry of a contact that counts as constant in one linear system.
struct FrozenContact {
  Vec4 c = Vec4::Zero();       ///< the closest vector is sum c_i x_i; zero beyond the nodes of the stencil
  Vec3 normal = Vec3::Zero();  ///< its unit direction
  double gap = 0;              ///< m: its length less the offset
  Vec3 growth = Vec3::Zero();  ///< of a sphere whose radius node 2 carries: its axis

  /// d gap / d node
  Vec3 slope(int node) const {
    Vec3 slope = c[node] * normal;
    if (node == 1) slope -= growth;
    if (node == 2) slope += growth;
    return slope;
  }
};

/// Not for mollified edges.
FrozenContact freeze_contact(const ContactStencil& stencil, const StencilPoints& x);

struct GapLaw {
  BarrierShape shape = BarrierShape::cubic;
  double ghat = 1e-3;  ///< m, beyond the offset

  /// kappa ghat^2 b(z) and its derivatives by the gap, for a weight of 1.
  double energy(double gap, double kappa) const;
  double force(double gap, double kappa) const;  ///< pushes apart, >= 0
  double stiffness(double gap, double kappa) const;
};

struct GapDerivatives {
  Vec12 gradient;  ///< 3 per node; the rest is zero
  Mat3 hessian;    ///< weight b'' n n^T
  Vec4 c;
  std::optional<FrozenContact> growing = {};  ///< a sphere whose radius changes: not all slopes are along n
  double stiffness = 0;                       ///< weight b''

  /// d2E / dx_i dx_j
  Mat3 block(int i, int j) const {
    if (growing) return (stiffness * growing->slope(i)) * growing->slope(j).transpose();
    return c[i] * c[j] * hessian;
  }
};

/// Of weight times law.energy().
GapDerivatives gap_derivatives(const FrozenContact& contact, double weight, double kappa, const GapLaw& law);

}  // namespace lacuna
