// Generated rods (edges) and particles (vertices alone). Bundles and grids of rods: array() in transform.h.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

namespace lacuna {

/// Vertices in order along the axis, centred on the origin; edge i joins i and i + 1.
Mesh rod(const RodShape& shape);

/// Centred on the origin, x fastest, then y, then z. Hexagonal layers are stacked along y.
Mesh particle_box(const ParticleBoxShape& shape);

}  // namespace lacuna
