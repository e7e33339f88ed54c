// The stiffness kappa of the barrier, chosen without a parameter and without a scale (IPC's supplement and
// code): bounded by what gives a contact at 1e-8 of the scene's size a fixed multiple of the inertia, started
// where it balances the other forces, doubled when gaps become tiny and go on shrinking.
//
// IPC calls a gap tiny below 1e-9 of the size. We also do so below a hundredth of dhat: deeper in, the
// barrier is so curved that Newton's method creeps. On a ball dropped on points that takes 23 instead of 45
// iterations a step, on a pin cushion 12 instead of 45, and nothing changes where contacts are spread out.
// The upper bound grows with theta h^2 times the elastic stiffness, which at long steps pushes far harder
// than inertia: with IPC's bound gaps become so small that a rotation, being linear within an iteration, may
// go a thousandth of its way.
//
// Thin things are as thick as the barrier makes them: how high a stack of sheets is depends on how far dhat
// gives way. So where there are any, every step starts with the same stiffness, that of C-IPC's code, and
// does not ask which gaps the last one left behind: a deck of cards, once pressed, would stay as it is. That
// rule has a scale, a gap of 1e-8 m.
//
// With Newmark a contact keeps its stiffness from step to step: each rise would add the barrier's energy
// times the rise to a motion that nothing damps. On bouncing boxes the balance of every step added up to 2 %
// of the energy in one step (ipc/energy_balance.h takes out what is left of that).
#pragma once

#include "ipc/potential.h"

namespace lacuna::ipc {

class BarrierStiffness {
 public:
  explicit BarrierStiffness(const Model& model);

  /// At the start of a step, after the contacts are known; `last` is what the step before ended with, or 0.
  void begin_step(Potential& potential, double last);
  /// What gives the forces of the contacts at the start of the step: gaps are those of the last stiffness,
  /// also where this step starts with another.
  double at_start() const { return at_start_; }
  /// After a Newton iteration of which contact allowed the part `step_bound`. If that was next to nothing, a
  /// tiny gap that hardly grows is as bad as one that shrinks.
  void update(Potential& potential, double step_bound);

 private:
  double stiffness_at_start(Potential& potential, double last);

  const Model& model_;
  bool balances_forces_;
  double at_start_ = 0;
  double least_ = 0, largest_ = 0;
  double elastic_rate_ = 0;  // 1/s^2: mean elastic stiffness of a vertex over its mass
  double tiny_gap_ = 0, gap_before_ = 0;
  std::vector<Vec3> smooth_, barrier_;
};

}  // namespace lacuna::ipc
