#include "two_way/step.h"

#include "base/parallel.h"
#include "base/phase_timer.h"
#include "sim/contact_direction.h"
#include "sim/contact_step.h"
#include "sim/integrator.h"

#include <algorithm>
#include <cmath>

namespace lacuna::two_way {

namespace {

// How often the usual step is halved before the run fails.
constexpr Index most_halvings = 7;
// Passes of a walk that another linear system follows, which brings what is left closer at less cost.
constexpr Index passes_before_last = 2;
// Part of the motion of every object that a step must cover, of the solution of its last linear system.
constexpr double covered_enough = 0.9;
// Distortions (StepProgress) that a step may end with, and above which it is halved. Sheets come down from 7
// to below 1 in three iterations; rods in a pile do not come down from 50.
constexpr double small_distortion = 1, large_distortion = 32;
// Stretch of sheets and rods after a walk over what it was before and what the linear system asks for. More
// is torn.
constexpr double torn = 1.2;
// In dhat: what presses a gap below this would go on to do so without end.
constexpr double squeezed = 1e-6;
// Of a number of steps.
constexpr double rounding = 1e-6;
// After a step that had to be halved so many are halved, then so many half as often.
constexpr Index first_halved = 8;

/// Moves w.x as near to the solution of the linear system as contacts allow.
StepProgress walk_along(const State& state, Workspace& w, Index most_passes, Report& report,
                        const std::atomic<bool>* stop) {
  const PhaseTimer timer(report.seconds.step_bound);
  const double contact_seconds = w.system.contact_seconds();
  const double part = std::min(1.0, w.system.reach(w.x) / w.system.longest_motion(w.direction));
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.target[v] = w.x[v] + part * w.direction[v];
  });
  const WalkReport walk = w.walk.move(w.x, w.target, most_passes, stop);
  report.passes += walk.passes;
  report.missing = walk.missing;
  report_iteration(w.system, w.x, walk.first, part, w.on_iteration, report);
  report.seconds.step_bound -= w.system.contact_seconds() - contact_seconds;
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.missing[v] = w.target[v] - w.x[v];
  });
  return w.system.progress(state.x, w.x, w.missing);
}

bool is_torn(const State& state, const Workspace& w) {
  const Elements& elements = w.system.dynamics().elements();
  const double wanted = std::max(elements.largest_stretch(state.x), elements.largest_stretch(w.target));
  return elements.largest_stretch(w.x) > torn * std::max(1.0, wanted);
}

/// Moves w.x from the state to the end of a step of dt. `stalled` if that would tear something apart.
Outcome attempt_step(const State& state, double& dt, Workspace& w, Report& report,
                     const std::atomic<bool>* stop) {
  const TwoWaySettings& settings = w.settings;
  w.x = state.x;
  dt = w.system.length_without_legs(state, dt);
  if (!w.system.begin_step(state, dt)) return Outcome::infeasible_start;
  w.solver.begin_step();
  for (int iteration = 1;; ++iteration) {
    const SolveOutcome solve = find_direction(w.system, w.solver, w.x, w.direction, w.scratch, report);
    if (solve == SolveOutcome::out_of_memory) return Outcome::out_of_memory;
    if (solve != SolveOutcome::solved) return Outcome::linear_solve_failed;
    if (iteration == 1) w.gap_before = w.system.smallest_gap();
    const bool may_end = iteration >= settings.iterations;
    const Index most_passes =
        may_end ? settings.passes : std::min<Index>(settings.passes, passes_before_last);
    const StepProgress progress = walk_along(state, w, most_passes, report, stop);
    if (stop && stop->load()) return Outcome::interrupted;  // which may have ended the walk
    if (!may_end) continue;
    const bool may_halve = w.halvings < most_halvings;
    if (may_halve && (progress.distortion > large_distortion || is_torn(state, w))) return Outcome::stalled;
    const bool is_done = progress.covered >= covered_enough && progress.distortion <= small_distortion &&
                         !w.system.friction().is_surprised();
    if (is_done || iteration >= settings.max_iterations) return Outcome::converged;
  }
}

bool is_squeezed(const Workspace& w) {
  return w.system.smallest_gap() < std::min(w.gap_before, squeezed * w.system.model().dhat);
}

/// How often the next steps are halved.
void plan_halvings(const Workspace& w, Memory& next) {
  const Memory& before = w.memory;
  if (w.halvings > before.halvings) {
    next.halvings = w.halvings;
    next.halved_left = first_halved;
  } else if (before.halvings > 0) {
    const bool is_over = before.halved_left <= 1;
    next.halvings = before.halvings - (is_over ? 1 : 0);
    next.halved_left = is_over ? first_halved : before.halved_left - 1;
  }
}

/// Moves the state to the solution. Whatever fails on the way, the state is unchanged.
void take_over(const Model& model, double dt, State& state, Workspace& w) {
  w.next_state = state;
  advance_state(model, w.x, w.system.scripted().is_scripted(), {dt}, w.next_state);
  // What of the guide has not been reached yet is not lost, as far as it is a motion that the step began
  // with.
  const std::vector<std::uint8_t>& is_scripted = w.system.scripted().is_scripted();
  const std::vector<Vec3>& predicted = w.system.dynamics().predicted();
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    if (is_scripted[v]) return;
    const Vec3 missing = w.walk.guide()[v] - w.x[v];
    const double most = (predicted[v] - state.x[v]).norm(), length = missing.norm();
    w.next_state.v[v] += (length > most ? most / length : 1) / dt * missing;
  });
  Memory next{.linear = w.solver.memory(),
              .normal_forces = w.system.friction().normal_forces(),
              .halvings = 0,
              .halved_left = 0};
  plan_halvings(w, next);
  write_fields(next, w.next_state.memory);
  std::swap(state, w.next_state);
  std::swap(w.memory, next);
}

/// Halves a step that cannot be taken.
Outcome advance(const Model& model, State& state, double dt, Workspace& w, Report& report,
                const std::atomic<bool>* stop) {
  const double planned = dt;
  for (w.halvings = w.memory.halvings;; ++w.halvings, ++report.shorter_attempts) {
    const double longest = std::ldexp(w.usual_step, -static_cast<int>(w.halvings));
    dt = planned / std::max(1.0, std::ceil(planned / longest - rounding));
    report.smallest_step = 1;
    report.limited_by.clear();
    Outcome outcome = attempt_step(state, dt, w, report, stop);
    // Fails only if the handler is wrong; the state must not move then.
    if (outcome == Outcome::converged && !w.system.is_admissible(w.x)) outcome = Outcome::stalled;
    if (outcome == Outcome::converged && is_squeezed(w)) outcome = Outcome::stalled;
    if (outcome == Outcome::converged) {
      take_over(model, dt, state, w);
      report.script_lag = w.system.script_lag(state.x);
      return outcome;
    }
    const bool may_help = outcome == Outcome::stalled || outcome == Outcome::linear_solve_failed;
    if (!may_help || w.halvings >= most_halvings) return outcome;
    w.restore_memory();
  }
}

}  // namespace

StepReport step(const Model& model, State& state, double dt, Workspace& w, const std::atomic<bool>* stop) {
  return run_step<Report>(state, dt, w,
                          [&](Report& report) { return advance(model, state, dt, w, report, stop); });
}

}  // namespace lacuna::two_way
