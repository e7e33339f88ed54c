#include "cubic/step.h"

#include "base/parallel.h"
#include "base/phase_timer.h"
#include "cubic/explain_outcome.h"
#include "sim/integrator.h"
#include "solve/vector_operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace lacuna::cubic {

namespace {

// Collisions are looked for along directions extended by this factor, so that a blocked motion stops at 80 %
// of the way to its obstacle.
constexpr double extension = 1.25;
// A step this close to whole counts as whole: what is missing would be a step of its own.
constexpr double nearly_whole = 0.99;
// If less than this part of a usual step would be left, another iteration costs less than another step. Twice
// as much costs more iterations than it saves.
constexpr double short_rest = 0.1;
// A step that is still blocked after this many iterations leaves its rest to the next one.
constexpr Index short_rest_patience = 6;
// Directions this short, in dhat, leave an error that another iteration would not see: contacts hardly
// change.
constexpr double small_motion = 0.1;
// Halvings of a step that fails, before the run does.
constexpr Index most_attempts = 7;
// Iterations before a step may be given up because it covers too little.
constexpr Index patience = 24;
// A motion with a shorter step length has failed.
constexpr double shortest_motion = 1e-12;
// How fast directions fade with `converge` (Ando 2024, section 6).
constexpr double fading = 0.005;

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

/// Moves x along the direction times a factor, as far as constraints allow; returns the part of the
/// direction.
double move_along_direction(Workspace& w, double factor, Report& report) {
  const PhaseTimer timer(report.seconds.step_bound);
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.extended[v] = (extension * factor) * w.direction[v];
  });
  const DirectionBound bound = w.system.bound(w.x, w.extended);
  const double part = bound.time > shortest_motion ? bound.time : 0;
  if (part < report.smallest_step || part == 0) {
    report.smallest_step = part;
    report.limited_by = name_limit(w.system.model(), bound, w.x);
  }
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.x[v] += (part * factor) * w.direction[v];
  });
  ++report.iterations;
  if (w.on_iteration)
    w.on_iteration({.step = report.step,
                    .friction_pass = 1,
                    .iteration = report.iterations,
                    .residual = report.residual,
                    .bound = bound.time,
                    .part = part * factor,
                    .contacts = w.system.contact_count(),
                    .min_gap = w.system.smallest_gap(),
                    .limited_by = part < 1 ? name_limit(w.system.model(), bound, w.x) : ""});
  return part;
}

/// Whether the iterations of a step may end, apart from how much of it they have covered.
bool has_iterated_enough(const Workspace& w, Index iteration, double residual) {
  const CubicSettings& settings = w.settings;
  if (iteration < settings.iterations || w.system.friction().is_surprised()) return false;
  return !settings.converge || residual < settings.tolerance;
}

/// Whether a step that ended now would leave a rest of what was planned that costs less in this step than in
/// the next.
bool leaves_short_rest(const Workspace& w, Index iteration, double covered, double planned) {
  if (w.settings.share != StepShare::measured || covered >= nearly_whole) return false;
  const double rest = planned - covered * w.system.dt();
  return rest < short_rest * w.usual_step && iteration < short_rest_patience;
}

/// Whether the last iterations, continued, would not cover the target.
bool is_hopeless(const CubicSettings& settings, double covered, double part, Index iteration) {
  const auto left = static_cast<double>(settings.max_iterations - iteration);
  return iteration >= patience && 1 - (1 - covered) * std::pow(1 - part, left) < settings.target;
}

