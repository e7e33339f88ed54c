// All scratch memory of a step, reused between steps, and the memory of the last step.
#pragma once

#include "sim/contact_direction.h"
#include "sim/iteration_report.h"
#include "sim/solver.h"
#include "two_way/memory.h"
#include "two_way/walk.h"

#include <functional>

namespace lacuna::two_way {

/// A step report with the measures of this solver as members.
struct Report : StepReport {
  Index passes = 0;            ///< of all walks
  double missing = 0;          ///< m: what the last walk left to go
  double script_lag = 0;       ///< m: how far the last scripted vertex is behind its target
  Index shorter_attempts = 0;  ///< steps that were tried again with half their length

  /// Under their names in steps.jsonl.
  void name_measures() {
    measures = {{"passes", passes},
                {"missing", missing},
                {"script_lag", script_lag},
                {"shorter_attempts", shorter_attempts}};
  }
};

/// Contacts are about as stiff as what they touch: as for the cubic solver (docs/linear.md).
inline AutoOptions solver_options(const TwoWaySettings& settings) {
  return {.kind = settings.linear_solver,
          .tolerance = settings.linear_tolerance,
          .large_rows = 2000,
          .contact_block = ContactBlock::if_small,
          .cholesky = {}};
}

struct Workspace {
  Workspace(const Model& model, const TwoWaySettings& given)
      : settings(given),
        system(model, {.least_limit_margin = kept_margin}),
        walk(model, settings, system),
        solver(solver_options(given)),
        direction(model.rest.size()),
        target(model.rest.size()),
        missing(model.rest.size()) {
    memory.normal_forces.assign(system.friction().normal_forces().size(), 0.0);
  }

  /// Puts the linear solver and friction where the memory says that the last step left them.
  void restore_memory() {
    solver.set_memory(memory.linear);
    system.friction().set_normal_forces(memory.normal_forces);
  }

  /// Frees the memory of the linear solver.
  void release_solver() { solver = AutoSolver(solver_options(settings)); }

  const TwoWaySettings settings;
  double usual_step = 0;  ///< s: of the run, where no step was cut short before
  Memory memory;
  Index halvings = 0;     ///< of the step at hand
  double gap_before = 0;  ///< m: the smallest, at its start
  ContactSystem system;
  Walk walk;
  AutoSolver solver;
  std::vector<Vec3> x, direction, target, missing;
  DirectionScratch scratch;
  State next_state;  ///< scratch: the state while it is being moved, then the previous one
  std::function<void(const AcceptedState&)> on_accepted;
  std::function<void(const IterationReport&)> on_iteration;
};

}  // namespace lacuna::two_way
