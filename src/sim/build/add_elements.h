// From what an object is made of to elements and masses: tets of a solid, membranes, limits and hinges of a
// shell, segments and joints of a rod.
#pragma once

#include "scene/place_mesh.h"
#include "sim/model.h"

namespace lacuna {

/// An object on its way into the model: its vertices are `first` and those behind.
struct ObjectParts {
  const SceneObject& object;
  const PlacedMesh& placed;
  Index first;
};

/// Throws InputError for elements that are degenerate at rest, or start where they may not be.
void add_elements(const ObjectParts& parts, Model& model);

}  // namespace lacuna
