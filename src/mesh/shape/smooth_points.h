// Sorts and smooths the random interior points of unstructured plane meshes (grids, panels).
#pragma once

#include "mesh/shape/delaunay.h"

#include <span>
#include <vector>

namespace lacuna {

/// Random disks of this diameter, in edge lengths, cover the plane as densely as equilateral triangles
/// (measured).
inline constexpr double disk_diameter = 0.85;
/// In edge lengths: the distance of the first inner row from the sides.
inline constexpr double outline_margin = 0.55;

/// Neighbours in the plane become neighbours in memory, here and in everything built on the mesh. Points are
/// in [0, extent]^2.
void sort_along_curve(std::span<Vec2> points, double extent);

/// Moves the points from `fixed_count` on so that triangles become well shaped, and keeps the mesh Delaunay.
void smooth_points(Delaunay& mesh, std::vector<Vec2>& points, Index fixed_count);

}  // namespace lacuna
