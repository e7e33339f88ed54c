// Explains to the user why a step was not done: one sentence, with names and positions.
#pragma once

#include "cubic/workspace.h"

namespace lacuna::cubic {

/// Fills in cause and advice of a step that was not done.
void explain_outcome(const Model& model, const Workspace& w, Report& report);

}  // namespace lacuna::cubic
