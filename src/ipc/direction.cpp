#include "ipc/direction.h"

#include "base/parallel.h"
#include "base/phase_timer.h"

#include <fmt/core.h>

#include <cmath>

namespace lacuna::ipc {

SolveOutcome find_direction(Workspace& w, Report& report) {
  const PhaseTimer timer(report.seconds.linear_solve);
  const auto& gradient = w.potential.gradient();
  w.right_side.resize(gradient.size());
  for (size_t v = 0; v < gradient.size(); ++v) w.right_side[v] = -gradient[v];
  w.solver.set_positions(w.potential.at().x);
  SolveReport solve = w.solver.solve(w.potential.hessian(), w.right_side, w.direction);
  report.linear_iterations += solve.iterations;
  if (solve.outcome == SolveOutcome::not_positive_definite && w.potential.assemble_without_pressure()) {
    solve = w.solver.solve(w.potential.hessian(), w.right_side, w.direction);
    report.linear_iterations += solve.iterations;
  }
  report.linear_solver = solve.solver;
  if (!solve.why.empty()) report.linear_solver += fmt::format(" ({})", solve.why);
  if (solve.outcome == SolveOutcome::solved) return solve.outcome;
  report.linear_solver += fmt::format("; failed: {}", word_of(solve.outcome));
  if (std::isfinite(solve.relative_residual))
    report.linear_solver += fmt::format(", residual {:.1g} of the right-hand side", solve.relative_residual);
  if (solve.outcome != SolveOutcome::not_converged) descend_along_gradient(w);
  return solve.outcome;
}

void descend_along_gradient(Workspace& w) {
  parallel_for(count_of(w.direction), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.direction[v] = w.right_side[v].cwiseQuotient(w.potential.hessian().diagonal(i).diagonal());
  });
}

DirectionKind kind_of(SolveOutcome outcome) {
  const bool is_newton = outcome == SolveOutcome::solved || outcome == SolveOutcome::not_converged;
  return is_newton ? DirectionKind::newton : DirectionKind::gradient;
}

}  // namespace lacuna::ipc
