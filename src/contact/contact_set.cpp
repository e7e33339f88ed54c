#include "contact/contact_set.h"

#include "base/radix_sort.h"
#include "geometry/edge_edge_mollifier.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

/// Roles of features that several pairs have in common, with areas.
enum Role : size_t { vertex_to_edge, vertex_to_vertex, end_to_edge, vertex_to_rod_end };

constexpr Index chunk_size = 4096;

std::uint64_t number(Index i) { return static_cast<std::uint64_t>(i); }

/// Calls visit(key, sum of weights) for each key of a sorted list. Weights of a key are added in rising
/// order, so that their sum does not depend on the order of the contacts.
template <class Visit>
void for_each_key(std::vector<StencilKey>& keys, Visit&& visit) {
  for (size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end].key == keys[begin].key) ++end;
    const auto first = keys.begin() + static_cast<std::ptrdiff_t>(begin),
               last = keys.begin() + static_cast<std::ptrdiff_t>(end);
    if (end - begin > 2)
      std::sort(first, last, [](const StencilKey& a, const StencilKey& b) { return a.weight < b.weight; });
    double sum = 0, size = 0;
    for (auto at = first; at != last; ++at) {
      sum += at->weight;
      size += std::abs(at->weight);
    }
    // What areas leave of terms that cancel is rounding.
    visit(keys[begin].key, std::abs(sum) > 1e-12 * size ? sum : 0);
  }
}

}  // namespace

// Every stencil has a number: kinds follow each other, and within a kind the primitives count. Mollified
// edge pairs also have their region in it.
class StencilKeys {
 public:
  explicit StencilKeys(const ContactSet& set) : set_(set) {}

  std::uint64_t point_point(Index p, Index q) const {
    return first(StencilKind::point_point) + number(std::min(p, q)) * set_.vertex_count_ +
           number(std::max(p, q));
  }
  std::uint64_t point_edge(Index p, Index edge) const {
    return first(StencilKind::point_edge) + number(p) * set_.edge_count_ + number(edge);
  }
  std::uint64_t point_triangle(Index p, Index triangle) const {
    return first(StencilKind::point_triangle) + number(p) * set_.triangle_count_ + number(triangle);
  }
  std::uint64_t edge_edge(Index a, Index b) const {
    return first(StencilKind::edge_edge) + number(a) * set_.edge_count_ + number(b);
  }
  std::uint64_t mollified(Index a, Index b, EdgeEdgeRegion region) const {
    return first(StencilKind::mollified) + (number(a) * set_.edge_count_ + number(b)) * 9 +
           static_cast<std::uint64_t>(region);
  }
  /// A vertex against an edge, in the region of its closest point.
  std::uint64_t point_edge(Index p, Index edge, PointEdgeRegion region) const {
    if (region == PointEdgeRegion::interior) return point_edge(p, edge);
    return point_point(
        p, set_.surface_.edges()[static_cast<size_t>(edge)][region == PointEdgeRegion::a ? 0 : 1]);
  }

 private:
  std::uint64_t first(StencilKind kind) const { return set_.first_key_[static_cast<size_t>(kind)]; }
  const ContactSet& set_;
};

// With areas, a vertex integrates the barrier over the triangles near it, and an edge over the edges near it.
// As the closest point is often shared by several triangles or edges, plain sums would count it several
// times. Inclusion and exclusion counts it once: triangles, minus edges for each triangle beyond the first,
// plus or minus vertices for what is then missing; and edges, minus their ends for each edge beyond the
// first. Each role below counts how often a feature has been counted, and corrects it to one.
class AreaTerms {
 public:
  AreaTerms(const ContactSet& set, Positions x, double dhat) : set_(set), keys_(set), x_(x), dhat_(dhat) {}

  void add_pair(const Contact& contact, std::vector<StencilKey>& found) const {
    const auto [i, j] = contact.pair;
    double weight = 0;
    switch (contact.kind) {
      case PairKind::vertex_triangle:
        weight = quarter * vertex_area(i);
        break;
      case PairKind::edge_edge:
        weight = quarter * (edge_area(i) + edge_area(j));
        if (set_.is_nearly_parallel(x_, i, j)) add_mollified_ends(i, j, found);
        break;
      case PairKind::vertex_edge:
        weight = half * vertex_area(i);
        break;
      case PairKind::vertex_vertex:
        weight = half * (vertex_area(i) + vertex_area(j));
    }
    set_.reduce(x_, contact, weight, [&](std::uint64_t key, double w) { found.push_back({key, w}); });
  }

