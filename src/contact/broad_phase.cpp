#include "contact/broad_phase.h"

#include "base/check.h"

#include <algorithm>
#include <limits>

namespace lacuna {

namespace {

constexpr Index leaves_per_chunk = 32;
// 512 primitives: enough for all threads, and even where each overlaps a hundred thousand others the pairs of
// a part fit into half a gigabyte.
constexpr Index leaves_per_part = 64;

/// Lanes of leaf_b whose primitive shares no vertex with lane `lane_a` of leaf_a.
template <int vertices_a, int vertices_b>
Lanes without_neighbours(Lanes lanes, const std::array<Index8, 3>& leaf_a, int lane_a,
                         const std::array<Index8, 3>& leaf_b) {
  for (size_t i = 0; i < vertices_a; ++i)
    for (size_t j = 0; j < vertices_b; ++j) lanes &= ~leaf_b[j].equal_to(leaf_a[i].value[lane_a]);
  return lanes;
}

/// How a pair found by looking from a primitive of `a` into the tree `b` is written down.
enum class PairOrder : std::uint8_t { a_first, b_first, rising };

template <int vertices_a, int vertices_b>
struct PairQuery {
  const Surface& surface;
  const PrimitiveTree& a;
  const PrimitiveTree& b;
  PairOrder order = PairOrder::a_first;
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

  // Called from two places, which keeps GCC from inlining it: 2 % of a step.
  [[gnu::always_inline]] void emit(Index leaf_a, int lane_a, Index leaf_b, Lanes lanes,
                                   std::vector<Pair>& out) const {
    const auto la = static_cast<size_t>(leaf_a), lb = static_cast<size_t>(leaf_b);
    if (a.leaf_kinematic[la] >> lane_a & 1) lanes &= ~Lanes{b.leaf_kinematic[lb]};
    lanes =
        without_neighbours<vertices_a, vertices_b>(lanes, a.leaf_vertices[la], lane_a, b.leaf_vertices[lb]);
    const Index id_a = a.leaf_ids[la].value[lane_a];
    for_each_lane(lanes, [&](int lane_b) {
      if (surface.has_special_pairs() && !is_allowed(la, lane_a, lb, lane_b)) return;
      const Index id_b = b.leaf_ids[lb].value[lane_b];
      const bool b_first = order == PairOrder::rising ? id_b < id_a : order == PairOrder::b_first;
      out.push_back(b_first ? Pair{id_b, id_a} : Pair{id_a, id_b});
    });
  }

  bool is_allowed(size_t leaf_a, int lane_a, size_t leaf_b, int lane_b) const {
    return surface.may_collide(surface.object_of(a.leaf_vertices[leaf_a][0].value[lane_a]),
                               surface.object_of(b.leaf_vertices[leaf_b][0].value[lane_b]));
  }
};

/// Looks from moving primitives into a static tree, whose boxes lack `growth`.
template <int vertices_a, int vertices_b>
struct StaticQuery : PairQuery<vertices_a, vertices_b> {
  using Base = PairQuery<vertices_a, vertices_b>;
  using Base::a, Base::b;
  float growth;

  StaticQuery(const Surface& surface, const PrimitiveTree& a, const PrimitiveTree& b, PairOrder order,
              float growth)
      : Base{surface, a, b, order}, growth(growth) {}

  void query_leaf(Index leaf_a, std::vector<Pair>& out) const {
    const auto la = static_cast<size_t>(leaf_a);
    const Lanes used = ~a.leaf_ids[la].equal_to(-1) & 0xFFU;
    const Lanes meeting = used & ~Lanes{a.leaf_kinematic[la]};  // no kinematic one meets a static one
    if (!meeting) return;
    const Box8& boxes_a = a.tree.boxes(leaf_a);
    b.tree.for_each_leaf(grown(a.tree.leaf_box(leaf_a), growth), 0, [&](Index leaf_b) {
      const Lanes near = overlapping(boxes_a, grown(b.tree.leaf_box(leaf_b), growth));
      for_each_lane(near & meeting, [&](int lane_a) {
        const Lanes lanes = overlapping(b.tree.boxes(leaf_b), grown(boxes_a.get(lane_a), growth));
        if (lanes) Base::emit(leaf_a, lane_a, leaf_b, lanes, out);
      });
    });
  }
};

/// Appends the pairs of all leaves.
struct FindAll {
  OrderedCollector<Pair>& collector;

  template <class Query>
  void operator()(const Query& query, std::vector<Pair>& out) const {
    if (query.b.tree.empty()) return;
    collector.collect(query.a.tree.leaf_count(), leaves_per_chunk, out,
                      [&](Index begin, Index end, std::vector<Pair>& found) {
                        for (Index leaf = begin; leaf < end; ++leaf) query.query_leaf(leaf, found);
                      });
  }
};

/// Appends the pairs of the leaves of one part, a chunk each.
struct FindPart {
  OrderedCollector<Pair>& collector;
  Index part;

