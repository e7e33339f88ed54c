// Pressure, soft pins and air do what mechanics says.
#include "support/scenes.h"

#include <cmath>
#include <numbers>

namespace lacuna::test {
namespace {

constexpr double pi = std::numbers::pi, g = 9.81;

double speed(const Simulation& simulation) {
  double sum = 0, mass = 0;
  for (size_t v = 0; v < simulation.state().v.size(); ++v) {
    sum += simulation.model().mass[v] * simulation.state().v[v].norm();
    mass += simulation.model().mass[v];
  }
  return sum / mass;
}

void advance_to(Simulation& simulation, double time) {
  while (simulation.state().time < time - 1e-9) ASSERT_EQ(advance(simulation).outcome, Outcome::converged);
}

// ---- pressure

constexpr double radius = 0.1, young = 1e6, poisson = 0.3, thickness = 1e-3;

/// Without gravity, contact and air; a sphere of about 600 vertices.
Scene balloon(double pressure, double step = 0.01) {
  ShellMaterial rubber;
  rubber.young = young;
  rubber.poisson = poisson;
  rubber.thickness = thickness;
  rubber.density = 1000;
  SceneObject sphere = object_of("balloon", SphereShape{radius, 8}, rubber);
  sphere.pressure = pressure;
  Scene scene = scene_of({sphere}, step);
  scene.gravity = Vec3::Zero();
  scene.contact.is_enabled = false;
  solve_to(scene, SizedValue{1e-6, false});
  return scene;
}

double mean_radius(const Simulation& simulation) {
  const Vec3 center = center_of_mass(simulation);
  double sum = 0;
  for (const Vec3& x : simulation.state().x) sum += (x - center).norm();
  return sum / static_cast<double>(simulation.state().x.size());
}

// A thin sphere carries P R / (2 t) in all directions of its surface: it grows by that times (1 - nu) / E.
// Here the strain is 3.5e-3, so second-order terms are 1 % of it, and so is the error of a faceted sphere.
TEST(Balloon, GrowsAsMembraneTheorySays) {
  constexpr double pressure = 100;
  Scene scene = balloon(pressure);
  scene.air.rate = 20;
  Simulation simulation(scene);
  const double before = mean_radius(simulation);
  advance_to(simulation, 1);
  const double strain = pressure * radius * (1 - poisson) / (2 * thickness * young);
  EXPECT_NEAR((mean_radius(simulation) / before - 1) / strain, 1, 0.03);
  EXPECT_LT(speed(simulation), 1e-4);
}

TEST(Balloon, ShrinksWithNegativePressure) {
  constexpr double pressure = -20;
  Scene scene = balloon(pressure);
  scene.air.rate = 20;
  Simulation simulation(scene);
  const double before = mean_radius(simulation);
  advance_to(simulation, 1);
  const double strain = pressure * radius * (1 - poisson) / (2 * thickness * young);
  EXPECT_NEAR((mean_radius(simulation) / before - 1) / strain, 1, 0.03);
}

// Pressure moves a body neither as a whole nor against its fall.
TEST(Balloon, FallsLikeEverythingElse) {
  Scene scene = balloon(500);
  scene.gravity = {0, -g, 0};
  Simulation simulation(scene);
  for (int s = 0; s < 30; ++s) advance(simulation);
  // Implicit Euler: h^2 g n (n + 1) / 2.
  EXPECT_NEAR(center_of_mass(simulation).y(), -square(0.01) * g * 30 * 31 / 2, 1e-4);
  EXPECT_NEAR(center_of_mass(simulation).x(), 0, 1e-5);
}

// Pressure pushes along normals that rotate with the surface; a force that lags behind would stop it. 2 bar
// in a ball of 10 kg/m^2 that rotates by 3.6 degrees per step.
TEST(Balloon, SpinsOnUnderHighPressure) {
  ShellMaterial rubber;
  rubber.young = 1e8;
  rubber.thickness = 0.01;
  rubber.density = 1000;
  const auto spin_after = [&](double pressure) {
    SceneObject ball = object_of("ball", SphereShape{0.3, 6}, rubber);
    ball.pressure = pressure;
    ball.angular_velocity_deg = {0, 360, 0};
    Scene scene = scene_of({ball}, 0.01);
    scene.gravity = Vec3::Zero();
    scene.contact.is_enabled = false;
    solve_to(scene, SizedValue{1e-4, false});
    Simulation simulation(scene);
    StepReport report;
    for (int s = 0; s < 30; ++s) report = advance(simulation);
    return report.angular_momentum.y();
  };
  EXPECT_NEAR(spin_after(2e5) / spin_after(0), 1, 0.05);
}

TEST(Balloon, ASolidUnderPressureIsStretchedAlikeInAllDirections) {
  // E = 1e5, nu = 0.4: the strain is P (1 - 2 nu) / E in every direction.
  constexpr double pressure = 1000;
  SceneObject box = box_object("box", {0.2, 0.2, 0.2}, {3, 3, 3}, {0, 0, 0});
  box.pressure = pressure;
  Scene scene = scene_of({box}, 0.01);
  scene.gravity = Vec3::Zero();
  scene.air.rate = 50;
  Simulation simulation(scene);
  advance_to(simulation, 1);
  double largest = -forever;
  for (const Vec3& x : simulation.state().x) largest = std::max(largest, x.maxCoeff());
  EXPECT_NEAR((largest / 0.1 - 1) / (pressure * 0.2 / 1e5), 1, 0.03);
}

TEST(Balloon, WithNewmarkKeepsItsEnergy) {
  Scene scene = balloon(300, 1e-3);
  scene.integrator = Integrator::newmark;
  Simulation simulation(scene);
  double kinetic = 0;
  for (int s = 0; s < 200; ++s) {
    const EnergyReport energy = advance(simulation).energy;
    kinetic = std::max(kinetic, energy.kinetic);
    ASSERT_LT(energy.total(), 0.01 * kinetic) << s;  // it starts at zero
  }
  EXPECT_GT(kinetic, 1e-4);
  EXPECT_GT(mean_radius(simulation), radius);
}

// ---- soft pins

constexpr double grain_radius = 0.01,
                 grain_mass = 1000 * 4 * pi / 3 * grain_radius * grain_radius * grain_radius;

Scene pinned_grain(double stiffness, double step, Integrator integrator) {
  ParticleMaterial material;
  material.radius = grain_radius;
  SceneObject grain = object_of("grain", ParticleBoxShape{{1, 1, 1}, 1}, material);
  grain.fixed = {held(SelectAll{})};
  grain.fixed[0].stiffness = stiffness;
  Scene scene = scene_of({grain}, step);
  scene.integrator = integrator;
  solve_to(scene, SizedValue{1e-8, false});
  return scene;
}

class LoadsWith : public testing::TestWithParam<Integrator> {};
INSTANTIATE_TEST_SUITE_P(Integrators, LoadsWith,
                         testing::Values(Integrator::implicit_euler, Integrator::newmark, Integrator::bdf2));

TEST_P(LoadsWith, ASoftPinSagsByTheWeightOverItsStiffness) {
  Scene scene = pinned_grain(1, 0.01, GetParam());
  scene.air.rate = 20;
  Simulation simulation(scene);
  const double start = simulation.state().x[0].y();
  advance_to(simulation, 3);
  EXPECT_NEAR((start - simulation.state().x[0].y()) / (grain_mass * g), 1, 1e-3);
}

TEST_P(LoadsWith, ASoftPinIsCarriedAlongAndFliesOnWhenReleased) {
  Scene scene = pinned_grain(50, 0.01, GetParam());
  scene.gravity = Vec3::Zero();
  scene.objects[0].velocity = {0.5, 0, 0};
  scene.objects[0].fixed[0].motions = {{Move{{0.5, 0, 0}}, 0, forever, {}}};
  scene.objects[0].fixed[0].release = 0.5;
  Simulation simulation(scene);
  const double start = simulation.state().x[0].x();
  for (int s = 1; s <= 100; ++s) {
    advance(simulation);
    ASSERT_NEAR(simulation.state().x[0].x() - start, 0.5 * 0.01 * s, 1e-6);
  }
}

TEST(SoftPin, WithNewmarkKeepsItsEnergy) {
  Scene scene = pinned_grain(1, 0.01, Integrator::newmark);
  Simulation simulation(scene);
  double lowest = forever, highest = -forever, fastest = 0;
  for (int s = 0; s < 500; ++s) {
    const StepReport report = advance(simulation);
    lowest = std::min(lowest, report.energy.total());
    highest = std::max(highest, report.energy.total());
    fastest = std::max(fastest, report.energy.kinetic);
    ASSERT_FALSE(report.measure<bool>("damped").value_or(false)) << s;
  }
  EXPECT_LT(highest - lowest, 1e-6 * fastest);
  EXPECT_NEAR(fastest / (0.5 * square(grain_mass * g)), 1, 0.02);  // (m g)^2 / (2 k)
}

// ---- air

/// Falls flat.
Scene falling_sheet(double step, Integrator integrator) {
  SceneObject sheet = object_of("sheet", GridShape{{0.5, 0.5}, {4, 4}}, ShellMaterial{});
  Scene scene = scene_of({sheet}, step);
  scene.integrator = integrator;
  scene.air.density = 1.2;
  solve_to(scene, SizedValue{1e-6, false});
  return scene;
}

/// Of a sheet of 0.25 kg/m^2: 1.77 m/s, which it approaches with a time constant of 0.18 s.
double terminal_speed(const Scene& scene) {
  return std::sqrt(2 * 0.25 * g / (scene.air.density * scene.air.normal));
}

TEST_P(LoadsWith, AFallingSheetReachesTheSameTerminalSpeedWithAnyStep) {
  for (const double step : {1e-3, 5e-3, 20e-3}) {
    const Scene scene = falling_sheet(step, GetParam());
    Simulation simulation(scene);
    advance_to(simulation, 1.2);
    EXPECT_NEAR(speed(simulation) / terminal_speed(scene), 1, 0.01) << step;
  }
}

// v = v_t tanh(g t / v_t).
TEST_P(LoadsWith, AFallingSheetSpeedsUpAsTheSolutionSays) {
  const Scene scene = falling_sheet(1e-3, GetParam());
  Simulation simulation(scene);
  const double terminal = terminal_speed(scene);
  for (const double time : {0.1, 0.2, 0.3}) {
    advance_to(simulation, time);
    EXPECT_NEAR(speed(simulation) / (terminal * std::tanh(g * time / terminal)), 1, 0.01) << time;
  }
}

TEST_P(LoadsWith, AGrainOnASpringLeansIntoTheWindByItsDragOverTheStiffness) {
  for (const double step : {1e-3, 5e-3, 20e-3}) {
    Scene scene = pinned_grain(1, step, GetParam());
    scene.gravity = Vec3::Zero();
    scene.air = {1.2, {0, 0, 6}, 0.5, 0, 20};
    Simulation simulation(scene);
    const Vec3 start = simulation.state().x[0];
    advance_to(simulation, 3);
    const double drag = 0.5 * 1.2 * 0.5 * pi * square(grain_radius) * 36, linear = 20 * grain_mass * 6;
    EXPECT_NEAR((simulation.state().x[0] - start).z() / (drag + linear), 1, 1e-3) << step;
  }
}

TEST(Air, WindBendsAStaticSheetAsItDoesAMovingOne) {
  Scene scene = pinned_grain(1, 1, Integrator::quasi_static);
  scene.gravity = Vec3::Zero();
  scene.air = {1.2, {0, 0, 6}, 0.5, 0, 0};
  Simulation simulation(scene);
  const Vec3 start = simulation.state().x[0];
  advance(simulation);
  EXPECT_NEAR((simulation.state().x[0] - start).z() / (0.5 * 1.2 * 0.5 * pi * square(grain_radius) * 36), 1,
              1e-3);
}

TEST(Air, LinearDragSlowsAtItsRate) {
  Scene scene = scene_of({box_object("box", {0.1, 0.1, 0.1}, {1, 1, 1}, {0, 0, 0})}, 1e-3);
  scene.objects[0].velocity = {2, 0, 0};
  scene.gravity = Vec3::Zero();
  scene.air.rate = 3;
  Simulation simulation(scene);
  advance_to(simulation, 0.5);
  EXPECT_NEAR(speed(simulation) / (2 * std::exp(-1.5)), 1, 5e-3);
}

TEST(Air, InStillAirEnergyAndMomentumOnlyFall) {
  SceneObject sheet = object_of("sheet", GridShape{{0.5, 0.3}, {6, 4}}, ShellMaterial{}, {0, 0, 0}),
              rod = object_of("rod", RodShape{0.5, 6}, RodMaterial{}, {0, 0.5, 0});
  for (SceneObject* object : {&sheet, &rod}) {
    object->velocity = {1, -2, 3};
    object->angular_velocity_deg = {200, 100, -300};
  }
  Scene scene = scene_of({sheet, rod}, 5e-3);
  scene.gravity = Vec3::Zero();
  scene.air.density = 1.2;
  scene.contact.is_enabled = false;
  solve_to(scene, SizedValue{1e-8, false});
  Simulation simulation(scene);
  StepReport before = advance(simulation);
  for (int s = 0; s < 100; ++s) {
    const StepReport now = advance(simulation);
    ASSERT_LE(now.energy.total(), before.energy.total() * (1 + 1e-9)) << s;
    ASSERT_LE(now.momentum.norm(), before.momentum.norm() * (1 + 1e-6)) << s;
    before = now;
  }
}

}  // namespace
}  // namespace lacuna::test
