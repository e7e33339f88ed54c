// All scratch memory of a step of the cubic solver, reused between steps, and the memory of the last step.
#pragma once

#include "cubic/memory.h"
#include "sim/contact_direction.h"
#include "sim/iteration_report.h"
#include "sim/solver.h"

#include <functional>

namespace lacuna::cubic {

/// A step report with the measures of this solver as members.
struct Report : StepReport {
  double share = 1;             ///< part of the planned step that was taken
  double script_lag = 0;        ///< m: how far the last scripted vertex is behind its target
  Index shorter_attempts = 0;   ///< steps that were tried again with half their length
  bool moved_together = false;  ///< all vertices by the same part of each direction

  /// Under their names in steps.jsonl.
  void name_measures();
};

struct Workspace {
  Workspace(const Model& model, const CubicSettings& given);

  /// Before the first step.
  Memory first_memory() const;
  /// Frees the memory of the linear solver.
  void release_solver();
  /// Puts the linear solver and friction where the memory says that the last step left them.
  void restore_memory();

  const CubicSettings settings;
  double usual_step = 0;  ///< s: of the run, where no step was cut short before
  Memory memory;          ///< of the last step that was done
  /// Vertices could not move for themselves in this step.
  bool moves_together = false;
  ContactSystem system;
  AutoSolver solver;
  std::vector<Vec3> x, direction;  ///< of the iteration
  std::vector<Vec3> extended;      ///< what is tested: the direction, a quarter longer if all move together
  std::vector<Vec3> missing;       ///< what the last direction asked for beyond where vertices stopped
  DirectionScratch scratch;
  State next_state;  ///< scratch: the state while it is being moved, then the previous one
  std::function<void(const AcceptedState&)> on_accepted;
  std::function<void(const IterationReport&)> on_iteration;
};

}  // namespace lacuna::cubic
