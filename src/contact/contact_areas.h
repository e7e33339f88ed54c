// Integration weights of the vertices and edges of a surface.
#pragma once

#include "contact/surface.h"

namespace lacuna {

/// From the rest shape: a third of the area of its triangles. Without triangles, an edge has its length, a
/// vertex half the length of its edges, a particle 1.
struct ContactAreas {
  std::vector<double> of_vertex, of_edge;
};

/// Edge indices of each triangle: sides 01, 12, 20.
std::vector<std::array<Index, 3>> edges_of_triangles(const Surface& surface);

ContactAreas contact_areas(const Surface& surface, Positions rest_positions,
                           const std::vector<std::array<Index, 3>>& triangle_edges);

}  // namespace lacuna
