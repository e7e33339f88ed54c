// What mechanics says about solids without contact.
#include "support/scenes.h"

#include <cmath>
#include <numbers>

namespace lacuna::test {
namespace {

constexpr double pi = std::numbers::pi;

Scene without_gravity(Scene scene) {
  scene.gravity.setZero();
  solve_to(scene, SizedValue{1e-9, false});
  return scene;
}

/// A box that spins and flies; nothing acts on it.
Scene spinning_box(Integrator integrator, double step) {
  SceneObject box =
      box_object("box", {1, 0.5, 0.3}, {3, 2, 1}, {0, 0, 0}, {ElasticLaw::neo_hookean, 1e5, 0.3, 1000, 0});
  box.velocity = {0.3, -0.2, 0.5};
  box.angular_velocity_deg = {40, 90, 150};
  Scene scene = without_gravity(scene_of({box}, step));
  scene.integrator = integrator;
  return scene;
}

class FreeBody : public testing::TestWithParam<Integrator> {};
INSTANTIATE_TEST_SUITE_P(Integrators, FreeBody,
                         testing::Values(Integrator::implicit_euler, Integrator::newmark, Integrator::bdf2));

TEST_P(FreeBody, KeepsItsMomentum) {
  Simulation simulation(spinning_box(GetParam(), 0.01));
  const StepReport first = advance(simulation);
  for (int s = 0; s < 20; ++s) {
    const StepReport report = advance(simulation);
    // Newton leaves 1e-9 m/s on a body of 150 kg.
    EXPECT_LT((report.momentum - first.momentum).norm(), 1e-6 * first.momentum.norm());
  }
}

double angular_drift(Integrator integrator, double step) {
  Simulation simulation(spinning_box(integrator, step));
  const StepReport first = advance(simulation);
  StepReport last = first;
  while (simulation.state().time < 0.2 - 1e-9) last = advance(simulation);
  return (last.angular_momentum - first.angular_momentum).norm() / first.angular_momentum.norm();
}

TEST_P(FreeBody, KeepsItsAngularMomentumToTheOrderOfTheScheme) {
  const double coarse = angular_drift(GetParam(), 0.01), fine = angular_drift(GetParam(), 0.005);
  // Newmark takes back what it adds, so that only the tolerance of Newton's method is left.
  if (GetParam() == Integrator::newmark) {
    EXPECT_LT(std::max(coarse, fine), 1e-5);
    return;
  }
  const double expected = GetParam() == Integrator::implicit_euler ? 2 : 4;
  EXPECT_LT(coarse, GetParam() == Integrator::implicit_euler ? 0.2 : 0.02);
  EXPECT_GT(coarse / fine, 0.75 * expected);
}

TEST(ImplicitEuler, NeverGainsEnergy) {
  Simulation simulation(spinning_box(Integrator::implicit_euler, 0.01));
  double energy = advance(simulation).energy.total();
  for (int s = 0; s < 40; ++s) {
    const double next = advance(simulation).energy.total();
    EXPECT_LE(next, energy * (1 + 1e-9));
    energy = next;
  }
}

/// Position of a corner of a stretched bar that is let go, at 0.02 s.
Vec3 vibrating_corner(Integrator integrator, double step) {
  SceneObject bar =
      box_object("bar", {1, 0.2, 0.2}, {4, 1, 1}, {0, 0, 0}, {ElasticLaw::neo_hookean, 1e6, 0.3, 1000, 0});
  FixedGroup held;
  held.select = SelectSide{{-1, 0, 0}, 0.01};
  bar.fixed = {held};
  bar.velocity = {2, 1, 0};
  Scene scene = without_gravity(scene_of({bar}, step));
  scene.integrator = integrator;
  Simulation simulation(scene);
  while (simulation.state().time < 0.02 - 1e-9) advance(simulation);
  const Model& model = simulation.model();
  size_t corner = 0;
  for (size_t v = 0; v < model.rest.size(); ++v)
    if (model.rest[v].sum() > model.rest[corner].sum()) corner = v;
  return simulation.state().x[corner];
}

double observed_order(Integrator integrator, double h) {
  const Vec3 a = vibrating_corner(integrator, h), b = vibrating_corner(integrator, h / 2),
             c = vibrating_corner(integrator, h / 4);
  return std::log2((a - b).norm() / (b - c).norm());
}

TEST(TimeIntegration, ImplicitEulerIsFirstOrder) {
  EXPECT_NEAR(observed_order(Integrator::implicit_euler, 0.00025), 1, 0.35);
}
TEST(TimeIntegration, NewmarkIsSecondOrder) {
  EXPECT_NEAR(observed_order(Integrator::newmark, 0.001), 2, 0.35);
}
TEST(TimeIntegration, Bdf2IsSecondOrder) { EXPECT_NEAR(observed_order(Integrator::bdf2, 0.001), 2, 0.45); }

TEST(FallingBody, FollowsTheParabolaOfItsScheme) {
  for (const Integrator integrator : {Integrator::implicit_euler, Integrator::newmark, Integrator::bdf2}) {
    Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0})}, 0.01);
    scene.integrator = integrator;
    solve_to(scene, SizedValue{1e-9, false});
    Simulation simulation(scene);
    for (int s = 0; s < 50; ++s) advance(simulation);
    const double fall = 0.5 * 9.81 * 0.25, lag = 0.5 * 9.81 * 0.5 * 0.01;
    const bool is_euler = simulation.model().integrator == Integrator::implicit_euler;
    EXPECT_TRUE(simulation.model().integrator == integrator || solver_under_test() != SolverKind::ipc);
    const double expected = is_euler ? fall + lag : fall;
    EXPECT_NEAR(-center_of_mass(simulation).y(), expected, integrator == Integrator::bdf2 ? 2e-3 : 1e-7);
  }
}

