#include "ipc/step.h"

#include "base/check.h"
#include "base/parallel.h"
#include "base/timer.h"
#include "ipc/convergence.h"
#include "ipc/explain_outcome.h"
#include "sim/integrator.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace lacuna {

namespace {

// Every gap keeps this part of itself in one Newton step; scripted vertices leave more to those in their way.
constexpr double gap_fraction = 0.1, scripted_gap_fraction = 0.5;
// A search this many times shorter than its direction has failed.
constexpr double shortest_search = 1e-12;
constexpr Index most_friction_passes = 100;
// A static step is in equilibrium if inertia holds less than this part of the load of every body. Solves go
// on while that part shrinks, or has lately, and inertia is made lighter meanwhile, down to a part of the
// first: bodies that nothing holds would make systems singular without it.
constexpr double equilibrium = 1e-4, hardly_less = 0.95, lighter = 0.25, least_inertia = 1e-5;
constexpr int most_static_solves = 60, most_idle_solves = 2;
// What has just come to touch in a static solve rubs with so many times the normal force of a balance, and
// then slides at first so many times the size of the scene in a solve: far slides turn bodies, which takes
// hundreds of iterations.
constexpr double sticks_at_first = 100, short_slide = 0.1;
// What rolls lands with one vertex after the other; after so many the solve is left to end.
constexpr int most_landings = 20;
// Systems in a row that may fail. One or two do where a Hessian is nearly singular, and gradient descent
// leads out of there; when all do, it would take for ever.
constexpr int most_failed_solves = 50;
// A direction that was taken as a whole and leads on like the one before, at least half as far, may be
// followed up to 32 times as far: beyond that a fold that snaps has long met something.
constexpr double leads_on = 0.9, hardly_shorter = 0.5, longest_way_on = 16;

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

/// How far a search went along a direction, and how far nothing would have been in the way.
struct SearchResult {
  double part, bound;
  double change;           // of the minimised function
  std::string limited_by;  // known only if the iterations are observed
  bool has_moved() const { return part > 0; }
  bool was_shortened() const { return part < bound; }
};

void assemble(Workspace& w, StepReport& report) {
  const PhaseTimer timer(report.seconds.assembly);
  w.potential.assemble();
}

/// Scripted vertices go towards the next point of their path as far as nothing is in the way. False if
/// something is.
bool move_one_leg(Workspace& w) {
  Boundary& boundary = w.potential.boundary();
  const Positions x = w.potential.at().x;
  boundary.missing(x, w.direction);
  if (largest_component(w.direction) == 0) return true;
  double part = w.potential.bound(w.direction, scripted_gap_fraction).time;
  for (; part >= shortest_search; part /= 2) {
    add_scaled(x, part, w.direction, w.trial);
    if (std::isfinite(w.potential.change(w.trial)) && w.potential.is_free_of_intersections(w.trial)) break;
  }
  const bool can_move = part >= shortest_search;
  if (part < 1) boundary.begin_pulling(x, can_move ? part : 0);
  if (can_move) w.potential.accept();
  if (w.on_iterate) w.on_iterate(w.potential);
  return part >= 1;
}

/// Scripted vertices follow their path as far as nothing is in the way; the solver does the rest.
void move_scripted(Workspace& w) {
  while (w.potential.boundary().begin_next_leg())
    if (!move_one_leg(w)) return;
}

/// Steepest descent, scaled by the diagonal.
void descend_along_gradient(Workspace& w) {
  parallel_for(count_of(w.direction), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.direction[v] = w.right_side[v].cwiseQuotient(w.potential.hessian().diagonal(i).diagonal());
  });
}

/// The Newton direction, or one of descent where the system has no solution.
SolveOutcome find_direction(Workspace& w, StepReport& report) {
  const PhaseTimer timer(report.seconds.linear_solve);
  const auto& gradient = w.potential.gradient();
  w.right_side.resize(gradient.size());
  for (size_t v = 0; v < gradient.size(); ++v) w.right_side[v] = -gradient[v];
  const SolveReport solve = w.solver.solve(w.potential.hessian(), w.right_side, w.direction);
  report.linear_iterations += solve.iterations;
  report.linear_solver = solve.solver;
  if (!solve.why.empty()) report.linear_solver += fmt::format(" ({})", solve.why);
  if (solve.outcome == SolveOutcome::solved) return solve.outcome;
  report.linear_solver += fmt::format("; failed: {}", word_of(solve.outcome));
  if (std::isfinite(solve.relative_residual))
    report.linear_solver += fmt::format(", residual {:.1g} of the right-hand side", solve.relative_residual);
  if (solve.outcome != SolveOutcome::not_converged) descend_along_gradient(w);
  return solve.outcome;
}

