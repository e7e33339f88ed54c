// The friction of one sliding contact, iterated as the solver does it, against Coulomb's law.
#include "sim/contact_friction.h"

#include "support/scenes.h"

#include <cmath>

namespace lacuna::test {
namespace {

constexpr double mass = 2, dt = 0.01, epsilon = 1e-5;

/// A vertex on a plane with a given friction force, in the units of the matrix (times dt^2).
FrictionStencil contact_with(double force) {
  FrictionStencil stencil;
  stencil.nodes = {0, 1, -1, -1};
  stencil.node_count = 2;
  stencil.c = Vec4(1, -1, 0, 0);
  stencil.basis.col(0) = Vec3::UnitX();
  stencil.basis.col(1) = Vec3::UnitZ();
  stencil.force = square(dt) * force;
  return stencil;
}

/// The velocity after one step of a vertex with a tangential load, by Newton's method on the solver's law.
Vec3 velocity_after(const Vec3& velocity, const Vec3& load, double friction, int iterations) {
  const std::vector<FrictionStencil> stencils = {contact_with(friction)};
  const std::vector<Vec3> x_start(2, Vec3::Zero());
  std::vector<Vec3> x = x_start, x_before = {dt * velocity, Vec3::Zero()};
  const Vec3 predicted = dt * velocity + square(dt) / mass * load;
  for (int k = 0; k < iterations; ++k) {
    const FrictionLaw law{stencils, x, x_start, x_before, epsilon, k == 0};
    const FrictionDerivatives d = law.derivatives(0);
    const Vec3 gradient = mass * (x[0] - predicted) + d.gradient.head<3>();
    const Mat3 hessian = mass * Mat3::Identity() + d.block(0, 0);
    if (k > 0) x_before = x;
    x[0] -= hessian.ldlt().solve(gradient);
  }
  return x[0] / dt;
}

/// Of implicit Euler with Coulomb's law.
double coulomb(double velocity, double load, double friction) {
  const double free = velocity + dt / mass * load, most = dt / mass * friction;
  return std::abs(free) <= most ? 0 : free - std::copysign(most, free);
}

TEST(CubicFriction, TwoIterationsSlideAsCoulombSays) {
  for (const double friction : {1.0, 5.0, 9.0})
    for (const double v : {0.05, 0.5, 5.0}) {
      const Vec3 after = velocity_after({v, 0, 0}, {10, 0, 0}, friction, 2);
      EXPECT_NEAR(after.x(), coulomb(v, 10, friction), 1e-12) << friction << " " << v;
    }
}

TEST(CubicFriction, WhatIsAtRestSticks) {
  for (const double friction : {10.2, 15.0, 100.0})
    for (const int iterations : {1, 2, 3, 10}) {
      const Vec3 after = velocity_after(Vec3::Zero(), {10, 0, 0}, friction, iterations);
      EXPECT_LT(after.norm(), epsilon / dt) << friction << " " << iterations;
    }
}

/// From any speed, close to Coulomb's law at every step, and at rest when it should be.
TEST(CubicFriction, WhatSlidesStopsAndDoesNotReverse) {
  for (const double friction : {10.2, 12.0, 18.0})
    for (const double v0 : {0.01, 0.1, 1.0})
      for (const int iterations : {2, 3, 5, 9}) {
        Vec3 v(v0, 0, 0);
        double expected = v0, largest = 0;
        for (int s = 0; s < 600; ++s) {
          v = velocity_after(v, {10, 0, 0}, friction, iterations);
          expected = coulomb(expected, 10, friction);
          largest = std::max(largest, std::abs(v.x() - expected));
          EXPECT_GT(v.x(), -dt / mass * (friction - 10) - epsilon / dt);
        }
        EXPECT_LT(largest, 2 * dt / mass * friction);
        if (expected == 0) {
          EXPECT_LT(std::abs(v.x()), epsilon / dt) << friction << " " << v0;
        }
      }
}

TEST(CubicFriction, OpposesSlidingInAnyDirection) {
  const Vec3 before(0.3, 0, 0.4);
  const Vec3 after = velocity_after(before, Vec3::Zero(), 6, 3);
  EXPECT_NEAR(after.cross(before).norm(), 0, 1e-12);
  EXPECT_NEAR(after.norm(), 0.5 - dt / mass * 6, 1e-12);
}

/// A block that rests presses with its weight; the ground, which is known, remembers nothing.
TEST(CubicFriction, RemembersTheForcesThatBalanceTheWeight) {
  Scene scene = scene_of({box_object("block", {0.2, 0.1, 0.2}, {3, 1, 3}, {0, 0.0507, 0})}, 0.005);
  scene.solver = SolverKind::cubic;
  scene.half_spaces = {ground(0.5)};
  scene.contact.friction = 0.5;
  scene.contact.dhat = SizedValue{1e-3, false};
  Simulation simulation(scene);
  for (int s = 0; s < 200; ++s) advance(simulation);
  double sum = 0;
  for (const NamedField& field : simulation.state().memory)
    if (field.name == "cubic_normal_forces")
      for (const double force : std::get<std::vector<double>>(field.value)) sum += force;
  const double weight = 1000 * 0.2 * 0.1 * 0.2 * 9.81;
  EXPECT_NEAR(sum, weight, 0.01 * weight);
}

/// What touches the same ground elsewhere does not matter: a heavy box that lands beside a sliding block
/// leaves its speed as it was.
TEST(CubicFriction, DependsOnTheContactsOfABodyAlone) {
  const auto speed = [](bool is_disturbed) {
    std::vector<SceneObject> objects = {box_object("block", {0.2, 0.05, 0.2}, {2, 1, 2}, {0, 0.0258, 0})};
    objects[0].velocity = {1, 0, 0};
    if (is_disturbed) {
      objects.push_back(box_object("heavy", {0.3, 0.3, 0.3}, {2, 2, 2}, {5, 0.18, 0}));
      std::get<SolidMaterial>(objects[1].kind).density = 1e4;
      objects[1].velocity = {0, -1, 0};
    }
    Scene scene = scene_of(objects, 0.01);
    scene.solver = SolverKind::cubic;
    scene.half_spaces = {ground(0.3)};
    scene.contact.friction = 0.3;
    scene.contact.dhat = SizedValue{1e-3, false};
    scene.contact.epsv = SizedValue{1e-3, false};
    scene.cubic.linear_solver = LinearSolverKind::direct;
    Simulation simulation(scene);
    while (simulation.state().time < 0.2) advance(simulation);
    return simulation.state().v[0].x();
  };
  EXPECT_NEAR(speed(false), 1 - 0.3 * 9.81 * 0.2, 0.03);
  EXPECT_NEAR(speed(true), speed(false), 0.03);
}

/// A belt under a block starts suddenly. In the first system friction holds the block, which tips: forces
/// that would pull at its rear press at its front, and must not count as weight.
TEST(CubicFriction, ASuddenBeltDragsABlockWithItsFrictionAlone) {
  for (const StepShare share : {StepShare::each, StepShare::measured})
    for (const auto& [step, iterations] :
         {std::pair(0.01, 1), std::pair(0.01, 4), std::pair(0.002, 1), std::pair(0.002, 4)}) {
      SceneObject belt = object_of("belt", GridShape{{6, 0.6}, {60, 6}}, Obstacle{});
      belt.motions = {Motion{Move{{-4, 0, 0}}, 0.1, forever, {}}};
      SceneObject block = box_object("block", {0.2, 0.05, 0.2}, {4, 1, 4}, {0, 0.0258, 0});
      std::get<SolidMaterial>(block.kind).young = 1e8;
      Scene scene = scene_of({belt, block}, step);
      scene.solver = SolverKind::cubic;
      scene.contact.friction = 0.2;
      scene.contact.dhat = SizedValue{1e-3, false};
      scene.cubic.iterations = iterations;
      scene.cubic.share = share;
      Simulation simulation(scene);
      double speed = 0;
      while (simulation.state().time < 0.3) speed = advance(simulation).momentum.x() / (1000 * 0.002);
      const double expected = -0.2 * 9.81 * (simulation.state().time - 0.1);
      EXPECT_NEAR(speed / expected, 1, iterations == 1 ? 0.15 : 0.02) << step << " " << iterations;
    }
}

}  // namespace
}  // namespace lacuna::test
