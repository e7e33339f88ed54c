// The search direction of one iteration: the solution of the linear system at x.
#pragma once

#include "cubic/workspace.h"

namespace lacuna::cubic {

/// Writes w.direction for the step that has begun.
[[nodiscard]] SolveOutcome find_direction(Workspace& w, Report& report);

}  // namespace lacuna::cubic
