#include "sim/lagged_friction.h"

#include "base/parallel.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

// A contact is at rest if it moves less than this part of epsilon, and of the tolerance where convergence is
// judged.
constexpr double at_rest = 0.1;
// A search along less than the first part of its direction is short, one along more than the second is not.
// The minimisation is in a cycle after that many: with six of them a bowl of noodles takes 76 iterations a
// step, with twelve 68, without end 75.
constexpr double short_part = 0.3, long_part = 0.6;
constexpr int most_short_searches = 12;

}  // namespace

// Newmark counts half of what the velocity at the end leads to in a step (Potential::begin_friction).
LaggedFriction::LaggedFriction(const Model& model)
    : model_(model),
      epsilon_(model.judged_dt * model.epsv * (model.integrator == Integrator::newmark ? 0.5 : 1)) {}

void LaggedFriction::begin_step(Positions x, Positions x_reference) {
  x_start_.assign(x.begin(), x.end());
  x_reference_.assign(x_reference.begin(), x_reference.end());
  stencils_.clear();
  curvatures_.clear();
  was_set_sliding_.clear();
  has_lagged_ = false;
}

void LaggedFriction::lag(std::span<const ContactStencil> contacts, Positions x,
                         std::span<const Vec3> plane_normals, const ContactLaw& law) {
  stencils_.clear();
  for (const ContactStencil& stencil : contacts) {
    const double coefficient = coefficient_of(stencil);
    if (!(coefficient > 0)) continue;
    if (const auto lagged = lag_friction(stencil, gather(stencil, x, plane_normals), law, coefficient))
      stencils_.push_back(*lagged);
  }
  curvatures_.assign(stencils_.size(), FrictionCurvature::tangent);
  for (size_t i = 0; i < stencils_.size() && !has_lagged_; ++i)
    if (sliding(stencils_[i], gather(stencils_[i], x, x_start_)).norm() > epsilon_)
      curvatures_[i] = FrictionCurvature::secant;
  was_set_sliding_.assign(stencils_.size(), 0);
  for (size_t i = 0; i < stencils_.size(); ++i)
    was_set_sliding_[i] = curvatures_[i] == FrictionCurvature::secant ? 1 : 0;
  has_lagged_ = true;
  short_searches_ = 0;
}

double LaggedFriction::coefficient_of(const ContactStencil& stencil) const {
  const auto object_of = [&](size_t node) { return model_.surface.object_of(stencil.nodes[node]); };
  if (stencil.kind == StencilKind::plane) return model_.friction_with_plane(object_of(0), stencil.plane);
  return model_.friction_between(object_of(0), object_of(stencil.kind == StencilKind::edge_edge ? 2 : 1));
}

double LaggedFriction::energy_change(Positions x_from, Positions x_to) const {
  return ordered_sum(count_of(stencils_), [&](Index i) {
    const FrictionStencil& stencil = stencils_[static_cast<size_t>(i)];
    return friction_energy(stencil, gather(stencil, x_to, x_reference_), epsilon_) -
           friction_energy(stencil, gather(stencil, x_from, x_reference_), epsilon_);
  });
}

FrictionDerivatives LaggedFriction::derivatives(size_t stencil, Positions x) const {
  return friction_derivatives(stencils_[stencil], gather(stencils_[stencil], x, x_reference_), epsilon_,
                              curvatures_[stencil]);
}

bool LaggedFriction::choose_curvatures(Positions x, Positions direction, double part, bool was_shortened,
                                       bool is_small) {
  const double slower = is_small ? 0.5 : 0.9;
  const double rest =
      at_rest * (is_small ? std::min(epsilon_, model_.judged_dt * model_.tolerance) : epsilon_);
  bool is_newton = true;
  if (was_shortened && part < short_part)
    ++short_searches_;
  else
    short_searches_ = part > long_part ? 0 : std::max(0, short_searches_ - 1);
  const bool is_in_cycle = short_searches_ >= most_short_searches;
  for (size_t i = 0; i < stencils_.size(); ++i) {
    const FrictionStencil& stencil = stencils_[i];
    const Vec2 du = sliding(stencil, gather(stencil, direction));
    const Vec2 u = sliding(stencil, gather(stencil, x, x_reference_)) - part * du;
    const double y = u.norm();
    const double along = y > 0 ? u.dot(du) / y : du.norm();
    if (along < 0 && y + along < slower * y) {
      const bool turns_back = is_in_cycle && y + along < 0;
      if (was_shortened && (was_set_sliding_[i] || turns_back)) curvatures_[i] = FrictionCurvature::secant;
    } else if (curvatures_[i] == FrictionCurvature::secant && std::abs(along) > rest) {
      curvatures_[i] = FrictionCurvature::tangent;
      is_newton = false;
    }
  }
  return is_newton;
}

}  // namespace lacuna
