// Pairs of primitives that may touch, by kind. They include every contact of the papers (docs/collision.md).
#pragma once

#include "base/types.h"

#include <vector>

namespace lacuna {

using Pair = std::array<Index, 2>;

enum class PairKind : std::uint8_t { vertex_triangle, edge_edge, vertex_edge, vertex_vertex };

/// Vertex indices are those of the model, edge and triangle indices those of the Surface.
struct Candidates {
  std::vector<Pair> vertex_triangle;
  std::vector<Pair> edge_edge;      ///< smaller number first
  std::vector<Pair> vertex_edge;    ///< vertex of no triangle, edge of no triangle
  std::vector<Pair> vertex_vertex;  ///< particles, smaller number first

  size_t size() const {
    return vertex_triangle.size() + edge_edge.size() + vertex_edge.size() + vertex_vertex.size();
  }
};

}  // namespace lacuna
