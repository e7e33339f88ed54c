// Generated rods (edges) and particles (vertices only). Rows and grids of equal ones: array() in
// transform.h.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

namespace lacuna {

/// Vertices in order along the axis, centred on the origin; edge i joins i and i + 1.
Mesh rod(const RodShape& shape);

// Several rods (rods.cpp), rod by rod, vertices in order along each.
Mesh rod_bundle(const RodBundleShape& shape);
/// Rods along x first. In a joined net, rods along z add the vertices that they do not share.
Mesh net(const NetShape& shape);

/// Centred on the origin, x fastest, then y, then z. Hexagonal layers are stacked along y.
Mesh particle_box(const ParticleBoxShape& shape);

}  // namespace lacuna
