// Sheets without offset on obstacles: nothing crosses, but at a gap below dhat the obstacle shows through in
// many renderings (docs/thin.md, "An offset for pictures").
#pragma once

#include "scene/scene.h"
#include "sim/model.h"

namespace lacuna {

/// Adds one note with a sufficient offset if a shell and an obstacle that can touch both have offset 0. The
/// objects and lengths of the model must be complete.
void suggest_offset(const Scene& scene, Model& model);

}  // namespace lacuna
