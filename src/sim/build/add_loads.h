// The loads of an object: pressure on its surface, and the parts that air acts on.
#pragma once

#include "sim/build/add_elements.h"

namespace lacuna {

/// The air of a scene, before its objects. Notes a wind that cannot act.
void set_air(const AirSettings& settings, Model& model);

/// Throws InputError for pressure on something that is not closed.
void add_loads(const ObjectParts& parts, const AirSettings& settings, Model& model);

}  // namespace lacuna
