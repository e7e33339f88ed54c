// Weights by area (Li, Kaufman, Jiang 2023, Convergent Incremental Potential Contact).
//
// A vertex integrates the barrier over the triangles near it, and an edge over the edges near it. As the
// closest point is often shared by several triangles or edges, plain sums would count it several times.
// Inclusion and exclusion counts it once: triangles, minus edges for each triangle beyond the first, plus or
// minus vertices for the remaining error; and edges, minus their ends for each edge beyond the first. Each
// role below tracks how often a feature has been counted, and corrects that to one.
#pragma once

#include "contact/contact_areas.h"
#include "contact/stencil_numbers.h"
#include "contact/weighted_number.h"

namespace lacuna {

/// Which primitive counts which shared feature.
enum class SharedRole : std::uint8_t { vertex_to_edge, vertex_to_vertex, end_to_edge, vertex_to_rod_end };

/// A feature's number here is (counting primitive) times the number of features, plus the feature.
class AreaTerms {
 public:
  AreaTerms(const Surface& surface, const StencilNumbers& numbers, const ContactAreas& areas, Positions x,
            double dhat)
      : surface_(surface), numbers_(numbers), areas_(areas), x_(x), dhat_(dhat) {}

  /// The stencil of a contact, with its area.
  void add_pair(const Contact& contact, std::vector<WeightedNumber>& stencils) const;
  /// The features that a contact counts in a role.
  void add_shared(SharedRole role, const Contact& contact, std::vector<WeightedNumber>& features) const;
  /// Corrects a feature that has been counted `count` times; corrections to `vertices` are for the role
  /// vertex_to_vertex, which follows vertex_to_edge.
  void correct(SharedRole role, std::uint64_t feature, double count, std::vector<WeightedNumber>& stencils,
               std::vector<WeightedNumber>& vertices) const;
  std::uint64_t largest_feature() const;

 private:
  void add_mollified_ends(Index a, Index b, std::vector<WeightedNumber>& stencils) const;
  std::uint64_t with_edge(Index v, Index e) const;
  std::uint64_t with_vertex(Index v, Index w) const;
  const Edge& edge(Index e) const { return surface_.edges()[static_cast<size_t>(e)]; }
  const Vec3& at(Index v) const { return x_[static_cast<size_t>(v)]; }
  double vertex_area(Index v) const { return areas_.of_vertex[static_cast<size_t>(v)]; }
  double edge_area(Index e) const { return areas_.of_edge[static_cast<size_t>(e)]; }
  PointEdgeRegion region(Index v, const Edge& e) const;
  bool is_near(Index v, Index w) const;
  bool is_near(Index v, const Edge& e) const;
  double reach2(Index v, Index w) const;

  const Surface& surface_;
  const StencilNumbers& numbers_;
  const ContactAreas& areas_;
  Positions x_;
  double dhat_;
};

}  // namespace lacuna
