#include "contact/area_terms.h"

namespace lacuna {

namespace {
constexpr double quarter = 0.25;  // half for both sides, half for vertices and edges
constexpr double half = 0.5;      // both sides
}  // namespace

std::uint64_t AreaTerms::with_edge(Index v, Index e) const {
  return static_cast<std::uint64_t>(v) * surface_.edges().size() + static_cast<std::uint64_t>(e);
}
std::uint64_t AreaTerms::with_vertex(Index v, Index w) const {
  return static_cast<std::uint64_t>(v) * static_cast<std::uint64_t>(surface_.vertex_count()) +
         static_cast<std::uint64_t>(w);
}
std::uint64_t AreaTerms::largest_feature() const {
  const auto vertices = static_cast<std::uint64_t>(surface_.vertex_count());
  return vertices * std::max<std::uint64_t>(vertices, surface_.edges().size());
}

double AreaTerms::reach2(Index v, Index w) const {
  return square(dhat_ + 0.5 * (surface_.offset_of(v) + surface_.offset_of(w)));
}
PointEdgeRegion AreaTerms::region(Index v, const Edge& e) const {
  return closest_point_edge(at(v), at(e[0]), at(e[1])).region();
}
bool AreaTerms::is_near(Index v, Index w) const { return point_point_distance2(at(v), at(w)) < reach2(v, w); }
bool AreaTerms::is_near(Index v, const Edge& e) const {
  return point_edge_distance2(at(v), at(e[0]), at(e[1])) < reach2(v, e[0]);
}

void AreaTerms::add_pair(const Contact& contact, std::vector<WeightedNumber>& stencils) const {
  const auto [i, j] = contact.pair;
  double weight = 0;
  switch (contact.kind) {
    case PairKind::vertex_triangle:
      weight = quarter * vertex_area(i);
      break;
    case PairKind::edge_edge:
      weight = quarter * (edge_area(i) + edge_area(j));
      if (numbers_.is_nearly_parallel(x_, i, j)) add_mollified_ends(i, j, stencils);
      break;
    case PairKind::vertex_edge:
      weight = half * vertex_area(i);
      break;
    case PairKind::vertex_vertex:
      weight = half * (vertex_area(i) + vertex_area(j));
  }
  stencils.push_back({numbers_.of(x_, contact), weight});
}

/// A mollified pair whose closest point is an end of an edge is subtracted there, with the same factor; the
/// role end_to_edge adds the contribution of the end.
void AreaTerms::add_mollified_ends(Index a, Index b, std::vector<WeightedNumber>& stencils) const {
  const auto take_back = [&](size_t on_a, size_t on_b, double area) {
    const auto region = static_cast<EdgeEdgeRegion>(3 * on_a + on_b);
    stencils.push_back({numbers_.mollified(a, b, region), -quarter * area});
  };
  for (size_t end = 0; end < 2; ++end) {
    const Index of_a = edge(a)[end], of_b = edge(b)[end];
    if (is_near(of_b, edge(a))) take_back(static_cast<size_t>(region(of_b, edge(a))), end, edge_area(a));
    if (is_near(of_a, edge(b))) take_back(end, static_cast<size_t>(region(of_a, edge(b))), edge_area(b));
  }
}

void AreaTerms::add_shared(SharedRole role, const Contact& contact,
                           std::vector<WeightedNumber>& features) const {
  const auto [i, j] = contact.pair;
  const auto add_vertices = [&, v = i](const auto& vertices) {
    for (Index w : vertices)
      if (is_near(v, w)) features.push_back({with_vertex(v, w), 1});
  };
  if (contact.kind == PairKind::vertex_triangle && role == SharedRole::vertex_to_edge) {
    for (Index e : numbers_.triangle_edges()[static_cast<size_t>(j)])
      if (is_near(i, edge(e))) features.push_back({with_edge(i, e), 1});
  } else if (contact.kind == PairKind::vertex_triangle && role == SharedRole::vertex_to_vertex) {
    add_vertices(surface_.triangles()[static_cast<size_t>(j)]);
  } else if (contact.kind == PairKind::vertex_edge && role == SharedRole::vertex_to_rod_end) {
    add_vertices(edge(j));
  } else if (contact.kind == PairKind::edge_edge && role == SharedRole::end_to_edge) {
    // Mollified edges are subtracted one by one; they only mark the end as present.
    const double count = numbers_.is_nearly_parallel(x_, i, j) ? 0 : 1;
    for (const auto& [looking, other] : {Pair{i, j}, Pair{j, i}})
      for (Index end : edge(other))
        if (is_near(end, edge(looking))) features.push_back({with_edge(end, looking), count});
  }
}

void AreaTerms::correct(SharedRole role, std::uint64_t feature, double count,
                        std::vector<WeightedNumber>& stencils, std::vector<WeightedNumber>& vertices) const {
  if (count == 1) return;
  const bool is_edge = role == SharedRole::vertex_to_edge || role == SharedRole::end_to_edge;
  const std::uint64_t divisor =
      is_edge ? surface_.edges().size() : static_cast<std::uint64_t>(surface_.vertex_count());
  const auto v = static_cast<Index>(feature / divisor), other = static_cast<Index>(feature % divisor);
  const double area = role == SharedRole::end_to_edge ? edge_area(other) : vertex_area(v);
  const double weight = (role == SharedRole::vertex_to_rod_end ? half : quarter) * area * (1 - count);
  if (!is_edge) {
    stencils.push_back({numbers_.point_point(v, other), weight});
    return;
  }
  stencils.push_back({numbers_.point_edge(v, other, region(v, edge(other))), weight});
  if (role == SharedRole::end_to_edge) return;
  for (Index w : edge(other))
    if (is_near(v, w)) vertices.push_back({with_vertex(v, w), 1 - count});
}

}  // namespace lacuna