/// Tip deflection of a cantilever under its weight, relative to Euler-Bernoulli with shear (Timoshenko).
double deflection_error(Index cells, ElasticLaw law = ElasticLaw::stvk) {
  constexpr double length = 1, height = 0.1, young = 1e7, density = 100, poisson = 0.0;
  SceneObject beam = box_object("beam", {length, height, height}, {10 * cells, cells, cells}, {0, 0, 0},
                                {law, young, poisson, density, 0});
  FixedGroup held;
  held.select = SelectSide{{-1, 0, 0}, 1e-6};
  beam.fixed = {held};
  Scene scene = scene_of({beam}, 100);  // equilibrium in a few very long steps
  solve_to(scene, SizedValue{1e-9, false});
  Simulation simulation(scene);
  for (int s = 0; s < 4; ++s) advance(simulation);
  double tip = 0;
  int count = 0;
  const Model& model = simulation.model();
  for (size_t v = 0; v < model.rest.size(); ++v)
    if (model.rest[v].x() > 0.5 * length - 1e-9) {
      tip += model.rest[v].y() - simulation.state().x[v].y();
      ++count;
    }
  const double load = density * 9.81 * height * height;  // N/m
  const double inertia = std::pow(height, 4) / 12, shear = young / 2;
  const double theory = load * std::pow(length, 4) / (8 * young * inertia) +
                        load * length * length / (2 * (5.0 / 6) * shear * height * height);
  return std::abs(tip / count / theory - 1);
}

TEST(Cantilever, DeflectionConvergesToBeamTheoryWithSecondOrder) {
  const double coarse = deflection_error(4), fine = deflection_error(8);
  // Linear tets lock in bending: what counts is that the error falls as the square of the cell size.
  EXPECT_LT(fine, 0.06);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.4);
}

// At small strain the laws agree.
TEST(Cantilever, OfAnArapSolidDeflectsAsMuch) {
  EXPECT_NEAR(deflection_error(4, ElasticLaw::arap), deflection_error(4), 1e-2);
}

TEST(Damping, TakesEnergyOutOfAVibrationAndNoneOutOfAFlight) {
  Scene scene = spinning_box(Integrator::newmark, 0.01);
  scene.objects[0].angular_velocity_deg.setZero();
  std::get<SolidMaterial>(scene.objects[0].kind).damping = 0.05;
  Simulation simulation(scene);
  const double kinetic = advance(simulation).energy.kinetic;
  for (int s = 0; s < 10; ++s) EXPECT_NEAR(advance(simulation).energy.kinetic, kinetic, 1e-9 * kinetic);
}

}  // namespace
}  // namespace lacuna::test
