#include "energy/shell_moduli.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(ShellModuli, MatchTheTheoryOfSheetsAndThreads) {
  const double young = 2e6, poisson = 0.3, t = 1e-3;
  const Lame plane = plane_stress_lame(young, poisson);
  // Pulled and free to contract: mu and lambda give back Young's modulus.
  const double e = 1, f = -poisson;
  EXPECT_NEAR(2 * plane.mu * (e * e + f * f) + plane.lambda * (e + f) * (e + f), young, 1e-9 * young);
  EXPECT_NEAR(2 * hinge_bending_stiffness(young, poisson, t),
              young * t * t * t / (12 * (1 - poisson * poisson)), 1e-18);
  EXPECT_NEAR(rod_stretch_stiffness(young, t), young * std::numbers::pi * 0.25e-6, 1e-9);
  EXPECT_NEAR(rod_bend_stiffness(young, t) / rod_stretch_stiffness(young, t), t * t / 16, 1e-18);
}

TEST(ShellModuli, MassesAddUpToTheWhole) {
  EXPECT_DOUBLE_EQ(3 * triangle_corner_mass(500, 1e-3, 0.4), 500 * 1e-3 * 0.4);
  EXPECT_DOUBLE_EQ(2 * segment_end_mass(1000, 2e-3, 0.1), 1000 * std::numbers::pi * 1e-6 * 0.1);
  EXPECT_DOUBLE_EQ(particle_mass(1600, 2e-3), 1600 * 4 * std::numbers::pi * 1e-9 / 3);
}

}  // namespace
}  // namespace lacuna::test
