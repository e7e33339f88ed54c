// Pressure in one time step: -theta h^2 P V and, with Newmark, the work of the force at the start of the
// step, with the factor of elastic forces.
#pragma once

#include "math/block_assembly.h"
#include "sim/integrator.h"

namespace lacuna {

class Pressure {
 public:
  explicit Pressure(const Model& model);

  bool is_empty() const { return pressed_.triangles.empty(); }
  /// One per triangle: its blocks of the matrix.
  const std::vector<Stencil>& stencils() const { return stencils_; }
  /// `scale`: theta h^2 of elastic forces.
  void begin_step(const State& state, const TimeStep& step, double scale);

  double energy_change(Positions x_from, Positions x_to) const;
  void add_gradient(Positions x, std::span<Vec3> gradient);
  /// Packed, of the exact Hessian, which is not positive definite (energy/pressure.h).
  void write_blocks(Positions x, std::span<Mat3> blocks) const;
  /// J at x, less that of the rest shape.
  double energy(Positions x) const;

 private:
  /// Adds -scale times the forces at x.
  void add_forces(Positions x, std::span<Vec3> gradient);

  const Model& model_;
  const PressedSurfaces& pressed_;
  std::vector<Stencil> stencils_;
  VertexElements triangles_at_;
  double scale_ = 1;
  std::vector<Vec3> start_;   // kg m, per vertex: minus the gradient of the force at the start; empty: none
  std::vector<Vec3> forces_;  // scratch, per triangle
};

}  // namespace lacuna
