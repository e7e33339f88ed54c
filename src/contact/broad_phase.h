// Finds the pairs that may touch: a packed tree over each kind of primitive, with boxes that cover either the
// surroundings of a state (proximity) or the whole of a motion (swept).
#pragma once

#include "base/ordered_collect.h"
#include "contact/candidates.h"
#include "contact/contact_range.h"
#include "contact/surface.h"
#include "geometry/packed_tree.h"

namespace lacuna {

/// A tree whose leaves also know the vertices of their primitives, to filter neighbours eight at a time.
struct PrimitiveTree {
  PackedTree tree;
  std::vector<Index8> leaf_ids;                      ///< per leaf: the numbers that candidates name
  std::vector<std::array<Index8, 3>> leaf_vertices;  ///< per leaf; -1 where there is none
  std::vector<std::uint8_t> leaf_kinematic;          ///< per leaf: lanes whose vertices are all kinematic
};

class BroadPhase {
 public:
  explicit BroadPhase(const Surface& surface) : surface_(surface) {}

  /// Sorts all primitives by position. The fits below do this automatically: on first use, when the surface
  /// has changed, and when deformation has spread the leaves by half.
  void build(Positions x);

  /// Boxes for proximity: every pair closer than its range plus its offset at x will be found.
  void fit(Positions x, const ContactRange& range);
  /// Boxes for motion: every pair that comes closer than its range plus its offset on the way from x_t0 to
  /// x_t1.
  void fit_swept(Positions x_t0, Positions x_t1, const ContactRange& range);
  /// Bare boxes: every pair that shares a point at x.
  void fit_touching(Positions x);

  /// All pairs whose boxes overlap and that may collide. Their order follows from the positions now and at
  /// the last sort, not from the threads.
  void find(Candidates& candidates);
  /// Edge-triangle pairs whose boxes overlap: (edge, triangle).
  void find_edge_triangle(std::vector<Pair>& pairs);

  /// The same in parts, for callers that cannot keep all pairs at once: tangled surfaces have as many as the
  /// product of their primitives. Parts 0 to part_count() - 1 together find each pair once.
  Index part_count() const;
  void find_part(Index part, Candidates& candidates);
  void find_edge_triangle_part(Index part, std::vector<Pair>& pairs);

 private:
  template <class VertexBox>
  void fit_boxes(Positions x, VertexBox&& box);
  void fit_trees();
  double leaf_spread(Positions x) const;

  const Surface& surface_;
  Vec3 origin_ = Vec3::Zero();  // boxes are relative to it, where single precision is finest
  std::vector<Box4> vertex_boxes_;
  PrimitiveTree vertices_, edges_, triangles_, free_vertices_, free_edges_, particles_;
  OrderedCollector<Pair> collector_;
  Index built_revision_ = -1;  // of the surface
  double leaf_spread_at_build_ = 0;
};

}  // namespace lacuna
