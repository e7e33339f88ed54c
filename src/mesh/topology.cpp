#include "mesh/topology.h"

#include "base/check.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

namespace lacuna {
namespace {

template <class Element>
Index vertex_bound(std::span<const Element> elements) {
  Index largest = -1;
  for (const Element& element : elements) {
    for (Index v : element) {
      LACUNA_CHECK(v >= 0, "vertex {} in a mesh element", v);
      largest = std::max(largest, v);
    }
  }
  return largest + 1;
}

/// A side or face, without its smallest vertex: the other vertices packed, and where it came from.
struct Facet {
  std::uint64_t rest;
  Index source;
  bool operator<(const Facet& other) const {
    return rest != other.rest ? rest < other.rest : source < other.source;
  }
};

/// Facets sorted by vertices, then by source: those of smallest vertex v are facets[first[v] .. first[v+1]).
struct SortedFacets {
  std::vector<size_t> first;
  std::vector<Facet> facets;
};

/// `facet_of(source)` returns the smallest vertex and the packed rest. Buckets hold a handful of facets in a
/// sensible mesh, so sorting each of them is close to linear in total.
template <class FacetOf>
SortedFacets sort_facets(size_t facet_count, Index vertex_count, const FacetOf& facet_of) {
  LACUNA_CHECK(facet_count <= std::numeric_limits<Index>::max(), "{} sides or faces", facet_count);
  SortedFacets sorted;
  sorted.first.assign(at(vertex_count) + 1, 0);
  for (size_t s = 0; s < facet_count; ++s) ++sorted.first[at(facet_of(s).first) + 1];
  std::partial_sum(sorted.first.begin(), sorted.first.end(), sorted.first.begin());
  sorted.facets.resize(facet_count);
  std::vector<size_t> next(sorted.first.begin(), sorted.first.end() - 1);
  for (size_t s = 0; s < facet_count; ++s) {
    const auto [smallest, rest] = facet_of(s);
    sorted.facets[next[at(smallest)]++] = {rest, static_cast<Index>(s)};
  }
  for (size_t v = 0; v + 1 < sorted.first.size(); ++v) {
    std::sort(sorted.facets.begin() + static_cast<std::ptrdiff_t>(sorted.first[v]),
              sorted.facets.begin() + static_cast<std::ptrdiff_t>(sorted.first[v + 1]));
  }
  return sorted;
}

/// visit(smallest vertex, rest, facets of these vertices) for each distinct facet, in order.
template <class Visit>
void for_each_group(const SortedFacets& sorted, const Visit& visit) {
  for (size_t v = 0; v + 1 < sorted.first.size(); ++v) {
    for (size_t begin = sorted.first[v], end = begin; begin < sorted.first[v + 1]; begin = end) {
      while (end < sorted.first[v + 1] && sorted.facets[end].rest == sorted.facets[begin].rest) ++end;
      visit(static_cast<Index>(v), sorted.facets[begin].rest,
            std::span(sorted.facets).subspan(begin, end - begin));
    }
  }
}

std::pair<Index, std::uint64_t> edge_facet(Index a, Index b) {
  return {std::min(a, b), static_cast<std::uint64_t>(std::max(a, b))};
}

std::pair<Index, std::uint64_t> face_facet(Index a, Index b, Index c) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  return {a, static_cast<std::uint64_t>(b) << 32 | static_cast<std::uint64_t>(c)};
}

template <size_t Corners, class Element>
std::vector<Edge> sides_once(std::span<const Element> elements,
                             const std::array<std::array<size_t, 2>, Corners>& sides) {
  const auto sorted = sort_facets(Corners * elements.size(), vertex_bound(elements), [&](size_t s) {
    const Element& element = elements[s / Corners];
    return edge_facet(element[sides[s % Corners][0]], element[sides[s % Corners][1]]);
  });
  std::vector<Edge> edges;
  edges.reserve(sorted.facets.size() / 2);
  for_each_group(sorted, [&](Index a, std::uint64_t b, auto) {
    edges.push_back({a, static_cast<Index>(b)});
  });
  return edges;
}

template <class Element>
VertexElements elements_at_vertices(std::span<const Element> elements, Index vertex_count) {
  VertexElements result;
  result.first.assign(at(vertex_count) + 1, 0);
  for (const Element& element : elements) {
    for (Index v : element) {
      LACUNA_CHECK(v >= 0 && v < vertex_count, "vertex {} of {}", v, vertex_count);
      ++result.first[at(v) + 1];
    }
  }
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  result.items.resize(elements.size() * std::tuple_size_v<Element>);
  std::vector<Index> next(result.first.begin(), result.first.end() - 1);
  for (size_t e = 0; e < elements.size(); ++e) {
    for (Index v : elements[e]) result.items[at(next[at(v)]++)] = static_cast<Index>(e);
  }
  return result;
}

}  // namespace

