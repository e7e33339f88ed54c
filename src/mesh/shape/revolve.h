// Surfaces of revolution around y, with the number of vertices of each ring proportional to its length:
// triangles stay nearly equilateral from the axis to the rim, where a fan or a latitude-longitude mesh
// degenerates.
#pragma once

#include "mesh/mesh.h"

#include <span>

namespace lacuna {

/// One ring of vertices. A single vertex is a pole, whose radius is 0; otherwise at least three.
struct Ring {
  double radius = 0;
  double y = 0;
  Index count = 1;
  Index half_steps = 0;  ///< 0 or 1: rotated by half the angle between neighbours
};

inline constexpr double row_height = 0.8660254037844386;  ///< of an equilateral triangle of side 1
inline constexpr Index rim_edges_per_resolution = 6;      ///< 2 pi, rounded to hexagons

/// Length of an edge of a rim of this radius with `resolution` edges per radius.
double rim_edge(double radius, Index resolution);
/// Number of rows of nearly equilateral triangles over a length, at least 1.
Index row_count(double length, double edge);
/// Number of vertices of a ring, at least 3.
Index ring_count(double radius, double edge);
/// Array entries of a surface of this area and mean edge, to check that it can be indexed.
double estimated_entries(double area, double edge);

enum class Profile { open, closed };

/// Rings joined in order (and the last to the first if closed), vertices ring by ring. The outward normal is
/// to the right of the profile: counter-clockwise in the (radius, y) half-plane encloses a volume.
Mesh revolve(std::span<const Ring> rings, Profile profile = Profile::open);

}  // namespace lacuna
