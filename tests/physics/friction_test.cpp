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
  settle_friction(scene);
  solve_to(scene, SizedValue{1e-6, true});  // below epsv, or sticking is judged too early
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
    solve_to(scene, SizedValue{tolerance_of_epsv * 1e-5, true});
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
  scene.ipc.tolerance.reset();
  scene.ipc.friction_passes = 1;
  Simulation simulation(scene);
  const auto [v0, v1] = speeds(simulation);
  EXPECT_NEAR((v1 - v0) / 1.5, expected_acceleration(0.4), 0.05 * expected_acceleration(0.4));
}

TEST(BlockOnSlope, SlidesBelowItWithTheAnalyticAcceleration) {
  Simulation simulation(block_on_slope(0.49));
  const auto [v0, v1] = speeds(simulation);
  EXPECT_NEAR((v1 - v0) / 1.5, expected_acceleration(0.49), 0.02 * expected_acceleration(0.49));
}

// ---- a plate on the ground, gravity tilted so that 0.5 just holds it; nothing about the solver is said

constexpr double tilted_x = 4.4721, tilted_y = 8.9443, tilted_step = 0.01;

Scene plate_on_tilted_ground(double friction, int passes) {
  Scene scene = scene_of({box_object("plate", {0.2, 0.05, 0.2}, {2, 1, 2}, {0, 0.0252, 0},
                                     {ElasticLaw::neo_hookean, 1e7, 0.3, 1000, 0})},
                         tilted_step);
  scene.gravity = {tilted_x, -tilted_y, 0};
  scene.half_spaces = {ground(friction)};
  scene.contact.friction = friction;
  scene.ipc.friction_passes = passes;
  return scene;
}

class PlateOnTiltedGround : public testing::TestWithParam<int> {};

TEST_P(PlateOnTiltedGround, SlidesWithTheAnalyticAccelerationAtDefaults) {
  for (const double friction : {0.3, 0.4, 0.45, 0.49}) {
    Simulation simulation(plate_on_tilted_ground(friction, GetParam()));
    const auto speed_after = [&](int steps) {
      for (int s = 0; s < steps; ++s) advance(simulation);
      const double before = center_of_mass(simulation).x();
      advance(simulation);
      return (center_of_mass(simulation).x() - before) / tilted_step;
    };
    const double v0 = speed_after(39), v1 = speed_after(59);
    const double expected = tilted_x - friction * tilted_y;
    EXPECT_NEAR((v1 - v0) / 0.6, expected, 0.03 * expected) << friction;
  }
}

TEST_P(PlateOnTiltedGround, SticksAtDefaults) {
  Simulation simulation(plate_on_tilted_ground(0.51, GetParam()));
  for (int s = 0; s < 40; ++s) advance(simulation);
  const double before = center_of_mass(simulation).x();
  for (int s = 0; s < 60; ++s) advance(simulation);
  EXPECT_LT(std::abs(center_of_mass(simulation).x() - before), 0.6 * simulation.model().epsv);
}

INSTANTIATE_TEST_SUITE_P(Passes, PlateOnTiltedGround, testing::Values(1, 0));

// ---- a block that bounces off the ground while it slides

Vec3 momentum(const Simulation& simulation) {
  Vec3 sum = Vec3::Zero();
  for (size_t v = 0; v < simulation.state().v.size(); ++v)
    if (simulation.model().is_dynamic[v]) sum += simulation.model().mass[v] * simulation.state().v[v];
  return sum;
}

Scene bouncing_block(const Vec3& velocity, double friction) {
  SceneObject block = box_object("block", {0.2, 0.05, 0.2}, {4, 1, 4}, {0, 0.03, 0},
                                 {ElasticLaw::neo_hookean, 1e8, 0.3, 1000, 0});
  block.velocity = velocity;
  Scene scene = scene_of({block}, 5e-4);
  scene.gravity = Vec3::Zero();
  scene.half_spaces = {ground(friction)};
  scene.contact.friction = friction;
  settle_friction(scene);
  solve_to(scene, SizedValue{1e-6, false});
  return scene;
}

// Friction is lagged: in the step in which the block comes off, it is found with the contact of the step
// before.
TEST(BouncingBlock, HasNoTangentialImpulseWithoutANormalOne) {
  constexpr double friction = 0.3;
  for (const Vec3& velocity : {Vec3(3, -2, 0), Vec3(1, -3, 0.5), Vec3(0.4, -1, 0)}) {
    Simulation simulation(bouncing_block(velocity, friction));
    const Vec3 start = momentum(simulation);
    Vec3 before = start;
    bool has_touched = false;
    for (int s = 0; s < 40; ++s) {
      advance(simulation);
      const Vec3 now = momentum(simulation), change = now - before;
      has_touched = has_touched || change.y() > 0;
      EXPECT_LE(std::hypot(change.x(), change.z()),
                friction * std::abs(change.y()) * (1 + 1e-3) + 1e-9 * start.norm())
          << velocity.transpose() << ", step " << s;
      before = now;
    }
    EXPECT_TRUE(has_touched);
    const Vec3 all = before - start;
    EXPECT_LE(std::hypot(all.x(), all.z()), friction * all.y() * (1 + 1e-6)) << velocity.transpose();
    EXPECT_GE(std::hypot(all.x(), all.z()), 0.9 * friction * all.y()) << velocity.transpose();
  }
}

}  // namespace
}  // namespace lacuna::test
