// Scripts that turn far in one time step. A step knows where a vertex was and where it is, not how often it
// went around: the velocity that friction and inertia see is that of the chord, which after half a turn
// points backwards.
#pragma once

#include "sim/model.h"

namespace lacuna {

/// Throws InputError with the step that would do if a script turns by half a turn or more in one step before
/// `duration`; adds a note to the model if one turns by more than 30 degrees. For scripts that are complete
/// and a model that knows its step.
void check_turns(double duration, Model& model);

}  // namespace lacuna
