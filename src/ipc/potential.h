// The function that one time step minimises (docs/step.md), and how it changes from one state to another.
//
//   E(x) = 1/2 |x - x~|^2_M + theta h^2 Psi(x) + kappa sum b + friction + damping + scripts     [kg m^2]
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
#include "math/block_assembly.h"
#include "mesh/topology.h"
#include "sim/integrator.h"
#include "sim/lagged_damping.h"
#include "sim/model.h"
#include "sim/stencil_assembly.h"
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

/// The distance of a body from equilibrium.
struct Imbalance {
  double part = 0;   ///< of its load carried by inertia alone: 0 in equilibrium
  Index vertex = 0;  ///< the one that moved most since it was at rest
  double moved = 0;  ///< m
};

/// The largest step length along a direction: until a pair comes too close, or an element limits it.
struct DirectionBound : MotionBound {
  Index element = -1;
};

class Potential {
 public:
  explicit Potential(const Model& model);

  /// For the step that starts at `state`.
  void begin_step(const State& state, const TimeStep& step);

  const Model& model() const { return model_; }
  const Surface& surface() const { return surface_; }
  ScriptedVertices& scripted() { return scripted_; }
  const ScriptedVertices& scripted() const { return scripted_; }
  ScriptPull& pull() { return pull_; }
  const ScriptPull& pull() const { return pull_; }
  double dt() const { return step_.dt; }  ///< s, of the step
  ContactDetector& detector() { return detector_; }
  double force_scale() const { return force_scale_; }      ///< theta h^2 of elasticity
  double contact_scale() const { return contact_scale_; }  ///< of contact: kappa over its stiffness

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
  double inertia() const { return inertia_; }
  /// After a static solve, for the body farthest from equilibrium.
  Imbalance imbalance();

  /// Gradient and projected Hessian at at().x; rows of projected vertices are zero and identity.
  void assemble();
  const std::vector<Vec3>& gradient() const { return gradient_; }
  const BlockMatrix& hessian() const { return assembly_.matrix(); }

  /// The largest t <= 1 such that at().x + t p is admissible for all elements and free of collisions; every
  /// gap keeps a fraction.
  DirectionBound bound(Positions p, double gap_fraction);

  double barrier_stiffness() const { return kappa_; }
  void set_barrier_stiffness(double kappa) { kappa_ = kappa; }
  /// Factor on the strain limits of the materials (ipc/limit_stiffness.h). Changes energies at at().x.
  double limit_factor() const { return limit_factor_; }
  void set_limit_factor(double factor);
  /// Gradients without and of the barrier alone (unit stiffness, mollified contacts left out), scripted
  /// vertices zero: the forces that the initial stiffness balances.
  void split_gradient(std::span<Vec3> smooth, std::span<Vec3> barrier);

  /// Adds scale times the gradient of the barrier of unit stiffness at at().x.
  void add_barrier_gradient(double scale, std::span<Vec3> gradient) const;

  /// Takes tangents and, for such a stiffness of the barrier, normal forces from the contacts at at().x.
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
  /// At the start of the step, for Newmark; m/s^2.
  const std::vector<Vec3>& elastic_acceleration() const { return elastic_acceleration_; }

 private:
  void begin_scripts(double time, double dt);
  void rest_scripted();
  double moved_since_rest(Index vertex) const;
  void evaluate(Positions x, Evaluation& out);
  void add_smooth_gradient(std::span<Vec3> gradient);
  void find_elastic_acceleration(Positions x);
  void begin_friction(const State& state);
  double limit_scale() const { return limit_factor_ * (contact_scale_ / force_scale_); }
  ElementScale element_scale() const { return {force_scale_, limit_scale()}; }
  ContactLaw unit_law() const;  // of stiffness 1
  ContactLaw law() const;
  void zero_projected(std::span<Vec3> vector) const;

  const Model& model_;
  Surface surface_;  // the model's, with what is scripted now
  ScriptedVertices scripted_;
  ScriptPull pull_;
  ContactDetector detector_;
  BlockAssembly assembly_;
  LaggedFriction friction_;
  LaggedDamping damping_;

  TimeStep step_{0};
  double contact_seconds_ = 0;
  bool is_release_unchecked_ = false;
  double inertia_ = 1;  // of static solves and damped steps: factor on the masses
  double force_scale_ = 1, contact_scale_ = 1, kappa_ = 0, limit_factor_ = 1;
  double elastic_noise_ = 0, contact_noise_ = 0, noise_ = 0;
  std::vector<Vec3> x_start_, x_tilde_, acceleration_, elastic_acceleration_;
  std::vector<Vec3> x_reference_;        // from which sliding is measured
  std::vector<double> reported_energy_;  // scratch
  Components bodies_;                    // of static solves

  Evaluation current_, trial_;
  std::vector<Vec3> gradient_;
  std::vector<Vec3> corners_;  // scratch
  std::vector<Mat3> element_blocks_;
  std::vector<double> diagonal_;
  StencilAssembly contact_assembly_;
};

}  // namespace lacuna::ipc
