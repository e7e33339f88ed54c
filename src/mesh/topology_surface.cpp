// Connected components and defects of surfaces: the part of topology.h that builds on edge_triangles().
#include "mesh/topology.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lacuna {
namespace {

/// Disjoint sets whose representative is the smallest member, so that results do not depend on the order.
class DisjointSets {
 public:
  explicit DisjointSets(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

  Index find(Index i) {
    while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
    return i;
  }

  void join(Index i, Index j) {
    i = find(i);
    j = find(j);
    parent_[at(std::max(i, j))] = std::min(i, j);
  }

 private:
  std::vector<Index> parent_;
};

template <class Element>
void join_corners(const std::vector<Element>& elements, DisjointSets& sets) {
  for (const Element& element : elements) {
    for (Index v : element) sets.join(element[0], v);
  }
}

Index corner_of(const Triangle& triangle, Index v) { return triangle[0] == v ? 0 : triangle[1] == v ? 1 : 2; }

/// Vertices whose triangles form more than one fan. Corners that share an edge at the vertex are one fan.
Index count_split_vertices(Triangles triangles, const EdgeTriangles& adjacency, Index vertex_bound) {
  DisjointSets corners(3 * triangles.size());
  for (Index e = 0; e < count_of(adjacency.edges); ++e) {
    const auto around = adjacency.at(e);
    for (Index v : adjacency.edges[at(e)]) {
      const Index corner = 3 * around[0] + corner_of(triangles[at(around[0])], v);
      for (Index t : around) corners.join(corner, 3 * t + corner_of(triangles[at(t)], v));
    }
  }
  std::vector<Index> fans(at(vertex_bound), 0);
  for (Index c = 0; c < 3 * count_of(triangles); ++c) {
    if (corners.find(c) == c) ++fans[at(triangles[at(c / 3)][at(c % 3)])];
  }
  return static_cast<Index>(std::count_if(fans.begin(), fans.end(), [](Index n) { return n > 1; }));
}

bool runs_forward(const Triangle& triangle, const Edge& edge) {
  for (size_t i = 0; i < 3; ++i) {
    if (triangle[i] == edge[0] && triangle[(i + 1) % 3] == edge[1]) return true;
  }
  return false;
}

bool has_repeated_corner(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

}  // namespace

std::vector<Edge> boundary_edges(Triangles triangles) {
  const EdgeTriangles adjacency = edge_triangles(triangles);
  std::vector<Edge> boundary;
  for (Index e = 0; e < count_of(adjacency.edges); ++e) {
    if (adjacency.at(e).size() != 1) continue;
    const Edge& edge = adjacency.edges[at(e)];
    const bool forward = runs_forward(triangles[at(adjacency.at(e)[0])], edge);
    boundary.push_back(forward ? edge : Edge{edge[1], edge[0]});
  }
  return boundary;
}

Components connected_components(const Mesh& mesh) {
  DisjointSets sets(mesh.vertices.size());
  join_corners(mesh.edges, sets);
  join_corners(mesh.triangles, sets);
  join_corners(mesh.tets, sets);
  Components components;
  components.of_vertex.resize(mesh.vertices.size());
  for (Index v = 0; v < count_of(mesh.vertices); ++v) {
    const Index root = sets.find(v);
    components.of_vertex[at(v)] = root == v ? components.count++ : components.of_vertex[at(root)];
  }
  return components;
}

SurfaceReport inspect_surface(Triangles triangles) {
  const EdgeTriangles adjacency = edge_triangles(triangles);
  Index bound = 0;
  for (const Edge& edge : adjacency.edges) bound = std::max(bound, edge[1] + 1);
  SurfaceReport report;
  std::vector<char> is_used(at(bound), 0);
  for (const Triangle& triangle : triangles) {
    for (Index v : triangle) is_used[at(v)] = 1;
    report.repeated_corner_count += has_repeated_corner(triangle);
  }
  report.vertex_count = static_cast<Index>(std::count(is_used.begin(), is_used.end(), 1));
  report.edge_count = count_of(adjacency.edges);
  report.triangle_count = count_of(triangles);
  for (Index e = 0; e < report.edge_count; ++e) {
    const auto around = adjacency.at(e);
    report.boundary_edge_count += around.size() == 1;
    report.nonmanifold_edge_count += around.size() > 2;
    report.misoriented_edge_count +=
        around.size() == 2 && runs_forward(triangles[at(around[0])], adjacency.edges[at(e)]) ==
                                  runs_forward(triangles[at(around[1])], adjacency.edges[at(e)]);
  }
  report.nonmanifold_vertex_count = count_split_vertices(triangles, adjacency, bound);
  return report;
}

bool is_closed(Triangles triangles) { return inspect_surface(triangles).is_closed(); }
bool is_manifold(Triangles triangles) { return inspect_surface(triangles).is_manifold(); }
bool is_oriented(Triangles triangles) { return inspect_surface(triangles).is_oriented(); }
Index euler_characteristic(Triangles triangles) { return inspect_surface(triangles).euler_characteristic(); }

}  // namespace lacuna
