// What to tell the user about a step that did not converge: one sentence, with names and positions.
#pragma once

#include "ipc/step.h"

namespace lacuna {

/// What let a motion from x go no farther.
std::string name_limit(const Model& model, const DirectionBound& bound, Positions x);

/// Empty if the step converged. Uses the workspace's direction.
std::string explain_outcome(const Model& model, Workspace& w, const StepReport& report);

/// Of a static step that converged without equilibrium.
std::string explain_imbalance(const Model& model, Workspace& w);

/// What helps after such an end. Empty where going on from the last checkpoint is enough: after an
/// interruption, with more iterations where they ran out, and with more memory. Every other end would come
/// again, with the same bits.
std::string advise(const StepReport& report);

}  // namespace lacuna
