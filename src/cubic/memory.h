// The memory of the cubic solver from step to step, besides the state. A checkpoint saves its values under
// these names.
#pragma once

#include "solve/auto_solver.h"

#include <vector>

namespace lacuna::cubic {

struct Memory {
  AutoSolver::Memory linear;
  std::vector<double> normal_forces;  ///< N, per vertex; empty without friction (sim/contact_friction.h)
  /// Steps in which all vertices move together because they could not move for themselves: those left, and
  /// how many there were the last time.
  Index together_left = 0, together_count = 0;
};

template <class MemoryType, class Visit>
void for_each_field(MemoryType& memory, Visit&& visit) {
  visit("cubic_elimination_order", memory.linear.elimination.order);
  visit("cubic_elimination_flops", memory.linear.elimination.flops);
  visit("cubic_direct_steps_left", memory.linear.direct_steps_left);
  visit("cubic_direct_steps", memory.linear.direct_steps);
  visit("cubic_normal_forces", memory.normal_forces);
  visit("cubic_together_left", memory.together_left);
  visit("cubic_together_count", memory.together_count);
}

}  // namespace lacuna::cubic
