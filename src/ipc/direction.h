// The direction of one iteration: Newton's, or steepest descent where the linear system has no solution.
#pragma once

#include "ipc/workspace.h"

namespace lacuna::ipc {

/// Solves the Newton system of w.potential into w.direction. Falls back on descend_along_gradient(), unless
/// conjugate gradients merely did not converge: their last iterate is still a descent direction.
SolveOutcome find_direction(Workspace& w, Report& report);

/// Steepest descent, scaled by the diagonal, after find_direction().
void descend_along_gradient(Workspace& w);

/// Which of the two find_direction() has found.
DirectionKind kind_of(SolveOutcome outcome);

}  // namespace lacuna::ipc
