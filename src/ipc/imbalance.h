// How far the result of a static minimisation is from equilibrium.
#pragma once

#include "ipc/potential.h"
#include "mesh/topology.h"

namespace lacuna::ipc {

/// The distance of a body from equilibrium.
struct Imbalance {
  double part = 0;   ///< fraction of its load that only inertia carries: 0 in equilibrium
  Index vertex = 0;  ///< the one that moved most since it was at rest
  double moved = 0;  ///< m
};

/// Of the body that is farthest from equilibrium at potential.at().x. Assembles the potential there.
Imbalance find_imbalance(Potential& potential, const Components& bodies);

}  // namespace lacuna::ipc
