// What Coulomb says about a block on a slope.
#include "support/scenes.h"

#include <cmath>

namespace lacuna::test {
namespace {

Vec3 downhill() { return Vec3(2, -1, 0).normalized(); }

/// A stiff block on a slope of tan 1/2, gravity straight down.
Scene block_on_slope(double friction) {
  const double slope = std::atan(0.5) * 180 / std::acos(-1.0);
  SceneObject block = box_object("block", {1, 1, 1}, {1, 1, 1}, Vec3::Zero(),
                                 {ElasticLaw::fixed_corotated, 1e9, 0.4, 1000, 0});
  block.placement.rotate = {0, 0, -slope};
  const Vec3 normal = Vec3(1, 2, 0).normalized();
  block.placement.translate = (0.5 + 3e-3) * normal;
  Scene scene = scene_of({block}, 0.025);
  scene.half_spaces = {ground(friction, normal)};
  scene.contact.friction = friction;
  scene.contact.epsv = SizedValue{1e-5, true};
  scene.contact.friction_passes = 0;
  scene.newton.tolerance = SizedValue{1e-6, true};  // below epsv, or sticking is judged too early
  return scene;
}

/// Speeds down the slope after it has settled and 1.5 s later.
std::array<double, 2> speeds(Simulation& simulation) {
  const auto speed = [&] {
    const double before = center_of_mass(simulation).dot(downhill());
    advance(simulation);
    return (center_of_mass(simulation).dot(downhill()) - before) / 0.025;
  };
  for (int s = 0; s < 20; ++s) advance(simulation);
  const double v0 = speed();
  for (int s = 0; s < 59; ++s) advance(simulation);
  return {v0, speed()};
}

double expected_acceleration(double friction) { return 9.81 * (1 - 2 * friction) / std::sqrt(5.0); }

TEST(BlockOnSlope, HoldsWithMoreFrictionThanItsAngle) {
  Simulation simulation(block_on_slope(0.51));
  // Smoothed static friction creeps with up to epsv.
  for (const double v : speeds(simulation)) EXPECT_LT(std::abs(v), simulation.model().epsv);
}

// Dropped from above, what it gains along the slope is taken away by the friction of its landing, but for
// what a small rebound leaves; that stays, as there is no force to spare.
TEST(BlockOnSlope, HoldsAtTheFrictionOfItsAngle) {
  Simulation simulation(block_on_slope(0.5));
  const auto [v0, v1] = speeds(simulation);
  const double sliding_acceleration = expected_acceleration(0.49);
  EXPECT_LT(std::abs(v0), 0.01 * sliding_acceleration * 2);
  EXPECT_LT(std::abs(v1 - v0) / 1.5, 1e-5 * sliding_acceleration);
}

// What is called converged is: the speed of a block that begins to slide does not depend on the tolerance.
TEST(BlockOnSlope, SlidesAlikeForEveryToleranceBelowEpsv) {
  const auto speed_with = [](double tolerance_of_epsv) {
    Scene scene = block_on_slope(0.49);
    scene.newton.tolerance = SizedValue{tolerance_of_epsv * 1e-5, true};
    Simulation simulation(scene);
    return speeds(simulation)[0];
  };
  const double exact = speed_with(1e-4);
  for (const double tolerance : {0.5, 0.1, 0.01})
    EXPECT_NEAR(speed_with(tolerance), exact, 0.01 * exact) << tolerance;
}

TEST(BlockOnSlope, SlidesAtTheDefaultTolerance) {
  Scene scene = block_on_slope(0.4);
  scene.contact.epsv = ContactSettings{}.epsv;
  scene.newton.tolerance.reset();
  scene.contact.friction_passes = 1;
  Simulation simulation(scene);
  const auto [v0, v1] = speeds(simulation);
  EXPECT_NEAR((v1 - v0) / 1.5, expected_acceleration(0.4), 0.05 * expected_acceleration(0.4));
}

TEST(BlockOnSlope, SlidesBelowItWithTheAnalyticAcceleration) {
  Simulation simulation(block_on_slope(0.49));
  const auto [v0, v1] = speeds(simulation);
  EXPECT_NEAR((v1 - v0) / 1.5, expected_acceleration(0.49), 0.02 * expected_acceleration(0.49));
}

}  // namespace
}  // namespace lacuna::test
