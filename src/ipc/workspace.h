// All scratch memory of a step of IPC, reused between steps, and the memory of the last step.
#pragma once

#include "ipc/barrier_stiffness.h"
#include "ipc/energy_balance.h"
#include "ipc/limit_stiffness.h"
#include "ipc/memory.h"
#include "ipc/potential.h"
#include "sim/iteration_report.h"
#include "sim/step_report.h"
#include "solve/auto_solver.h"

#include <functional>
#include <optional>

namespace lacuna::ipc {

/// A step report with the measures of IPC as members: what the step itself works with.
struct Report : StepReport {
  Index friction_passes = 0;
  bool is_damped = false;           ///< Newmark would have gained energy: repeated with implicit Euler
  bool is_friction_settled = true;  ///< false: lagged friction did not converge within a hundred passes
  /// For a static step: the fraction of the load of the worst body carried by inertia alone at its end, 0 in
  /// equilibrium.
  std::optional<double> unbalanced;
  std::string not_in_equilibrium;  ///< if that is not small: why, one sentence for the user
  double barrier = 0;              ///< stiffness used last

  /// Under their names in steps.jsonl, with the warnings that follow from them.
  void name_measures();
};

struct Workspace {
  Workspace(const Model& model, Settings resolved);

  /// Puts the linear solver where the memory says that the last step left it.
  void restore_solver() { solver.set_memory(memory.linear); }
  /// Frees the largest memory; call restore_solver() afterwards.
  void release_solver();

  const Settings settings;
  Memory memory;  ///< of the last step that was done
  Potential potential;
  BarrierStiffness stiffness;
  LimitStiffness limits;
  std::optional<EnergyBalance> balance;  ///< Newmark's
  AutoSolver solver;
  std::vector<Vec3> direction, right_side, trial;
  std::vector<Vec3> script_motion;     ///< remaining displacement of scripted vertices to their targets, m
  std::vector<Vec3> last_direction;    ///< of this minimisation, if it was taken in full; otherwise empty
  std::vector<Vec3> longer_direction;  ///< scratch
  State next_state;                    ///< scratch: the state while it is being moved, then the previous one
  Memory next_memory;                  ///< likewise
  /// If set, called with every state that the minimisation accepts.
  std::function<void(const Potential&)> on_iterate;
  /// If set, called after every line search. It must not throw.
  std::function<void(const IterationReport&)> on_iteration;
};

}  // namespace lacuna::ipc
