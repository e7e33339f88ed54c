// The memory of IPC from step to step, besides the state. A checkpoint saves its values under these names.
#pragma once

#include "solve/auto_solver.h"

#include <vector>

namespace lacuna::ipc {

struct Memory {
  double barrier = 0;        ///< kg/m^2: the stiffness that the last step ended with, 0 before the first
  double contact_scale = 1;  ///< s^2: theta h^2 of that step, which the stiffness contains
  /// The same contact stiffness in a step with another theta h^2.
  double barrier_at(double scale) const { return barrier * (scale / contact_scale); }
  AutoSolver::Memory linear;

  // Newmark's energy balance (ipc/energy_balance.h).
  std::vector<double> created_by_elasticity;  ///< J, per body
  double created_by_contact = 0;              ///< J
  double energy_limit = 0;                    ///< J: the initial energy plus the work of forces
  double energy_at_stake = 0;                 ///< J: the largest energy without gravity; 0 before a step
};

template <class MemoryType, class Visit>
void for_each_field(MemoryType& memory, Visit&& visit) {
  visit("barrier", memory.barrier);
  visit("contact_scale", memory.contact_scale);
  visit("elimination_order", memory.linear.elimination.order);
  visit("elimination_flops", memory.linear.elimination.flops);
  visit("direct_steps_left", memory.linear.direct_steps_left);
  visit("direct_steps", memory.linear.direct_steps);
  visit("created_by_elasticity", memory.created_by_elasticity);
  visit("created_by_contact", memory.created_by_contact);
  visit("energy_limit", memory.energy_limit);
  visit("energy_at_stake", memory.energy_at_stake);
}

}  // namespace lacuna::ipc
