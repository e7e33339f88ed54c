#include "sim/step.h"

#include "base/check.h"
#include "base/parallel.h"
#include "base/timer.h"
#include "sim/check_start.h"
#include "sim/convergence.h"
#include "sim/integrator.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

// Every gap keeps this part of itself in one Newton step; scripted vertices leave more to those in their way.
constexpr double gap_fraction = 0.1, scripted_gap_fraction = 0.5;
// A search this many times shorter than its direction has failed.
constexpr double shortest_search = 1e-12;
constexpr Index most_friction_passes = 100;
// Systems in a row that may fail. One or two do where a Hessian is nearly singular, and gradient descent
// leads out of there; when all do, it would take for ever.
constexpr int most_failed_solves = 50;

/// Adds the time from its construction to its destruction.
class PhaseTimer {
 public:
  explicit PhaseTimer(double& seconds) : seconds_(seconds) {}
  ~PhaseTimer() { seconds_ += timer_.seconds(); }
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  double& seconds_;
  Timer timer_;
};

void add_scaled(Positions x, double scale, Positions p, std::vector<Vec3>& out) {
  out.resize(x.size());
  parallel_for(count_of(x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    out[v] = x[v] + scale * p[v];
  });
}

/// How far x + t p may go: no inversion, no contact.
MotionBound bound_motion(const Model& model, Potential& potential, Positions p, double gap_part) {
  const Positions x = potential.at().x;
  const double inversion = model.solids.inversion_bound(x, p);
  if (!model.contact.is_enabled) return {inversion};
  return potential.detector().bound(x, p, inversion, gap_part);
}

/// Scripted vertices go towards their targets as far as nothing is in the way; the solver does the rest.
void move_scripted(const Model& model, Workspace& w) {
  Boundary& boundary = w.potential.boundary();
  const Positions x = w.potential.at().x;
  boundary.missing(x, w.direction);
  if (largest_component(w.direction) == 0) return;
  double part = bound_motion(model, w.potential, w.direction, scripted_gap_fraction).time;
  for (; part >= shortest_search; part /= 2) {
    add_scaled(x, part, w.direction, w.trial);
    if (std::isfinite(w.potential.change(w.trial)) && w.potential.is_free_of_intersections(w.trial)) break;
  }
  const bool can_move = part >= shortest_search;
  if (part < 1) boundary.begin_pulling(x, can_move ? part : 0);
  if (can_move) w.potential.accept();
  if (w.on_iterate) w.on_iterate(w.potential);
}

/// The Newton direction, if the system has a solution.
SolveReport find_direction(Workspace& w, StepReport& report) {
  const auto& gradient = w.potential.gradient();
  w.right_side.resize(gradient.size());
  for (size_t v = 0; v < gradient.size(); ++v) w.right_side[v] = -gradient[v];
  const SolveReport solve = w.solver.solve(w.potential.hessian(), w.right_side, w.direction);
  report.linear_iterations += solve.iterations;
  report.linear_solver = solve.solver;
  if (!solve.why.empty()) report.linear_solver += std::string(": ") + solve.why;
  if (solve.outcome != SolveOutcome::solved) {
    report.linear_solver += fmt::format(": {}", name_of(solve.outcome));
    if (std::isfinite(solve.relative_residual))
      report.linear_solver +=
          fmt::format(", residual {:.1g} of the right-hand side", solve.relative_residual);
  }
  return solve;
}

/// Steepest descent, scaled by the diagonal.
void descend_along_gradient(Workspace& w) {
  parallel_for(count_of(w.direction), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.direction[v] = w.right_side[v].cwiseQuotient(w.potential.hessian().diagonal(i).diagonal());
  });
}

/// Halves the step until the energy does not rise beyond rounding and no edge crosses a triangle; moves
/// there. False if no step does.
bool line_search(Workspace& w, double bound, StepReport& report) {
  for (double part = bound; part > shortest_search; part /= 2) {
    add_scaled(w.potential.at().x, part, w.direction, w.trial);
    const double change = w.potential.change(w.trial);
    if (!(change <= w.potential.noise()) || !w.potential.is_free_of_intersections(w.trial)) continue;
    w.potential.accept();
    if (w.on_iterate) w.on_iterate(w.potential);
    report.smallest_step = std::min(report.smallest_step, part);
    return true;
  }
  return false;
}

