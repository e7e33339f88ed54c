#include "mesh/shape/delaunay.h"

#include "base/check.h"
#include "mesh/shape/hilbert.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lacuna {
namespace {

constexpr double grid_cells = 1 << 27;

// 128-bit integers are an extension that -Wpedantic requires to be marked, which `using` does not allow.
__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using)

}  // namespace

Delaunay::Delaunay(std::span<const Vec2> points) {
  LACUNA_CHECK(points.size() >= 3, "{} points", points.size());
  Vec2 upper = points[0];
  origin_ = points[0];
  for (const Vec2& p : points) {
    origin_ = origin_.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  cells_per_metre_ = grid_cells / (upper - origin_).maxCoeff();
  LACUNA_CHECK(std::isfinite(cells_per_metre_), "extent {}", (upper - origin_).maxCoeff());
  for (const Vec2& p : points) points_.push_back(to_grid(p));
  triangle_of_.assign(points.size(), -1);
  starting_at_.assign(points.size() + 1, -1);

  // The first triangle takes the first two points of the curve and the next one off their line.
  std::vector<Index> order = hilbert_order();
  auto third =
      std::find_if(order.begin() + 2, order.end(), [&](Index p) { return turn(order[0], order[1], p) != 0; });
  LACUNA_CHECK(third != order.end(), "all {} points are on one line", points.size());
  std::rotate(order.begin() + 2, third, third + 1);
  start_with(order[0], order[1], order[2]);
  for (size_t i = 3; i < order.size(); ++i) insert(order[i]);
}

Delaunay::GridPoint Delaunay::to_grid(const Vec2& point) const {
  const Vec2 cell = (point - origin_) * cells_per_metre_;
  return {std::llround(cell.x()), std::llround(cell.y())};
}

/// > 0 for a left turn from a over b to c.
int Delaunay::turn(Index a, Index b, Index c) const {
  const GridPoint &p = point(a), &q = point(b), &r = point(c);
  const std::int64_t area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return area > 0 ? 1 : area < 0 ? -1 : 0;
}

/// Strictly inside. The circle through an edge and infinity is the half-plane to the edge's left plus the
/// edge itself.
bool Delaunay::is_in_circle(const Node& node, Index p) const {
  for (size_t i = 0; i < 3; ++i) {
    if (node.vertex[i] != infinity) continue;
    const Index a = node.vertex[next(i)], b = node.vertex[previous(i)];
    const int side = turn(a, b, p);
    if (side != 0) return side > 0;
    const GridPoint &u = point(a), &v = point(b), &q = point(p);
    return (u.x - q.x) * (v.x - q.x) + (u.y - q.y) * (v.y - q.y) < 0;
  }
  const GridPoint& q = point(p);
  const auto relative = [&](size_t i) {
    const GridPoint& v = point(node.vertex[i]);
    return GridPoint{v.x - q.x, v.y - q.y};
  };
  const GridPoint a = relative(0), b = relative(1), c = relative(2);
  const auto lift = [](const GridPoint& v) { return Int128{v.x * v.x + v.y * v.y}; };
  const auto cross = [](const GridPoint& v, const GridPoint& w) { return Int128{v.x * w.y - v.y * w.x}; };
  return lift(a) * cross(b, c) + lift(b) * cross(c, a) + lift(c) * cross(a, b) > 0;
}

std::vector<Index> Delaunay::hilbert_order() const {
  std::vector<std::pair<std::uint64_t, Index>> places;
  places.reserve(points_.size());
  for (Index v = 0; v < count_of(points_); ++v) {
    const auto cell = [](std::int64_t c) {
      return static_cast<std::uint64_t>(std::min<std::int64_t>(c >> 11, 65535));
    };
    places.emplace_back(hilbert_place(cell(point(v).x), cell(point(v).y)), v);
  }
  std::sort(places.begin(), places.end());
  std::vector<Index> order;
  order.reserve(places.size());
  for (const auto& [place, v] : places) order.push_back(v);
  return order;
}

void Delaunay::start_with(Index a, Index b, Index c) {
  if (turn(a, b, c) < 0) std::swap(b, c);
  // The triangle itself, then the three infinite ones across its sides.
  nodes_ = {{{a, b, c}, {2, 3, 1}},
            {{b, a, infinity}, {3, 2, 0}},
            {{c, b, infinity}, {1, 3, 0}},
            {{a, c, infinity}, {2, 1, 0}}};
  conflict_of_.assign(4, -1);
  triangle_of_[at(a)] = triangle_of_[at(b)] = triangle_of_[at(c)] = 0;
}

void Delaunay::insert(Index p) {
  dig_cavity(locate(p), p);
  fill_cavity(p);
}

/// A triangle in conflict with p: walks towards it over edges that have p on their far side, which cannot
/// cycle in a Delaunay triangulation, and ends in the triangle around p or in an infinite one.
Index Delaunay::locate(Index p) const {
  Index t = last_;
  for (size_t i = 0; i < 3; ++i) {
    if (nodes_[at(t)].vertex[i] == infinity) {
      t = nodes_[at(t)].neighbour[i];
      break;
    }
  }
  for (;;) {
    const Node& node = nodes_[at(t)];
    Index forward = -1;
    for (size_t i = 0; i < 3; ++i) {
      if (node.vertex[i] == infinity) return t;
    }
    for (size_t i = 0; i < 3 && forward < 0; ++i) {
      if (turn(node.vertex[next(i)], node.vertex[previous(i)], p) < 0) forward = node.neighbour[i];
    }
    if (forward < 0) return t;
    t = forward;
  }
}

void Delaunay::dig_cavity(Index seed, Index p) {
  LACUNA_CHECK(is_in_circle(nodes_[at(seed)], p), "point {} coincides with another", p);
  cavity_.assign(1, seed);
  rim_.clear();
  conflict_of_[at(seed)] = p;
  for (size_t k = 0; k < cavity_.size(); ++k) {
    const Node& node = nodes_[at(cavity_[k])];
    for (size_t i = 0; i < 3; ++i) {
      const Index across = node.neighbour[i];
      if (conflict_of_[at(across)] == p) continue;
      if (is_in_circle(nodes_[at(across)], p)) {
        conflict_of_[at(across)] = p;
        cavity_.push_back(across);
      } else {
        rim_.push_back({node.vertex[next(i)], node.vertex[previous(i)], across});
      }
    }
  }
}

/// Joins p to every rim edge. The cavity has two triangles fewer than its rim has edges: its slots are
/// reused, and two are new.
void Delaunay::fill_cavity(Index p) {
  while (cavity_.size() < rim_.size()) {
    cavity_.push_back(count_of(nodes_));
    nodes_.push_back({});
    conflict_of_.push_back(-1);
  }
  const auto slot = [&](Index v) { return v == infinity ? starting_at_.size() - 1 : at(v); };
  for (size_t k = 0; k < rim_.size(); ++k) {
    const auto& [from, to, outside] = rim_[k];
    const Index t = cavity_[k];
    nodes_[at(t)] = {{p, from, to}, {outside, -1, -1}};
    conflict_of_[at(t)] = -1;
    Node& beyond = nodes_[at(outside)];
    for (size_t i = 0; i < 3; ++i) {
      if (beyond.vertex[i] != from && beyond.vertex[i] != to) beyond.neighbour[i] = t;
    }
    starting_at_[slot(from)] = t;
    if (from != infinity) triangle_of_[at(from)] = t;
  }
  for (size_t k = 0; k < rim_.size(); ++k) {
    const Index t = cavity_[k], after = starting_at_[slot(rim_[k].to)];
    nodes_[at(t)].neighbour[1] = after;
    nodes_[at(after)].neighbour[2] = t;
  }
  triangle_of_[at(p)] = last_ = cavity_[0];
}

bool Delaunay::move(Index vertex, const Vec2& to) {
  const GridPoint before = point(vertex);
  points_[at(vertex)] = to_grid(to);
  bool is_valid = true;
  for_each_around(vertex, [&](Index v, Index w) {
    LACUNA_ASSERT(v != infinity && w != infinity, "vertex {} is on the hull", vertex);
    is_valid = is_valid && turn(vertex, v, w) > 0;
  });
  if (!is_valid) points_[at(vertex)] = before;
  return is_valid;
}

void Delaunay::restore() {
  // Only the sides of the two triangles of a flip can need a flip after it.
  std::vector<Index> changed;
  for (Index t = 0; t < count_of(nodes_); ++t) {
    for (size_t i = 0; i < 3; ++i) {
      const Index u = nodes_[at(t)].neighbour[i];
      if (t < u && flip_if_needed(t, i)) changed.insert(changed.end(), {t, u});
    }
    while (!changed.empty()) {
      const Index c = changed.back();
      changed.pop_back();
      for (size_t i = 0; i < 3; ++i) {
        const Index u = nodes_[at(c)].neighbour[i];
        if (flip_if_needed(c, i)) changed.insert(changed.end(), {c, u});
      }
    }
  }
}

/// Flips the edge opposite corner i if the vertex beyond it is inside the triangle's circle. Lawson: the
/// quadrilateral is then convex, and each flip raises the sorted list of angles, so flipping ends.
bool Delaunay::flip_if_needed(Index t, size_t i) {
  const Index u = nodes_[at(t)].neighbour[i];
  const Node &near = nodes_[at(t)], &far = nodes_[at(u)];
  const auto is_infinite = [](const Node& n) {
    return n.vertex[0] == infinity || n.vertex[1] == infinity || n.vertex[2] == infinity;
  };
  if (is_infinite(near) || is_infinite(far)) return false;
  const size_t j = far.neighbour[0] == t ? 0 : far.neighbour[1] == t ? 1 : 2;
  if (!is_in_circle(near, far.vertex[j]) || is_required(near.vertex[next(i)], near.vertex[previous(i)]))
    return false;
  flip(t, i);
  return true;
}

/// Replaces the edge opposite corner i by the other diagonal of the two triangles at it.
void Delaunay::flip(Index t, size_t i) {
  const Index u = nodes_[at(t)].neighbour[i];
  Node &near = nodes_[at(t)], &far = nodes_[at(u)];
  const size_t j = far.neighbour[0] == t ? 0 : far.neighbour[1] == t ? 1 : 2;
  const Index p = near.vertex[i], q = far.vertex[j];
  const Index a = near.vertex[next(i)], b = near.vertex[previous(i)];
  const Index across_a = near.neighbour[next(i)], across_b = near.neighbour[previous(i)];  // opposite a, b
  const Index far_a = far.neighbour[corner(far, a)], far_b = far.neighbour[corner(far, b)];
  near = {{p, a, q}, {far_b, u, across_b}};
  far = {{q, b, p}, {across_a, t, far_a}};
  const auto relink = [&](Index neighbour, Index from, Index to) {
    for (Index& n : nodes_[at(neighbour)].neighbour) {
      if (n == from) {
        n = to;
        return;
      }
    }
  };
  relink(far_b, u, t);
  relink(across_a, t, u);
  triangle_of_[at(p)] = triangle_of_[at(a)] = t;
  triangle_of_[at(q)] = triangle_of_[at(b)] = u;
}

bool Delaunay::is_required(Index a, Index b) const {
  return !required_.empty() && required_.count({std::min(a, b), std::max(a, b)}) > 0;
}

/// The triangle (from, to, third vertex).
Index Delaunay::triangle_left_of(Index from, Index to) const {
  const Index start = triangle_of_[at(from)];
  for (Index t = start;;) {
    const Node& node = nodes_[at(t)];
    const size_t i = corner(node, from);
    if (node.vertex[next(i)] == to) return t;
    t = node.neighbour[next(i)];
    LACUNA_CHECK(t != start, "{} and {} are not joined", from, to);
  }
}

/// Edges that the segment from a to b crosses, from a on, each with its end on the right first.
std::vector<Edge> Delaunay::edges_across(Index a, Index b) const {
  Edge edge{infinity, infinity};
  bool is_there = false;
  for_each_around(a, [&](Index v, Index w) {
    is_there = is_there || v == b;
    if (v == infinity || w == infinity || v == b || w == b) return;
    if (turn(a, b, v) < 0 && turn(a, b, w) > 0) edge = {v, w};
  });
  std::vector<Edge> crossed;
  if (is_there) return crossed;
  LACUNA_CHECK(edge[0] != infinity, "a point is on the edge from {} to {}", a, b);
  for (;;) {
    crossed.push_back(edge);
    const Node& node = nodes_[at(triangle_left_of(edge[1], edge[0]))];
    const Index p = node.vertex[previous(corner(node, edge[1]))];
    if (p == b) return crossed;
    const int side = turn(a, b, p);
    LACUNA_CHECK(p != infinity && side != 0, "point {} is on the edge from {} to {}", p, a, b);
    edge[side > 0 ? 1 : 0] = p;
  }
}

/// S. W. Sloan, "A fast algorithm for generating constrained Delaunay triangulations" (1993): crossing edges
/// are flipped in turn, those of a quadrilateral that is not convex later.
void Delaunay::require_edge(Index a, Index b) {
  std::vector<Edge> crossed = edges_across(a, b);
  for (size_t k = 0; k < crossed.size(); ++k) {
    const auto [v, w] = crossed[k];
    const Index t = triangle_left_of(v, w);
    const size_t i = previous(corner(nodes_[at(t)], v));
    const Index p = nodes_[at(t)].vertex[i];
    const Node& beyond = nodes_[at(triangle_left_of(w, v))];
    const Index q = beyond.vertex[previous(corner(beyond, w))];
    if (turn(p, v, q) <= 0 || turn(q, w, p) <= 0) {
      crossed.push_back({v, w});
      continue;
    }
    flip(t, i);
    if (p == a || p == b || q == a || q == b) continue;
    const int p_side = turn(a, b, p), q_side = turn(a, b, q);
    if (p_side * q_side < 0) crossed.push_back({p, q});
  }
  required_.insert({std::min(a, b), std::max(a, b)});
}

/// Finite triangles in lexicographic order.
std::vector<Triangle> Delaunay::listed(const std::vector<char>& is_left_out) const {
  std::vector<Triangle> triangles;
  triangles.reserve(nodes_.size());
  for (size_t t = 0; t < nodes_.size(); ++t) {
    if (is_left_out[t] != 0) continue;
    Triangle vertices = nodes_[t].vertex;
    std::rotate(vertices.begin(), std::min_element(vertices.begin(), vertices.end()), vertices.end());
    if (vertices[0] != infinity) triangles.push_back(vertices);
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

std::vector<Triangle> Delaunay::triangles() const { return listed(std::vector<char>(nodes_.size(), 0)); }

std::vector<Triangle> Delaunay::enclosed_triangles() const {
  std::vector<char> is_outside(nodes_.size(), 0);
  std::vector<Index> reached;
  const auto reach = [&](Index t) {
    if (is_outside[at(t)] == 0) reached.push_back(t);
    is_outside[at(t)] = 1;
  };
  for (Index t = 0; t < count_of(nodes_); ++t) {
    const Triangle& v = nodes_[at(t)].vertex;
    if (std::count(v.begin(), v.end(), infinity) > 0) reach(t);
  }
  while (!reached.empty()) {
    const Node& node = nodes_[at(reached.back())];
    reached.pop_back();
    for (size_t i = 0; i < 3; ++i) {
      if (!is_required(node.vertex[next(i)], node.vertex[previous(i)])) reach(node.neighbour[i]);
    }
  }
  return listed(is_outside);
}

std::vector<Triangle> delaunay_triangles(std::span<const Vec2> points) {
  return Delaunay(points).triangles();
}

}  // namespace lacuna
