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

/// Everything a step needs and need not allocate again.
struct Workspace {
  explicit Workspace(const Model& model);

  /// The memory of the direct solver goes with the state, so that a resumed run computes the same bits.
  void restore_memory(const State& state);
  void save_memory(State& state) const;
  /// Gives back what takes most memory; restore_memory() is due afterwards.
  void release_solver(const Model& model);

  Potential potential;
  BarrierStiffness stiffness;
  LimitStiffness limits;
  std::optional<EnergyBalance> balance;  ///< Newmark's
  AutoSolver solver;
  std::vector<Vec3> direction, right_side, trial;
  std::vector<Vec3> last_direction;  ///< of this minimisation, if it was taken as a whole; else empty
  /// If set, called with every state that the minimisation accepts: what tests and plots look at.
  std::function<void(const Potential&)> on_iterate;
  /// If set, called after every search along a direction. It must not throw.
  std::function<void(const IterationReport&)> on_iteration;
};

/// Advances the state if the step converged, else leaves it as it is and says why. `stop`, if given, is
/// looked at between iterations.
StepReport step(const Model& model, State& state, Workspace& w, const std::atomic<bool>* stop = nullptr);

}  // namespace lacuna
