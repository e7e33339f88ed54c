#include "sim/build/add_stitches.h"

#include "base/input_error.h"
#include "mesh/topology.h"
#include "sim/seams.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lacuna {

namespace {

// A point of an edge this close to an end, as a fraction of the edge, is that end.
constexpr double at_end = 1e-3;

/// The edges that others are sewn to: the rim of a sheet, the segments of a rod, or all sides of a closed
/// surface.
std::vector<Edge> rim_of(const Mesh& mesh) {
  const std::vector<Triangle> triangles = surface_triangles(mesh);
  if (triangles.empty()) return mesh.edges;
  std::vector<Edge> rim = boundary_edges(triangles);
  return rim.empty() ? unique_edges(triangles) : rim;
}

Edge rising(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

/// Each in ascending order, sorted.
std::vector<Edge> all_edges(const Mesh& mesh) {
  std::vector<Edge> edges = unique_edges(surface_triangles(mesh));
  for (const Edge& e : mesh.edges) edges.push_back(rising(e[0], e[1]));
  std::sort(edges.begin(), edges.end());
  return edges;
}

class Sewer {
 public:
  Sewer(const StitchGroup& group, std::array<const PlacedMesh*, 2> placed, std::array<Index, 2> first,
        Model& model)
      : group_(group), placed_(placed), first_(first), model_(model) {
    if (same_object()) edges_ = all_edges(placed[0]->mesh);
  }

  void sew() {
    for (const auto& [a, b] : group_.vertices) {
      check(0, a);
      check(1, b);
      add(a, b);
    }
    for (const StitchGroup::ToEdge& stitch : group_.edges) {
      check(0, stitch.vertex);
      for (const Index v : stitch.edge) check(1, v);
      add(stitch.vertex, stitch.edge, stitch.part);
    }
    if (group_.within) sew_what_is_close(*group_.within);
  }

 private:
  bool same_object() const { return first_[0] == first_[1]; }
  [[noreturn]] void fail(const std::string& problem, const std::string& hint) const {
    throw InputError(group_.place.text(), problem, hint);
  }
  void check(size_t side, Index v) const {
    if (v < count_of(placed_[side]->rest)) return;
    fail(fmt::format("'{}' has no vertex {}: it has {}", group_.objects[side], v, placed_[side]->rest.size()),
         "vertices count from 0");
  }
  const Vec3& start(size_t side, Index v) const {
    return placed_[side]->mesh.vertices[static_cast<size_t>(v)];
  }

  void add(Index a, Index b) {
    const Edge nodes{first_[0] + a, first_[1] + b};
    if (nodes[0] == nodes[1]) fail(fmt::format("vertex {} is sewn to itself", a), "name two vertices");
    has_sewn_ = true;
    if (!sewn_.insert(rising(nodes[0], nodes[1])).second) return;
    model_.elements.add<VertexStitch>(
        nodes, vertex_stitch(group_.stiffness, closed_seam(model_, nodes[0], nodes[1])));
  }

  void add(Index a, const Edge& edge, double part) {
    const std::array<Index, 3> nodes{first_[0] + a, first_[1] + edge[0], first_[1] + edge[1]};
    if (nodes[0] == nodes[1] || nodes[0] == nodes[2] || nodes[1] == nodes[2])
      fail(fmt::format("vertex {} and the edge {}-{} are not three vertices", a, edge[0], edge[1]),
           "name three vertices");
    if (part < at_end) return add(a, edge[0]);
    if (part > 1 - at_end) return add(a, edge[1]);
    has_sewn_ = true;
    model_.elements.add<EdgeStitch>(
        nodes, edge_stitch(group_.stiffness, part, closed_seam(model_, nodes[0], nodes[1])));
  }

  void sew_what_is_close(double within) {
    std::set<Index> from;
    for (const Edge& e : rim(0)) from.insert(e.begin(), e.end());
    const std::vector<Edge> to = rim(1);
    double nearest = std::numeric_limits<double>::infinity();
    for (const Index v : from) {
      const Closest closest = closest_on(to, v);
      nearest = std::min(nearest, closest.distance);
      if (closest.distance < within) add(v, closest.edge, closest.part);
    }
    if (!std::isfinite(nearest))
      fail(fmt::format("no vertex on the rim of '{}' can be sewn: every rim edge is next to it",
                       group_.objects[0]),
           "name vertices = [[0, 1], ...] instead of `within`");
    if (!has_sewn_)
      fail(fmt::format("no vertex on the rim of '{}' is within {:g} m of the rim of '{}'; the closest are "
                       "{:.4g} m apart",
                       group_.objects[0], within, group_.objects[1], nearest),
           "make `within` larger, or move the objects closer");
  }

  std::vector<Edge> rim(size_t side) const {
    std::vector<Edge> edges = rim_of(placed_[side]->mesh);
    if (edges.empty())
      fail(fmt::format("'{}' is made of particles, which have no rim to sew", group_.objects[side]),
           "name vertices = [[0, 0], ...] instead of `within`");
    return edges;
  }

  struct Closest {
    double distance = std::numeric_limits<double>::infinity();
    Edge edge{-1, -1};
    double part = 0;
  };

  Closest closest_on(const std::vector<Edge>& edges, Index v) const {
    Closest best;
    const Vec3& p = start(0, v);
    for (const Edge& e : edges) {
      if (same_object() && is_neighbour(v, e)) continue;
      const Vec3 a = start(1, e[0]), u = start(1, e[1]) - a;
      const double part = std::clamp((p - a).dot(u) / u.squaredNorm(), 0.0, 1.0);
      const double distance = (p - a - part * u).norm();
      if (distance < best.distance) best = {distance, e, part};
    }
    return best;
  }

  /// An edge of the rim at the vertex, or the next one: never the intended partner of the vertex.
  bool is_neighbour(Index v, const Edge& e) const {
    return e[0] == v || e[1] == v || are_joined(v, e[0]) || are_joined(v, e[1]);
  }
  bool are_joined(Index v, Index w) const {
    return std::binary_search(edges_.begin(), edges_.end(), rising(v, w));
  }

  const StitchGroup& group_;
  std::array<const PlacedMesh*, 2> placed_;
  std::array<Index, 2> first_;
  Model& model_;
  std::vector<Edge> edges_;  // of the object, if it is sewn to itself; sorted
  std::set<Edge> sewn_;      // vertex to vertex
  bool has_sewn_ = false;
};

/// Loose edges of a shell's mesh sew it to itself.
void add_loose_edges(const SceneObject& object, const PlacedMesh& placed, Index first, Model& model) {
  const auto* shell = std::get_if<ShellMaterial>(&object.kind);
  if (shell == nullptr) return;
  for (const Edge& seam : placed.seams) {
    const Edge nodes{first + seam[0], first + seam[1]};
    model.elements.add<VertexStitch>(
        nodes, vertex_stitch(shell->seam_stiffness, closed_seam(model, nodes[0], nodes[1])));
  }
}

}  // namespace

void add_stitches(const Scene& scene, std::span<const PlacedMesh> placed, std::span<const Index> first,
                  Model& model) {
  for (size_t o = 0; o < scene.objects.size(); ++o)
    add_loose_edges(scene.objects[o], placed[o], first[o], model);
  for (const StitchGroup& group : scene.stitches) {
    std::array<size_t, 2> object{};
    for (size_t side = 0; side < 2; ++side)
      object[side] = static_cast<size_t>(
          std::find_if(scene.objects.begin(), scene.objects.end(),
                       [&](const SceneObject& o) { return o.name == group.objects[side]; }) -
          scene.objects.begin());
    const auto is_obstacle = [&](size_t o) {
      return std::holds_alternative<Obstacle>(scene.objects[o].kind);
    };
    if (is_obstacle(object[0]) && is_obstacle(object[1]))
      model.notes.push_back(fmt::format("[[stitch]] of '{}' and '{}' does nothing: both are obstacles",
                                        group.objects[0], group.objects[1]));
    Sewer(group, {&placed[object[0]], &placed[object[1]]}, {first[object[0]], first[object[1]]}, model).sew();
  }
  note_seams(model);
}

}  // namespace lacuna
