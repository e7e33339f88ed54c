// Topology, from the indices of a mesh alone: unique edges, neighbours, boundary, components, and whether
// a surface is closed, manifold and consistently oriented. Everything is flat arrays built by counting sort
// on the smallest vertex, so a million triangles take a fraction of a second, and every order is defined.
// Indices must not be negative; lengths, areas, volumes and element quality are in measures.h.
#pragma once

#include "base/types.h"
#include "mesh/mesh.h"

#include <span>
#include <vector>

namespace lacuna {

using Edges = std::span<const Edge>;
using Triangles = std::span<const Triangle>;
using Tets = std::span<const Tet>;

/// Each side of a triangle once, as (smaller, larger) vertex, in lexicographic order.
std::vector<Edge> unique_edges(Triangles triangles);

/// Each side of a tet once, as (smaller, larger) vertex, in lexicographic order.
std::vector<Edge> unique_edges(Tets tets);

/// Edges of a triangle list and the triangles at each. Triangle t has the edges `of_triangle[t]`, where side
/// i joins its corners i and i + 1; the triangles at edge e are triangles[first[e] .. first[e + 1]),
/// ascending.
struct EdgeTriangles {
  std::vector<Edge> edges;            ///< as unique_edges
  std::vector<Index> first;           ///< edge count + 1 entries
  std::vector<Index> triangles;       ///< 3 x triangle count entries
  std::vector<Triangle> of_triangle;  ///< per triangle: three edge indices

  std::span<const Index> at(Index e) const {
    const auto begin = static_cast<size_t>(first[static_cast<size_t>(e)]);
    const auto end = static_cast<size_t>(first[static_cast<size_t>(e) + 1]);
    return std::span(triangles).subspan(begin, end - begin);
  }
};

EdgeTriangles edge_triangles(Triangles triangles);

/// Triangles (or edges, or tets) at each vertex: items[first[v] .. first[v + 1]), ascending.
struct VertexElements {
  std::vector<Index> first;
  std::vector<Index> items;

  std::span<const Index> at(Index v) const {
    const auto begin = static_cast<size_t>(first[static_cast<size_t>(v)]);
    const auto end = static_cast<size_t>(first[static_cast<size_t>(v) + 1]);
    return std::span(items).subspan(begin, end - begin);
  }
};

/// visit(add) calls add(vertex, item) for every item of every vertex, twice in the same order; the items of a
/// vertex keep it.
template <class Visit>
void list_by_vertex(Index vertex_count, Visit&& visit, VertexElements& lists) {
  std::vector<Index>& first = lists.first;
  first.assign(static_cast<size_t>(vertex_count) + 2, 0);
  visit([&](Index v, Index) { ++first[static_cast<size_t>(v) + 2]; });
  for (size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
  lists.items.resize(static_cast<size_t>(first.back()));
  // first[v + 1] is where the next item of v goes, and in the end where those of v + 1 begin.
  visit([&](Index v, Index item) {
    lists.items[static_cast<size_t>(first[static_cast<size_t>(v) + 1]++)] = item;
  });
  first.pop_back();
}

VertexElements vertex_edges(Edges edges, Index vertex_count);
VertexElements vertex_triangles(Triangles triangles, Index vertex_count);
VertexElements vertex_tets(Tets tets, Index vertex_count);

/// Faces that belong to one tet only, seen from outside counter-clockwise for tets of positive volume, in
/// the order of tets and, within a tet, of the opposite corner.
struct TetBoundary {
  std::vector<Triangle> triangles;
  std::vector<Index> tets;  ///< the tet behind each triangle
};

TetBoundary tet_boundary(Tets tets);
std::vector<Triangle> boundary_triangles(Tets tets);

/// The surface that can collide: the mesh's triangles and the boundary of its tets.
std::vector<Triangle> surface_triangles(const Mesh& mesh);

/// Sides of triangles used by one triangle only, in its direction, ordered as unique_edges.
std::vector<Edge> boundary_edges(Triangles triangles);

/// Vertices joined by edges, triangles and tets. Components are numbered by their first vertex; a vertex of
/// no element is a component of its own.
struct Components {
  Index count = 0;
  std::vector<Index> of_vertex;
};

Components connected_components(const Mesh& mesh);

/// All combinatorial defects of a triangle list, counted.
struct SurfaceReport {
  Index vertex_count = 0;  ///< vertices used by a triangle
  Index edge_count = 0;
  Index triangle_count = 0;
  Index boundary_edge_count = 0;       ///< edges of one triangle
  Index nonmanifold_edge_count = 0;    ///< edges of three or more triangles
  Index nonmanifold_vertex_count = 0;  ///< vertices where several fans meet
  Index misoriented_edge_count = 0;    ///< edges that two triangles traverse in the same direction
  Index repeated_corner_count = 0;     ///< triangles that name a vertex twice

  bool is_closed() const { return triangle_count > 0 && boundary_edge_count == 0; }
  bool is_manifold() const {
    return nonmanifold_edge_count == 0 && nonmanifold_vertex_count == 0 && repeated_corner_count == 0;
  }
  bool is_oriented() const { return misoriented_edge_count == 0 && nonmanifold_edge_count == 0; }
  Index euler_characteristic() const { return vertex_count - edge_count + triangle_count; }
};

SurfaceReport inspect_surface(Triangles triangles);

bool is_closed(Triangles triangles);
bool is_manifold(Triangles triangles);  ///< boundaries allowed
bool is_oriented(Triangles triangles);
Index euler_characteristic(Triangles triangles);

}  // namespace lacuna
