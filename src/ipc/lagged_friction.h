// The friction of one time step: normal forces and tangents are taken from one state and kept (IPC, section
// 5).
//
// The work of a contact grows like |u| and has a kink at u = 0, smoothed within epsilon = h epsv. A Newton
// step for a sliding contact sees no curvature and may turn the sliding back right through the kink; then the
// line search allows next to nothing, and the contacts take turns. Such contacts are given the curvature of
// the secant, f1 / y: the quadratic function with it lies above the work and touches it here and on the other
// side. Contacts with what a script has moved start with it, change to the tangent when they slide on, and
// back when a search failed because they did not. On a ball between rollers that takes 13 iterations a step
// instead of 53. All others keep the tangent as long as searches get somewhere: noodles that fall into a bowl
// take 75 instead of 110. But they can also end in a cycle, in which the same few contacts turn back and
// forth; so after a dozen short searches, those that would turn back get their secant too (992 to 353
// iterations in five steps of short noodles).
#pragma once

#include "energy/friction.h"
#include "sim/model.h"

#include <functional>

namespace lacuna {

/// The force between the two sides of a contact, proportional to its weight, in the units of the gradient.
using NormalForce = std::function<double(const ContactStencil&, const StencilPoints&)>;

class LaggedFriction {
 public:
  explicit LaggedFriction(const Model& model);

  /// Of the step that starts at x, with sliding counted from x_reference: no friction until lag() is called.
  void begin_step(Positions x, Positions x_reference);
  /// Takes normal forces and tangents from the contacts at x.
  void lag(std::span<const ContactStencil> contacts, Positions x, std::span<const Vec3> plane_normals,
           const NormalForce& normal_force);

  const std::vector<FrictionStencil>& stencils() const { return stencils_; }
  /// Whether a contact could rub between vertices none of which did when it was lagged.
  bool misses(std::span<const ContactStencil> contacts) const;
  double energy_change(Positions x_from, Positions x_to) const;
  FrictionDerivatives derivatives(size_t stencil, Positions x) const;

  /// Chooses the curvature of each contact for the next iteration, after a part of a direction led to x and,
  /// perhaps, more of it would have raised the energy. Says whether the direction may be taken for Newton's:
  /// it is too short where a secant slows down a contact that slides. If the direction `is_small`, so that
  /// this decides about convergence, such contacts change to the tangent.
  bool choose_curvatures(Positions x, Positions direction, double part, bool was_shortened, bool is_small);

  /// Whether the forces at x are those that the Newton system counted on when a part of its direction led
  /// there. A contact at rest is so stiff that a force far out of balance makes a short direction, along
  /// which friction gives way: short directions alone do not tell that a contact sticks.
  bool is_as_predicted(Positions x, Positions direction, double part);

 private:
  std::array<Index, 2> objects_of(const ContactStencil& stencil) const;
  double coefficient_of(const ContactStencil& stencil, const std::array<Index, 2>& objects) const;

  const Model& model_;
  double epsilon_;
  bool has_lagged_ = false;  // in this step
  int short_searches_ = 0;   // lately, because energy rose
  std::vector<Vec3> x_start_, x_reference_;
  std::vector<FrictionStencil> stencils_;
  std::vector<FrictionCurvature> curvatures_;
  std::vector<std::array<Index, 2>> objects_;        // that rub, -1 for a half-space
  std::vector<std::uint8_t> was_set_sliding_;        // by a script, before the step was solved
  std::vector<std::uint8_t> rubs_;                   // per vertex
  std::vector<double> object_force_, object_error_;  // scratch
};

}  // namespace lacuna
