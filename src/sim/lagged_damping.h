// Stiffness-proportional damping of one time step (Rayleigh): 1/2 (x - x_n)^T D (x - x_n), where D is the
// elastic Hessian at the start of the step times the damping time of each element over the time step.
#pragma once

#include "sim/elements.h"

namespace lacuna {

class LaggedDamping {
 public:
  explicit LaggedDamping(const Elements& elements) : elements_(elements) {}

  /// `scale`: factor of elastic energies in the potential, over the time step.
  void begin_step(Positions x, double scale);

  double energy_change(Positions x_from, Positions x_to) const;
  void add_gradient(Positions x, std::span<Vec3> gradient);
  /// Adds to the packed Hessians of the elements.
  void add_blocks(std::span<Mat3> blocks) const;

 private:
  bool is_active_ = false;  // in this step
  const Elements& elements_;
  std::vector<Vec3> x_start_, corners_;
  std::vector<Mat3> blocks_;
};

}  // namespace lacuna
