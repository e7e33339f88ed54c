#include "sim/contact_direction.h"

#include "base/parallel.h"
#include "base/phase_timer.h"
#include "solve/vector_operations.h"

#include <fmt/format.h>

#include <cmath>

namespace lacuna {

namespace {

/// Solves for what the predicted motion leaves of the residual. The tolerance of a linear solver is relative:
/// without this, bodies in flight would lose a part of their momentum in each step.
SolveReport solve(ContactSystem& system, AutoSolver& solver, Positions x, std::span<Vec3> direction,
                  DirectionScratch& scratch) {
  const BlockMatrix& matrix = system.matrix();
  solver.set_positions(x);
  scratch.guess.resize(x.size());
  scratch.residual.resize(x.size());
  system.predicted_motion(x, scratch.guess);
  residual(matrix, system.right_side(), scratch.guess, scratch.residual);
  if (!(norm(scratch.residual) < norm(system.right_side())))
    return solver.solve(matrix, system.right_side(), direction);
  SolveReport report = solver.solve(matrix, scratch.residual, direction);
  parallel_for(count_of(direction),
               [&](Index i) { direction[static_cast<size_t>(i)] += scratch.guess[static_cast<size_t>(i)]; });
  return report;
}

}  // namespace

SolveOutcome find_direction(ContactSystem& system, AutoSolver& solver, Positions x, std::span<Vec3> direction,
                            DirectionScratch& scratch, StepReport& report) {
  const double contact_seconds = system.contact_seconds();
  {
    const PhaseTimer timer(report.seconds.assembly);
    system.assemble(x);
  }
  report.seconds.assembly -= system.contact_seconds() - contact_seconds;
  const PhaseTimer timer(report.seconds.linear_solve);
  SolveReport solved = solve(system, solver, x, direction, scratch);
  report.linear_iterations += solved.iterations;
  if (solved.outcome == SolveOutcome::not_positive_definite && system.assemble_without_pressure()) {
    solved = solve(system, solver, x, direction, scratch);
    report.linear_iterations += solved.iterations;
  }
  report.residual = largest_component(direction) / system.dt();
  if (solved.outcome == SolveOutcome::solved && !std::isfinite(report.residual))
    solved.outcome = SolveOutcome::not_finite;
  report.linear_solver = solved.solver;
  if (!solved.why.empty()) report.linear_solver += fmt::format(" ({})", solved.why);
  if (solved.outcome != SolveOutcome::solved)
    report.linear_solver += fmt::format("; failed: {}", word_of(solved.outcome));
  else
    system.remember_forces(x, direction);
  return solved.outcome;
}

}  // namespace lacuna
