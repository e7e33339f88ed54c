#include "sim/contact_friction.h"

#include <algorithm>

namespace lacuna {

namespace {

// Less than this part of all friction may be wrong in the first system of a step.
constexpr double much_friction = 0.05;

std::span<const Index> nodes_of(const ContactStencil& stencil) {
  return std::span(stencil.nodes).first(static_cast<size_t>(node_count(stencil.kind)));
}

/// With the direction of the solution: negative where the contact would have to pull.
double linearised_force(const StiffContact& contact, const GapLaw& law, Positions direction) {
  const std::span<const Index> nodes = nodes_of(contact.stencil);
  double opening = 0;
  for (size_t k = 0; k < nodes.size(); ++k)
    opening += contact.frozen.c[static_cast<int>(k)] *
               contact.frozen.normal.dot(direction[static_cast<size_t>(nodes[k])]);
  if (contact.stencil.kind == StencilKind::sphere)
    opening += contact.frozen.growth.dot(direction[static_cast<size_t>(nodes[2])] -
                                         direction[static_cast<size_t>(nodes[1])]);
  return contact.stencil.weight * (law.force(contact.frozen.gap, contact.kappa) -
                                   law.stiffness(contact.frozen.gap, contact.kappa) * opening);
}

}  // namespace

ContactFriction::ContactFriction(const Model& model)
    : model_(model), has_friction_(model.contact.is_enabled && model.has_friction()) {
  if (!has_friction_) return;
  normal_forces_.assign(model.rest.size(), 0);
  barrier_forces_.resize(model.rest.size());
  x_before_.resize(model.rest.size());
}

void ContactFriction::begin_step(Positions x_start, Positions velocity, double dt) {
  if (!has_friction_) return;
  x_start_.assign(x_start.begin(), x_start.end());
  for (size_t v = 0; v < x_start.size(); ++v) x_before_[v] = x_start[v] + dt * velocity[v];
  dt_ = dt;
  epsilon_ = model_.epsv * dt;
  is_first_ = is_predicted_ = true;
  is_surprised_ = false;
}

void ContactFriction::set_length(double dt) {
  if (!has_friction_ || dt == dt_) return;
  if (is_predicted_)
    for (size_t v = 0; v < x_start_.size(); ++v)
      x_before_[v] = x_start_[v] + dt / dt_ * (x_before_[v] - x_start_[v]);
  dt_ = dt;
  epsilon_ = model_.epsv * dt;
}

/// Counts the contacts whose sliding at the solution is far from the sliding at which they were linearised.
bool ContactFriction::has_surprised(Positions x, Positions direction) const {
  double sum = 0, surprise = 0;
  for (const FrictionStencil& stencil : stencils_) {
    StencilDisplacements end = gather(stencil, x, x_start_);
    for (size_t k = 0; k < static_cast<size_t>(stencil.node_count); ++k)
      end[k] += direction[static_cast<size_t>(stencil.nodes[k])];
    const Vec2 before = sliding(stencil, gather(stencil, x_before_, x_start_));
    const double miss = (sliding(stencil, end) - before).norm();
    sum += stencil.force;
    if (miss > std::max(epsilon_, 0.5 * before.norm())) surprise += stencil.force;
  }
  return surprise > much_friction * sum;
}

/// Shares the force that each vertex has had among its contacts, in proportion to their barriers' forces; a
/// contact takes the mean of the offers of its unknown nodes.
void ContactFriction::share_forces(std::span<const StiffContact> contacts, const GapLaw& law, double scale) {
  std::fill(barrier_forces_.begin(), barrier_forces_.end(), 0.0);
  contact_forces_.resize(contacts.size());
  const auto for_each_unknown = [&](const StiffContact& contact, auto&& visit) {
    const std::span<const Index> nodes = nodes_of(contact.stencil);
    for (size_t k = 0; k < nodes.size(); ++k)
      if (const auto v = static_cast<size_t>(nodes[k]); !is_known_[v])
        visit(v, std::abs(contact.frozen.c[static_cast<int>(k)]));
  };
  for (size_t i = 0; i < contacts.size(); ++i) {
    contact_forces_[i] =
        contacts[i].stencil.weight * law.force(contacts[i].frozen.gap, contacts[i].kappa) / scale;
    for_each_unknown(contacts[i], [&](size_t v, double c) { barrier_forces_[v] += c * contact_forces_[i]; });
  }
  for (size_t i = 0; i < contacts.size(); ++i) {
    double offer = 0, weights = 0;
    for_each_unknown(contacts[i], [&](size_t v, double c) {
      weights += c;
      if (barrier_forces_[v] > 0) offer += c * normal_forces_[v] / barrier_forces_[v];
    });
    contact_forces_[i] *= weights > 0 ? std::min(offer / weights, 1.0) : 0;
  }
}

void ContactFriction::find(std::span<const StiffContact> contacts, const GapLaw& law, Positions x,
                           std::span<const Vec3> plane_normals, double scale) {
  stencils_.clear();
  if (!has_friction_) return;
  share_forces(contacts, law, scale);
  for (size_t i = 0; i < contacts.size(); ++i) {
    const ContactStencil& stencil = contacts[i].stencil;
    const double force = model_.friction_of(stencil) * scale * contact_forces_[i];
    if (!(force > 0)) continue;
    if (const auto rubbing = lag_friction(stencil, gather(stencil, x, plane_normals), force))
      stencils_.push_back(*rubbing);
  }
}

ContactFriction::PairForce& ContactFriction::pair_force(const ContactStencil& stencil) {
  std::array<Index, 2> objects = model_.objects_of(stencil);
  if (is_wall(stencil.kind)) objects[1] = -1 - stencil.plane;
  std::ranges::sort(objects);
  const auto at = std::ranges::lower_bound(pair_forces_, objects, {}, &PairForce::objects);
  if (at != pair_forces_.end() && at->objects == objects) return *at;
  return *pair_forces_.insert(at, PairForce{objects});
}

void ContactFriction::remember_forces(std::span<const StiffContact> contacts, const GapLaw& law, Positions x,
                                      Positions direction, double scale) {
  if (!has_friction_) return;
  for (PairForce& pair : pair_forces_) pair.sum = pair.pressing = 0;
  contact_forces_.resize(contacts.size());
  for (size_t i = 0; i < contacts.size(); ++i) {
    const StiffContact& contact = contacts[i];
    contact_forces_[i] = linearised_force(contact, law, direction) / scale;
    PairForce& pair = pair_force(contact.stencil);
    pair.sum += contact_forces_[i];
    pair.pressing += std::max(contact_forces_[i], 0.0);
  }
  std::fill(normal_forces_.begin(), normal_forces_.end(), 0.0);
  for (size_t i = 0; i < contacts.size(); ++i) {
    const PairForce& pair = pair_force(contacts[i].stencil);
    if (!(contact_forces_[i] > 0 && pair.sum > 0)) continue;
    const double force = contact_forces_[i] * (pair.sum / pair.pressing);
    const std::span<const Index> nodes = nodes_of(contacts[i].stencil);
    for (size_t k = 0; k < nodes.size(); ++k)
      if (const auto v = static_cast<size_t>(nodes[k]); !is_known_[v])
        normal_forces_[v] += std::abs(contacts[i].frozen.c[static_cast<int>(k)]) * force;
  }
  is_surprised_ = is_first_ && has_surprised(x, direction);
  if (!is_first_) {
    std::copy(x.begin(), x.end(), x_before_.begin());
    is_predicted_ = false;
  }
  is_first_ = false;
}

}  // namespace lacuna