/// What find_direction() has found.
DirectionKind kind_of(SolveOutcome outcome) {
  const bool is_newton = outcome == SolveOutcome::solved || outcome == SolveOutcome::not_converged;
  return is_newton ? DirectionKind::newton : DirectionKind::gradient;
}

/// Moves along the direction as far as nothing is in the way, or a half, a quarter, ... of that, until the
/// energy does not rise beyond rounding and no edge crosses a triangle.
SearchResult search_along_direction(const Model& model, Workspace& w, StepReport& report) {
  DirectionBound bound;
  {
    const PhaseTimer timer(report.seconds.step_bound);
    bound = w.potential.bound(w.direction, gap_fraction);
  }
  const PhaseTimer timer(report.seconds.line_search);
  for (double part = bound.time; part > shortest_search; part /= 2) {
    add_scaled(w.potential.at().x, part, w.direction, w.trial);
    const double change = w.potential.change(w.trial);
    if (!(change <= w.potential.noise()) || !w.potential.is_free_of_intersections(w.trial)) continue;
    SearchResult result{part, bound.time, change, {}};
    if (part < report.smallest_step || (part < 1 && w.on_iteration))
      result.limited_by = part < bound.time ? "energy" : name_limit(model, bound, w.potential.at().x);
    if (part < report.smallest_step) {
      report.smallest_step = part;
      report.limited_by = result.limited_by;
    }
    w.potential.accept();
    if (w.on_iterate) w.on_iterate(w.potential);
    return result;
  }
  report.limited_by = bound.time < 1 ? name_limit(model, bound, w.potential.at().x) : "energy";
  return {0, bound.time, 0, report.limited_by};
}

