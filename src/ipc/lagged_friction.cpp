#include "ipc/lagged_friction.h"

#include "base/parallel.h"
#include "ipc/convergence.h"

#include <algorithm>
#include <cmath>

namespace lacuna::ipc {

namespace {

// A contact is at rest if it moves less than this fraction of epsilon, and of the tolerance where convergence
// is judged.
constexpr double at_rest = 0.1;
// A line search with a step length below the first is short, one above the second is not. After that many
// short ones the minimisation is assumed to cycle: with six a bowl of noodles takes 76 iterations per step,
// with twelve 68, without this rule 75.
constexpr double short_part = 0.3, long_part = 0.6;
constexpr int most_short_searches = 12;
// A contact that needs less than the first fraction of its largest force for balance sticks whatever the
// error of its force: a motion within epsilon absorbs it. The contacts of an object that may slide may
// together miss the prediction by the second fraction of their force, and each by the force of the third
// fraction of the tolerance where it yields. On a slope that 0.5 would hold, 0.49 then slides with the right
// acceleration; half of the second fraction costs 4 % more iterations on rollers.
constexpr double surely_sticks = 0.9, force_accuracy = 1e-3, motion_accuracy = 0.1;

}  // namespace

LaggedFriction::LaggedFriction(const Model& model, double tolerance) : model_(model), tolerance_(tolerance) {}

void LaggedFriction::begin_step(double dt, Positions x, Positions x_reference) {
  small_motion_ = judged_dt(model_, dt) * tolerance_;
  // Newmark counts half of the displacement that the velocity at the end gives in a step
  // (Potential::begin_friction).
  epsilon_ = judged_dt(model_, dt) * model_.epsv * (model_.integrator == Integrator::newmark ? 0.5 : 1);
  x_start_.assign(x.begin(), x.end());
  x_reference_.assign(x_reference.begin(), x_reference.end());
  stencils_.clear();
  curvatures_.clear();
  was_set_sliding_.clear();
  has_lagged_ = false;
}

void LaggedFriction::lag(std::span<const ContactStencil> contacts, Positions x,
                         std::span<const Vec3> plane_normals, const NormalForce& normal_force) {
  stencils_.clear();
  objects_.clear();
  rubs_.assign(model_.rest.size(), 0);
  for (const ContactStencil& stencil : contacts) {
    const double coefficient = model_.friction_of(stencil);
    if (!(coefficient > 0) || stencil.kind == StencilKind::mollified) continue;
    const StencilPoints points = gather(stencil, x, plane_normals);
    ContactStencil rubbing = stencil;  // mu times its normal force, in the rounding of one product
    rubbing.weight *= coefficient;
    const auto lagged = lag_friction(stencil, points, normal_force(rubbing, points));
    if (!lagged) continue;
    stencils_.push_back(*lagged);
    objects_.push_back(model_.objects_of(stencil));
    for (int k = 0; k < lagged->node_count; ++k)
      rubs_[static_cast<size_t>(lagged->nodes[static_cast<size_t>(k)])] = 1;
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

bool LaggedFriction::misses(std::span<const ContactStencil> contacts) const {
  return std::any_of(contacts.begin(), contacts.end(), [&](const ContactStencil& stencil) {
    for (int k = 0; k < node_count(stencil.kind); ++k) {
      const Index v = stencil.nodes[static_cast<size_t>(k)];
      if (model_.is_dynamic[static_cast<size_t>(v)] && rubs_[static_cast<size_t>(v)]) return false;
    }
    return stencil.kind != StencilKind::mollified && model_.friction_of(stencil) > 0;
  });
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
  const double rest = at_rest * (is_small ? std::min(epsilon_, small_motion_) : epsilon_);
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

bool LaggedFriction::is_as_predicted(Positions x, Positions direction, double part) {
  const double small_motion = motion_accuracy * small_motion_;
  object_force_.assign(model_.object_names.size(), 0);
  object_error_.assign(model_.object_names.size(), 0);
  for (size_t i = 0; i < stencils_.size(); ++i) {
    const FrictionStencil& stencil = stencils_[i];
    const Vec2 u = sliding(stencil, gather(stencil, x, x_reference_));
    const Vec2 du = part * sliding(stencil, gather(stencil, direction));
    const Vec2 predicted = predict_unit_friction(u - du, du, epsilon_, curvatures_[i]);
    if (predicted.norm() <= surely_sticks) continue;
    const double y = u.norm();
    const Vec2 force = FrictionFunction::at(y, epsilon_).first_over_y * u;
    const double error = (force - predicted).norm() - small_motion * FrictionFunction::slope(y, epsilon_);
    for (const Index object : objects_[i]) {
      if (object < 0) continue;
      object_force_[static_cast<size_t>(object)] += std::abs(stencil.force);
      object_error_[static_cast<size_t>(object)] += std::abs(stencil.force) * std::max(0.0, error);
    }
  }
  for (size_t o = 0; o < object_force_.size(); ++o)
    if (object_error_[o] > force_accuracy * object_force_[o]) return false;
  return true;
}

}  // namespace lacuna::ipc
