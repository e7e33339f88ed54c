// The part of a scene that shapes its motion, as one text. A run can be resumed with a scene of the same
// text.
#pragma once

#include "scene/solvers.h"
#include "scene/value.h"

#include <string>

namespace lacuna {

/// All values of a scene under the first names of their keys (scene/renamed_keys.h), without
///   - the keys that are declared with may_change_on_resume() (scene/fields.h),
///   - the tables of other solvers than this one,
///   - the key `solver`, since a default need not be written; the fingerprint of a run has the solver's name.
/// `values` must be a table; anything in it may still be wrong.
std::string motion_text_of(Value values, SolverKind solver);

}  // namespace lacuna
