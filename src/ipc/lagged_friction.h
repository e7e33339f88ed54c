// The friction of one time step: normal forces and tangents are taken from one state and frozen (IPC, section
// 5).
//
// The work of a contact grows like |u| and has a kink at u = 0, smoothed within epsilon = h epsv. A Newton
// step for a sliding contact sees no curvature and may overshoot the kink and reverse the sliding; then the
// line search allows almost no step, and this repeats contact by contact. Such contacts get the curvature of
// the secant, f1 / y: the quadratic model with it lies above the work and touches it at the current sliding
// and its mirror image. Contacts with an object that a script has moved start with the secant, change to the
// tangent when they keep sliding, and back when a line search failed because they did not. On a ball between
// rollers that takes 13 iterations per step instead of 53. All others keep the tangent as long as line
// searches make progress: noodles that fall into a bowl take 75 instead of 110. But they can also cycle, with
// the same few contacts reversing back and forth; so after a dozen short line searches, the contacts that
// would reverse get the secant too (992 to 353 iterations in five steps of short noodles).
#pragma once

#include "energy/friction.h"
#include "sim/model.h"

#include <functional>

namespace lacuna::ipc {

/// The force between the two sides of a contact, proportional to its weight, in the units of the gradient.
using NormalForce = std::function<double(const ContactStencil&, const StencilPoints&)>;

class LaggedFriction {
 public:
  /// `tolerance` is that of Newton's method, m/s.
  LaggedFriction(const Model& model, double tolerance);

  /// For the step of length dt that starts at x, with sliding measured from x_reference: no friction until
  /// lag() is called.
  void begin_step(double dt, Positions x, Positions x_reference);
  /// Takes normal forces and tangents from the contacts at x.
  void lag(std::span<const ContactStencil> contacts, Positions x, std::span<const Vec3> plane_normals,
           const NormalForce& normal_force);

  const std::vector<FrictionStencil>& stencils() const { return stencils_; }
  /// Whether a contact could have friction between vertices none of which had any when it was lagged.
  bool misses(std::span<const ContactStencil> contacts) const;
  double energy_change(Positions x_from, Positions x_to) const;
  FrictionDerivatives derivatives(size_t stencil, Positions x) const;

  /// Chooses the curvature of each contact for the next iteration, after a fraction of a direction led to x
  /// and a larger one may have raised the energy. Returns whether the direction counts as a Newton direction:
  /// it is too short where a secant slows down a sliding contact. If the direction `is_small`, so that
  /// convergence depends on it, such contacts change to the tangent.
  bool choose_curvatures(Positions x, Positions direction, double part, bool was_shortened, bool is_small);

  /// Whether the forces at x match the prediction of the Newton system after a fraction of its direction led
  /// there. A contact at rest is so stiff that a large residual force gives a short direction, along which
  /// friction yields: short directions alone do not show that a contact sticks.
  bool is_as_predicted(Positions x, Positions direction, double part);

 private:
  const Model& model_;
  double tolerance_;
  double small_motion_ = 0;  // m: a correction of the tolerance's size
  double epsilon_ = 0;       // m
  bool has_lagged_ = false;  // in this step
  int short_searches_ = 0;   // recent ones, because energy rose
  std::vector<Vec3> x_start_, x_reference_;
  std::vector<FrictionStencil> stencils_;
  std::vector<FrictionCurvature> curvatures_;
  std::vector<std::array<Index, 2>> objects_;        // in friction, -1 for a half-space
  std::vector<std::uint8_t> was_set_sliding_;        // by a script, before the step was solved
  std::vector<std::uint8_t> rubs_;                   // per vertex
  std::vector<double> object_force_, object_error_;  // scratch
};

}  // namespace lacuna::ipc
