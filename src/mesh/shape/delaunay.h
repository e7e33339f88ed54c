// Delaunay triangulation of points in the plane, by insertion along a Hilbert curve (Bowyer 1981, Watson
// 1981) with a vertex at infinity, and kept Delaunay by edge flips (Lawson 1977) while points move.
//
// Robustness: predicates see points rounded to a 2^27 x 2^27 integer grid over their bounding square, where
// orientation fits in 64 bits and the in-circle test in 128. They are therefore exact and consistent, and
// collinear or cocircular points need no special care. The price is that points closer than 1e-8 of the
// extent coincide, which is a precondition violation.
//
// Edges can be required: the triangulation is then the constrained one (L. P. Chew, "Constrained Delaunay
// triangulations", 1989), in which a circle may hold points that its triangle does not see.
#pragma once

#include "base/types.h"

#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace lacuna {

class Delaunay {
 public:
  /// At least three points, not all on one line, all distinct on the grid.
  explicit Delaunay(std::span<const Vec2> points);

  /// Counter-clockwise triangles, each beginning with its smallest vertex, in lexicographic order.
  std::vector<Triangle> triangles() const;

  /// Moves a point unless that would invert or flatten one of its triangles; returns whether it moved.
  /// Points of the convex hull must not move. The triangulation may stop being Delaunay: see restore().
  bool move(Index vertex, const Vec2& to);

  /// Flips edges until the triangulation is Delaunay again.
  void restore();

  /// Makes the segment between two points a permanent edge. No point may be on it, and no other required edge
  /// may cross it. The triangulation may stop being Delaunay: see restore().
  void require_edge(Index a, Index b);

  /// As triangles(), without those that can be reached from outside over edges that are not required.
  std::vector<Triangle> enclosed_triangles() const;

  /// visit(v, w) for every triangle (vertex, v, w) around a point, counter-clockwise, infinite ones included
  /// with v or w equal to `infinity`.
  template <class Visit>
  void for_each_around(Index vertex, const Visit& visit) const {
    const Index start = triangle_of_[static_cast<size_t>(vertex)];
    Index t = start;
    do {
      const Node& node = nodes_[static_cast<size_t>(t)];
      const size_t i = corner(node, vertex);
      visit(node.vertex[next(i)], node.vertex[previous(i)]);
      t = node.neighbour[next(i)];
    } while (t != start);
  }

  static constexpr Index infinity = -1;

 private:
  struct GridPoint {
    std::int64_t x, y;
    bool operator==(const GridPoint&) const = default;
  };
  struct Node {
    Triangle vertex;     // counter-clockwise
    Triangle neighbour;  // neighbour[i] is across the edge opposite vertex[i]
  };
  struct CavityEdge {
    Index from, to, outside;
  };

  static size_t next(size_t i) { return i == 2 ? 0 : i + 1; }
  static size_t previous(size_t i) { return i == 0 ? 2 : i - 1; }
  static size_t corner(const Node& node, Index vertex) {
    return node.vertex[0] == vertex ? 0 : node.vertex[1] == vertex ? 1 : 2;
  }

  GridPoint to_grid(const Vec2& point) const;
  const GridPoint& point(Index v) const { return points_[static_cast<size_t>(v)]; }
  int turn(Index a, Index b, Index c) const;
  bool is_in_circle(const Node& node, Index p) const;
  std::vector<Index> hilbert_order() const;
  void start_with(Index a, Index b, Index c);
  void insert(Index p);
  Index locate(Index p) const;
  void dig_cavity(Index seed, Index p);
  void fill_cavity(Index p);
  bool flip_if_needed(Index t, size_t i);
  void flip(Index t, size_t i);
  bool is_required(Index a, Index b) const;
  std::vector<Edge> edges_across(Index a, Index b) const;
  Index triangle_left_of(Index from, Index to) const;
  std::vector<Triangle> listed(const std::vector<char>& is_left_out) const;

  Vec2 origin_;
  double cells_per_metre_;
  std::vector<GridPoint> points_;
  std::vector<Node> nodes_;
  std::vector<Index> triangle_of_;  // per point: one triangle there
  Index last_ = 0;                  // where to begin the next search
  std::set<Edge> required_;         // smaller vertex first

  // Scratch of insert(): the triangles in conflict with the new point, and the edges around them.
  std::vector<Index> cavity_;
  std::vector<CavityEdge> rim_;
  std::vector<Index> conflict_of_;  // per triangle: the last point in conflict with it
  std::vector<Index> starting_at_;  // per point, infinity last: the new triangle whose rim edge begins there
};

/// Only the triangulation.
std::vector<Triangle> delaunay_triangles(std::span<const Vec2> points);

}  // namespace lacuna