void tell_observer(const Workspace& w, const StepReport& report, const SearchResult& search,
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

/// The last direction was taken as a whole, and this one as well, and they agree.
bool leads_on_like_the_last(const Workspace& w) {
  if (w.last_direction.empty()) return false;
  const double size = norm(w.direction), last = norm(w.last_direction);
  return dot(w.direction, w.last_direction) > leads_on * size * last && size > hardly_shorter * last;
}

/// Goes on, once more as far as it came, and again, while that lowers the energy and nothing is in the way.
/// Where something buckles, a projected Hessian is too stiff by the curvature that was taken away, and
/// Newton's method gets to the minimum in many equal steps. Of a cloth that is twisted every second iteration
/// was of that kind.
void go_on_along_direction(Workspace& w, StepReport& report, SearchResult& search) {
  const PhaseTimer timer(report.seconds.line_search);
  for (double more = 1; more <= longest_way_on; more *= 2) {
    const Positions x = w.potential.at().x;
    parallel_for(count_of(x), [&](Index i) {
      w.last_direction[static_cast<size_t>(i)] = more * w.direction[static_cast<size_t>(i)];
    });
    if (w.potential.bound(w.last_direction, gap_fraction).time < 1) return;
    add_scaled(x, more, w.direction, w.trial);
    const double change = w.potential.change(w.trial);
    if (!(change < -w.potential.noise())) return;
    if (!w.potential.is_free_of_intersections(w.trial)) return;
    w.potential.accept();
    if (w.on_iterate) w.on_iterate(w.potential);
    search.part += more;
    search.change += change;
  }
}

/// Newton's method from where the potential is.
Outcome minimise(const Model& model, Workspace& w, StepReport& report, const std::atomic<bool>* stop) {
  Convergence convergence(model, w.potential.boundary());
  Boundary& boundary = w.potential.boundary();
  int failed_solves = 0, landings = 0;
  w.last_direction.clear();
  for (Index iteration = 0; iteration < model.ipc.max_iterations; ++iteration) {
    if (stop && stop->load()) return Outcome::interrupted;
    assemble(w, report);
    const SolveOutcome solve = find_direction(w, report);
    if (solve == SolveOutcome::out_of_memory) return Outcome::out_of_memory;
    failed_solves = solve == SolveOutcome::solved ? 0 : failed_solves + 1;
    if (failed_solves > most_failed_solves || solve == SolveOutcome::not_finite)
      return Outcome::linear_solve_failed;
    report.residual = convergence.measure(w.direction, solve == SolveOutcome::solved);

    SearchResult search = search_along_direction(model, w, report);
    ++report.iterations;
    if (search.part == 1 && !convergence.is_met() && leads_on_like_the_last(w))
      go_on_along_direction(w, report, search);
    tell_observer(w, report, search, kind_of(solve));
    if (search.part >= 1)
      w.last_direction = w.direction;
    else
      w.last_direction.clear();
    LaggedFriction& friction = w.potential.friction();
    const bool is_met =
        convergence.is_met() && (!convergence.needs_friction_forces() ||
                                 friction.is_as_predicted(w.potential.at().x, w.direction, search.part));
    const bool is_newton = friction.choose_curvatures(w.potential.at().x, w.direction, search.part,
                                                      search.was_shortened(), convergence.is_met());
    // Before the stiffness changes: friction and reports take the one that the state was solved with.
    if (is_met && is_newton && !boundary.is_pulling()) return Outcome::converged;
    if (!search.has_moved() && is_newton) {
      descend_along_gradient(w);
      search = search_along_direction(model, w, report);
      tell_observer(w, report, search, DirectionKind::gradient);
      if (!search.has_moved() && !boundary.is_pulling())
        return solve == SolveOutcome::solved ? Outcome::stalled : Outcome::linear_solve_failed;
    }
    w.stiffness.update(w.potential, search.bound);
    w.limits.update(w.potential);
    // What does not move any more is settled: only another pull can change it.
    const bool was_pulling = boundary.is_pulling();
    const bool is_settled = convergence.is_settled() && search.part <= 1;
    boundary.update(w.potential.at().x, !search.has_moved() || is_settled);
    if (boundary.is_infeasible()) return Outcome::infeasible_script;
    if (!is_newton || (was_pulling && !boundary.is_pulling())) convergence.doubt();
    // A static solve has no next step in which what touches now would begin to rub. Its normal force is not
    // known yet: it sticks to the end of this solve.
    if (model.integrator == Integrator::quasi_static && landings < most_landings &&
        friction.misses(w.potential.at().contacts)) {
      ++landings;
      w.potential.rest(w.potential.inertia());
      w.stiffness.begin_step(w.potential, w.potential.barrier_stiffness());
      w.potential.lag_friction(sticks_at_first * w.stiffness.at_start());
      w.last_direction.clear();
      convergence.doubt();
    }
  }
  return Outcome::iteration_limit;
}

/// Lagged friction, solved again with the forces of the last solution until they agree or enough was done
/// (IPC, section 5.5).
Outcome solve_with_friction(const Model& model, Workspace& w, StepReport& report,
                            const std::atomic<bool>* stop) {
  const Index wanted = model.ipc.friction_passes > 0 ? model.ipc.friction_passes : most_friction_passes;
  const Index least = Convergence(model, w.potential.boundary()).least_iterations();
  const std::vector<FrictionStencil>& rubbing = w.potential.friction().stencils();
  for (;;) {
    const bool was_rubbing = !rubbing.empty();
    w.potential.lag_friction(report.friction_passes == 0 ? w.stiffness.at_start()
                                                         : w.potential.barrier_stiffness());
    // What first touches during a step rubs from the second pass on; what has come apart must not have
    // rubbed.
    if (report.friction_passes > 0 && !was_rubbing && rubbing.empty()) return Outcome::converged;
    const Index before = report.iterations;
    const Outcome outcome = minimise(model, w, report, stop);
    ++report.friction_passes;
    const bool is_settled = report.friction_passes > 1 && report.iterations == before + least;
    if (outcome != Outcome::converged || is_settled) return outcome;
    if (report.friction_passes < wanted) continue;
    report.is_friction_settled = model.ipc.friction_passes > 0;
    return outcome;
  }
}

/// A static step: solves from rest, each from where the last ended and with the friction of its start, until
/// inertia holds next to nothing of the load (the proximal point method). What slides or falls never gets
/// there.
Outcome settle(const Model& model, Workspace& w, StepReport& report, const std::atomic<bool>* stop) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double first = w.potential.inertia();
  double inertia = first, least = infinity;
  bool was_balanced = false, has_rubbed = false;
  for (int idle = 0; report.friction_passes < most_static_solves && idle <= most_idle_solves;) {
    if (report.friction_passes > 0) {
      w.potential.rest(inertia);
      w.stiffness.begin_step(w.potential, w.potential.barrier_stiffness());
    }
    w.potential.lag_friction(w.stiffness.at_start());
    const Outcome outcome = minimise(model, w, report, stop);
    ++report.friction_passes;
    if (outcome != Outcome::converged) return outcome;
    report.unbalanced = w.potential.imbalance().part;
    // Friction may have been that of a landing: only the next solve tells whether what holds now is enough.
    const bool is_balanced = *report.unbalanced < equilibrium;
    if (is_balanced && (was_balanced || w.potential.friction().stencils().empty())) return outcome;
    was_balanced = is_balanced;
    const bool is_less = *report.unbalanced < hardly_less * least;
    idle = is_balanced || is_less ? 0 : idle + 1;
    if (is_less && !is_balanced) inertia = std::max(lighter * inertia, least_inertia * first);
    least = is_balanced ? infinity : std::min(least, *report.unbalanced);
    // From here on friction decides; what it does not hold need not slide far to show it.
    if (!has_rubbed && !w.potential.friction().stencils().empty()) {
      has_rubbed = true;
      inertia = std::max(inertia, square(model.dt) * model.gravity.norm() / (short_slide * model.size));
    }
  }
  report.not_in_equilibrium = explain_imbalance(model, w);
  return Outcome::converged;
}

