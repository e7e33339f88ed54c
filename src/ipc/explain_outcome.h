// Explains to the user why a step did not converge: one sentence, with names and positions.
#pragma once

#include "ipc/imbalance.h"
#include "ipc/workspace.h"

namespace lacuna::ipc {

/// Fills in cause, advice and change of a step that did not converge. Overwrites w.script_motion.
///
/// Advice is empty where resuming from the last checkpoint is enough: after an interruption, with more
/// iterations where they ran out, and with more memory. Every other failure would repeat bit-identically.
void explain_outcome(const Model& model, Workspace& w, Report& report);

/// For a static step that converged without equilibrium.
std::string explain_imbalance(const Model& model, const Workspace& w, const Imbalance& imbalance);

}  // namespace lacuna::ipc