  void add_shared(Role role, const Contact& contact, std::vector<StencilKey>& found) const {
    const auto [i, j] = contact.pair;
    if (contact.kind == PairKind::vertex_triangle && role == vertex_to_edge)
      for (Index e : set_.triangle_edges_[static_cast<size_t>(j)])
        if (is_near(i, edge(e))) found.push_back({number(i) * set_.edge_count_ + number(e), 1});
    if (contact.kind == PairKind::vertex_triangle && role == vertex_to_vertex)
      for (Index w : set_.surface_.triangles()[static_cast<size_t>(j)])
        if (is_near(i, w)) found.push_back({number(i) * set_.vertex_count_ + number(w), 1});
    if (contact.kind == PairKind::vertex_edge && role == vertex_to_rod_end)
      for (Index w : edge(j))
        if (is_near(i, w)) found.push_back({number(i) * set_.vertex_count_ + number(w), 1});
    if (contact.kind == PairKind::edge_edge && role == end_to_edge) {
      // Mollified edges are taken back one by one (add_mollified_ends); they only show that the end is there.
      const double count = set_.is_nearly_parallel(x_, i, j) ? 0 : 1;
      for (const auto& [at, of] : {Pair{i, j}, Pair{j, i}})
        for (Index end : edge(of))
          if (is_near(end, edge(at))) found.push_back({number(end) * set_.edge_count_ + number(at), count});
    }
  }

  /// A feature that has been counted `count` times.
  void correct(Role role, std::uint64_t key, double count, std::vector<StencilKey>& found,
               std::vector<StencilKey>& vertices) const {
    const bool is_edge = role == vertex_to_edge || role == end_to_edge;
    const std::uint64_t divisor = is_edge ? set_.edge_count_ : set_.vertex_count_;
    const auto v = static_cast<Index>(key / divisor), other = static_cast<Index>(key % divisor);
    if (count == 1) return;
    const double area = role == end_to_edge ? edge_area(other) : vertex_area(v);
    const double weight = (role == vertex_to_rod_end ? half : quarter) * area * (1 - count);
    if (!is_edge) return found.push_back({keys_.point_point(v, other), weight});
    found.push_back({keys_.point_edge(v, other, closest(v, edge(other)).region()), weight});
    if (role == vertex_to_edge)
      for (Index w : edge(other))
        if (is_near(v, w)) vertices.push_back({number(v) * set_.vertex_count_ + number(w), 1 - count});
  }

 private:
  static constexpr double quarter = 0.25;  // half for both sides, half for vertices and edges
  static constexpr double half = 0.5;      // both sides

  void add_mollified_ends(Index a, Index b, std::vector<StencilKey>& found) const {
    for (size_t end = 0; end < 2; ++end) {
      if (is_near(edge(b)[end], edge(a))) {
        const auto on_a = static_cast<size_t>(closest(edge(b)[end], edge(a)).region());
        found.push_back(
            {keys_.mollified(a, b, static_cast<EdgeEdgeRegion>(3 * on_a + end)), -quarter * edge_area(a)});
      }
      if (is_near(edge(a)[end], edge(b))) {
        const auto on_b = static_cast<size_t>(closest(edge(a)[end], edge(b)).region());
        found.push_back(
            {keys_.mollified(a, b, static_cast<EdgeEdgeRegion>(3 * end + on_b)), -quarter * edge_area(b)});
      }
    }
  }

  const Edge& edge(Index e) const { return set_.surface_.edges()[static_cast<size_t>(e)]; }
  const Vec3& at(Index v) const { return x_[static_cast<size_t>(v)]; }
  double vertex_area(Index v) const { return set_.areas_.of_vertex[static_cast<size_t>(v)]; }
  double edge_area(Index e) const { return set_.areas_.of_edge[static_cast<size_t>(e)]; }
  double reach2(Index v, Index w) const {
    return square(dhat_ + 0.5 * (set_.surface_.offset_of(v) + set_.surface_.offset_of(w)));
  }
  PointEdgeClosest closest(Index v, const Edge& e) const {
    return closest_point_edge(at(v), at(e[0]), at(e[1]));
  }
  bool is_near(Index v, Index w) const { return point_point_distance2(at(v), at(w)) < reach2(v, w); }
  bool is_near(Index v, const Edge& e) const { return closest(v, e).distance2 < reach2(v, e[0]); }

  const ContactSet& set_;
  StencilKeys keys_;
  Positions x_;
  double dhat_;
};

