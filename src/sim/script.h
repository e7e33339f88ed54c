// Scripted motion: the target of a scripted vertex as a function of time. Targets are absolute, so a distance
// missed in one step is made up in a later one. Within a step vertices move along straight lines; a curved
// path is approximated by several of them.
#pragma once

#include "base/types.h"
#include "scene/motions.h"

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
  /// The target of the i-th vertex of the script at a time.
  void targets(double time, std::span<Vec3> out) const;
  /// Its rotation from t0 to t1, degrees, including full turns; simultaneous rotations are added. Mesh
  /// sequences do not count.
  double turn_deg(double t0, double t1) const;
  /// Adds the times between t0 and t1 at which its velocity may jump: keyframes, meshes of a sequence, `from`
  /// and `to`.
  void add_corners(double t0, double t1, std::vector<double>& times) const;
};

// A chord of this angle deviates from its circle by 0.9 % of the radius.
inline constexpr double largest_leg_deg = 15;

/// Ascending times after t0, ending at t1: straight lines between the targets at these times follow the paths
/// of all scripts that are active halfway between t0 and t1.
void find_way_points(std::span<const Script> scripts, double t0, double t1, std::vector<double>& times);

/// The rigid part of a list of motions at a time. `center` is the default centre of rotations.
RigidMotion rigid_motion_at(const std::vector<Motion>& motions, double time, const Vec3& center);

}  // namespace lacuna
