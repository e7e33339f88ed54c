#include "contact/contact_areas.h"

#include "base/check.h"

#include <algorithm>

namespace lacuna {

std::vector<std::array<Index, 3>> edges_of_triangles(const Surface& surface) {
  std::vector<std::pair<Edge, Index>> sorted;
  sorted.reserve(surface.edges().size());
  for (Index e = 0; e < count_of(surface.edges()); ++e) {
    const Edge& edge = surface.edges()[static_cast<size_t>(e)];
    sorted.push_back({{std::min(edge[0], edge[1]), std::max(edge[0], edge[1])}, e});
  }
  std::sort(sorted.begin(), sorted.end());
  const auto number_of = [&](Index a, Index b) {
    const Edge edge{std::min(a, b), std::max(a, b)};
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), std::pair<Edge, Index>(edge, 0));
    LACUNA_CHECK(at != sorted.end() && at->first == edge, "side {} {} of a triangle is no edge", a, b);
    return at->second;
  };
  std::vector<std::array<Index, 3>> edges;
  edges.reserve(surface.triangles().size());
  for (const Triangle& t : surface.triangles())
    edges.push_back({number_of(t[0], t[1]), number_of(t[1], t[2]), number_of(t[2], t[0])});
  return edges;
}

ContactAreas contact_areas(const Surface& surface, Positions rest_positions,
                           const std::vector<std::array<Index, 3>>& triangle_edges) {
  ContactAreas areas;
  areas.of_vertex.assign(static_cast<size_t>(surface.vertex_count()), 0);
  areas.of_edge.assign(surface.edges().size(), 0);
  const auto at = [&](Index v) -> const Vec3& { return rest_positions[static_cast<size_t>(v)]; };
  for (size_t t = 0; t < triangle_edges.size(); ++t) {
    const Triangle& v = surface.triangles()[t];
    const double area = 0.5 * (at(v[1]) - at(v[0])).cross(at(v[2]) - at(v[0])).norm();
    for (size_t k = 0; k < 3; ++k) {
      areas.of_vertex[static_cast<size_t>(v[k])] += area / 3;
      areas.of_edge[static_cast<size_t>(triangle_edges[t][k])] += area / 3;
    }
  }
  std::vector<double> half_length(areas.of_vertex.size(), 0);
  for (Index e : surface.free_edges()) {
    const Edge& v = surface.edges()[static_cast<size_t>(e)];
    const double length = (at(v[1]) - at(v[0])).norm();
    areas.of_edge[static_cast<size_t>(e)] = length;
    for (Index end : v) half_length[static_cast<size_t>(end)] += length / 2;
  }
  for (Index v : surface.free_vertices())
    areas.of_vertex[static_cast<size_t>(v)] = half_length[static_cast<size_t>(v)];
  for (Index v : surface.particles()) areas.of_vertex[static_cast<size_t>(v)] = 1;
  return areas;
}

}  // namespace lacuna
