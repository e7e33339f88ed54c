#include "contact/broad_phase.h"

#include "base/check.h"

#include <algorithm>

namespace lacuna {

namespace {

constexpr Index leaves_per_chunk = 32;
// 512 primitives: enough for all threads, and even where each overlaps a hundred thousand others the pairs of
// a part fit into half a gigabyte.
constexpr Index leaves_per_part = 64;

/// Sorts the primitives and lays their numbers and vertices out by leaf. id(i) is the number candidates name,
/// vertices(i) the vertices of primitive i.
template <class Id, class Vertices>
void build_tree(PrimitiveTree& primitives, const Surface& surface, Positions x, Index count, Id&& id,
                Vertices&& vertices) {
  primitives.tree.build(count, [&](Index i) -> Vec3 {
    Vec3 center = Vec3::Zero();
    for (Index v : vertices(i)) center += x[static_cast<size_t>(v)];
    return center / static_cast<double>(vertices(i).size());
  });
  const Index leaf_count = primitives.tree.leaf_count();
  primitives.leaf_ids.resize(static_cast<size_t>(leaf_count));
  primitives.leaf_vertices.resize(static_cast<size_t>(leaf_count));
  primitives.leaf_kinematic.assign(static_cast<size_t>(leaf_count), 0);
  for (Index leaf = 0; leaf < leaf_count; ++leaf)
    for (int lane = 0; lane < PackedTree::width; ++lane) {
      const Index i = primitives.tree.at(leaf, lane);
      const auto at = static_cast<size_t>(leaf);
      primitives.leaf_ids[at].value[lane] = i < 0 ? -1 : id(i);
      for (auto& column : primitives.leaf_vertices[at]) column.value[lane] = -1;
      if (i < 0) continue;
      bool is_kinematic = true;
      size_t column = 0;
      for (Index v : vertices(i)) {
        primitives.leaf_vertices[at][column++].value[lane] = v;
        is_kinematic = is_kinematic && surface.is_kinematic(v);
      }
      primitives.leaf_kinematic[at] |= static_cast<std::uint8_t>(is_kinematic << lane);
    }
}

/// Lanes of leaf_b whose primitive shares no vertex with lane `lane_a` of leaf_a.
template <int vertices_a, int vertices_b>
Lanes without_neighbours(Lanes lanes, const std::array<Index8, 3>& leaf_a, int lane_a,
                         const std::array<Index8, 3>& leaf_b) {
  for (size_t i = 0; i < vertices_a; ++i)
    for (size_t j = 0; j < vertices_b; ++j) lanes &= ~leaf_b[j].equal_to(leaf_a[i].value[lane_a]);
  return lanes;
}

template <int vertices_a, int vertices_b>
struct PairQuery {
  const Surface& surface;
  const PrimitiveTree& a;
  const PrimitiveTree& b;
  bool is_self = &a == &b;

  void query_leaf(Index leaf_a, std::vector<Pair>& out) const {
    const Box8& boxes_a = a.tree.boxes(leaf_a);
    b.tree.for_each_leaf(a.tree.leaf_box(leaf_a), is_self ? leaf_a : 0, [&](Index leaf_b) {
      for_each_lane(overlapping(boxes_a, b.tree.leaf_box(leaf_b)), [&](int lane_a) {
        Lanes lanes = overlapping(b.tree.boxes(leaf_b), boxes_a.get(lane_a));
        if (is_self && leaf_a == leaf_b) lanes &= ~Lanes{0} << (lane_a + 1);
        if (lanes) emit(leaf_a, lane_a, leaf_b, lanes, out);
      });
    });
  }

  void emit(Index leaf_a, int lane_a, Index leaf_b, Lanes lanes, std::vector<Pair>& out) const {
    const auto la = static_cast<size_t>(leaf_a), lb = static_cast<size_t>(leaf_b);
    if (a.leaf_kinematic[la] >> lane_a & 1) lanes &= ~Lanes{b.leaf_kinematic[lb]};
    lanes =
        without_neighbours<vertices_a, vertices_b>(lanes, a.leaf_vertices[la], lane_a, b.leaf_vertices[lb]);
    const Index id_a = a.leaf_ids[la].value[lane_a];
    for_each_lane(lanes, [&](int lane_b) {
      if (surface.has_special_pairs() && !is_allowed(la, lane_a, lb, lane_b)) return;
      const Index id_b = b.leaf_ids[lb].value[lane_b];
      out.push_back(is_self && id_b < id_a ? Pair{id_b, id_a} : Pair{id_a, id_b});
    });
  }

