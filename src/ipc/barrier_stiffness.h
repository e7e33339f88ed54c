// The stiffness kappa of the barrier, chosen without a parameter and independent of scale (IPC's supplement
// and code): bounded by multiples of the value that gives a contact at 1e-8 of the scene's size a fixed
// multiple of the inertia, initialised to balance the other forces, and doubled when gaps become tiny and
// keep shrinking.
//
// IPC calls a gap tiny below 1e-9 of the size. We also do so below 1 % of dhat: deeper in, the barrier is so
// curved that Newton's method creeps. On a ball dropped on points that takes 23 instead of 45 iterations per
// step, on a pin cushion 12 instead of 45, and nothing changes where contacts are spread out. The upper bound
// grows with theta h^2 times the elastic stiffness, which at long steps dominates inertia: with IPC's bound
// gaps become so small that a rotation, which is linear within an iteration, can take only a thousandth of
// its direction.
//
// The thickness of shells, rods and particles comes from the barrier: the height of a stack of sheets depends
// on how much dhat is compressed. So in scenes with any of these, every step starts with the same stiffness,
// that of C-IPC's code, regardless of the gaps of the last step: otherwise a deck of cards, once pressed,
// would stay pressed. This rule has a scale, a gap of 1e-8 m.
//
// With Newmark a contact keeps its stiffness from step to step: each increase would add the barrier's energy
// times the increase to an undamped motion. On bouncing boxes, balancing the forces in every step added as
// much as 2 % of the energy in one step (ipc/energy_balance.h removes the remainder).
#pragma once

#include "ipc/potential.h"

namespace lacuna::ipc {

class BarrierStiffness {
 public:
  BarrierStiffness(const Model& model, const Settings& settings);

  /// At the start of a step, after the contacts are known; `last` is the final stiffness of the previous
  /// step, or 0.
  void begin_step(Potential& potential, double last);
  /// The stiffness that gives the contact forces at the start of the step: gaps result from the last
  /// stiffness, even if this step starts with another.
  double at_start() const { return at_start_; }
  /// After a Newton iteration in which contact allowed the step length `step_bound`. If that was almost zero,
  /// a tiny gap that hardly grows counts like one that shrinks.
  void update(Potential& potential, double step_bound);

 private:
  double stiffness_at_start(Potential& potential, double last);

  const Model& model_;
  std::optional<double> fixed_;  // by the scene
  bool balances_forces_;
  double at_start_ = 0;
  double least_ = 0, largest_ = 0;
  double elastic_rate_ = 0;  // 1/s^2: mean elastic stiffness of a vertex over its mass
  double tiny_gap_ = 0, gap_before_ = 0;
  std::vector<Vec3> smooth_, barrier_;
};

}  // namespace lacuna::ipc
