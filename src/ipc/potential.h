// The function that one time step minimises (docs/step.md), and how it changes from one state to another.
//
//   E(x) = 1/2 |x - x~|^2_M + theta h^2 Psi(x) + kappa sum b + friction + damping + scripts + loads
//                                                                                          [kg m^2]
//
// Newmark has another theta for all but elasticity (sim/integrator.h): kappa, friction, damping and strain
// limits contain that one.
//
// Only differences of E are ever needed, and they are formed term by term: near convergence E changes by less
// than the rounding of its value, but not by less than the rounding of these differences.
#pragma once

#include "contact/contact_detector.h"
#include "energy/contact_barrier.h"
#include "ipc/lagged_friction.h"
#include "ipc/script_pull.h"
#include "ipc/settings.h"
#include "sim/dynamics.h"
#include "sim/model.h"
#include "sim/motion_bound.h"
#include "sim/step_report.h"

namespace lacuna::ipc {

/// A state of the minimisation and the quantities computed there.
struct Evaluation {
  std::vector<Vec3> x;
  std::vector<double> element_energy;  ///< J, limits with all their factors
  std::vector<ContactStencil> contacts;
  double barrier = 0;       ///< sum of weighted barriers, without stiffness
  bool is_allowed = false;  ///< every gap positive, all finite; elements may have infinite energy
};

class Potential {
 public:
  Potential(const Model& model, const Settings& settings);

  /// For the step that starts at `state`.
  void begin_step(const State& state, const TimeStep& step);

  /// Marks the vertices that scripts moved in the step that led to `state`.
  void restore_scripts(const State& state);

  const Model& model() const { return model_; }
  const Surface& surface() const { return surface_; }
  ScriptedVertices& scripted() { return scripted_; }
  const ScriptedVertices& scripted() const { return scripted_; }
  ScriptPull& pull() { return pull_; }
  const ScriptPull& pull() const { return pull_; }
  Dynamics& dynamics() { return dynamics_; }
  const Dynamics& dynamics() const { return dynamics_; }
  double dt() const { return dynamics_.step().dt; }  ///< s, of the step
  ContactDetector& detector() { return detector_; }
  double force_scale() const { return dynamics_.force_scale(); }    ///< theta h^2 of elasticity
  double contact_scale() const { return dynamics_.other_scale(); }  ///< of contact: kappa over its stiffness

  /// The current iterate.
  const Evaluation& at() const { return current_; }
  /// Evaluates everything at the start of the step. Returns false if the step cannot start there: something
  /// is not finite, or an object released since the last step touches something.
  [[nodiscard]] bool start_at(Positions x);

  /// E(x) - E(at().x), infinite where x is not allowed. accept() then moves there at no extra cost.
  double change(Positions x);
  /// How much of the last change may be rounding: of energies, and of positions times contact forces.
  double noise() const { return noise_; }
  void accept() { std::swap(current_, trial_); }

  /// For static solves, which have no time: restarts from rest at at().x with `inertia` times the masses,
  /// without friction until it is lagged.
  void rest(double inertia);

  /// Gradient and projected Hessian at at().x; rows of known vertices are zero and identity.
  void assemble();
  /// Once the matrix of assemble() was not positive definite: tries without the Hessian of pressure. False if
  /// that changes nothing.
  bool assemble_without_pressure();
  const std::vector<Vec3>& gradient() const { return gradient_; }
  const BlockMatrix& hessian() const { return dynamics_.matrix(); }

  /// The largest t <= 1 such that at().x + t p is admissible for all elements and free of collisions; every
  /// gap keeps a fraction.
  DirectionBound bound(Positions p, double gap_fraction);

  double barrier_stiffness() const { return kappa_; }
  void set_barrier_stiffness(double kappa) { kappa_ = kappa; }
  /// Factor on the strain limits of the materials (ipc/limit_stiffness.h). Changes energies at at().x.
  void set_limit_factor(double factor);
  /// The gradient without the barrier and friction, and that of the barrier alone (unit stiffness, without
  /// mollified contacts); both are zero at scripted vertices. The initial stiffness balances the two.
  void split_gradient(std::span<Vec3> smooth, std::span<Vec3> barrier);

  /// Adds scale times the gradient of the barrier of unit stiffness at at().x.
  void add_barrier_gradient(double scale, std::span<Vec3> gradient) const;

  /// Takes tangents and, for this barrier stiffness, normal forces from the contacts at at().x.
  void lag_friction(double stiffness);
  LaggedFriction& friction() { return friction_; }
  /// Exact.
  bool is_free_of_intersections(Positions x) {
    return !model_.contact.is_enabled || detector_.intersections(x).empty();
  }

  /// Wall time spent on finding contacts so far.
  double contact_seconds() const { return contact_seconds_; }
  /// d - xi over all contacts at at().x.
  double smallest_gap() const;
  EnergyReport energy_report(const State& state);

 private:
  void begin_scripts(double time, double dt);
  void evaluate(Positions x, Evaluation& out);
  void begin_friction(const State& state);
  ContactLaw unit_law() const;  // of stiffness 1
  ContactLaw law() const;
  void zero_known(std::span<Vec3> vector) const;

  const Model& model_;
  Surface surface_;  // the model's, with the vertices scripted now
  ScriptedVertices scripted_;
  ScriptPull pull_;
  ContactDetector detector_;
  Dynamics dynamics_;
  LaggedFriction friction_;
  ContactWeights weights_;
  StencilAssembly contact_assembly_;

  double contact_seconds_ = 0;
  bool is_release_unchecked_ = false;
  double kappa_ = 0;
  double contact_noise_ = 0, noise_ = 0;
  Evaluation current_, trial_;
  std::vector<Vec3> gradient_;
  std::vector<Vec3> x_reference_;        // from which sliding is measured
  std::vector<double> reported_energy_;  // scratch
};

}  // namespace lacuna::ipc