ContactSet::ContactSet(const Surface& surface, Positions rest_positions, ContactWeights weights)
    : surface_(surface), weights_(weights), triangle_edges_(edges_of_triangles(surface)) {
  for (const Edge& e : surface.edges()) {
    const double length2 =
        (rest_positions[static_cast<size_t>(e[1])] - rest_positions[static_cast<size_t>(e[0])]).squaredNorm();
    LACUNA_CHECK(length2 > 0, "edge {} {} has zero rest length", e[0], e[1]);
    rest_length2_.push_back(length2);
  }
  if (weights == ContactWeights::area) areas_ = contact_areas(surface, rest_positions, triangle_edges_);
  vertex_count_ = number(surface.vertex_count());
  edge_count_ = surface.edges().size();
  triangle_count_ = surface.triangles().size();
  const std::uint64_t v = vertex_count_, e = edge_count_, t = triangle_count_;
  const double total = static_cast<double>(v) * static_cast<double>(v + e + t) +
                       10.0 * static_cast<double>(e) * static_cast<double>(e);
  LACUNA_CHECK(total < 0x1p63, "vertices={} edges={} triangles={}: stencils cannot be numbered", v, e, t);
  first_key_ = {
      0, v * v, v * (v + e), v * (v + e + t), v * (v + e + t) + e * e, v * (v + e + t) + 10 * e * e};
}

double ContactSet::threshold(Index edge_a, Index edge_b) const {
  // As EdgeEdgeMollifier::threshold.
  return 1e-3 * rest_length2_[static_cast<size_t>(edge_a)] * rest_length2_[static_cast<size_t>(edge_b)];
}

bool ContactSet::is_nearly_parallel(Positions x, Index edge_a, Index edge_b) const {
  const Edge &a = surface_.edges()[static_cast<size_t>(edge_a)],
             &b = surface_.edges()[static_cast<size_t>(edge_b)];
  const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
  return edge_edge_mollifier(at(a[1]) - at(a[0]), at(b[1]) - at(b[0]), threshold(edge_a, edge_b)).is_active;
}

/// emit(key, weight) for the closest features of a contact.
template <class Emit>
void ContactSet::reduce(Positions x, const Contact& contact, double weight, Emit&& emit) const {
  const StencilKeys keys(*this);
  const auto [i, j] = contact.pair;
  switch (contact.kind) {
    case PairKind::vertex_triangle: {
      const auto region = static_cast<size_t>(contact.region);  // vertices 0 to 2, edges 01, 12, 20, face
      if (region < 3)
        return emit(keys.point_point(i, surface_.triangles()[static_cast<size_t>(j)][region]), weight);
      if (region < 6)
        return emit(keys.point_edge(i, triangle_edges_[static_cast<size_t>(j)][region - 3]), weight);
      return emit(keys.point_triangle(i, j), weight);
    }
    case PairKind::edge_edge: {
      const auto region = static_cast<EdgeEdgeRegion>(contact.region);
      if (is_nearly_parallel(x, i, j)) return emit(keys.mollified(i, j, region), weight);
      const size_t on_a = contact.region / 3, on_b = contact.region % 3;  // 0 and 1 are the ends, 2 is inside
      const Edge &a = surface_.edges()[static_cast<size_t>(i)], &b = surface_.edges()[static_cast<size_t>(j)];
      if (on_a == 2 && on_b == 2) return emit(keys.edge_edge(i, j), weight);
      if (on_a == 2) return emit(keys.point_edge(b[on_b], i), weight);
      if (on_b == 2) return emit(keys.point_edge(a[on_a], j), weight);
      return emit(keys.point_point(a[on_a], b[on_b]), weight);
    }
    case PairKind::vertex_edge:
      return emit(keys.point_edge(i, j, static_cast<PointEdgeRegion>(contact.region)), weight);
    case PairKind::vertex_vertex:
      return emit(keys.point_point(i, j), weight);
  }
}

const std::vector<ContactStencil>& ContactSet::build(Positions x, const std::vector<Contact>& contacts,
                                                     double dhat) {
  LACUNA_CHECK(surface_.edges().size() == edge_count_ && number(surface_.vertex_count()) == vertex_count_,
               "the surface has grown since this set was made");
  keys_.clear();
  if (weights_ == ContactWeights::multiplicity)
    collect_multiplicity(x, contacts);
  else
    collect_areas(x, contacts, dhat);
  merge();
  return stencils_;
}

void ContactSet::collect_multiplicity(Positions x, const std::vector<Contact>& contacts) {
  collector_.collect(
      count_of(contacts), chunk_size, keys_, [&](Index begin, Index end, std::vector<StencilKey>& found) {
        for (Index i = begin; i < end; ++i)
          reduce(x, contacts[static_cast<size_t>(i)], 1, [&](std::uint64_t key, double weight) {
            found.push_back({key, weight});
          });
      });
}

