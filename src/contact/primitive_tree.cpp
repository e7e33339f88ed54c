#include "contact/primitive_tree.h"

namespace lacuna {

namespace {

struct VerticesOf {
  const Surface& surface;

  std::array<Index, 1> vertex(Index v) const { return {v}; }
  const Edge& edge(Index e) const { return surface.edges()[static_cast<size_t>(e)]; }
  const Triangle& triangle(Index t) const { return surface.triangles()[static_cast<size_t>(t)]; }
};

/// The numbers from 0 to count - 1. Clang 14 cannot compile std::views::iota of GCC 12's library.
struct Numbers {
  struct Iterator {
    Index number;
    Index operator*() const { return number; }
    Iterator& operator++() { return ++number, *this; }
    bool operator!=(const Iterator& other) const { return number != other.number; }
  };
  Index count;

  Iterator begin() const { return {0}; }
  Iterator end() const { return {count}; }
};

/// Lays numbers and vertices out by leaf.
template <class Vertices>
void lay_out_leaves(PrimitiveTree& primitives, const Surface& surface, Vertices&& vertices) {
  const Index leaf_count = primitives.tree.leaf_count();
  primitives.leaf_ids.resize(static_cast<size_t>(leaf_count));
  primitives.leaf_vertices.resize(static_cast<size_t>(leaf_count));
  primitives.leaf_kinematic.assign(static_cast<size_t>(leaf_count), 0);
  for (Index leaf = 0; leaf < leaf_count; ++leaf)
    for (int lane = 0; lane < PackedTree::width; ++lane) {
      const Index i = primitives.tree.at(leaf, lane);
      const auto at = static_cast<size_t>(leaf);
      const Index id = i < 0 ? -1 : primitives.ids[static_cast<size_t>(i)];
      primitives.leaf_ids[at].value[lane] = id;
      for (auto& column : primitives.leaf_vertices[at]) column.value[lane] = -1;
      if (i < 0) continue;
      bool is_kinematic = true;
      size_t column = 0;
      for (Index v : vertices(id)) {
        primitives.leaf_vertices[at][column++].value[lane] = v;
        is_kinematic = is_kinematic && surface.is_kinematic(v);
      }
      primitives.leaf_kinematic[at] |= static_cast<std::uint8_t>(is_kinematic << lane);
    }
}

/// Of the primitives with numbers `ids`, keeps those of this mobility; vertices(id) are the vertices of one.
template <class Ids, class Vertices>
void build_tree(PrimitiveTree& primitives, const Surface& surface, Positions x, Mobility mobility,
                const Ids& ids, Vertices&& vertices) {
  primitives.ids.clear();
  for (const Index id : ids) {
    bool is_static = true;
    for (Index v : vertices(id)) is_static = is_static && surface.is_static(v);
    if (is_static == (mobility == Mobility::fixed)) primitives.ids.push_back(id);
  }
  primitives.tree.build(count_of(primitives.ids), [&](Index i) -> Vec3 {
    const auto& corners = vertices(primitives.ids[static_cast<size_t>(i)]);
    Vec3 center = Vec3::Zero();
    for (Index v : corners) center += x[static_cast<size_t>(v)];
    return center / static_cast<double>(corners.size());
  });
  lay_out_leaves(primitives, surface, vertices);
}

}  // namespace

void PrimitiveTrees::build(const Surface& surface, Positions x, Mobility mobility) {
  const VerticesOf of{surface};
  const auto vertex = [&](Index v) { return of.vertex(v); };
  const auto edge = [&](Index e) -> const Edge& { return of.edge(e); };
  const auto triangle = [&](Index t) -> const Triangle& { return of.triangle(t); };
  const auto all = [](const auto& list) { return Numbers{count_of(list)}; };
  const auto build = [&](PrimitiveTree& tree, const auto& ids, const auto& corners) {
    build_tree(tree, surface, x, mobility, ids, corners);
  };
  // Sorting is serial inside a tree; the trees are independent.
  for_each_chunk(4, 1, [&](Index task, Index, Index) {
    if (task == 0) build(edges, all(surface.edges()), edge);
    if (task == 1) build(triangles, all(surface.triangles()), triangle);
    if (task == 2) build(vertices, surface.vertices(), vertex);
    if (task != 3) return;
    build(free_edges, surface.free_edges(), edge);
    build(free_vertices, surface.free_vertices(), vertex);
    build(particles, surface.particles(), vertex);
  });
}

void PrimitiveTrees::fit(const Surface& surface, std::span<const Box4> vertex_boxes) {
  const VerticesOf of{surface};
  const auto box = [&](Index v) -> const Box4& { return vertex_boxes[static_cast<size_t>(v)]; };
  const auto fit_vertices = [&](PrimitiveTree& t) {
    t.tree.refit([&](Index i) { return box(t.ids[static_cast<size_t>(i)]); });
  };
  const auto fit_edges = [&](PrimitiveTree& t) {
    t.tree.refit([&](Index i) {
      const Edge& e = of.edge(t.ids[static_cast<size_t>(i)]);
      return box(e[0]).united(box(e[1]));
    });
  };
  for (PrimitiveTree* t : {&vertices, &free_vertices, &particles}) fit_vertices(*t);
  for (PrimitiveTree* t : {&edges, &free_edges}) fit_edges(*t);
  triangles.tree.refit([&](Index i) {
    const Triangle& t = of.triangle(triangles.ids[static_cast<size_t>(i)]);
    return box(t[0]).united(box(t[1])).united(box(t[2]));
  });
}

double PrimitiveTrees::leaf_spread(Positions x) const {
  const PackedTree& tree = vertices.tree;
  return ordered_sum(tree.leaf_count(), [&](Index leaf) {
    Vec3 lower = x[static_cast<size_t>(vertices.leaf_ids[static_cast<size_t>(leaf)].value[0])], upper = lower;
    for (int lane = 1; lane < PackedTree::width && tree.at(leaf, lane) >= 0; ++lane) {
      const Vec3& v = x[static_cast<size_t>(vertices.leaf_ids[static_cast<size_t>(leaf)].value[lane])];
      lower = lower.cwiseMin(v);
      upper = upper.cwiseMax(v);
    }
    return (upper - lower).sum();
  });
}

}  // namespace lacuna
