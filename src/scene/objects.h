// The contents of a scene: objects, half-spaces, spheres, pairs with settings of their own, and stitches.
#pragma once

#include "geometry/round_wall.h"
#include "scene/curve.h"
#include "scene/materials.h"
#include "scene/mesh_source.h"
#include "scene/motions.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

struct SceneObject {
  std::string name;
  MeshSource mesh;
  MeshUse mesh_use = MeshUse::all;
  Placement placement;
  Instances instances;
  ObjectKind kind;
  double offset = 0;               ///< m, contact thickness
  std::optional<double> friction;  ///< of this object; a pair has the mean of the two
  bool self_contact = true;
  Vec3 velocity{0, 0, 0};              ///< m/s at the start
  Vec3 angular_velocity_deg{0, 0, 0};  ///< degrees/s about the box centre at the start
  double pressure = 0;                 ///< Pa, inside over outside; closed surfaces only
  double drag = 1;                     ///< factor on everything that air does to it
  std::vector<FixedGroup> fixed;
  std::vector<BodyForce> forces;
  std::vector<Motion> motions;  ///< obstacles only
  bool is_ball = false;  ///< an obstacle of one particle: half its offset is the radius of a solid ball
  Place place;
};

/// Everything on the side of `normal` is free.
struct HalfSpace {
  std::string name;
  Vec3 point{0, 0, 0};
  Vec3 normal{0, 1, 0};            ///< any length but zero
  std::optional<double> friction;  ///< its own; a pair with an object has the mean of the two
  std::vector<Motion> motions;     ///< Move and Keyframes without rotation
  Place place;
};

/// A sphere or a bowl that everything stays inside. A solid ball is a SceneObject instead.
struct RoundWall {
  std::string name;
  RoundKind kind = RoundKind::container;
  Vec3 center{0, 0, 0};
  Curve<double> radius;            ///< m
  Vec3 axis{0, 1, 0};              ///< any length but zero; a bowl opens along it
  std::optional<double> friction;  ///< as that of a half-space
  std::vector<Motion> motions;     ///< of the centre, as those of a half-space
  Place place;
};

/// Settings of two objects, of an object and a half-space or sphere, or of an object with itself. They
/// replace those that follow from the two.
struct PairSettings {
  std::array<std::string, 2> names;  ///< of objects, half-spaces and spheres
  double friction = 0;
  Place place;
};

/// Stitches between vertices of two objects, or of one.
struct StitchGroup {
  std::array<std::string, 2> objects;
  std::vector<std::array<Index, 2>> vertices;  ///< vertex of the first, vertex of the second
  struct ToEdge {
    Index vertex = 0;                 ///< of the first object
    std::array<Index, 2> edge{0, 0};  ///< vertices of the second
    double part = 0;                  ///< 0 at the first of them, 1 at the second
  };
  std::vector<ToEdge> edges;
  /// Instead of both lists: every vertex of the first that is this close to a boundary edge or vertex of the
  /// second, m.
  std::optional<double> within;
  double stiffness = 1000;  ///< N/m
  Place place;
};

}  // namespace lacuna