void measure(const Model& model, Workspace& w, const State& state, StepReport& report) {
  report.contacts = count_of(w.potential.at().contacts);
  report.min_gap = w.potential.smallest_gap();
  report.max_strain = model.elements.largest_strain(state.x);
  report.max_stretch = model.elements.largest_stretch(state.x);
  report.limit_margin = model.elements.smallest_limit_margin(state.x);
  report.barrier = w.potential.barrier_stiffness() / w.potential.contact_scale();
  report.energy = w.potential.energy_report(state);
  for (size_t v = 0; v < state.x.size(); ++v) {
    if (!model.is_dynamic[v]) continue;
    const Vec3 momentum = model.mass[v] * state.v[v];
    report.momentum += momentum;
    report.angular_momentum += state.x[v].cross(momentum);
  }
}

/// Looks for the state at the end of the step.
Outcome attempt(const Model& model, const State& state, StepKind kind, Workspace& w, StepReport& report,
                const std::atomic<bool>* stop) {
  w.solver.begin_step();
  w.potential.begin_step(state, kind);
  w.limits.begin_step(w.potential);
  if (!w.potential.start_at(state.x)) return Outcome::infeasible_start;
  if (w.balance) w.balance->begin_step(w.potential, state);
  move_scripted(w);
  w.stiffness.begin_step(w.potential, state.barrier);
  return model.integrator == Integrator::quasi_static ? settle(model, w, report, stop)
                                                      : solve_with_friction(model, w, report, stop);
}

/// Moves the state to what was found. False if that has more energy than it may: the state stays as it was.
bool take_over(const Model& model, State& state, StepKind kind, Workspace& w) {
  advance_state(model, w.potential.at().x, w.potential.boundary().is_scripted(), state, kind);
  if (w.balance && !w.balance->settle(w.potential, state, kind)) return false;
  state.barrier = w.potential.barrier_stiffness();
  return true;
}

/// A step of the integrator, or of implicit Euler where that one would gain energy.
Outcome advance(const Model& model, State& state, Workspace& w, StepReport& report,
                const std::atomic<bool>* stop) {
  const Outcome outcome = attempt(model, state, StepKind::usual, w, report, stop);
  if (outcome != Outcome::converged || take_over(model, state, StepKind::usual, w)) return outcome;
  report.is_damped = true;
  report.friction_passes = 0;
  const Outcome again = attempt(model, state, StepKind::damped, w, report, stop);
  if (again == Outcome::converged) (void)take_over(model, state, StepKind::damped, w);
  return again;
}

void finish(const Model& model, const State& state, Workspace& w, StepReport& report) {
  if (report.outcome != Outcome::converged && report.outcome != Outcome::infeasible_start)
    (void)w.potential.start_at(state.x);  // what is reported is the state that is kept
  measure(model, w, state, report);
}

}  // namespace

Workspace::Workspace(const Model& model)
    : potential(model),
      stiffness(model),
      solver({.kind = model.ipc.linear_solver, .cholesky = {}}),
      direction(model.rest.size()),
      right_side(model.rest.size()) {
  if (model.integrator == Integrator::newmark) balance.emplace(model);
}

void Workspace::restore_memory(const State& state) {
  solver.set_memory(
      {{state.elimination_order, state.elimination_flops}, state.direct_steps_left, state.direct_steps});
}

void Workspace::release_solver(const Model& model) {
  solver = AutoSolver({.kind = model.ipc.linear_solver, .cholesky = {}});
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
  report.step = state.step + 1;
  report.time = report.step * model.dt;
  report.dt = model.dt;
  report.min_gap = std::numeric_limits<double>::infinity();  // until it is measured
  try {
    report.outcome = advance(model, state, w, report, stop);
    report.cause = explain_outcome(model, w, report);
    if (report.outcome != Outcome::out_of_memory) finish(model, state, w, report);
  } catch (const std::bad_alloc&) {
    if (state.step < report.step) report.outcome = Outcome::out_of_memory;
  }
  if (report.outcome == Outcome::out_of_memory) {
    w.release_solver(model);
    report.cause = explain_outcome(model, w, report);
  }
  PhaseSeconds& s = report.seconds;
  s.contacts = w.potential.contact_seconds() - contact_seconds;
  s.line_search = std::max(0.0, s.line_search - s.contacts);  // all but those of the start are found there
  s.other = timer.seconds() - (s.contacts + s.assembly + s.linear_solve + s.step_bound + s.line_search);
  return report;
}

}  // namespace lacuna
