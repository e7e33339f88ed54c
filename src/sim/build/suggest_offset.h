// Sheets without thickness on obstacles: nothing crosses, but what is a few hundredths of dhat apart shows
// through in many pictures (docs/thin.md, "Thickness").
#pragma once

#include "scene/scene.h"
#include "sim/model.h"

namespace lacuna {

/// Adds one note, with an offset that would do, if a shell and an obstacle that can touch have offset 0. For
/// a model whose objects and lengths are complete.
void suggest_offset(const Scene& scene, Model& model);

}  // namespace lacuna
