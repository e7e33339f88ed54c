// Scripted motions and body forces, and the vertices they act on.
#pragma once

#include "base/types.h"
#include "scene/place.h"

#include <filesystem>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

namespace lacuna {

inline constexpr double forever = std::numeric_limits<double>::infinity();

// ---- motions

/// Constant velocity while from <= t < to.
struct Move {
  Vec3 velocity{0, 0, 0};  ///< m/s
};

/// Constant angular velocity.
struct Spin {
  Vec3 rate_deg{0, 0, 0};     ///< degrees per second: the direction is the axis, the length the rate
  std::optional<Vec3> about;  ///< a point of the axis, start position; default: box centre of the group
};

/// Rigid poses, interpolated linearly, angles included.
struct Keyframes {
  struct Key {
    double time = 0;
    Vec3 translate{0, 0, 0};
    Vec3 rotate_deg{0, 0, 0};  ///< Euler, about `about`
  };
  std::vector<Key> keys;  ///< rising times
  std::optional<Vec3> about;
};

/// Every vertex follows the files, interpolated linearly in time; the first file is at `from`.
struct MeshSequence {
  std::vector<std::filesystem::path> files;
  double fps = 25;
};

/// Motions of one group apply one after the other: x(t) = m_n(... m_1(X)), X the start position.
struct Motion {
  std::variant<Move, Spin, Keyframes, MeshSequence> kind;
  double from = 0, to = forever;  ///< s; no motion before, held in place after
  Place place;
};

// ---- vertices of an object, selected by their start positions

struct SelectAll {};

struct SelectBox {
  Vec3 lower{0, 0, 0}, upper{0, 0, 0};
};

struct SelectSphere {
  Vec3 center{0, 0, 0};
  double radius = 0;
};

/// The vertices farthest along `direction`: those within `within` times the object's extent of the end.
struct SelectSide {
  Vec3 direction{1, 0, 0};
  double within = 0.01;
};

struct SelectIndices {
  std::vector<Index> indices;
};

using Selector = std::variant<SelectAll, SelectBox, SelectSphere, SelectSide, SelectIndices>;

// ---- both together

/// Vertices of an object that follow a script instead of the physics. Without motions they are held still.
/// With a stiffness they follow the physics, and springs pull them to where the script has its targets.
struct FixedGroup {
  Selector select;
  std::vector<Motion> motions;
  double release = forever;  ///< s: not scripted from this time on
  Place place;
  double stiffness = 0;  ///< N/m, of the spring of each vertex; 0: no springs, the motion is prescribed
};

/// An acceleration on selected vertices: a body force per mass.
struct BodyForce {
  Selector select;
  Vec3 acceleration{0, 0, 0};  ///< m/s^2
  double from = 0, to = forever;
  Place place;
};

}  // namespace lacuna
