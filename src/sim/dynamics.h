// The part of a time step that all implicit solvers share: inertia towards the predicted position, the
// energies of elements, lagged damping, loads, and the matrix into which their Hessians and those of contacts
// are assembled.
//
//   1/2 s |x - x~|^2_M + theta h^2 Psi(x) + damping + loads     [kg m^2]
//
// with the integrator's x~ and theta (sim/integrator.h), and s = 1 except in static and damped steps.
#pragma once

#include "math/block_assembly.h"
#include "sim/integrator.h"
#include "sim/lagged_damping.h"
#include "sim/pressure.h"
#include "sim/scripted_vertices.h"
#include "sim/stencil_assembly.h"
#include "sim/vertex_loads.h"

#include <memory>
#include <utility>

namespace lacuna {

class Dynamics {
 public:
  explicit Dynamics(const Model& model);

  /// For the step that starts at `state`. Scripted vertices have no inertia: they are predicted at their
  /// targets.
  void begin_step(const State& state, const TimeStep& step, const ScriptedVertices& scripted);
  /// Restarts a static step from rest at x, with inertia times a factor and without damping.
  void rest(Positions x, double inertia, const ScriptedVertices& scripted);

  /// Those of the model, at the rest shapes of the state that the step starts from.
  const Elements& elements() const { return yielding_ ? *yielding_ : model_.elements; }

  const TimeStep& step() const { return step_; }
  double force_scale() const { return force_scale_; }  ///< theta h^2 of elasticity
  double other_scale() const { return other_scale_; }  ///< theta h^2 of contact, friction, damping, limits
  double inertia() const { return inertia_; }          ///< s
  const std::vector<Vec3>& x_start() const { return x_start_; }
  /// x~, where inertia and external forces alone would lead; targets of scripted vertices.
  const std::vector<Vec3>& predicted() const { return x_tilde_; }
  /// m, from x_start to the targets; zero for vertices that are not scripted.
  const std::vector<Vec3>& script_motion() const { return script_motion_; }
  /// m/s^2: of gravity and body forces; elastic, at the start of the step, for Newmark.
  const std::vector<Vec3>& external_acceleration() const { return external_acceleration_; }
  const std::vector<Vec3>& elastic_acceleration() const { return elastic_acceleration_; }

  /// Factor on the strain limits of the materials.
  double limit_factor() const { return limit_factor_; }
  void set_limit_factor(double factor) { limit_factor_ = factor; }
  /// The same relative to elasticity: limits act with the factor of other forces.
  double limit_scale() const { return limit_factor_ * (other_scale_ / force_scale_); }

  /// J per element, limits with all their factors; times force_scale() they are part of the function.
  void element_energies(Positions x, std::span<double> out) const;
  /// How much of a difference of element energies may be rounding, in the units of the function.
  double noise() const { return noise_; }

  // Differences: near convergence values change by less than their own rounding.
  double inertia_change(Positions x_from, Positions x_to) const;
  double damping_change(Positions x_from, Positions x_to) const {
    return damping_.energy_change(x_from, x_to);
  }
  double load_change(Positions x_from, Positions x_to) const;

  // Each adds to `gradient`.
  void add_element_gradient(Positions x, std::span<Vec3> gradient);
  void add_inertia_gradient(Positions x, std::span<Vec3> gradient) const;
  void add_damping_gradient(Positions x, std::span<Vec3> gradient) { damping_.add_gradient(x, gradient); }

  void add_load_gradient(Positions x, std::span<Vec3> gradient);

  // J. Both depend on the step that has begun: targets of pins move, and drag depends on the velocity.
  double pressure_energy(Positions x) const { return pressure_.energy(x); }
  double pin_energy(Positions x) const { return vertex_loads_.pin_energy(x); }
  double pin_energy_at_start() const { return vertex_loads_.pin_energy_at_start(); }
  /// J: the energy that drag and moving pins give from the start of the step to x, beyond that of the
  /// springs.
  double supplied_energy(Positions x) const { return vertex_loads_.supplied(x); }
  /// N, per vertex: adds the sizes of the forces of soft pins and wind at x, in a static step.
  void add_load_sizes(Positions x, std::span<double> sizes) const { vertex_loads_.add_force_sizes(x, sizes); }

  /// The gradient of the whole function, and the Hessians for assemble().
  void linearise(Positions x, std::span<Vec3> gradient);
  /// Inertia on the diagonal of the matrix, after linearise(); terms of the solver's own may be added.
  std::span<double> diagonal() { return diagonal_; }
  /// The blocks of linearise(), summed for BlockAssembly::fixed_block(), without pressure and without those
  /// that the solver is going to write itself. assemble() starts from these sums.
  const std::vector<Mat3>& sum_blocks(const BlockRange& of_solver);
  /// Valid until the next call. Rows of known vertices are identity. Contains the exact Hessian of pressure,
  /// with which it may not be positive definite: then leave_out_pressure() and assemble again.
  const BlockMatrix& assemble(const StencilAssembly& contacts, const std::vector<std::uint8_t>& is_known);
  const BlockMatrix& matrix() const { return assembly_.matrix(); }
  /// Until the next step. False if it was left out already, or if there is none.
  bool leave_out_pressure() { return std::exchange(has_pressure_hessian_, false); }
  /// After assemble() with the same contacts, which know this motion too: moves the motion of known vertices
  /// to the right-hand side (BlockAssembly::lift).
  void lift(const StencilAssembly& contacts, const std::vector<std::uint8_t>& is_known,
            std::span<const Vec3> motion, std::span<Vec3> right_side) const;
  /// To read the blocks of the elements alone.
  const BlockAssembly& assembly() const { return assembly_; }
  /// Packed, of the last linearise(), and after them those of loads, without pressure until assemble(); a
  /// solver may write its own before that.
  std::span<const Mat3> element_blocks() const { return element_blocks_; }
  std::span<Mat3> element_blocks() { return element_blocks_; }

 private:
  void rest_scripted(const ScriptedVertices& scripted);
  void find_elastic_acceleration(Positions x);
  std::span<Mat3> pressure_blocks();
  BlockSources sources(const StencilAssembly& contacts, const std::vector<std::uint8_t>& is_known) const;
  ElementScale element_scale() const { return {force_scale_, limit_scale()}; }

  const Model& model_;
  std::unique_ptr<Elements> yielding_;  // a copy, where some of them yield
  TimeStep step_{0};
  bool has_pressure_hessian_ = false;
  double inertia_ = 1, force_scale_ = 1, other_scale_ = 1, limit_factor_ = 1, noise_ = 0;
  std::vector<Vec3> x_start_, x_tilde_, script_motion_, external_acceleration_, elastic_acceleration_;
  LaggedDamping damping_;
  Pressure pressure_;
  VertexLoads vertex_loads_;
  BlockAssembly assembly_;
  std::vector<Mat3> element_blocks_;
  BlockRange of_solver_;                  // not in sums_
  std::vector<Mat3> sums_, matrix_sums_;  // of the element blocks; empty unless sum_blocks() was called
  std::vector<double> diagonal_;
  std::vector<Vec3> x_linearised_;  // only if there is pressure
  std::vector<Vec3> corners_;       // scratch
};

}  // namespace lacuna
