// Everything that changes from step to step. A checkpoint holds exactly this.
#pragma once

#include "base/types.h"

#include <vector>

namespace lacuna {

struct State {
  Index step = 0;
  double time = 0;                                ///< s
  std::vector<Vec3> x, v;                         ///< m, m/s, one per vertex of the model
  std::vector<Vec3> x_before, v_before;           ///< of the step before, for BDF2
  std::vector<double> created_by_elasticity;      ///< J, per body, by elasticity (ipc/energy_balance.h)
  double created_by_contact = 0;                  ///< J
  double energy_limit = 0;                        ///< J: that of the start and what forces have added
  double energy_at_stake = 0;                     ///< J: the most that was not gravity's; 0 before a step
  double barrier = 0;                             ///< kg/m^2: stiffness the last step ended with, 0 before it
  std::vector<Index> elimination_order;           ///< of the direct solver: keeps the bits of a resumed run
  double elimination_flops = 0;                   ///< work of the factorisation it was made for
  Index direct_steps_left = 0, direct_steps = 0;  ///< AutoSolver::Memory
};

}  // namespace lacuna
