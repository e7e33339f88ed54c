// One time step: the incremental potential is minimised by projected Newton steps that never let anything
// pass through anything (IPC, algorithm 1).
#pragma once

#include "ipc/barrier_stiffness.h"
#include "ipc/energy_balance.h"
#include "ipc/limit_stiffness.h"
#include "ipc/potential.h"
#include "sim/iteration_report.h"
#include "sim/step_report.h"
#include "solve/auto_solver.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lacuna {

/// All scratch memory of a step, reused between steps.
struct Workspace {
  explicit Workspace(const Model& model);

  /// The memory of the direct solver is part of the state, so that a resumed run is bit-identical.
  void restore_memory(const State& state);
  void save_memory(State& state) const;
  /// Frees the largest memory; call restore_memory() afterwards.
  void release_solver(const Model& model);

  Potential potential;
  BarrierStiffness stiffness;
  LimitStiffness limits;
  std::optional<EnergyBalance> balance;  ///< Newmark's
  AutoSolver solver;
  std::vector<Vec3> direction, right_side, trial;
  std::vector<Vec3> last_direction;  ///< of this minimisation, if it was taken in full; otherwise empty
  /// If set, called with every state that the minimisation accepts, for tests and plots.
  std::function<void(const Potential&)> on_iterate;
  /// If set, called after every line search. It must not throw.
  std::function<void(const IterationReport&)> on_iteration;
};

/// Advances the state if the step converged, otherwise leaves it unchanged and says why. `stop`, if given, is
/// checked between iterations.
StepReport step(const Model& model, State& state, Workspace& w, const std::atomic<bool>* stop = nullptr);

}  // namespace lacuna
