// The stitches of a scene as springs between vertices and points of edges.
#pragma once

#include "scene/place_mesh.h"
#include "sim/model.h"

namespace lacuna {

/// `placed` and `first` have one entry per object of the scene. Throws InputError for a vertex that is none,
/// and for a group that sews nothing.
void add_stitches(const Scene& scene, std::span<const PlacedMesh> placed, std::span<const Index> first,
                  Model& model);

}  // namespace lacuna
