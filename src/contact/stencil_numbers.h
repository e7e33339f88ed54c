// Every possible stencil of a surface has a number: by kind, then by its primitives. Sorting and merging
// stencils then means sorting numbers.
#pragma once

#include "contact/contacts.h"
#include "geometry/contact_stencil.h"

namespace lacuna {

class StencilNumbers {
 public:
  /// No edge may have zero rest length.
  StencilNumbers(const Surface& surface, Positions rest_positions);

  /// The stencil of the closest features of a contact.
  std::uint64_t of(Positions x, const Contact& contact) const;
  /// The same, with nearly parallel edges like any others.
  std::uint64_t of_features(const Contact& contact) const;

  std::uint64_t point_point(Index p, Index q) const;
  std::uint64_t point_edge(Index p, Index edge) const;
  /// With the edge reduced to the region of the closest point.
  std::uint64_t point_edge(Index p, Index edge, PointEdgeRegion region) const;
  std::uint64_t point_triangle(Index p, Index triangle) const;
  std::uint64_t edge_edge(Index a, Index b) const;
  std::uint64_t mollified(Index a, Index b, EdgeEdgeRegion region) const;

  /// The largest number.
  std::uint64_t largest() const { return first_.back(); }
  /// The stencil of a number, with a weight of 1.
  ContactStencil stencil(std::uint64_t number) const;

  bool is_nearly_parallel(Positions x, Index edge_a, Index edge_b) const;
  /// Edges of each triangle: sides 01, 12, 20.
  const std::vector<std::array<Index, 3>>& triangle_edges() const { return triangle_edges_; }

 private:
  std::uint64_t first(StencilKind kind) const { return first_[static_cast<size_t>(kind)]; }
  double threshold(size_t edge_a, size_t edge_b) const;

  const Surface& surface_;
  std::vector<double> rest_length2_;  // by edge
  std::vector<std::array<Index, 3>> triangle_edges_;
  std::uint64_t vertex_count_, edge_count_, triangle_count_;
  std::array<std::uint64_t, 6> first_;  // by kind, and one past the last
};

}  // namespace lacuna