/// The loop of the paper: each direction covers a part of what is left of the step, and when enough of it is
/// covered, the step ends there.
Outcome solve_step(const State& state, double planned, double& dt, Workspace& w, Report& report,
                   const std::atomic<bool>* stop) {
  const CubicSettings& settings = w.settings;
  w.x = state.x;
  dt = w.system.length_without_legs(state, dt);
  if (!w.system.begin_step(state, dt)) return Outcome::infeasible_start;
  w.solver.begin_step();
  double covered = 0;
  for (Index iteration = 1;; ++iteration) {
    if (stop && stop->load()) return Outcome::interrupted;
    if (const SolveOutcome solve = find_direction(w, report); solve != SolveOutcome::solved)
      return solve == SolveOutcome::out_of_memory ? Outcome::out_of_memory : Outcome::linear_solve_failed;
    const double factor = settings.converge ? std::exp(-fading * static_cast<double>(iteration)) : 1;
    const double part = move_along_direction(w, factor, report);
    covered += (1 - covered) * part * factor;
    if (covered >= settings.target && has_iterated_enough(w, iteration, report.residual) &&
        !leaves_short_rest(w, iteration, covered, planned))
      break;
    if (iteration == settings.max_iterations || is_hopeless(settings, covered, part, iteration)) {
      if (covered >= settings.target) break;
      return Outcome::stalled;
    }
  }
  const bool is_shortened = settings.share == StepShare::measured && covered < nearly_whole;
  const bool is_quiet = report.residual * w.system.dt() < small_motion * w.system.model().dhat &&
                        !w.system.friction().is_acting();
  if (is_shortened) {
    dt *= covered;
    w.system.set_length(state, dt);
  }
  if (!settings.error_pass || (!is_shortened && is_quiet)) return Outcome::converged;
  const SolveOutcome solve = find_direction(w, report);
  if (solve == SolveOutcome::out_of_memory) return Outcome::out_of_memory;
  if (solve == SolveOutcome::solved) move_along_direction(w, 1, report);
  return Outcome::converged;
}

/// Moves the state to the solution. Whatever fails on the way, the state is unchanged.
void take_over(const Model& model, double dt, State& state, Workspace& w) {
  w.next_state = state;
  advance_state(model, w.x, w.system.scripted().is_scripted(), {dt}, w.next_state);
  Memory next{w.solver.memory(), w.system.friction().normal_forces()};
  write_fields(next, w.next_state.memory);
  std::swap(state, w.next_state);
  std::swap(w.memory, next);
}

/// Halves a step that cannot be solved.
Outcome advance(const Model& model, State& state, double dt, Workspace& w, Report& report,
                const std::atomic<bool>* stop) {
  const double planned = dt;
  for (;; ++report.shorter_attempts) {
    Outcome outcome = solve_step(state, planned, dt, w, report, stop);
    // Fails only if the step bound is wrong; the state must not move then.
    if (outcome == Outcome::converged && !w.system.is_admissible(w.x)) outcome = Outcome::stalled;
    if (outcome == Outcome::converged) {
      report.share = dt / planned;
      take_over(model, dt, state, w);
      report.script_lag = w.system.script_lag(state.x);
      return outcome;
    }
    const bool may_help = outcome == Outcome::stalled || outcome == Outcome::linear_solve_failed;
    if (!may_help || report.shorter_attempts == most_attempts) return outcome;
    w.restore_memory();
    dt = planned * std::ldexp(1.0, -static_cast<int>(report.shorter_attempts) - 1);
  }
}

}  // namespace

StepReport step(const Model& model, State& state, double dt, Workspace& w, const std::atomic<bool>* stop) {
  const Timer timer;
  const double contact_seconds = w.system.contact_seconds();
  Report report;
  report.step = state.step + 1;
  report.time = state.time_after(dt);
  report.dt = dt;
  try {
    report.outcome = advance(model, state, dt, w, report, stop);
    if (report.outcome == Outcome::converged) {
      report.dt = state.dt_before;
      report.time = state.time;
      w.system.measure(state, report);
      if (w.on_accepted) w.on_accepted({state.x, report.min_gap});
    }
  } catch (const std::bad_alloc&) {
    if (state.step < report.step) report.outcome = Outcome::out_of_memory;
  }
  if (report.outcome == Outcome::out_of_memory) w.release_solver();
  if (report.outcome != Outcome::converged) {
    explain_outcome(model, w, report);
    w.restore_memory();
    w.system.restore_scripts(state);
  }
  report.name_measures();
  PhaseSeconds& s = report.seconds;
  s.contacts = w.system.contact_seconds() - contact_seconds;
  s.assembly = std::max(0.0, s.assembly - s.contacts);
  s.other = timer.seconds() - (s.contacts + s.assembly + s.linear_solve + s.step_bound);
  return report;
}

}  // namespace lacuna::cubic
