// Settings of the solver `two-way` alone: the table [two-way] of a scene file.
#pragma once

#include "base/words.h"
#include "solve/linear_solver.h"

namespace lacuna {

struct TwoWaySettings {
  int iterations = 2;         ///< linear systems per step, each followed by a walk to its solution
  int max_iterations = 4;     ///< of them
  int passes = 64;            ///< of a walk, at most
  int sweeps = 10;            ///< over all constraints, per pass
  double edge_stretch = 1.1;  ///< at most, relative to the edges of the target; 0: any
  LinearSolverKind linear_solver = LinearSolverKind::automatic;
  double linear_tolerance = 1e-3;  ///< relative residual of conjugate gradients
};

}  // namespace lacuna
