// Adds the stitches of a scene and the seams of its meshes, between vertices and points of edges. Sewn parts
// do not pass through each other: a seam closes to the distance at which contact begins.
#pragma once

#include "scene/place_mesh.h"
#include "sim/model.h"

namespace lacuna {

/// `placed` and `first` have one entry per object of the scene; dhat and the pairs without contact are known.
/// Throws InputError for a vertex that does not exist, and for a group that sews nothing.
void add_stitches(const Scene& scene, std::span<const PlacedMesh> placed, std::span<const Index> first,
                  Model& model);

}  // namespace lacuna