std::string name_limit(const Model& model, const MotionBound& bound, Positions x) {
  if (bound.time >= 1) return "";
  if (bound.vertices[0] < 0) return "inversion";
  return fmt::format("contact of {} and {}", describe_vertex(model, bound.vertices[0], x),
                     describe_vertex(model, bound.vertices[1], x));
}

/// A line search along the scaled gradient, where the Newton direction led nowhere.
bool search_along_gradient(const Model& model, Workspace& w, StepReport& report) {
  descend_along_gradient(w);
  return line_search(w, bound_motion(model, w.potential, w.direction, gap_fraction).time, report);
}

/// Newton's method from where the potential is.
Outcome minimise(const Model& model, Workspace& w, StepReport& report, const std::atomic<bool>* stop) {
  Convergence convergence(model, w.potential.boundary());
  Boundary& boundary = w.potential.boundary();
  int failed_solves = 0;
  for (Index iteration = 0; iteration < model.newton.max_iterations; ++iteration) {
    if (stop && stop->load()) return Outcome::interrupted;
    {
      const PhaseTimer timer(report.seconds.assembly);
      w.potential.assemble();
    }
    SolveReport solve;
    {
      const PhaseTimer timer(report.seconds.linear_solve);
      solve = find_direction(w, report);
    }
    failed_solves = solve.outcome == SolveOutcome::solved ? 0 : failed_solves + 1;
    if (failed_solves > most_failed_solves || solve.outcome == SolveOutcome::not_finite)
      return Outcome::linear_solve_failed;
    if (solve.outcome == SolveOutcome::solved) {
      report.residual = convergence.measure(w.direction);
    } else {
      convergence.skip();
      if (solve.outcome != SolveOutcome::not_converged) descend_along_gradient(w);
    }
    MotionBound bound;
    {
      const PhaseTimer timer(report.seconds.step_bound);
      bound = bound_motion(model, w.potential, w.direction, gap_fraction);
    }
    if (bound.time < report.smallest_step) report.limited_by = name_limit(model, bound, w.potential.at().x);
    ++report.iterations;
    bool has_moved = true;
    {
      const PhaseTimer timer(report.seconds.line_search);
      if (!line_search(w, bound.time, report)) {
        if (convergence.is_met() && !boundary.is_pulling()) return Outcome::converged;
        has_moved = search_along_gradient(model, w, report);
        if (!has_moved && !boundary.is_pulling())
          return solve.outcome == SolveOutcome::solved ? Outcome::stalled : Outcome::linear_solve_failed;
      }
    }
    // Not after the last iteration: friction and reports take the stiffness that the state was solved with.
    if (!convergence.is_met() || boundary.is_pulling()) w.stiffness.update(w.potential, bound.time);
    // What does not move any more is settled: only another pull can change it.
    boundary.update(w.potential.at().x, !has_moved || convergence.is_settled());
    if (boundary.is_infeasible()) return Outcome::infeasible_script;
    if (convergence.is_met() && !boundary.is_pulling()) return Outcome::converged;
  }
  return Outcome::iteration_limit;
}

/// Lagged friction, solved again with the forces of the last solution until they agree or enough was done
/// (IPC, section 5.4).
Outcome solve_with_friction(const Model& model, Workspace& w, StepReport& report,
                            const std::atomic<bool>* stop) {
  const Index wanted =
      model.contact.friction_passes > 0 ? model.contact.friction_passes : most_friction_passes;
  for (;;) {
    w.potential.lag_friction();
    const Index before = report.iterations;
    const Outcome outcome = minimise(model, w, report, stop);
    ++report.friction_passes;
    const Index least = Convergence(model, w.potential.boundary()).least_iterations();
    const bool is_settled = report.friction_passes > 1 && report.iterations == before + least;
    if (outcome != Outcome::converged || !w.potential.has_friction_forces() || is_settled ||
        report.friction_passes >= wanted)
      return outcome;
  }
}

/// What was let go at a place where it touches something: scripted things may pass through each other.
std::string explain_start(const Model& model, const Workspace& w) {
  const std::vector<std::string> lines =
      summarise(find_start_problems(model, w.potential.surface(), w.potential.at().x));
  return "the step cannot start, " + (lines.empty() ? "positions are not finite" : lines[0]);
}

