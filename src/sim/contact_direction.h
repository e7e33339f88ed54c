// The direction of an iteration: assembles the system at x and solves it.
#pragma once

#include "sim/contact_system.h"
#include "solve/auto_solver.h"

namespace lacuna {

/// Scratch memory of find_direction().
struct DirectionScratch {
  std::vector<Vec3> guess, residual;
};

/// From x to the solution of the system there, which keeps the forces of its contacts. Counts in the report.
SolveOutcome find_direction(ContactSystem& system, AutoSolver& solver, Positions x, std::span<Vec3> direction,
                            DirectionScratch& scratch, StepReport& report);

}  // namespace lacuna
