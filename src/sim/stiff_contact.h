// The two laws of contact of a ContactSystem, for sim/stencil_assembly.h: a barrier with frozen normals, and
// the friction that follows from its force at the same state.
#pragma once

#include "energy/friction.h"
#include "energy/gap_contact.h"

#include <vector>

namespace lacuna {

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

/// Friction with given forces, on a curve that is concave in the sliding. Newton's method never passes
/// the solution if it comes from a smaller sliding, but may reverse the motion if it comes from a much larger
/// one. Secants, whose quadratic work is nowhere below that of friction, approach the solution from either
/// side; but where contacts come to rest, they do so slowly.
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
    const FrictionStencil& stencil = stencils[i];
    const StencilDisplacements dx = gather(stencil, x, x_start);
    const Vec2 before = sliding(stencil, gather(stencil, x_before, x_start)), now = sliding(stencil, dx);
    if (is_first) return secant_friction(stencil, dx, before.norm(), epsilon);
    // Between sliding one way and the other it sticks; at rest, before it began to slide, it has no way.
    const bool was_sliding = before.norm() > epsilon;
    if (was_sliding && now.dot(before) < 0) return secant_friction(stencil, dx, 0, epsilon);
    const bool is_nearly_stopped = now.norm() < kept_sliding * before.norm();
    return friction_derivatives(stencil, dx, epsilon,
                                is_nearly_stopped ? FrictionCurvature::secant : FrictionCurvature::tangent);
  }

  // For a block on a slope, values between 1/2 and 3/4 come closest to Coulomb's law in a few iterations.
  static constexpr double kept_sliding = 2.0 / 3;
};

}  // namespace lacuna
