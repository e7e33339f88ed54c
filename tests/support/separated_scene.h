// Triangles, segments and particles placed at random, none closer to another than a given gap beyond its
// offset.
#pragma once

#include "base/random.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "contact/surface.h"
#include "geometry/distance.h"

#include <limits>

namespace lacuna::test {

/// Every pair that may collide, with its distance, by trying them all: shares nothing with the search under
/// test.
inline std::vector<Contact> all_pairs(const Surface& surface, Positions x) {
  const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
  const auto may_collide = [&](std::span<const Index> a, std::span<const Index> b) {
    bool is_all_kinematic = true;
    for (Index v : a)
      for (Index w : b) {
        if (v == w) return false;
        is_all_kinematic = is_all_kinematic && surface.is_kinematic(v) && surface.is_kinematic(w);
      }
    return !is_all_kinematic && surface.may_collide(surface.object_of(a[0]), surface.object_of(b[0]));
  };
  std::vector<Contact> pairs;
  const auto add = [&](Index a, Index b, PairKind kind, double distance2) {
    pairs.push_back({{a, b}, kind, 0, distance2});
  };
  for (Index v : surface.vertices())
    for (Index i = 0; i < count_of(surface.triangles()); ++i) {
      const Triangle& t = surface.triangles()[static_cast<size_t>(i)];
      if (may_collide(std::array{v}, t))
        add(v, i, PairKind::vertex_triangle, point_triangle_distance2(at(v), at(t[0]), at(t[1]), at(t[2])));
    }
  for (Index i = 0; i < count_of(surface.edges()); ++i)
    for (Index j = i + 1; j < count_of(surface.edges()); ++j) {
      const Edge &a = surface.edges()[static_cast<size_t>(i)], &b = surface.edges()[static_cast<size_t>(j)];
      if (may_collide(a, b))
        add(i, j, PairKind::edge_edge, edge_edge_distance2(at(a[0]), at(a[1]), at(b[0]), at(b[1])));
    }
  for (Index v : surface.free_vertices())
    for (Index i : surface.free_edges()) {
      const Edge& e = surface.edges()[static_cast<size_t>(i)];
      if (may_collide(std::array{v}, e))
        add(v, i, PairKind::vertex_edge, point_edge_distance2(at(v), at(e[0]), at(e[1])));
    }
  for (Index v : surface.particles())
    for (Index w : surface.particles())
      if (v < w && may_collide(std::array{v}, std::array{w}))
        add(v, w, PairKind::vertex_vertex, point_point_distance2(at(v), at(w)));
  return pairs;
}

struct SeparatedScene {
  Surface surface;
  std::vector<Vec3> x, dx;

  /// Pieces of about the given size in a unit cube, and displacements of up to `motion` per coordinate.
  SeparatedScene(std::uint64_t seed, int pieces, double size, double offset, double gap, double motion) {
    Random random(seed);
    const auto point = [&](double s) {
      const double a = random.uniform(-s, s), b = random.uniform(-s, s);
      return Vec3(a, b, random.uniform(-s, s));
    };
    std::vector<Mesh> placed;
    for (int tries = 0; tries < 20 * pieces && static_cast<int>(placed.size()) < pieces; ++tries) {
      Mesh mesh;
      const Vec3 center = point(0.5);
      const auto vertices = 1 + random.below(3);
      for (std::uint64_t v = 0; v < vertices; ++v) mesh.vertices.emplace_back(center + point(size));
      if (vertices == 2) mesh.edges = {{0, 1}};
      if (vertices == 3) mesh.triangles = {{0, 1, 2}};
      placed.push_back(mesh);
      if (smallest_gap_of(placed, offset) < gap) placed.pop_back();
    }
    surface = surface_of(placed, offset, x);
    for (size_t v = 0; v < x.size(); ++v) dx.push_back(point(motion));
  }

 private:
  static Surface surface_of(const std::vector<Mesh>& meshes, double offset, std::vector<Vec3>& x) {
    Surface surface;
    x.clear();
    for (const Mesh& mesh : meshes) {
      surface.add(mesh, {.offset = offset});
      x.insert(x.end(), mesh.vertices.begin(), mesh.vertices.end());
    }
    return surface;
  }
  static double smallest_gap_of(const std::vector<Mesh>& meshes, double offset) {
    std::vector<Vec3> x;
    const Surface surface = surface_of(meshes, offset, x);
    // An edge through the middle of a triangle is near none of its features.
    if (!IntersectionCheck(surface).find(x).empty()) return 0;
    return smallest_gap(surface, all_pairs(surface, x));
  }
};

}  // namespace lacuna::test
