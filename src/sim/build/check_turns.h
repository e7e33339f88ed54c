// Checks for scripts that rotate far in one time step. A step knows where a vertex was and where it is, not
// how often it went around: friction and inertia see the velocity of the chord, which points backwards after
// half a turn.
#pragma once

#include "sim/model.h"

namespace lacuna {

/// Throws InputError with a step that would work if a script rotates by half a turn or more in one step
/// of the run; adds a note to the model if one rotates by more than 30 degrees. The scripts must be complete.
void check_turns(const Scene& scene, Model& model);

}  // namespace lacuna