  template <class Query>
  void operator()(const Query& query, std::vector<Pair>& out) const {
    const Index first = part * leaves_per_part;
    const Index count = std::clamp<Index>(query.a.tree.leaf_count() - first, 0, leaves_per_part);
    if (query.b.tree.empty()) return;
    collector.collect(count, 1, out, [&](Index begin, Index, std::vector<Pair>& found) {
      query.query_leaf(first + begin, found);
    });
  }
};

/// Where single precision serves all vertices best.
struct Bounds {
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity()), upper = -lower;

  void add(const Vec3& x) {
    lower = lower.cwiseMin(x);
    upper = upper.cwiseMax(x);
  }
  /// The origin if there is none.
  Vec3 center() const {
    const Vec3 center = 0.5 * lower + 0.5 * upper;
    return center.allFinite() ? center : Vec3::Zero();
  }
  double extent() const { return (upper - lower).maxCoeff(); }
};

}  // namespace

void BroadPhase::build(Positions x) {
  if (built_revision_ != surface_.revision()) list_vertices(x);
  moving_.build(surface_, x, Mobility::moving);
  built_revision_ = surface_.revision();
  leaf_spread_at_build_ = moving_.leaf_spread(x);
}

/// Vertices of moving primitives, and all those inside of what moves; static ones among them where a
/// primitive has both.
void BroadPhase::list_vertices(Positions x) {
  std::vector<std::uint8_t> moves(static_cast<size_t>(surface_.vertex_count()));
  for (Index v = 0; v < surface_.vertex_count(); ++v)
    moves[static_cast<size_t>(v)] = surface_.is_static(v) ? 0 : 1;
  const auto mark = [&](const auto& primitives) {
    for (const auto& vertices : primitives)
      if (std::any_of(vertices.begin(), vertices.end(), [&](Index v) { return !surface_.is_static(v); }))
        for (Index v : vertices) moves[static_cast<size_t>(v)] = 1;
  };
  if (surface_.has_static()) {
    mark(surface_.edges());
    mark(surface_.triangles());
  }
  moving_vertices_.clear();
  for (Index v = 0; v < surface_.vertex_count(); ++v)
    if (moves[static_cast<size_t>(v)]) moving_vertices_.push_back(v);
  if (static_revision_ == surface_.static_revision()) return;
  static_.build(surface_, x, Mobility::fixed);
  static_revision_ = surface_.static_revision();
  static_boxes_ = StaticBoxes::none;
  static_at_.clear();
  Bounds bounds;
  for (Index v = 0; v < surface_.vertex_count(); ++v)
    if (surface_.is_static(v)) bounds.add(static_at_.emplace_back(x[static_cast<size_t>(v)]));
  static_lower_ = bounds.lower;
  static_upper_ = bounds.upper;
}

/// The middle of everything. Where static trees hang on it, it stays until that is far away.
void BroadPhase::place_origin(Positions x) {
  Bounds bounds{static_lower_, static_upper_};
  for (const Index v : moving_vertices_) bounds.add(x[static_cast<size_t>(v)]);
  const Vec3 center = bounds.center();
  const bool is_free = static_boxes_ == StaticBoxes::none;
  if (!is_free && !((center - origin_).lpNorm<Eigen::Infinity>() > 0.25 * bounds.extent())) return;
  origin_ = center;
  static_boxes_ = StaticBoxes::none;
}

void BroadPhase::fit_static(Positions x, StaticBoxes boxes) {
  LACUNA_ASSERT(is_static_in_place(x), "a static vertex has moved");
  if (static_boxes_ == boxes || static_at_.empty()) return;
  vertex_boxes_.resize(x.size());
  parallel_for(count_of(x), [&](Index v) {
    if (!surface_.is_static(v)) return;
    const double radius = boxes == StaticBoxes::with_offset ? 0.5 * surface_.offset_of(v) : 0;
    vertex_boxes_[static_cast<size_t>(v)] = box_around(x[static_cast<size_t>(v)] - origin_, radius);
  });
  static_.fit(surface_, vertex_boxes_);
  static_boxes_ = boxes;
}

bool BroadPhase::is_static_in_place(Positions x) const {
  size_t i = 0;
  for (Index v = 0; v < surface_.vertex_count(); ++v)
    if (surface_.is_static(v) && static_at_[i++] != x[static_cast<size_t>(v)]) return false;
  return true;
}

/// Half the largest range of a static vertex, rounded up.
float BroadPhase::static_growth(const ContactRange& range) const {
  double largest = 0;
  if (!static_at_.empty())
    largest = range.largest(surface_.vertex_count(), [&](Index v) { return surface_.is_static(v); });
  const auto half = static_cast<float>(0.5 * largest);
  return half + (half * 0x1p-23F + std::numeric_limits<float>::min());
}

void BroadPhase::fit(Positions x, const ContactRange& range) {
  fit_boxes(x, StaticBoxes::with_offset, [&](Index v) {
    return box_around(x[static_cast<size_t>(v)] - origin_, 0.5 * (range.of(v) + surface_.offset_of(v)));
  });
  growth_ = static_growth(range);
}

