// Static steps end in equilibrium or say that there is none.
#include "support/scenes.h"

#include <cmath>

namespace lacuna::test {
namespace {

/// A block 1 cm above the ground, gravity tilted so that a friction of 0.5 just holds it.
Scene block_above_tilted_ground(double friction, double step) {
  Scene scene = scene_of({box_object("block", {0.2, 0.05, 0.2}, {2, 1, 2}, {0, 0.035, 0},
                                     {ElasticLaw::neo_hookean, 1e7, 0.3, 1000, 0})},
                         step);
  scene.integrator = Integrator::quasi_static;
  scene.gravity = {4.4721, -8.9443, 0};
  scene.half_spaces = {ground(friction)};
  scene.contact.friction = friction;
  return scene;
}

// It falls along gravity, 5 mm sideways, and stays where it lands.
TEST(Static, FrictionHoldsWhatBeginsToTouch) {
  for (const int passes : {1, 0})
    for (const double step : {0.1, 1.0, 10.0}) {
      Scene scene = block_above_tilted_ground(0.6, step);
      scene.ipc.friction_passes = passes;
      Simulation simulation(scene);
      for (int s = 0; s < 3; ++s) {
        const StepReport report = advance(simulation);
        EXPECT_EQ(report.not_in_equilibrium, "") << step;
        EXPECT_LT(report.iterations, 200) << step;
      }
      EXPECT_NEAR(center_of_mass(simulation).x(), 0.005, 5e-4) << step;
      EXPECT_GT(center_of_mass(simulation).y(), 0.0245) << step;
    }
}

TEST(Static, SaysThatABodySlides) {
  for (const int passes : {1, 0}) {
    Scene scene = block_above_tilted_ground(0.3, 1);
    scene.ipc.friction_passes = passes;
    Simulation simulation(scene);
    const StepReport report = advance(simulation);
    EXPECT_NE(report.not_in_equilibrium.find("'block'"), std::string::npos) << report.not_in_equilibrium;
    // Friction holds 0.3 of the normal force, 0.894 of the weight; along the slope there is 0.447 of it.
    EXPECT_NEAR(report.unbalanced.value(), 0.447 - 0.3 * 0.894, 0.02);
    EXPECT_LT(report.iterations, 300);
  }
}

// What a light body does must not vanish beside the load of a heavy one.
TEST(Static, SaysThatALightBodySlidesBesideAHeavyOneThatRests) {
  Scene scene = block_above_tilted_ground(0.3, 1);
  scene.contact.dhat = SizedValue{1e-4, false};
  scene.contact.epsv = SizedValue{1e-4, false};  // for the size of the light one
  SceneObject heavy =
      box_object("heavy", {1, 1, 1}, {2, 2, 2}, {0, 1, 5}, {ElasticLaw::neo_hookean, 1e8, 0.3, 8000, 0});
  heavy.fixed = {held(SelectSide{{0, -1, 0}, 0.01})};
  scene.objects.push_back(heavy);
  scene.objects[0].mesh = BoxShape{{0.02, 0.005, 0.02}, {1, 1, 1}};
  scene.objects[0].placement.translate = {0, 0.004, 0};
  Simulation simulation(scene);
  const StepReport report = advance(simulation);
  EXPECT_NE(report.not_in_equilibrium.find("'block'"), std::string::npos) << report.not_in_equilibrium;
  EXPECT_NEAR(report.unbalanced.value(), 0.447 - 0.3 * 0.894, 0.02);
}

// It lands with one vertex after the other.
TEST(Static, SaysThatABallRolls) {
  Scene scene = block_above_tilted_ground(0.6, 1);
  scene.gravity = {2, -9, 0};
  scene.objects = {object_of("ball", SphereShape{0.1, 3},
                             SolidMaterial{ElasticLaw::neo_hookean, 1e6, 0.3, 1000, 0}, {0, 0.11, 0})};
  Simulation simulation(scene);
  const StepReport report = advance(simulation);
  EXPECT_NE(report.not_in_equilibrium.find("'ball'"), std::string::npos) << report.not_in_equilibrium;
  EXPECT_LT(report.iterations, 3000);
}

TEST(Static, SaysThatNothingHoldsABodyThatFalls) {
  Scene scene = block_above_tilted_ground(0.3, 1);
  scene.half_spaces.clear();
  Simulation simulation(scene);
  const StepReport report = advance(simulation);
  EXPECT_NEAR(report.unbalanced.value(), 1, 1e-6);
  EXPECT_NE(report.not_in_equilibrium, "");
}

/// The lowest point of a soft bar that hangs from its top.
double lowest_after(double step, int steps) {
  SceneObject bar = box_object("bar", {0.1, 1, 0.1}, {1, 6, 1}, {0, 0, 0},
                               {ElasticLaw::fixed_corotated, 5e4, 0.3, 1000, 0.1});
  bar.fixed = {held(SelectSide{{0, 1, 0}, 0.01})};
  Scene scene = scene_of({bar}, step);
  scene.integrator = Integrator::quasi_static;
  Simulation simulation(scene);
  for (int s = 0; s < steps; ++s) EXPECT_EQ(advance(simulation).not_in_equilibrium, "") << step;
  double lowest = 0;
  for (const Vec3& x : simulation.state().x) lowest = std::min(lowest, x.y());
  return lowest;
}

TEST(Static, OneStepOfAnyLengthReachesEquilibrium) {
  const double sag = -0.5 - lowest_after(100, 20);
  EXPECT_GT(sag, 0.08);  // density g l^2 / (2 E) is 0.098
  for (const double step : {0.02, 0.3, 1.0, 10.0})
    EXPECT_NEAR(-0.5 - lowest_after(step, 1), sag, 1e-3 * sag) << step;
}

// The drag of an obstacle that a script moves is felt although static solves begin anew.
TEST(Static, ABlockIsDraggedAlongByTheGroundItRestsOn) {
  Scene scene = block_above_tilted_ground(0.6, 1);
  scene.gravity = {0, -10, 0};
  scene.half_spaces.clear();
  SceneObject floor = object_of("floor", BoxShape{{2, 0.1, 2}, {2, 1, 2}}, Obstacle{}, {0, -0.05, 0});
  Motion motion;
  motion.kind = Move{{0.05, 0, 0}};
  motion.from = 1;
  floor.motions = {motion};
  scene.objects.push_back(floor);
  Simulation simulation(scene);
  advance(simulation);
  const double before = center_of_mass(simulation).x();
  for (int s = 0; s < 2; ++s) EXPECT_EQ(advance(simulation).not_in_equilibrium, "");
  EXPECT_NEAR(center_of_mass(simulation).x() - before, 0.1, 2e-3);
}

}  // namespace
}  // namespace lacuna::test
