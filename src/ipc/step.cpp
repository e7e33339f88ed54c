#include "ipc/step.h"

#include "base/check.h"
#include "base/phase_timer.h"
#include "ipc/convergence.h"
#include "ipc/direction.h"
#include "ipc/explain_outcome.h"
#include "ipc/search.h"
#include "ipc/settle.h"
#include "sim/integrator.h"
#include "sim/measure.h"

#include <algorithm>
#include <new>

namespace lacuna::ipc {

namespace {

constexpr Index most_friction_passes = 100;
// Consecutive linear systems that may fail. One or two do where a Hessian is nearly singular, and gradient
// descent escapes from there; when all do, it would take forever.
constexpr int most_failed_solves = 50;

void assemble(Workspace& w, Report& report) {
  const PhaseTimer timer(report.seconds.assembly);
  w.potential.assemble();
}

void tell_observer(const Workspace& w, const Report& report, const SearchResult& search,
                   DirectionKind direction) {
  if (!w.on_iteration) return;
  w.on_iteration({.step = report.step,
                  .friction_pass = report.friction_passes + 1,
                  .iteration = report.iterations,
                  .direction = direction,
                  .residual = report.residual,
                  .bound = search.bound,
                  .part = search.part,
                  .energy_change = search.change / w.potential.force_scale(),
                  .contacts = count_of(w.potential.at().contacts),
                  .min_gap = w.potential.smallest_gap(),
                  .limited_by = search.limited_by});
}

}  // namespace

Outcome minimise(const Model& model, Workspace& w, Report& report, const std::atomic<bool>* stop) {
  ScriptPull& pull = w.potential.pull();
  LaggedFriction& friction = w.potential.friction();
  Convergence convergence(model, w.settings, pull, w.potential.dt());
  Landings landings(model);
  int failed_solves = 0;
  w.last_direction.clear();
  for (Index iteration = 0; iteration < w.settings.max_iterations; ++iteration) {
    if (stop && stop->load()) return Outcome::interrupted;

    // Direction.
    assemble(w, report);
    const SolveOutcome solve = find_direction(w, report);
    if (solve == SolveOutcome::out_of_memory) return Outcome::out_of_memory;
    failed_solves = solve == SolveOutcome::solved ? 0 : failed_solves + 1;
    if (failed_solves > most_failed_solves || solve == SolveOutcome::not_finite)
      return Outcome::linear_solve_failed;
    report.residual = convergence.measure(w.direction, solve == SolveOutcome::solved);

    // Line search, up to the largest step length without collision.
    SearchResult search = search_along_direction(model, w, report);
    ++report.iterations;
    if (!convergence.is_met()) go_on_along_direction(w, report, search);
    tell_observer(w, report, search, kind_of(solve));
    remember_direction(w, search);

    // Converged?
    const Positions x = w.potential.at().x;
    const bool is_met = convergence.is_met() && (!convergence.needs_friction_forces() ||
                                                 friction.is_as_predicted(x, w.direction, search.part));
    const bool is_newton =
        friction.choose_curvatures(x, w.direction, search.part, search.was_shortened(), convergence.is_met());
    // Before the stiffness changes: friction and reports use the stiffness that the state was solved with.
    if (is_met && is_newton && !pull.is_pulling()) return Outcome::converged;
    if (!search.has_moved() && is_newton) {
      descend_along_gradient(w);
      search = search_along_direction(model, w, report);
      tell_observer(w, report, search, DirectionKind::gradient);
      if (!search.has_moved() && !pull.is_pulling())
        return solve == SolveOutcome::solved ? Outcome::stalled : Outcome::linear_solve_failed;
    }

    // Stiffness of barriers and limits, and how far scripts have come.
    w.stiffness.update(w.potential, search.bound);
    w.limits.update(w.potential);
    // A state that no longer moves is settled: only another pull can change it.
    const bool was_pulling = pull.is_pulling();
    const bool is_settled = convergence.is_settled() && search.part <= 1;
    pull.update(w.potential.at().x, !search.has_moved() || is_settled);
    if (pull.is_infeasible()) return Outcome::infeasible_script;
    if (!is_newton || (was_pulling && !pull.is_pulling())) convergence.doubt();
    if (landings.hold_new_contacts(w)) convergence.doubt();
  }
  return Outcome::iteration_limit;
}

namespace {

/// Lagged friction, solved again with the forces of the last solution until they agree or the passes run out
/// (IPC, section 5.5).
Outcome solve_with_friction(const Model& model, Workspace& w, Report& report, const std::atomic<bool>* stop) {
  const Index wanted = w.settings.friction_passes > 0 ? w.settings.friction_passes : most_friction_passes;
  const Index least = Convergence(model, w.settings, w.potential.pull(), w.potential.dt()).least_iterations();
  const std::vector<FrictionStencil>& rubbing = w.potential.friction().stencils();
  for (;;) {
    const bool was_rubbing = !rubbing.empty();
    w.potential.lag_friction(report.friction_passes == 0 ? w.stiffness.at_start()
                                                         : w.potential.barrier_stiffness());
    // New contacts rub from the second pass on; contacts that have come apart must not have rubbed.
    if (report.friction_passes > 0 && !was_rubbing && rubbing.empty()) return Outcome::converged;
    const Index before = report.iterations;
    const Outcome outcome = minimise(model, w, report, stop);
    ++report.friction_passes;
    const bool is_settled = report.friction_passes > 1 && report.iterations == before + least;
    if (outcome != Outcome::converged || is_settled) return outcome;
    if (report.friction_passes < wanted) continue;
    report.is_friction_settled = w.settings.friction_passes > 0;
    return outcome;
  }
}

/// Computes the state at the end of the step.
Outcome attempt(const Model& model, const State& state, const TimeStep& step, Workspace& w, Report& report,
                const std::atomic<bool>* stop) {
  w.solver.begin_step();
  w.potential.begin_step(state, step);
  w.limits.begin_step(w.potential);
  if (!w.potential.start_at(state.x)) return Outcome::infeasible_start;
  if (w.balance) w.balance->begin_step(w.potential, state);
  move_scripted(w);
  w.stiffness.begin_step(w.potential, w.memory.barrier_at(w.potential.contact_scale()));
  return model.integrator == Integrator::quasi_static ? settle(model, w, report, stop)
                                                      : solve_with_friction(model, w, report, stop);
}

/// Moves the state to the solution. Returns false if that has too much energy. Whatever fails on the way, the
/// state is unchanged: the next one is made beside it.
bool take_over(const Model& model, const TimeStep& step, State& state, Workspace& w) {
  w.next_state = state;
  w.next_memory = w.memory;
  advance_state(model, w.potential.at().x, w.potential.scripted().is_scripted(), step, w.next_state);
  if (w.balance && !w.balance->settle(w.potential, step, w.next_state, w.next_memory)) return false;
  w.next_memory.barrier = w.potential.barrier_stiffness();
  w.next_memory.contact_scale = w.potential.contact_scale();
  w.next_memory.linear = w.solver.memory();
  write_fields(w.next_memory, w.next_state.memory);
  std::swap(state, w.next_state);
  std::swap(w.memory, w.next_memory);
  return true;
}

/// A step of the integrator, or of implicit Euler where the integrator would gain energy.
Outcome advance(const Model& model, State& state, double dt, Workspace& w, Report& report,
                const std::atomic<bool>* stop) {
  const TimeStep usual{dt, StepKind::usual}, damped{dt, StepKind::damped};
  const Outcome outcome = attempt(model, state, usual, w, report, stop);
  if (outcome != Outcome::converged || take_over(model, usual, state, w)) return outcome;
  report.is_damped = true;
  report.friction_passes = 0;
  const Outcome again = attempt(model, state, damped, w, report, stop);
  if (again == Outcome::converged) {
    const bool is_taken = take_over(model, damped, state, w);
    LACUNA_CHECK(is_taken, "a damped step was refused at {} s", state.time);
  }
  return again;
}

/// What is reported is the state that is kept.
void finish(const Model& model, const State& state, Workspace& w, Report& report) {
  if (report.outcome != Outcome::converged && report.outcome != Outcome::infeasible_start)
    (void)w.potential.start_at(state.x);
  measure(model, w.potential.dynamics().elements(), state, report);
  report.contacts = count_of(w.potential.at().contacts);
  report.min_gap = w.potential.smallest_gap();
  report.barrier = w.potential.barrier_stiffness() / w.potential.contact_scale();
  report.energy = w.potential.energy_report(state);
}

}  // namespace

StepReport step(const Model& model, State& state, double dt, Workspace& w, const std::atomic<bool>* stop) {
  const Timer timer;
  const double contact_seconds = w.potential.contact_seconds();
  Report report;
  report.step = state.step + 1;
  report.time = state.time_after(dt);
  report.dt = dt;
  try {
    report.outcome = advance(model, state, dt, w, report, stop);
    explain_outcome(model, w, report);
    if (report.outcome != Outcome::out_of_memory) finish(model, state, w, report);
    report.name_measures();
  } catch (const std::bad_alloc&) {
    if (state.step < report.step) report.outcome = Outcome::out_of_memory;
  }
  if (report.outcome == Outcome::out_of_memory) {
    w.release_solver();
    explain_outcome(model, w, report);
    report.name_measures();
  }
  if (report.outcome != Outcome::converged) {
    w.restore_solver();
    w.potential.restore_scripts(state);
  }
  PhaseSeconds& s = report.seconds;
  s.contacts = w.potential.contact_seconds() - contact_seconds;
  s.line_search = std::max(0.0, s.line_search - s.contacts);  // all except the initial ones are found there
  s.other = timer.seconds() - (s.contacts + s.assembly + s.linear_solve + s.step_bound + s.line_search);
  return report;
}

}  // namespace lacuna::ipc
