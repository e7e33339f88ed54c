// Scenes in which so much is in contact from the start that no memory holds it: an offset or a dhat of many
// edges, mostly by mistake.
#pragma once

#include "scene/scene.h"
#include "sim/model.h"

namespace lacuna {

/// Throws InputError that names the object. A guess from its box, which takes no longer than a look at every
/// edge.
void refuse_crowds(const Scene& scene, const Model& model, Positions x);

}  // namespace lacuna
