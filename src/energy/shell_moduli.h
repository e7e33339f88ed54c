// Converts measured properties of a sheet or rod (Young's modulus, Poisson's ratio, thickness) to the
// constants of its elements and the masses of their nodes. Li et al., Codimensional Incremental Potential
// Contact, 2021, supplement, sections 8 and 9.
#pragma once

#include "energy/lame.h"

#include <numbers>

namespace lacuna {

/// mu and lambda of a sheet with stress-free faces.
constexpr Lame plane_stress_lame(double young, double poisson) {
  return {young / (2 * (1 + poisson)), young * poisson / (1 - poisson * poisson)};
}

/// N m: half of the flexural rigidity E t^3 / (12 (1 - nu^2)), the k of a hinge (energy/hinge.h).
constexpr double hinge_bending_stiffness(double young, double poisson, double thickness) {
  return young * thickness * thickness * thickness / (24 * (1 - poisson * poisson));
}

/// With the k above, a sheet rolled to a cylinder stores this many times the energy of a plate: the area of a
/// hinge is a third of its two triangles, and one hinge out of three bends (docs/energies/hinge.md).
constexpr double published_over_plate = 3;

/// E A of a round rod, N.
constexpr double rod_stretch_stiffness(double young, double diameter) {
  return young * std::numbers::pi * diameter * diameter / 4;
}
/// E I of a round rod, N m^2.
constexpr double rod_bend_stiffness(double young, double diameter) {
  return young * std::numbers::pi * (diameter * diameter) * (diameter * diameter) / 64;
}

/// kg that a triangle adds to each of its corners.
constexpr double triangle_corner_mass(double density, double thickness, double area) {
  return density * thickness * area / 3;
}
/// kg that a segment of a round rod adds to each of its ends.
constexpr double segment_end_mass(double density, double diameter, double length) {
  return density * std::numbers::pi * diameter * diameter * length / 8;
}
/// kg of a ball.
constexpr double particle_mass(double density, double diameter) {
  return density * std::numbers::pi * diameter * diameter * diameter / 6;
}

}  // namespace lacuna
