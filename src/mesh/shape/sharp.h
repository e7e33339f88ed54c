// Generated shapes with few elements and sharp features: single tets, blocks, stones, and the pairs of
// spikes, wedges, holes and cracks that are hard for contact. Conventions of solids.h and surfaces.h hold.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

namespace lacuna {

// Solids.
Mesh unit_tet(const UnitTetShape& shape = {});
/// Throws InputError if a tet of the block is flat or inverted.
Mesh hexahedron_solid(const HexahedronShape& shape);
Mesh spike_solid(const SpikeShape& shape);
Mesh wedge_solid(const WedgeShape& shape);
Mesh arch_stone_solid(const ArchStoneShape& shape);

/// Layers of prisms like cylinder_solid(), tapered.
Mesh spindle_solid(const SpindleShape& shape);

// Closed surfaces.
Mesh cliff_surface(const CliffShape& shape);
Mesh internal_edges_surface(const InternalEdgesShape& shape);
Mesh crack_surface(const CrackShape& shape);
Mesh hole_surface(const HoleShape& shape);

}  // namespace lacuna
