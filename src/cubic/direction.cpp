#include "cubic/direction.h"

#include "base/parallel.h"
#include "base/phase_timer.h"
#include "solve/vector_operations.h"

#include <fmt/format.h>

namespace lacuna::cubic {

namespace {

/// Solves for what the predicted motion leaves of the residual. The tolerance of a linear solver is relative:
/// without this, bodies in flight would lose a part of their momentum in each step.
SolveReport solve_system(Workspace& w) {
  const BlockMatrix& matrix = w.system.matrix();
  w.solver.set_positions(w.x);
  w.system.predicted_motion(w.x, w.guess);
  residual(matrix, w.system.right_side(), w.guess, w.residual);
  if (!(norm(w.residual) < norm(w.system.right_side())))
    return w.solver.solve(matrix, w.system.right_side(), w.direction);
  SolveReport report = w.solver.solve(matrix, w.residual, w.direction);
  parallel_for(count_of(w.direction),
               [&](Index i) { w.direction[static_cast<size_t>(i)] += w.guess[static_cast<size_t>(i)]; });
  return report;
}

}  // namespace

SolveOutcome find_direction(Workspace& w, Report& report) {
  {
    const PhaseTimer timer(report.seconds.assembly);
    w.system.assemble(w.x);
  }
  const PhaseTimer timer(report.seconds.linear_solve);
  SolveReport solve = solve_system(w);
  report.linear_iterations += solve.iterations;
  if (solve.outcome == SolveOutcome::not_positive_definite && w.system.assemble_without_pressure()) {
    solve = solve_system(w);
    report.linear_iterations += solve.iterations;
  }
  report.linear_solver = solve.solver;
  if (!solve.why.empty()) report.linear_solver += fmt::format(" ({})", solve.why);
  if (solve.outcome != SolveOutcome::solved)
    report.linear_solver += fmt::format("; failed: {}", word_of(solve.outcome));
  else
    w.system.remember_forces(w.x, w.direction);
  report.residual = largest_component(w.direction) / w.system.dt();
  return solve.outcome;
}

}  // namespace lacuna::cubic