std::vector<Edge> unique_edges(Triangles triangles) {
  return sides_once<3>(triangles, {{{0, 1}, {1, 2}, {2, 0}}});
}

std::vector<Edge> unique_edges(Tets tets) {
  return sides_once<6>(tets, {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}});
}

EdgeTriangles edge_triangles(Triangles triangles) {
  const auto sorted = sort_facets(3 * triangles.size(), vertex_bound(triangles), [&](size_t s) {
    return edge_facet(triangles[s / 3][s % 3], triangles[s / 3][(s % 3 + 1) % 3]);
  });
  EdgeTriangles result;
  result.edges.reserve(sorted.facets.size() / 2);
  result.first.reserve(sorted.facets.size() / 2 + 1);
  result.triangles.reserve(sorted.facets.size());
  result.of_triangle.resize(triangles.size());
  result.first.push_back(0);
  for_each_group(sorted, [&](Index a, std::uint64_t b, std::span<const Facet> group) {
    for (const Facet& side : group) {
      result.of_triangle[at(side.source / 3)][at(side.source % 3)] = count_of(result.edges);
      result.triangles.push_back(side.source / 3);
    }
    result.edges.push_back({a, static_cast<Index>(b)});
    result.first.push_back(count_of(result.triangles));
  });
  return result;
}

VertexElements vertex_edges(Edges edges, Index vertex_count) {
  return elements_at_vertices(edges, vertex_count);
}
VertexElements vertex_triangles(Triangles triangles, Index vertex_count) {
  return elements_at_vertices(triangles, vertex_count);
}
VertexElements vertex_tets(Tets tets, Index vertex_count) { return elements_at_vertices(tets, vertex_count); }

TetBoundary tet_boundary(Tets tets) {
  // Face i is opposite corner i and looks outwards when (x1-x0) . (x2-x0) x (x3-x0) > 0.
  static constexpr std::array<std::array<size_t, 3>, 4> faces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
  const auto face = [&](size_t s) {
    const Tet& tet = tets[s / 4];
    const auto& corners = faces[s % 4];
    return Triangle{tet[corners[0]], tet[corners[1]], tet[corners[2]]};
  };
  const auto sorted = sort_facets(4 * tets.size(), vertex_bound(tets), [&](size_t s) {
    const Triangle t = face(s);
    return face_facet(t[0], t[1], t[2]);
  });
  std::vector<Index> single;
  for_each_group(sorted, [&](Index, std::uint64_t, std::span<const Facet> group) {
    if (group.size() == 1) single.push_back(group[0].source);
  });
  std::sort(single.begin(), single.end());
  TetBoundary boundary;
  boundary.triangles.reserve(single.size());
  boundary.tets.reserve(single.size());
  for (Index s : single) {
    boundary.triangles.push_back(face(at(s)));
    boundary.tets.push_back(s / 4);
  }
  return boundary;
}

std::vector<Triangle> boundary_triangles(Tets tets) { return tet_boundary(tets).triangles; }

std::vector<Triangle> surface_triangles(const Mesh& mesh) {
  std::vector<Triangle> triangles = mesh.triangles;
  const auto boundary = boundary_triangles(mesh.tets);
  triangles.insert(triangles.end(), boundary.begin(), boundary.end());
  return triangles;
}

}  // namespace lacuna
