// Does an edge of the surface pass through a triangle? Answered with exact predicates: the proof behind
// "never intersects", independent of distances, tolerances and CCD. A single state gives no such proof for
// two rods, or for a particle: their gap and the certified path keep them apart.
#pragma once

#include "contact/broad_phase.h"

#include <functional>
#include <span>

namespace lacuna {

class IntersectionCheck {
 public:
  explicit IntersectionCheck(const Surface& surface) : broad_phase_(surface), surface_(surface) {}

  /// All (edge, triangle) that share a point at x, touching included. Empty is the proof. Pairs that may not
  /// collide (neighbours, both kinematic, disabled) are skipped. Positions must be finite. Valid until the
  /// next call.
  const std::vector<Pair>& find(Positions x);

  /// Passes all of them to use(pairs), in the same order, in batches: a file of half a megabyte can have a
  /// hundred million.
  void find_in_parts(Positions x, const std::function<void(std::span<const Pair>)>& use);

 private:
  static void require_finite(Positions x);
  void keep_intersecting(Positions x);

  BroadPhase broad_phase_;
  const Surface& surface_;
  std::vector<Pair> pairs_, intersections_;
  OrderedCollector<Pair> collector_;
};

}  // namespace lacuna
