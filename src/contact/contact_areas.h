// What a vertex or an edge of the surface stands for in an integral over it.
#pragma once

#include "contact/surface.h"

namespace lacuna {

/// Of rest shapes: a third of the area of its triangles. Without triangles, an edge has its length, a vertex
/// half of that of its edges, a particle 1.
struct ContactAreas {
  std::vector<double> of_vertex, of_edge;
};

/// Edge numbers of each triangle: sides 01, 12, 20.
std::vector<std::array<Index, 3>> edges_of_triangles(const Surface& surface);

ContactAreas contact_areas(const Surface& surface, Positions rest_positions,
                           const std::vector<std::array<Index, 3>>& triangle_edges);

}  // namespace lacuna