  bool is_allowed(size_t leaf_a, int lane_a, size_t leaf_b, int lane_b) const {
    return surface.may_collide(surface.object_of(a.leaf_vertices[leaf_a][0].value[lane_a]),
                               surface.object_of(b.leaf_vertices[leaf_b][0].value[lane_b]));
  }
};

template <int vertices_a, int vertices_b>
void find_pairs(const PairQuery<vertices_a, vertices_b>& query, OrderedCollector<Pair>& collector,
                std::vector<Pair>& out) {
  out.clear();
  if (query.b.tree.empty()) return;
  collector.collect(query.a.tree.leaf_count(), leaves_per_chunk, out,
                    [&](Index begin, Index end, std::vector<Pair>& found) {
                      for (Index leaf = begin; leaf < end; ++leaf) query.query_leaf(leaf, found);
                    });
}

/// Those of the leaves of one part, a chunk each.
template <int vertices_a, int vertices_b>
void find_pairs_of_part(const PairQuery<vertices_a, vertices_b>& query, Index part,
                        OrderedCollector<Pair>& collector, std::vector<Pair>& out) {
  out.clear();
  const Index first = part * leaves_per_part;
  const Index count = std::clamp<Index>(query.a.tree.leaf_count() - first, 0, leaves_per_part);
  if (query.b.tree.empty()) return;
  collector.collect(count, 1, out, [&](Index begin, Index, std::vector<Pair>& found) {
    query.query_leaf(first + begin, found);
  });
}

/// The middle of the bounding box, where single precision serves all vertices best.
Vec3 center_of(Positions x) {
  if (x.empty()) return Vec3::Zero();
  Vec3 lower = x[0], upper = x[0];
  for (const Vec3& v : x) {
    lower = lower.cwiseMin(v);
    upper = upper.cwiseMax(v);
  }
  const Vec3 center = 0.5 * lower + 0.5 * upper;
  return center.allFinite() ? center : Vec3::Zero();
}

}  // namespace

void BroadPhase::build(Positions x) {
  const auto self = [](Index i) { return i; };
  const auto build_vertices = [&](PrimitiveTree& tree, const std::vector<Index>& list) {
    const auto vertex = [&](Index i) { return list[static_cast<size_t>(i)]; };
    build_tree(tree, surface_, x, count_of(list), vertex, [&](Index i) { return std::array{vertex(i)}; });
  };
  const auto edge = [&](Index i) -> const Edge& { return surface_.edges()[static_cast<size_t>(i)]; };
  const auto build_edges = [&] { build_tree(edges_, surface_, x, count_of(surface_.edges()), self, edge); };
  const auto build_triangles = [&] {
    build_tree(triangles_, surface_, x, count_of(surface_.triangles()), self,
               [&](Index i) -> const Triangle& { return surface_.triangles()[static_cast<size_t>(i)]; });
  };
  const auto build_free = [&] {
    const auto free_edge = [&](Index i) { return surface_.free_edges()[static_cast<size_t>(i)]; };
    build_tree(free_edges_, surface_, x, count_of(surface_.free_edges()), free_edge,
               [&](Index i) -> const Edge& { return edge(free_edge(i)); });
    build_vertices(free_vertices_, surface_.free_vertices());
    build_vertices(particles_, surface_.particles());
  };
  // Sorting is serial inside a tree; the trees are independent.
  for_each_chunk(4, 1, [&](Index task, Index, Index) {
    if (task == 0) build_edges();
    if (task == 1) build_triangles();
    if (task == 2) build_vertices(vertices_, surface_.vertices());
    if (task == 3) build_free();
  });
  built_revision_ = surface_.revision();
  leaf_spread_at_build_ = leaf_spread(x);
}

/// Sum of the extents of the vertices of each leaf: grows when neighbours drift apart.
double BroadPhase::leaf_spread(Positions x) const {
  const PackedTree& tree = vertices_.tree;
  return ordered_sum(tree.leaf_count(), [&](Index leaf) {
    Vec3 lower = x[static_cast<size_t>(vertices_.leaf_ids[static_cast<size_t>(leaf)].value[0])],
         upper = lower;
    for (int lane = 1; lane < PackedTree::width && tree.at(leaf, lane) >= 0; ++lane) {
      const Vec3& v = x[static_cast<size_t>(vertices_.leaf_ids[static_cast<size_t>(leaf)].value[lane])];
      lower = lower.cwiseMin(v);
      upper = upper.cwiseMax(v);
    }
    return (upper - lower).sum();
  });
}

void BroadPhase::fit(Positions x, const ContactRange& range) {
  fit_boxes(x, [&](Index v) {
    return box_around(x[static_cast<size_t>(v)] - origin_, 0.5 * (range.of(v) + surface_.offset_of(v)));
  });
}

void BroadPhase::fit_swept(Positions x_t0, Positions x_t1, const ContactRange& range) {
  LACUNA_CHECK(x_t0.size() == x_t1.size(), "x_t0={} x_t1={}", x_t0.size(), x_t1.size());
  fit_boxes(x_t0, [&](Index v) {
    const double radius = 0.5 * (range.of(v) + surface_.offset_of(v));
    const auto i = static_cast<size_t>(v);
    return box_around(x_t0[i] - origin_, radius).united(box_around(x_t1[i] - origin_, radius));
  });
}

void BroadPhase::fit_touching(Positions x) {
  fit_boxes(x, [&](Index v) { return box_around(x[static_cast<size_t>(v)] - origin_, 0); });
}

template <class VertexBox>
void BroadPhase::fit_boxes(Positions x, VertexBox&& box) {
  LACUNA_CHECK(count_of(x) == surface_.vertex_count(), "positions={} vertices={}", x.size(),
               surface_.vertex_count());
  const bool is_stale =
      built_revision_ != surface_.revision() || leaf_spread(x) > 1.5 * leaf_spread_at_build_;
  if (is_stale) build(x);
  origin_ = center_of(x);
  vertex_boxes_.resize(x.size());
  parallel_for(count_of(x), [&](Index v) { vertex_boxes_[static_cast<size_t>(v)] = box(v); });
  fit_trees();
}

void BroadPhase::fit_trees() {
  const auto box = [&](Index v) -> const Box4& { return vertex_boxes_[static_cast<size_t>(v)]; };
  const auto vertex_tree = [&](PrimitiveTree& tree, const std::vector<Index>& list) {
    tree.tree.refit([&](Index i) { return box(list[static_cast<size_t>(i)]); });
  };
  const auto edge_box = [&](Index i) {
    const Edge& e = surface_.edges()[static_cast<size_t>(i)];
    return box(e[0]).united(box(e[1]));
  };
  vertex_tree(vertices_, surface_.vertices());
  vertex_tree(free_vertices_, surface_.free_vertices());
  vertex_tree(particles_, surface_.particles());
  edges_.tree.refit(edge_box);
  free_edges_.tree.refit([&](Index i) { return edge_box(surface_.free_edges()[static_cast<size_t>(i)]); });
  triangles_.tree.refit([&](Index i) {
    const Triangle& t = surface_.triangles()[static_cast<size_t>(i)];
    return box(t[0]).united(box(t[1])).united(box(t[2]));
  });
}

void BroadPhase::find(Candidates& candidates) {
  find_pairs(PairQuery<1, 3>{surface_, vertices_, triangles_}, collector_, candidates.vertex_triangle);
  find_pairs(PairQuery<2, 2>{surface_, edges_, edges_}, collector_, candidates.edge_edge);
  find_pairs(PairQuery<1, 2>{surface_, free_vertices_, free_edges_}, collector_, candidates.vertex_edge);
  find_pairs(PairQuery<1, 1>{surface_, particles_, particles_}, collector_, candidates.vertex_vertex);
}

Index BroadPhase::part_count() const {
  const Index leaves = std::max({vertices_.tree.leaf_count(), edges_.tree.leaf_count(),
                                 free_vertices_.tree.leaf_count(), particles_.tree.leaf_count()});
  return chunk_count(leaves, leaves_per_part);
}

void BroadPhase::find_part(Index part, Candidates& c) {
  find_pairs_of_part(PairQuery<1, 3>{surface_, vertices_, triangles_}, part, collector_, c.vertex_triangle);
  find_pairs_of_part(PairQuery<2, 2>{surface_, edges_, edges_}, part, collector_, c.edge_edge);
  find_pairs_of_part(PairQuery<1, 2>{surface_, free_vertices_, free_edges_}, part, collector_, c.vertex_edge);
  find_pairs_of_part(PairQuery<1, 1>{surface_, particles_, particles_}, part, collector_, c.vertex_vertex);
}

void BroadPhase::find_edge_triangle_part(Index part, std::vector<Pair>& pairs) {
  find_pairs_of_part(PairQuery<2, 3>{surface_, edges_, triangles_}, part, collector_, pairs);
}

void BroadPhase::find_edge_triangle(std::vector<Pair>& pairs) {
  find_pairs(PairQuery<2, 3>{surface_, edges_, triangles_}, collector_, pairs);
}

}  // namespace lacuna
