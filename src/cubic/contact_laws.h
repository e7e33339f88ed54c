// The two laws of contact of the cubic solver, for sim/stencil_assembly.h: a barrier with frozen normals, and
// the friction that follows from its force at the same state.
#pragma once

#include "energy/friction.h"
#include "energy/gap_contact.h"

#include <vector>

namespace lacuna::cubic {

/// A contact as one linear system sees it.
struct StiffContact {
  ContactStencil stencil;
  FrozenContact frozen;
  double kappa = 0;  ///< in the units of the matrix
};

struct BarrierLaw {
  std::span<const StiffContact> contacts;
  GapLaw law;

  size_t count() const { return contacts.size(); }
  std::span<const Index> nodes(size_t i) const {
    const ContactStencil& stencil = contacts[i].stencil;
    return std::span(stencil.nodes).first(static_cast<size_t>(node_count(stencil.kind)));
  }
  GapDerivatives derivatives(size_t i) const {
    return gap_derivatives(contacts[i].frozen, contacts[i].stencil.weight, contacts[i].kappa, law);
  }
};

/// Friction with given forces, on a curve that is concave in the sliding. Newton's method never passes the
/// solution if it comes from a smaller sliding, but may reverse the motion if it comes from a larger one.
/// Secants, whose quadratic work is nowhere below that of friction, approach the solution from either side.
struct FrictionLaw {
  std::span<const FrictionStencil> stencils;
  Positions x, x_start, x_before;  ///< before: at the last system, or where velocities lead
  double epsilon;                  ///< m
  bool is_first;                   ///< system of the step: x has not moved yet

  size_t count() const { return stencils.size(); }
  std::span<const Index> nodes(size_t i) const {
    return std::span(stencils[i].nodes).first(static_cast<size_t>(stencils[i].node_count));
  }
  FrictionDerivatives derivatives(size_t i) const {
    const StencilDisplacements now = gather(stencils[i], x, x_start);
    const double before = sliding(stencils[i], gather(stencils[i], x_before, x_start)).norm();
    if (is_first) return secant_friction(stencils[i], now, before, epsilon);
    const bool is_slowing = sliding(stencils[i], now).norm() < before;
    return friction_derivatives(stencils[i], now, epsilon,
                                is_slowing ? FrictionCurvature::secant : FrictionCurvature::tangent);
  }
};

}  // namespace lacuna::cubic
