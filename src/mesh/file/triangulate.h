// Splits polygons into triangles.
#pragma once

#include "base/types.h"

#include <span>
#include <vector>

namespace lacuna {

/// Polygons with more corners are refused: the cost grows with the square, and with the cube where a polygon
/// crosses itself.
constexpr std::size_t max_polygon_corners = 1000;

/// Triangles of a simple polygon, as numbers of its corners. A quad is cut along its shorter diagonal, unless
/// only the other lies inside it; a larger polygon by ear clipping. Vertices of other polygons are ignored,
/// and a polygon that crosses itself still gives size - 2 triangles.
void triangulate(std::span<const Vec3> corners, std::vector<std::array<Index, 3>>& triangles);

}  // namespace lacuna
