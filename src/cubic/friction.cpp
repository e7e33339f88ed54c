#include "cubic/friction.h"

#include <algorithm>

namespace lacuna::cubic {

namespace {

std::span<const Index> nodes_of(const ContactStencil& stencil) {
  return std::span(stencil.nodes).first(static_cast<size_t>(node_count(stencil.kind)));
}

}  // namespace

Friction::Friction(const Model& model)
    : model_(model), has_friction_(model.contact.is_enabled && model.has_friction()) {
  if (!has_friction_) return;
  normal_forces_.assign(model.rest.size(), 0);
  barrier_forces_.resize(model.rest.size());
  x_before_.resize(model.rest.size());
}

void Friction::begin_step(Positions x_start, Positions velocity, double dt) {
  if (!has_friction_) return;
  x_start_.assign(x_start.begin(), x_start.end());
  for (size_t v = 0; v < x_start.size(); ++v) x_before_[v] = x_start[v] + dt * velocity[v];
  epsilon_ = model_.epsv * dt;
  is_first_ = true;
}

/// Shares the force that each vertex has had among its contacts, in proportion to their barriers' forces; a
/// contact takes the mean of what its nodes offer.
void Friction::share_forces(std::span<const StiffContact> contacts, const GapLaw& law) {
  std::fill(barrier_forces_.begin(), barrier_forces_.end(), 0.0);
  contact_forces_.resize(contacts.size());
  for (size_t i = 0; i < contacts.size(); ++i) {
    const StiffContact& contact = contacts[i];
    contact_forces_[i] = contact.stencil.weight * law.force(contact.frozen.gap, contact.kappa);
    const std::span<const Index> nodes = nodes_of(contact.stencil);
    for (size_t k = 0; k < nodes.size(); ++k)
      barrier_forces_[static_cast<size_t>(nodes[k])] +=
          std::abs(contact.frozen.c[static_cast<int>(k)]) * contact_forces_[i];
  }
  for (size_t i = 0; i < contacts.size(); ++i) {
    const std::span<const Index> nodes = nodes_of(contacts[i].stencil);
    double share = 0;
    for (size_t k = 0; k < nodes.size(); ++k) {
      const auto v = static_cast<size_t>(nodes[k]);
      if (barrier_forces_[v] > 0)
        share += std::abs(contacts[i].frozen.c[static_cast<int>(k)]) * normal_forces_[v] / barrier_forces_[v];
    }
    contact_forces_[i] *= share / 2;  // the weights of both sides sum to 1 each
  }
}

void Friction::find(std::span<const StiffContact> contacts, const GapLaw& law, Positions x,
                    std::span<const Vec3> plane_normals, double scale) {
  stencils_.clear();
  if (!has_friction_) return;
  share_forces(contacts, law);
  for (size_t i = 0; i < contacts.size(); ++i) {
    const ContactStencil& stencil = contacts[i].stencil;
    const double force = model_.friction_of(stencil) * scale * contact_forces_[i];
    if (!(force > 0)) continue;
    if (const auto rubbing = lag_friction(stencil, gather(stencil, x, plane_normals), force))
      stencils_.push_back(*rubbing);
  }
}

void Friction::remember_forces(std::span<const StiffContact> contacts, const GapLaw& law, Positions x,
                               Positions direction, double scale) {
  if (!has_friction_) return;
  std::fill(normal_forces_.begin(), normal_forces_.end(), 0.0);
  for (const StiffContact& contact : contacts) {
    const std::span<const Index> nodes = nodes_of(contact.stencil);
    double opening = 0;
    for (size_t k = 0; k < nodes.size(); ++k)
      opening += contact.frozen.c[static_cast<int>(k)] *
                 contact.frozen.normal.dot(direction[static_cast<size_t>(nodes[k])]);
    const double force = law.force(contact.frozen.gap, contact.kappa) -
                         law.stiffness(contact.frozen.gap, contact.kappa) * opening;
    if (!(force > 0)) continue;
    for (size_t k = 0; k < nodes.size(); ++k)
      normal_forces_[static_cast<size_t>(nodes[k])] +=
          std::abs(contact.frozen.c[static_cast<int>(k)]) * contact.stencil.weight * force / scale;
  }
  if (!is_first_) std::copy(x.begin(), x.end(), x_before_.begin());
  is_first_ = false;
}

}  // namespace lacuna::cubic
