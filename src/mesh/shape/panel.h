// A flat piece of cloth with any outline, like the parts of a garment: see PanelShape.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

namespace lacuna {

/// Vertices of the outline come first: side i from corner i up to but excluding corner i + 1, evenly spaced,
/// in the order of the outline; sides of equal length have equally many. Triangles have the normal +y;
/// texture coordinates are (x, z) in metres, one per vertex.
Mesh panel_surface(const PanelShape& shape);

/// Number of edges of a side of this length.
Index panel_side_count(double length, double edge_length);

}  // namespace lacuna
