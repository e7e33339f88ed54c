// One time step: the incremental potential is minimised by projected Newton steps that never let anything
// pass through anything (IPC, algorithm 1).
#pragma once

#include "ipc/workspace.h"

#include <atomic>

namespace lacuna::ipc {

/// Advances the state by dt and updates w.memory if the step converged; otherwise leaves both as they are and
/// says why. `stop`, if given, is checked between iterations.
StepReport step(const Model& model, State& state, double dt, Workspace& w,
                const std::atomic<bool>* stop = nullptr);

/// Newton's method from the potential's current iterate, with the friction that was lagged last.
Outcome minimise(const Model& model, Workspace& w, Report& report, const std::atomic<bool>* stop);

}  // namespace lacuna::ipc
