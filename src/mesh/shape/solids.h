// Generated tetrahedral meshes: conforming, all volumes positive, boundary vertices on the exact shape.
// `triangles` stays empty; boundary_triangles(tets) has the surface. Bad parameters throw InputError.
// Quality, measured and enforced by the tests, as smallest dihedral angle (worst tet, mean) and worst radius
// ratio:
//   box, six tets   45, 45 degrees, 0.72      sphere     39, 53 degrees, 0.72
//   box, five tets  55, 58 degrees, 0.73      cylinder   34, 45 degrees, 0.63
//   mat             thickness / cell decides  torus      30, 44 degrees, 0.63 at radius / tube_radius = 4,
//                                                        19, 41 degrees, 0.50 at 1.6
//   lathe           15, 43 degrees, 0.22 for glasses and bottles, 30, 45, 0.54 for a plate, if the wall is
//                   about as thick as an edge is long
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

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

/// The same, bent into a ring.
Mesh torus_solid(const TorusShape& shape);

/// With a wall: tets, the vertices of the inner side first. Without a wall: only the surface, with normals to
/// the right of the profile, which is outwards if it goes up (lathe.cpp).
Mesh lathe(const LatheShape& shape);

}  // namespace lacuna
