// Gravity that changes with time, on free flights whose motion is known.
#include "support/scenes.h"

#include <cmath>

namespace lacuna::test {
namespace {

/// A particle under a gravity that is linear in time up to a corner at 0.503 s, within a step, and after it.
Scene flight(double step, Integrator integrator = Integrator::implicit_euler) {
  ExplicitShape point;
  point.vertices = {Vec3::Zero()};
  Scene scene = scene_of({object_of("particle", point, ParticleMaterial{})}, step);
  scene.integrator = integrator;
  scene.gravity_over_time.keys = {{0, {0, -10, 0}}, {0.503, {6, 0, 0}}, {1, {0, 20, 3}}};
  scene.duration = 1;
  return scene;
}

/// Integrals of the pieces: over a piece from a to b in the time T, velocities gain T (a + b) / 2, positions
/// T v + T^2 (2 a + b) / 6.
std::array<Vec3, 2> exact_end() {
  Vec3 x = Vec3::Zero(), v = Vec3::Zero();
  const auto keys = flight(0.01).gravity_over_time.keys;
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    const double T = keys[i + 1].time - keys[i].time;
    x += T * v + T * T * (2 * keys[i].value + keys[i + 1].value) / 6;
    v += T * (keys[i].value + keys[i + 1].value) / 2;
  }
  return {x, v};
}

std::array<double, 2> errors(double step, Integrator integrator) {
  Simulation simulation(flight(step, integrator));
  for (int s = 0; s < std::lround(1 / step); ++s) advance(simulation);
  const auto [x, v] = exact_end();
  return {(simulation.state().x[0] - x).norm(), (simulation.state().v[0] - v).norm()};
}

TEST(GravityOverTime, GivesImplicitEulerItsExactVelocity) {
  EXPECT_LT(errors(0.02, Integrator::implicit_euler)[1], 1e-9);
}

TEST(TimeIntegration, GravityOverTimeIsOfSecondOrderWithNewmark) {
  const auto coarse = errors(0.04, Integrator::newmark), fine = errors(0.02, Integrator::newmark);
  EXPECT_LT(coarse[1], 1e-9);  // the mean over each step is exact
  EXPECT_LT(coarse[0], 0.04 * 0.04 * 30);
  EXPECT_LT(fine[0], coarse[0] / 3.5);
}

TEST(TimeIntegration, GravityOverTimeIsOfSecondOrderWithBdf2) {
  const auto coarse = errors(0.02, Integrator::bdf2), fine = errors(0.005, Integrator::bdf2);
  for (const int i : {0, 1}) EXPECT_LT(fine[static_cast<size_t>(i)], coarse[static_cast<size_t>(i)] / 10);
}

// A flip must not look like energy created from nothing, which Newmark's balance would take back.
TEST(NewmarkInChangingGravity, FliesAsFreelyAsInConstantGravity) {
  Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 50, 0})}, 0.01);
  scene.integrator = Integrator::newmark;
  scene.gravity_over_time.keys = {{0, {0, -10, 0}}, {0.5, {0, -10, 0}}, {0.500001, {0, 10, 0}}};
  scene.duration = 1.5;
  Simulation simulation(scene);
  for (int s = 0; s < 150; ++s) advance(simulation);
  // Down with 5 m/s, then up with 10 m/s^2 for a second.
  EXPECT_NEAR(center_of_mass(simulation).y(), 50 - 1.25 - 5 + 5, 1e-3);
  EXPECT_NEAR(simulation.state().v[0].y(), 5, 1e-3);
}

}  // namespace
}  // namespace lacuna::test
