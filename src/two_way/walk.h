// Two-way collision handling: moves positions as near to a target as contacts allow, along a path on which
// nothing ever intersects. Passes of two steps each: the backward step brings the guide, a copy of the
// target, to where contacts allow it to be (two_way/guide.h); the forward step moves every vertex towards the
// guide until something ends its way (sim/stop_times.h).
#pragma once

#include "two_way/guide.h"

#include <atomic>

namespace lacuna::two_way {

/// Of the range of a strain limit: what a pass keeps of the margin to the limit.
inline constexpr double kept_margin = 0.005;

struct WalkReport {
  Index passes = 0;
  double missing = 0;    ///< m: from where the last vertex stopped to the guide
  DirectionBound first;  ///< what ended the motion of some vertex first, in the first pass
};

class Walk {
 public:
  Walk(const Model& model, const TwoWaySettings& settings, ContactSystem& system);

  /// Moves x towards the target in at most so many passes; the contacts of the system were found at x.
  WalkReport move(std::span<Vec3> x, Positions target, Index most_passes, const std::atomic<bool>* stop);

  /// Where the last walk would have ended if nothing had stopped it.
  const std::vector<Vec3>& guide() const { return guide_.positions(); }

 private:
  const Model& model_;
  const TwoWaySettings& settings_;
  ContactSystem& system_;
  Guide guide_;
  std::vector<Vec3> way_;
};

}  // namespace lacuna::two_way
