#include "cubic/step.h"

#include "base/parallel.h"
#include "cubic/motion.h"
#include "sim/contact_direction.h"
#include "sim/contact_step.h"
#include "sim/integrator.h"

#include <algorithm>
#include <cmath>

namespace lacuna::cubic {

namespace {

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
// If each vertex moves for itself: iterations that are blocked before all have to move together. Sheets that
// land need up to eight; more are needed where each iteration covers little, as in piles.
constexpr Index patience_with_each = 9;
// Distortions that a step may end with, and above which further iterations do not help. Sheets come down from
// 5 to below 1, stiff rods in a pile stay at 10 to 1000.
constexpr double small_distortion = 1, large_distortion = 16;
// After a step in which vertices could not move for themselves they move together in this many, then in twice
// as many, up to a largest number.
constexpr Index first_together = 8, most_together = 64;
// How fast directions fade with `converge` (Ando 2024, section 6).
constexpr double fading = 0.005;

double target_of_each(const CubicSettings& settings) { return settings.target > 0 ? settings.target : 0.98; }
double target_of_all(const CubicSettings& settings) { return settings.target > 0 ? settings.target : 0.5; }

double fading_at(const CubicSettings& settings, Index iteration) {
  return settings.converge ? std::exp(-fading * static_cast<double>(iteration)) : 1;
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
  if (w.settings.share == StepShare::whole || covered >= nearly_whole) return false;
  const double rest = planned - covered * w.system.dt();
  return rest < short_rest * w.usual_step && iteration < short_rest_patience;
}

/// Whether the last iterations, continued, would not cover the target.
bool is_hopeless(const CubicSettings& settings, double covered, double part, Index iteration) {
  const auto left = static_cast<double>(settings.max_iterations - iteration);
  return iteration >= patience && 1 - (1 - covered) * std::pow(1 - part, left) < target_of_all(settings);
}

/// Directions this short change hardly anything.
bool is_quiet(const Workspace& w, const Report& report) {
  return report.residual * w.system.dt() < small_motion * w.system.model().dhat &&
         !w.system.friction().is_acting();
}

Outcome failed(SolveOutcome solve) {
  return solve == SolveOutcome::out_of_memory ? Outcome::out_of_memory : Outcome::linear_solve_failed;
}

/// Each vertex moves along each direction until something stops it, and what has stopped takes part in the
/// next linear system, until nearly all of a direction is covered. `stalled` if that would take too long.
Outcome solve_step(const State& state, Workspace& w, Report& report, const std::atomic<bool>* stop) {
  const CubicSettings& settings = w.settings;
  for (Index iteration = 1, enough = 0, blocked = 0;; ++iteration) {
    if (stop && stop->load()) return Outcome::interrupted;
    if (const SolveOutcome solve = find_direction(w.system, w.solver, w.x, w.direction, w.scratch, report);
        solve != SolveOutcome::solved)
      return failed(solve);
    const EachMotion progress = move_each(state, w, fading_at(settings, iteration), report);
    const bool is_covered =
        progress.covered >= target_of_each(settings) && progress.distortion <= small_distortion;
    const bool is_last = iteration >= settings.max_iterations;
    if (!is_covered) {
      ++blocked;
      if (progress.is_stuck || progress.distortion > large_distortion) return Outcome::stalled;
      if (is_last || blocked >= patience_with_each) return Outcome::stalled;
    }
    // One more iteration corrects the one that was enough, as the error pass does, unless it would change
    // nothing.
    if (enough == 0 && (is_last || has_iterated_enough(w, iteration, report.residual))) enough = iteration;
    const bool is_corrected = enough < iteration || !settings.error_pass || is_quiet(w, report);
    if (is_covered && enough > 0 && is_corrected) return Outcome::converged;
  }
}

/// The loop of the paper: each direction covers a part of what is left of the step, and when enough of it is
/// covered, the step ends there.
Outcome solve_shortened_step(const State& state, double planned, double& dt, Workspace& w, Report& report,
                             const std::atomic<bool>* stop) {
  const CubicSettings& settings = w.settings;
  std::ranges::fill(w.missing, Vec3::Zero());
  report.moved_together = true;
  report.smallest_step = 1;
  report.limited_by.clear();
  double covered = 0;
  for (Index iteration = 1;; ++iteration) {
    if (stop && stop->load()) return Outcome::interrupted;
    if (const SolveOutcome solve = find_direction(w.system, w.solver, w.x, w.direction, w.scratch, report);
        solve != SolveOutcome::solved)
      return failed(solve);
    const double factor = fading_at(settings, iteration);
    const double part = move_together(w, factor, report);
    covered += (1 - covered) * part * factor;
    if (covered >= target_of_all(settings) && has_iterated_enough(w, iteration, report.residual) &&
        !leaves_short_rest(w, iteration, covered, planned))
      break;
    if (iteration == settings.max_iterations || is_hopeless(settings, covered, part, iteration)) {
      if (covered >= target_of_all(settings)) break;
      return Outcome::stalled;
    }
  }
  const bool is_shortened = settings.share != StepShare::whole && covered < nearly_whole;
  if (is_shortened) {
    dt *= covered;
    w.system.set_length(state, dt);
  }
  if (!settings.error_pass || (!is_shortened && is_quiet(w, report))) return Outcome::converged;
  const SolveOutcome solve = find_direction(w.system, w.solver, w.x, w.direction, w.scratch, report);
  if (solve == SolveOutcome::out_of_memory) return Outcome::out_of_memory;
  if (solve == SolveOutcome::solved) move_together(w, 1, report);
  return Outcome::converged;
}

bool begin_step(const State& state, double& dt, Workspace& w) {
  w.x = state.x;
  dt = w.system.length_without_legs(state, dt);
  if (!w.system.begin_step(state, dt)) return false;
  w.solver.begin_step();
  return true;
}

/// Moves w.x from the state to the end of a step of dt, or of a part of it.
Outcome attempt_step(const State& state, double planned, double& dt, Workspace& w, Report& report,
                     const std::atomic<bool>* stop) {
  if (!begin_step(state, dt, w)) return Outcome::infeasible_start;
  if (w.settings.share == StepShare::each && w.memory.together_left == 0 && !w.moves_together) {
    const Outcome outcome = solve_step(state, w, report, stop);
    if (outcome != Outcome::stalled) return outcome;
    w.moves_together = true;
    w.restore_memory();
    if (!begin_step(state, dt, w)) return Outcome::infeasible_start;
  }
  return solve_shortened_step(state, planned, dt, w, report, stop);
}

/// How long vertices move together after this step.
void plan_together(const Workspace& w, Memory& next) {
  const Memory& before = w.memory;
  if (w.moves_together) {
    next.together_count = std::clamp(2 * before.together_count, first_together, most_together);
    next.together_left = next.together_count;
  } else if (before.together_left > 0) {
    next.together_count = before.together_count;
    next.together_left = before.together_left - 1;
  }
}

/// Moves the state to the solution. Whatever fails on the way, the state is unchanged.
void take_over(const Model& model, double dt, State& state, Workspace& w) {
  w.next_state = state;
  const std::vector<std::uint8_t>& is_scripted = w.system.scripted().is_scripted();
  advance_state(model, w.x, is_scripted, {dt}, w.next_state);
  // The solution of the linear system balances momentum, so velocities are those of its end.
  if (w.settings.share == StepShare::each)
    parallel_for(count_of(w.x), [&](Index i) {
      const auto v = static_cast<size_t>(i);
      if (!is_scripted[v]) w.next_state.v[v] += w.missing[v] / dt;
    });
  Memory next{.linear = w.solver.memory(),
              .normal_forces = w.system.friction().normal_forces(),
              .together_left = 0,
              .together_count = 0};
  plan_together(w, next);
  write_fields(next, w.next_state.memory);
  std::swap(state, w.next_state);
  std::swap(w.memory, next);
}

/// Halves a step that cannot be solved.
Outcome advance(const Model& model, State& state, double dt, Workspace& w, Report& report,
                const std::atomic<bool>* stop) {
  const double planned = dt;
  w.moves_together = false;
  for (;; ++report.shorter_attempts) {
    Outcome outcome = attempt_step(state, planned, dt, w, report, stop);
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
  return run_step<Report>(state, dt, w,
                          [&](Report& report) { return advance(model, state, dt, w, report, stop); });
}

}  // namespace lacuna::cubic