void BroadPhase::fit_swept(Positions x_t0, Positions x_t1, const ContactRange& range) {
  LACUNA_CHECK(x_t0.size() == x_t1.size(), "x_t0={} x_t1={}", x_t0.size(), x_t1.size());
  fit_boxes(x_t0, StaticBoxes::with_offset, [&](Index v) {
    const double radius = 0.5 * (range.of(v) + surface_.offset_of(v));
    const auto i = static_cast<size_t>(v);
    return box_around(x_t0[i] - origin_, radius).united(box_around(x_t1[i] - origin_, radius));
  });
  growth_ = static_growth(range);
}

void BroadPhase::fit_touching(Positions x) {
  fit_boxes(x, StaticBoxes::bare,
            [&](Index v) { return box_around(x[static_cast<size_t>(v)] - origin_, 0); });
  growth_ = 0;
}

template <class VertexBox>
void BroadPhase::fit_boxes(Positions x, StaticBoxes static_boxes, VertexBox&& box) {
  LACUNA_CHECK(count_of(x) == surface_.vertex_count(), "positions={} vertices={}", x.size(),
               surface_.vertex_count());
  const bool is_stale =
      built_revision_ != surface_.revision() || moving_.leaf_spread(x) > 1.5 * leaf_spread_at_build_;
  if (is_stale) build(x);
  place_origin(x);
  fit_static(x, static_boxes);
  vertex_boxes_.resize(x.size());
  parallel_for(count_of(moving_vertices_), [&](Index i) {
    const Index v = moving_vertices_[static_cast<size_t>(i)];
    vertex_boxes_[static_cast<size_t>(v)] = box(v);
  });
  moving_.fit(surface_, vertex_boxes_);
}

/// find(query, out) for each kind of pair: both moving, then one of them static.
template <class Find>
void BroadPhase::find_kinds(Candidates& c, Find&& find) {
  const PrimitiveTrees &m = moving_, &s = static_;
  for (auto* list : {&c.vertex_triangle, &c.edge_edge, &c.vertex_edge, &c.vertex_vertex}) list->clear();
  using enum PairOrder;
  find(PairQuery<1, 3>{surface_, m.vertices, m.triangles}, c.vertex_triangle);
  find(StaticQuery<1, 3>{surface_, m.vertices, s.triangles, a_first, growth_}, c.vertex_triangle);
  find(StaticQuery<3, 1>{surface_, m.triangles, s.vertices, b_first, growth_}, c.vertex_triangle);
  find(PairQuery<2, 2>{surface_, m.edges, m.edges, rising}, c.edge_edge);
  find(StaticQuery<2, 2>{surface_, m.edges, s.edges, rising, growth_}, c.edge_edge);
  find(PairQuery<1, 2>{surface_, m.free_vertices, m.free_edges}, c.vertex_edge);
  find(StaticQuery<1, 2>{surface_, m.free_vertices, s.free_edges, a_first, growth_}, c.vertex_edge);
  find(StaticQuery<2, 1>{surface_, m.free_edges, s.free_vertices, b_first, growth_}, c.vertex_edge);
  find(PairQuery<1, 1>{surface_, m.particles, m.particles, rising}, c.vertex_vertex);
  find(StaticQuery<1, 1>{surface_, m.particles, s.particles, rising, growth_}, c.vertex_vertex);
}

template <class Find>
void BroadPhase::find_crossings(std::vector<Pair>& pairs, Find&& find) {
  const PrimitiveTrees &m = moving_, &s = static_;
  using enum PairOrder;
  pairs.clear();
  find(PairQuery<2, 3>{surface_, m.edges, m.triangles}, pairs);
  find(StaticQuery<2, 3>{surface_, m.edges, s.triangles, a_first, growth_}, pairs);
  find(StaticQuery<3, 2>{surface_, m.triangles, s.edges, b_first, growth_}, pairs);
}

void BroadPhase::find(Candidates& candidates) { find_kinds(candidates, FindAll{collector_}); }

void BroadPhase::find_edge_triangle(std::vector<Pair>& pairs) { find_crossings(pairs, FindAll{collector_}); }

Index BroadPhase::part_count() const {
  Index leaves = 0;
  for (const PrimitiveTree* tree : {&moving_.vertices, &moving_.edges, &moving_.triangles,
                                    &moving_.free_vertices, &moving_.free_edges, &moving_.particles})
    leaves = std::max(leaves, tree->tree.leaf_count());
  return chunk_count(leaves, leaves_per_part);
}

void BroadPhase::find_part(Index part, Candidates& candidates) {
  find_kinds(candidates, FindPart{collector_, part});
}

void BroadPhase::find_edge_triangle_part(Index part, std::vector<Pair>& pairs) {
  find_crossings(pairs, FindPart{collector_, part});
}

}  // namespace lacuna
