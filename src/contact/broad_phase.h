// Finds the pairs that may touch: a packed tree over each kind of primitive, with boxes that cover either the
// surroundings of a state (proximity) or the whole of a motion (swept).
//
// Primitives that never move have trees of their own, which are built once. Their boxes hold the offset and
// no range, so that they serve every query: the boxes of moving primitives are grown by the missing half when
// they look into those trees. Two static primitives never meet, so the static trees are never walked as a
// whole, and the cost depends only on moving primitives.
#pragma once

#include "base/ordered_collect.h"
#include "contact/candidates.h"
#include "contact/contact_range.h"
#include "contact/primitive_tree.h"

namespace lacuna {

class BroadPhase {
 public:
  explicit BroadPhase(const Surface& surface) : surface_(surface) {}

  /// Sorts all moving primitives by position. The fits below do this automatically: on first use, when the
  /// surface has changed, and when deformation has spread the leaves by half.
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
  enum class StaticBoxes : std::uint8_t { none, bare, with_offset };

  template <class VertexBox>
  void fit_boxes(Positions x, StaticBoxes static_boxes, VertexBox&& box);
  void list_vertices(Positions x);
  bool is_static_in_place(Positions x) const;
  void fit_static(Positions x, StaticBoxes boxes);
  void place_origin(Positions x);
  float static_growth(const ContactRange& range) const;
  template <class Find>
  void find_kinds(Candidates& candidates, Find&& find);
  template <class Find>
  void find_crossings(std::vector<Pair>& pairs, Find&& find);

  const Surface& surface_;
  Vec3 origin_ = Vec3::Zero();  // boxes are relative to it, where single precision is finest
  std::vector<Box4> vertex_boxes_;
  PrimitiveTrees moving_, static_;
  OrderedCollector<Pair> collector_;
  Index built_revision_ = -1;  // of the surface
  double leaf_spread_at_build_ = 0;

  std::vector<Index> moving_vertices_;  // of the model: those of moving primitives and inside solids
  Index static_revision_ = -1;          // of the surface
  StaticBoxes static_boxes_ = StaticBoxes::none;  // of the static trees now
  float growth_ = 0;                              // m: half the range, which static boxes lack
  Vec3 static_lower_, static_upper_;
  std::vector<Vec3> static_at_;  // where the static vertices were when their trees were built
};

}  // namespace lacuna
