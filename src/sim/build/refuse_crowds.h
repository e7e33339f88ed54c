// Refuses scenes with more initial contacts than memory can hold: an offset or a dhat of many edge lengths,
// mostly by mistake.
#pragma once

#include "scene/scene.h"
#include "sim/model.h"

namespace lacuna {

/// Throws InputError that names the object. The estimate uses its bounding box and takes one pass over the
/// edges.
void refuse_crowds(const Scene& scene, const Model& model, Positions x);

}  // namespace lacuna
