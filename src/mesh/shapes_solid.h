// Generated tetrahedral meshes: conforming, all volumes positive, boundary vertices on the exact shape.
// `triangles` stays empty; boundary_triangles(tets) has the surface. Bad parameters throw InputError.
// Worst and mean smallest dihedral angle, radius ratio, measured (tests/mesh/shapes_solid_test.cpp holds them
// to it): see each function.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape_param.h"

namespace lacuna {

/// Vertices on a lattice, x fastest, then y, then z.
Mesh box_solid(const BoxShape& shape, CellSplit split = CellSplit::six);

/// A box of one layer of cells.
Mesh mat_solid(const MatShape& shape);

/// The surface is sphere_surface() of the same parameters, vertices from the centre outwards, 20 resolution^3
/// tets.
Mesh sphere_solid(const SphereShape& shape);

/// Layers of prisms over disk_surface(), each cut into three tets.
Mesh cylinder_solid(const CylinderShape& shape);

/// The same, bent round.
Mesh torus_solid(const TorusShape& shape);

}  // namespace lacuna
