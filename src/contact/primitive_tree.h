// Trees over the primitives of a surface, one per kind, either of the moving primitives or of the static
// ones.
#pragma once

#include "contact/surface.h"
#include "geometry/packed_tree.h"

namespace lacuna {

/// A tree whose leaves also know the vertices of their primitives, to reject neighbours eight at a time.
struct PrimitiveTree {
  PackedTree tree;
  std::vector<Index> ids;                            ///< the number that candidates name, per primitive
  std::vector<Index8> leaf_ids;                      ///< the same per leaf
  std::vector<std::array<Index8, 3>> leaf_vertices;  ///< per leaf; -1 where there is none
  std::vector<std::uint8_t> leaf_kinematic;          ///< per leaf: lanes whose vertices are all kinematic
};

/// A primitive is static if all of its vertices are.
enum class Mobility : std::uint8_t { moving, fixed };

struct PrimitiveTrees {
  PrimitiveTree vertices, edges, triangles, free_vertices, free_edges, particles;

  /// Sorts the primitives of this mobility by position.
  void build(const Surface& surface, Positions x, Mobility mobility);
  /// Sets all boxes from those of the vertices; vertex_boxes has one for every vertex of the surface.
  void fit(const Surface& surface, std::span<const Box4> vertex_boxes);
  /// Sum of the extents of the vertices of each leaf: grows when neighbours drift apart.
  double leaf_spread(Positions x) const;
};

}  // namespace lacuna
