// All pairs of a scene by trying every one: the reference for the broad phase.
#pragma once

#include "contact/candidates.h"
#include "support/random_scene.h"

#include <algorithm>
#include <set>

namespace lacuna::test {

/// A primitive as its vertices, and the box of its motion in double precision.
struct Primitive {
  Index id;
  std::vector<Index> vertices;
  Vec3 lower, upper;
};

struct BruteForce {
  const RandomScene& scene;
  Positions x_t0, x_t1;
  double range;

  Primitive primitive(Index id, std::vector<Index> vertices) const {
    Primitive p{id, std::move(vertices), Vec3::Constant(1e300), Vec3::Constant(-1e300)};
    for (Index v : p.vertices)
      for (const Vec3& x : {x_t0[static_cast<size_t>(v)], x_t1[static_cast<size_t>(v)]}) {
        const Vec3 radius = Vec3::Constant(0.5 * (range + scene.surface.offset_of(v)));
        p.lower = p.lower.cwiseMin(x - radius);
        p.upper = p.upper.cwiseMax(x + radius);
      }
    return p;
  }

  bool may_collide(const Primitive& a, const Primitive& b) const {
    const Surface& surface = scene.surface;
    bool all_kinematic = true;
    for (const Primitive* p : {&a, &b})
      for (Index v : p->vertices) all_kinematic = all_kinematic && surface.is_kinematic(v);
    if (all_kinematic) return false;
    const auto has = [](const auto& pairs, Index i, Index j) {
      return std::ranges::find(pairs, std::array{std::min(i, j), std::max(i, j)}) != pairs.end();
    };
    for (Index v : a.vertices)
      for (Index w : b.vertices)
        if (v == w || has(scene.disabled, surface.object_of(v), surface.object_of(w))) return false;
    return true;
  }

  std::set<Pair> pairs(const std::vector<Primitive>& as, const std::vector<Primitive>& bs, bool same) const {
    std::set<Pair> found;
    for (const Primitive& a : as)
      for (const Primitive& b : bs) {
        if (same && b.id <= a.id) continue;
        const bool overlap =
            (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
        if (overlap && may_collide(a, b)) found.insert({a.id, b.id});
      }
    return found;
  }

  /// Written from the rules, not from the code: which vertices and edges belong to a triangle, which to
  /// nothing.
  struct Kinds {
    std::vector<Primitive> vertices, edges, triangles, free_vertices, free_edges, particles;
  };
  Kinds kinds() const {
    const Surface& surface = scene.surface;
    std::set<Index> in_triangle, in_edge;
    std::set<std::set<Index>> sides;
    for (const Triangle& t : surface.triangles()) {
      in_triangle.insert(t.begin(), t.end());
      for (size_t k = 0; k < 3; ++k) sides.insert({t[k], t[(k + 1) % 3]});
    }
    Kinds kinds;
    for (Index e = 0; e < count_of(surface.edges()); ++e) {
      const Edge& edge = surface.edges()[static_cast<size_t>(e)];
      in_edge.insert(edge.begin(), edge.end());
      kinds.edges.push_back(primitive(e, {edge[0], edge[1]}));
      if (!sides.contains({edge[0], edge[1]})) kinds.free_edges.push_back(kinds.edges.back());
    }
    for (Index t = 0; t < count_of(surface.triangles()); ++t) {
      const Triangle& triangle = surface.triangles()[static_cast<size_t>(t)];
      kinds.triangles.push_back(primitive(t, {triangle.begin(), triangle.end()}));
    }
    for (Index v : surface.vertices()) {
      kinds.vertices.push_back(primitive(v, {v}));
      if (!in_triangle.contains(v)) kinds.free_vertices.push_back(kinds.vertices.back());
      if (!in_triangle.contains(v) && !in_edge.contains(v)) kinds.particles.push_back(kinds.vertices.back());
    }
    return kinds;
  }
};

}  // namespace lacuna::test
