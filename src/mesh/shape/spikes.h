// Spikes on a sphere.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

namespace lacuna {

/// Moves the vertices of a sphere outwards along their radii, those inside a solid less.
void add_spikes(const SphereShape& shape, std::vector<Vec3>& vertices);

}  // namespace lacuna
