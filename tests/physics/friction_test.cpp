// What Coulomb says about a block on a slope.
#include "support/scenes.h"

#include <cmath>

namespace lacuna::test {
namespace {

/// A stiff block on a slope of tan 1/2, gravity straight down.
Scene block_on_slope(double friction) {
  const double slope = std::atan(0.5) * 180 / std::acos(-1.0);
  SceneObject block = box_object("block", {1, 1, 1}, {1, 1, 1}, Vec3::Zero(),
                                 {ElasticLaw::fixed_corotated, 1e9, 0.4, 1000, 0});
  block.placement.rotate = {0, 0, -slope};
  const Vec3 normal = Vec3(1, 2, 0).normalized();
  block.placement.translate = (0.5 + 1e-3) * normal;
  Scene scene = scene_of({block}, 0.025);
  scene.half_spaces = {ground(friction, normal)};
  scene.contact.epsv = SizedValue{1e-5, true};
  scene.contact.friction_passes = 0;
  scene.newton.tolerance = SizedValue{1e-6, true};  // well below epsv, or sticking is judged too early
  return scene;
}

double slide(const Simulation& simulation) { return center_of_mass(simulation).dot(Vec3(2, -1, 0).normalized()); }

TEST(BlockOnSlope, HoldsAtTheFrictionOfItsAngle) {
  Simulation simulation(block_on_slope(0.5));
  for (int s = 0; s < 20; ++s) advance(simulation);
  const double settled = slide(simulation);
  for (int s = 0; s < 40; ++s) advance(simulation);
  // A smoothed static friction creeps with up to epsv.
  EXPECT_LT(slide(simulation) - settled, 1.1 * 40 * 0.025 * simulation.model().epsv);
}

TEST(BlockOnSlope, SlidesBelowItWithTheAnalyticAcceleration) {
  Simulation simulation(block_on_slope(0.49));
  for (int s = 0; s < 20; ++s) advance(simulation);
  const auto speed = [&] {
    const double before = slide(simulation);
    advance(simulation);
    return (slide(simulation) - before) / 0.025;
  };
  const double v0 = speed();
  for (int s = 0; s < 59; ++s) advance(simulation);
  const double v1 = speed();
  const double expected = 9.81 * (1 - 0.49 * 2) / std::sqrt(5.0);  // g (sin - mu cos)
  EXPECT_NEAR((v1 - v0) / (60 * 0.025), expected, 0.02 * expected);
}

}  // namespace
}  // namespace lacuna::test
