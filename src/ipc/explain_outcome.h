// Explains to the user why a step did not converge: one sentence, with names and positions.
#pragma once

#include "ipc/step.h"

namespace lacuna {

/// Names what limited a motion from x.
std::string name_limit(const Model& model, const DirectionBound& bound, Positions x);

/// Empty if the step converged. Uses the workspace's direction.
std::string explain_outcome(const Model& model, Workspace& w, const StepReport& report);

/// For a static step that converged without equilibrium.
std::string explain_imbalance(const Model& model, Workspace& w);

/// Advice after such an outcome. Empty where resuming from the last checkpoint is enough: after an
/// interruption, with more iterations where they ran out, and with more memory. Any other run would fail the
/// same way again, bit for bit.
std::string advise(const StepReport& report);

}  // namespace lacuna