/// Every contact with the area of its primitives; then, for features that several pairs have in common, what
/// makes their weights add up to one per vertex or edge that looks at them.
void ContactSet::collect_areas(Positions x, const std::vector<Contact>& contacts, double dhat) {
  const AreaTerms terms(*this, x, dhat);
  collector_.collect(count_of(contacts), chunk_size, keys_,
                     [&](Index begin, Index end, std::vector<StencilKey>& found) {
                       for (Index i = begin; i < end; ++i)
                         terms.add_pair(contacts[static_cast<size_t>(i)], found);
                     });
  for (size_t role = 0; role < shared_.size(); ++role) {
    shared_[role].clear();
    collector_.collect(count_of(contacts), chunk_size, shared_[role],
                       [&](Index begin, Index end, std::vector<StencilKey>& found) {
                         for (Index i = begin; i < end; ++i)
                           terms.add_shared(static_cast<Role>(role), contacts[static_cast<size_t>(i)], found);
                       });
  }
  const std::uint64_t largest = vertex_count_ * std::max(vertex_count_, edge_count_);
  for (size_t role : {vertex_to_edge, vertex_to_vertex, end_to_edge, vertex_to_rod_end}) {
    radix_sort(shared_[role], scratch_, largest);
    for_each_key(shared_[role], [&](std::uint64_t key, double count) {
      terms.correct(static_cast<Role>(role), key, count, keys_, shared_[vertex_to_vertex]);
    });
  }
}

void ContactSet::merge() {
  radix_sort(keys_, scratch_, first_key_.back());
  stencils_.clear();
  for_each_key(keys_, [&](std::uint64_t key, double weight) {
    if (weight == 0) return;
    stencils_.push_back(stencil_of(key));
    stencils_.back().weight = weight;
  });
}

ContactStencil ContactSet::stencil_of(std::uint64_t key) const {
  size_t kind = 0;
  while (key >= first_key_[kind + 1]) ++kind;
  key -= first_key_[kind];
  const auto split = [&](std::uint64_t count) { return std::array{key / count, key % count}; };
  ContactStencil stencil;
  stencil.kind = static_cast<StencilKind>(kind);
  size_t first_of_second = 1;
  switch (stencil.kind) {
    case StencilKind::point_point: {
      const auto [p, q] = split(vertex_count_);
      stencil.nodes = {static_cast<Index>(p), static_cast<Index>(q), -1, -1};
      break;
    }
    case StencilKind::point_edge: {
      const auto [p, e] = split(edge_count_);
      stencil.nodes = {static_cast<Index>(p), surface_.edges()[e][0], surface_.edges()[e][1], -1};
      break;
    }
    case StencilKind::point_triangle: {
      const auto [p, t] = split(triangle_count_);
      const Triangle& v = surface_.triangles()[t];
      stencil.nodes = {static_cast<Index>(p), v[0], v[1], v[2]};
      break;
    }
    default: {
      if (stencil.kind == StencilKind::mollified) {
        stencil.region = static_cast<std::uint8_t>(key % 9);
        key /= 9;
      }
      const auto [a, b] = split(edge_count_);
      const Edge &va = surface_.edges()[a], &vb = surface_.edges()[b];
      stencil.nodes = {va[0], va[1], vb[0], vb[1]};
      first_of_second = 2;
      if (stencil.kind == StencilKind::mollified)
        stencil.threshold = threshold(static_cast<Index>(a), static_cast<Index>(b));
    }
  }
  stencil.offset2 = square(
      0.5 * (surface_.offset_of(stencil.nodes[0]) + surface_.offset_of(stencil.nodes[first_of_second])));
  return stencil;
}

const std::vector<ContactStencil>& ContactSet::add_planes(Positions x, std::span<const ContactPlane> planes,
                                                          double dhat) {
  for (size_t plane = 0; plane < planes.size(); ++plane) {
    const Vec3& origin = x[static_cast<size_t>(planes[plane].node)];
    for (Index v : surface_.vertices()) {
      if (surface_.is_kinematic(v)) continue;
      const double offset = 0.5 * surface_.offset_of(v);
      if (!(planes[plane].normal.dot(x[static_cast<size_t>(v)] - origin) < dhat + offset)) continue;
      ContactStencil& stencil = stencils_.emplace_back();
      stencil.nodes = {v, planes[plane].node, -1, -1};
      stencil.kind = StencilKind::plane;
      stencil.plane = static_cast<std::int16_t>(plane);
      stencil.offset2 = square(offset);
      if (weights_ == ContactWeights::area) stencil.weight = areas_.of_vertex[static_cast<size_t>(v)];
    }
  }
  return stencils_;
}

double smallest_gap(const std::vector<ContactStencil>& stencils, Positions x, std::span<const Vec3> normals) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return -parallel_max(count_of(stencils), -infinity, [&](Index i) {
    const ContactStencil& stencil = stencils[static_cast<size_t>(i)];
    const double D = distance2(stencil, gather(stencil, x, normals));
    const double offset = std::sqrt(stencil.offset2), distance = std::sqrt(D);
    return offset > 0 ? -(D - stencil.offset2) / (distance + offset) : -distance;
  });
}

}  // namespace lacuna
