// Turns the material of an object into elements and masses: tets of a solid, membranes, limits and hinges of
// a shell, segments and joints of a rod.
#pragma once

#include "scene/place_mesh.h"
#include "sim/model.h"

namespace lacuna {

/// An object being added to the model: its vertices start at `first`.
struct ObjectParts {
  const SceneObject& object;
  const PlacedMesh& placed;
  Index first;
};

/// Throws an InputError about one object, at its place in the scene.
[[noreturn]] void refuse_object(const SceneObject& object, const std::string& problem,
                                const std::string& hint);

/// Throws InputError for elements that are degenerate at rest or start in an inadmissible shape.
void add_elements(const ObjectParts& parts, Model& model);

}  // namespace lacuna
