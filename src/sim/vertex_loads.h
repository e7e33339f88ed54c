// Loads whose part of the minimised function is quadratic in the motion of one vertex: soft pins and drag of
// air. Per loaded vertex
//
//   1/2 d^T B d - f^T d        d = x - x^n,  B in kg, f in kg m
//
// with all factors of the integrator. Soft pins are springs, 1/2 k |x - p|^2, with the factor of elastic
// forces; with Newmark f also contains their force at the start of the step, at the target of that time. Drag
// acts with its force at the end of the step, like friction: -c (v1 - w), where v1 is the velocity that the
// integrator gives to x. The matrix c = |v^n - w| S + r m is that of the start of the step, so drag is
// dissipative for any step length, and its steady state does not depend on it.
#pragma once

#include "math/block_assembly.h"
#include "sim/integrator.h"

namespace lacuna {

class VertexLoads {
 public:
  explicit VertexLoads(const Model& model);

  /// One node each: their blocks of the matrix.
  const std::vector<Stencil>& stencils() const { return stencils_; }
  bool is_empty() const { return stencils_.empty(); }

  /// `scale`: theta h^2, of elastic forces and of others.
  void begin_step(const State& state, const TimeStep& step, const ForceFactors& scale);
  /// Restarts a static step at x: the wind pushes as if nothing moved.
  void rest(Positions x);

  double energy_change(Positions x_from, Positions x_to) const;
  void add_gradient(Positions x, std::span<Vec3> gradient) const;
  /// One per stencil.
  void write_blocks(std::span<Mat3> blocks) const { std::copy(B_.begin(), B_.end(), blocks.begin()); }

  /// J, of the springs at x, at the targets of the end of the step.
  double pin_energy(Positions x) const;
  /// The same at the start of the step, at the targets of that time.
  double pin_energy_at_start() const;
  /// J: the energy that drag and moving targets give to the vertices from the start of the step to x, less
  /// the energy that the springs lose.
  double supplied(Positions x) const;
  /// N, per vertex: adds the sizes of the forces of springs and of the wind at x, in a static step.
  void add_force_sizes(Positions x, std::span<double> sizes) const;

 private:
  struct Pin {
    size_t slot;
    double stiffness;  // N/m; 0 after its release
  };

  Vec3 motion(Positions x, size_t slot) const {
    return x[static_cast<size_t>(vertices_[slot])] - x_start_[slot];
  }
  void find_areas(Positions x);
  /// N s/m: c, for a vertex at this speed relative to the air.
  Mat3 drag_at(size_t slot, double speed) const;
  /// At a time, of a step whose middle decides which pins are released.
  void find_targets(double middle, double time, std::vector<Vec3>& targets);
  void add_drag(const State& state, const TimeStep& step);
  void add_wind();
  void add_pins(std::span<const Vec3> targets);
  void add_pin_forces(std::span<const Vec3> targets);

  const Model& model_;
  std::vector<Index> vertices_;  // rising; a slot is a place in this list
  std::vector<Stencil> stencils_;
  std::vector<Pin> pins_;               // in the order of the scripts and their vertices
  VertexElements plates_at_, rods_at_;  // of each vertex

  // Of one step.
  ForceFactors scale_{1, 1};
  std::vector<Vec3> x_start_, f_;  // per slot
  std::vector<Mat3> B_;
  std::vector<Vec3> targets_, targets_start_;  // per pin
  std::vector<Mat3> plate_drag_, rod_drag_;    // kg/m, per triangle and segment
  std::vector<Mat3> S_;                        // kg/m, per slot
};

}  // namespace lacuna
