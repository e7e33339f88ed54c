// Surfaces of revolution around y with as many vertices in each ring as its length asks for: triangles stay
// nearly equilateral from the axis to the rim, where a fan or a latitude-longitude mesh degenerates.
#pragma once

#include "mesh/mesh.h"

#include <span>

namespace lacuna {

/// One ring of vertices. A single vertex is a pole, whose radius is 0; otherwise at least three.
struct Ring {
  double radius = 0;
  double y = 0;
  Index count = 1;
  Index half_steps = 0;  ///< 0 or 1: turned by half the angle between neighbours
};

enum class Profile { open, closed };

/// Rings joined in order (and the last to the first if closed), vertices ring by ring. The outward normal is
/// to the right of the profile: counter-clockwise in the (radius, y) half-plane encloses a volume.
Mesh revolve(std::span<const Ring> rings, Profile profile = Profile::open);

}  // namespace lacuna
