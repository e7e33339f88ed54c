// Generated surfaces. Closed ones are manifold, oriented outwards, without duplicate vertices; vertices lie
// on the exact shape. Bad parameters throw InputError that names the parameter.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

#include <string>

namespace lacuna {

Mesh box_surface(const BoxShape& shape);
Mesh sphere_surface(const SphereShape& shape);

// Shapes of revolution (revolved.cpp).
Mesh disk_surface(const DiskShape& shape);
Mesh cylinder_surface(const CylinderShape& shape);
Mesh sleeve_surface(const SleeveShape& shape);
Mesh tube_surface(const TubeShape& shape);
Mesh cone_surface(const ConeShape& shape);
Mesh torus_surface(const TorusShape& shape);
Mesh capsule_surface(const CapsuleShape& shape);
Mesh bowl_surface(const BowlShape& shape);
Mesh funnel_surface(const FunnelShape& shape);

/// Ellipses around y instead of circles (mannequin.cpp).
Mesh mannequin_surface(const MannequinShape& shape);

// Rectangles (grids.cpp).
Mesh grid_surface(const GridShape& shape);
/// Throws InputError unless such a grid can be made; shapes built on a grid pass their own parameter names.
void require_unstructured_grid(const UnstructuredGridShape& shape, const std::string& size_name,
                               const std::string& edge_name);
Mesh unstructured_grid_surface(const UnstructuredGridShape& shape);

}  // namespace lacuna
