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

/// A state that a solver has accepted on its way through a step: every promise holds there.
struct AcceptedState {
  Positions x;
  double min_gap;  ///< m, distance less offset over all contacts; infinity without contacts
};

class Solver {
 public:
  virtual ~Solver() = default;

  /// Tries to advance the state by dt. If the outcome is `converged`, the state has moved, by report.dt <=
  /// dt, and holds the solver's memory; otherwise neither the state nor the solver has changed, and the same
  /// step may be tried again. `stop`, if given, is looked at between iterations. Does not throw.
  virtual StepReport step(State& state, double dt, const std::atomic<bool>* stop = nullptr) = 0;

  /// Takes up the memory of a state that was saved, so that the steps that follow have the same bits as
  /// without the interruption. False if it is not a memory of this solver.
  [[nodiscard]] virtual bool restore(const State& state) = 0;

  /// What can touch, with the vertices marked that a script moves now.
  virtual const Surface& surface() const = 0;

  /// Every automatic choice, with its reason; a line each.
  virtual const std::vector<std::string>& notes() const = 0;
  /// What the user should know before the first step; a sentence each.
  virtual std::vector<std::string> warn_about_start(const State& start) const = 0;

  /// Called with every accepted state: what tests and plots look at.
  std::function<void(const AcceptedState&)> on_accepted;
  /// Called after every iteration. It must not throw.
  std::function<void(const IterationReport&)> on_iteration;
};

}  // namespace lacuna
