// The memory of the solver from step to step, besides the state. A checkpoint saves its values under these
// names.
#pragma once

#include "solve/auto_solver.h"

namespace lacuna::two_way {

struct Memory {
  AutoSolver::Memory linear;
  std::vector<double> normal_forces;  ///< N, per vertex; empty without friction (sim/contact_friction.h)
  /// How often the usual step is halved, and how many more steps it is.
  Index halvings = 0, halved_left = 0;
};

template <class MemoryType, class Visit>
void for_each_field(MemoryType& memory, Visit&& visit) {
  visit("two_way_elimination_order", memory.linear.elimination.order);
  visit("two_way_elimination_flops", memory.linear.elimination.flops);
  visit("two_way_direct_steps_left", memory.linear.direct_steps_left);
  visit("two_way_direct_steps", memory.linear.direct_steps);
  visit("two_way_normal_forces", memory.normal_forces);
  visit("two_way_halvings", memory.halvings);
  visit("two_way_halved_left", memory.halved_left);
}

}  // namespace lacuna::two_way
