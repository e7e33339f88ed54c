#include "contact/surface.h"

#include "base/check.h"
#include "mesh/topology.h"

#include <algorithm>

namespace lacuna {

namespace {

using IndexPair = std::array<Index, 2>;

IndexPair rising(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

void insert_sorted(std::vector<IndexPair>& pairs, IndexPair pair) {
  const auto at = std::lower_bound(pairs.begin(), pairs.end(), pair);
  if (at == pairs.end() || *at != pair) pairs.insert(at, pair);
}

bool contains(const std::vector<IndexPair>& pairs, IndexPair pair) {
  return std::binary_search(pairs.begin(), pairs.end(), pair);
}

}  // namespace

Index Surface::add(const Mesh& mesh, const SurfaceObject& object) {
  ++revision_;
  const Index base = vertex_count(), object_index = object_count_++;
  const size_t total = object_of_.size() + mesh.vertices.size();
  object_of_.resize(total, object_index);
  offset_of_.resize(total, object.offset);
  is_kinematic_.resize(total, object.is_kinematic || object.is_static ? 1 : 0);
  is_static_.resize(total, object.is_static ? 1 : 0);
  if (object.is_ball) is_ball_.resize(object_of_.size() - mesh.vertices.size(), 0);
  if (object.is_ball || has_balls()) is_ball_.resize(total, object.is_ball ? 1 : 0);
  if (object.is_static) ++static_revision_;
  if (!object.has_self_contact) disable(object_index, object_index);

  enum : std::uint8_t { nothing, edge, triangle };
  std::vector<std::uint8_t> highest(mesh.vertices.size(), nothing);
  for (const Edge& e : mesh.edges)
    for (Index v : e) highest[static_cast<size_t>(v)] = edge;
  const std::vector<Triangle> triangles = surface_triangles(mesh);
  for (const Triangle& t : triangles) {
    for (Index v : t) highest[static_cast<size_t>(v)] = triangle;
    triangles_.push_back({base + t[0], base + t[1], base + t[2]});
  }
  const std::vector<Edge> sides = unique_edges(triangles);
  for (const Edge& e : sides) edges_.push_back({base + e[0], base + e[1]});
  std::vector<Edge> free = mesh.edges;  // each once
  for (Edge& e : free) e = rising(e[0], e[1]);
  std::sort(free.begin(), free.end());
  free.erase(std::unique(free.begin(), free.end()), free.end());
  for (const Edge& e : free) {
    if (contains(sides, e)) continue;  // a seam along a side
    free_edges_.push_back(count_of(edges_));
    edges_.push_back({base + e[0], base + e[1]});
  }
  const bool is_particles = mesh.edges.empty() && mesh.triangles.empty() && mesh.tets.empty();
  for (Index v = 0; v < count_of(mesh.vertices); ++v) {
    const auto kind = highest[static_cast<size_t>(v)];
    if (kind == nothing && !is_particles) continue;
    vertices_.push_back(base + v);
    if (!object.is_static) moving_vertices_.push_back(base + v);
    if (kind != triangle) free_vertices_.push_back(base + v);
    if (kind == nothing) particles_.push_back(base + v);
  }
  return base;
}

void Surface::set_kinematic(Index vertex, bool is_kinematic) {
  LACUNA_CHECK(vertex >= 0 && vertex < vertex_count(), "vertex={} vertex_count={}", vertex, vertex_count());
  ++revision_;
  is_kinematic_[static_cast<size_t>(vertex)] = is_kinematic ? 1 : 0;
  if (is_kinematic || !is_static(vertex)) return;
  ++static_revision_;
  is_static_[static_cast<size_t>(vertex)] = 0;
  if (std::binary_search(vertices_.begin(), vertices_.end(), vertex))
    moving_vertices_.insert(std::lower_bound(moving_vertices_.begin(), moving_vertices_.end(), vertex),
                            vertex);
}

void Surface::disable(Index object_a, Index object_b) {
  LACUNA_CHECK(std::min(object_a, object_b) >= 0 && std::max(object_a, object_b) < object_count(),
               "object_a={} object_b={} object_count={}", object_a, object_b, object_count());
  ++revision_;
  insert_sorted(disabled_, rising(object_a, object_b));
}

bool Surface::may_collide(Index object_a, Index object_b) const {
  return !contains(disabled_, rising(object_a, object_b));
}

}  // namespace lacuna
