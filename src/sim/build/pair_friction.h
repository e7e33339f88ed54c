// Friction of pairs of objects, and of objects with half-spaces and spheres.
#pragma once

#include "scene/scene.h"
#include "sim/model.h"

namespace lacuna {

/// Puts the coefficients of each [[pair]] into the model, which must have all objects, planes and disabled
/// pairs. Notes pairs that never touch; throws InputError for two half-spaces.
void set_pair_friction(const Scene& scene, Model& model);

}  // namespace lacuna
