// The two laws of contact in IPC, for sim/stencil_assembly.h: the barrier, and the friction lagged from it.
#pragma once

#include "energy/contact_barrier.h"
#include "ipc/lagged_friction.h"

namespace lacuna::ipc {

struct BarrierLaw {
  std::span<const ContactStencil> contacts;
  std::span<const Vec3> plane_normals;
  ContactLaw law;
  Positions x;

  size_t count() const { return contacts.size(); }
  std::span<const Index> nodes(size_t i) const {
    return std::span(contacts[i].nodes).first(static_cast<size_t>(node_count(contacts[i].kind)));
  }
  ContactDerivatives derivatives(size_t i) const {
    return contact_derivatives(contacts[i], gather(contacts[i], x, plane_normals), law);
  }
};

struct FrictionLaw {
  const LaggedFriction& friction;
  Positions x;

  size_t count() const { return friction.stencils().size(); }
  std::span<const Index> nodes(size_t i) const {
    const FrictionStencil& stencil = friction.stencils()[i];
    return std::span(stencil.nodes).first(static_cast<size_t>(stencil.node_count));
  }
  FrictionDerivatives derivatives(size_t i) const { return friction.derivatives(i, x); }
};

}  // namespace lacuna::ipc