std::string explain(const Model& model, const Workspace& w, const StepReport& report) {
  const Positions x = w.potential.at().x;
  switch (report.outcome) {
    case Outcome::converged:
      return "";
    case Outcome::interrupted:
      return "stopped on request";
    case Outcome::iteration_limit:
      return fmt::format(
          "Newton's method did not converge in {} iterations (residual {:.3g} m/s, wanted {:.3g}){}",
          report.iterations, report.residual, model.tolerance,
          report.limited_by.empty() ? "" : "; steps were limited by " + report.limited_by);
    case Outcome::stalled:
      return fmt::format("no step lowers the energy although the residual is {:.3g} m/s (wanted {:.3g}){}",
                         report.residual, model.tolerance,
                         report.limited_by.empty() ? "" : "; steps were limited by " + report.limited_by);
    case Outcome::infeasible_script:
      return fmt::format(
          "the prescribed motion of {} cannot reach its target: {:.1f} % of the way is blocked{}",
          describe_vertex(model, w.potential.boundary().worst_vertex(x), x),
          100 * (1 - w.potential.boundary().completion(x)),
          report.limited_by.empty() ? "" : " by " + report.limited_by);
    case Outcome::linear_solve_failed:
      return fmt::format("the linear systems of Newton's method could not be solved ({}){}",
                         report.linear_solver,
                         model.newton.linear_solver == LinearSolverKind::automatic
                             ? ""
                             : "; linear.solver = \"auto\" tries more than one way");
    case Outcome::infeasible_start:
      return explain_start(model, w);
  }
  return "";
}

void measure(const Model& model, const Workspace& w, const State& state, StepReport& report) {
  report.contacts = count_of(w.potential.at().contacts);
  report.min_gap = w.potential.smallest_gap();
  report.max_strain = model.solids.largest_strain(state.x);
  report.barrier = w.potential.barrier_stiffness() / w.potential.force_scale();
  report.energy = w.potential.energy_report(state);
  for (size_t v = 0; v < state.x.size(); ++v) {
    if (!model.is_solid[v]) continue;
    const Vec3 momentum = model.mass[v] * state.v[v];
    report.momentum += momentum;
    report.angular_momentum += state.x[v].cross(momentum);
  }
}

}  // namespace

Workspace::Workspace(const Model& model)
    : potential(model),
      stiffness(model),
      solver({.kind = model.newton.linear_solver, .cholesky = {}}),
      direction(model.rest.size()),
      right_side(model.rest.size()) {}

void Workspace::restore_memory(const State& state) {
  solver.set_memory(
      {{state.elimination_order, state.elimination_flops}, state.direct_steps_left, state.direct_steps});
}

void Workspace::save_memory(State& state) const {
  AutoSolver::Memory memory = solver.memory();
  state.elimination_order = std::move(memory.elimination.order);
  state.elimination_flops = memory.elimination.flops;
  state.direct_steps_left = memory.direct_steps_left;
  state.direct_steps = memory.direct_steps;
}

StepReport step(const Model& model, State& state, Workspace& w, const std::atomic<bool>* stop) {
  const Timer timer;
  const double contact_seconds = w.potential.contact_seconds();
  StepReport report;
  w.solver.begin_step();
  w.potential.begin_step(state);
  if (w.potential.start_at(state.x)) {
    move_scripted(model, w);
    w.stiffness.begin_step(w.potential);
    report.outcome = solve_with_friction(model, w, report, stop);
  } else {
    report.outcome = Outcome::infeasible_start;
  }
  report.cause = explain(model, w, report);
  report.step = state.step + 1;
  report.time = report.step * model.dt;
  if (report.outcome == Outcome::converged)
    advance_state(model, w.potential.at().x, w.potential.x_tilde(), w.potential.acceleration(),
                  w.potential.boundary().is_scripted(), state);
  report.dt = model.dt;
  measure(model, w, state, report);
  PhaseSeconds& s = report.seconds;
  s.contacts = w.potential.contact_seconds() - contact_seconds;
  s.line_search = std::max(0.0, s.line_search - s.contacts);  // nearly all contacts are found there
  s.other = timer.seconds() - (s.contacts + s.assembly + s.linear_solve + s.step_bound + s.line_search);
  return report;
}

}  // namespace lacuna
