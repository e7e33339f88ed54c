// Prescribed motion as a function of time: where a scripted vertex should be. Targets are absolute, so what
// a step could not reach is caught up in a later one.
#pragma once

#include "base/types.h"
#include "scene/scene.h"

#include <vector>

namespace lacuna {

/// x -> rotation x + translation.
struct RigidMotion {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
  Vec3 operator()(const Vec3& x) const { return rotation * x + translation; }
};

/// Vertices that follow one list of motions.
struct Script {
  std::vector<Index> vertices;
  std::vector<Vec3> start;  ///< their positions at t = 0
  std::vector<Motion> motions;
  double release = forever;

  /// Positions of a mesh sequence, one list per file, for those vertices; empty without one.
  std::vector<std::vector<Vec3>> sequence;

  bool is_active(double time) const { return time < release; }
  bool is_moving() const { return !motions.empty(); }
  /// Where the i-th vertex of the script belongs at a time.
  void targets(double time, std::span<Vec3> out) const;
};

/// The rigid part of a list of motions at a time. `center` is what rotations turn about by default.
RigidMotion rigid_motion_at(const std::vector<Motion>& motions, double time, const Vec3& center);

}  // namespace lacuna
