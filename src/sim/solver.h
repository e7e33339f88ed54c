// What a solver must provide. run/make_solver.cpp makes the one that a scene names, from a Model; src/ipc is
// the example to follow (ipc/ipc_solver.h, ipc/step.cpp).
#pragma once

#include "contact/surface.h"
#include "sim/iteration_report.h"
#include "sim/state.h"
#include "sim/step_report.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace lacuna {

/// A state that a solver has accepted on its way through a step. What a run promises holds there: surfaces do
/// not intersect, every gap is above its offset, no element is inverted and no strain limit is exceeded.
struct AcceptedState {
  Positions x;
  double min_gap;  ///< m, distance less offset over all contacts; infinity without contacts
};

/// A constructor throws InputError for a scene that its solver cannot simulate (an integrator, a kind of
/// object). Results are the same bits for any number of threads.
class Solver {
 public:
  virtual ~Solver() = default;

  /// Tries to advance the state by dt > 0. Outcome::converged means that the step is done and all promises
  /// hold, also for a solver that does not iterate until it converges. The state has then moved, by report.dt
  /// with 0 < report.dt <= dt: advance_state() (sim/integrator.h) moves x, v and the time, and write_fields()
  /// (sim/named_fields.h) puts what the next step depends on into state.memory. After any other outcome
  /// neither the state nor the solver has changed, and the same step may be tried again.
  ///
  /// The report always has step, time, dt and outcome, and a cause unless the step is done. Of a finished
  /// step it also has contacts, min_gap and what measure() (sim/measure.h) fills in; `lacuna verify` refuses
  /// a min_gap that is not above 0. Other fields stay at their defaults where they mean nothing to a solver.
  ///
  /// `stop`, if given, is checked between iterations. Does not throw.
  virtual StepReport step(State& state, double dt, const std::atomic<bool>* stop = nullptr) = 0;

  /// Restores what the solver remembers from a saved state, so that the steps that follow have the same bits
  /// as without the interruption. False if the state was not saved by this solver.
  [[nodiscard]] virtual bool restore(const State& state) = 0;

  /// All that can touch, with the vertices marked as kinematic that a script moved in the last step. Valid as
  /// long as the solver.
  virtual const Surface& surface() const = 0;

  /// Every automatic choice, with its reason; one line each.
  virtual const std::vector<std::string>& notes() const = 0;
  /// What the user should know before the first step; one sentence each.
  virtual std::vector<std::string> warn_about_start(const State& start) const = 0;

  /// Called with every accepted state: what tests and plots look at. It must not throw.
  std::function<void(const AcceptedState&)> on_accepted;
  /// Called after every iteration. It must not throw.
  std::function<void(const IterationReport&)> on_iteration;
};

}  // namespace lacuna
