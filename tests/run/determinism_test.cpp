// The same bits for any number of threads, and after any interruption.
#include "base/parallel.h"
#include "io/checkpoint.h"
#include "ipc/settings.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

/// Three blocks that topple onto each other, with friction.
Scene toppling(Integrator integrator, LinearSolverKind solver) {
  SolidMaterial material;
  material.young = 5e5;
  Scene scene = scene_of({box_object("a", {1, 0.5, 1}, {4, 2, 4}, {0, 0.252, 0}, material),
                          box_object("b", {0.5, 0.5, 0.5}, {3, 3, 3}, {0.05, 0.7545, 0.1}, material),
                          box_object("c", {0.4, 0.4, 0.4}, {2, 2, 2}, {0.2, 1.2065, 0}, material)},
                         0.01);
  scene.objects[1].placement.rotate = {0, 15, 0};
  scene.objects[2].velocity = {0.5, -2, 0.3};
  scene.half_spaces = {ground(0.3)};
  scene.contact.friction = 0.3;
  scene.integrator = integrator;
  scene.ipc.linear_solver = scene.cubic.linear_solver = scene.two_way.linear_solver = solver;
  return scene;
}

/// A block falls on a sheet with a limit, sewn to a woven one; a thread and grains follow.
Scene all_kinds(Integrator integrator, LinearSolverKind solver) {
  ShellMaterial limited, woven;
  limited.strain_limit = 0.02;
  limited.membrane = 0.1;
  limited.damping = 0.01;
  woven.weave = Weave{{4e6, 1e6, 3e6, 1e6}, {0.1, 0.1, 0.06}};
  RodMaterial rod;
  rod.radius = 2e-3;
  SceneObject sheet = object_of("sheet", GridShape{{0.4, 0.4}, {8, 8}}, limited, {0, 0.02, 0}),
              patch = object_of("patch", GridShape{{0.2, 0.4}, {3, 8}}, woven, {0.302, 0.02, 0});
  sheet.fixed = {held(SelectSide{{-1, 0, 0}, 0.01})};
  sheet.offset = 1e-3;
  Scene scene =
      scene_of({sheet, patch, box_object("block", {0.1, 0.1, 0.1}, {2, 2, 2}, {0.05, 0.08, 0}),
                object_of("rod", RodShape{0.3, 15, {0, 0, 1}}, rod, {0.15, 0.03, 0}),
                object_of("grains", ParticleBoxShape{{3, 2, 3}, 0.01}, ParticleMaterial{}, {-0.1, 0.04, 0})},
               0.01);
  for (SceneObject& object : scene.objects) object.velocity = {0, -1, 0};
  StitchGroup seam;
  seam.objects = {"patch", "sheet"};
  seam.within = 0.01;
  scene.stitches = {seam};
  scene.pairs = {{{"block", "sheet"}, 0.5, {}}, {{"sheet", "ground"}, 0.1, {}}};
  scene.half_spaces = {ground(0.3)};
  scene.contact.friction = 0.2;
  scene.contact.dhat = SizedValue{2e-3, false};
  scene.integrator = integrator;
  scene.ipc.linear_solver = scene.cubic.linear_solver = scene.two_way.linear_solver = solver;
  return scene;
}

/// A block, a sheet and a rod that yield as they land.
Scene yielding(Integrator integrator, LinearSolverKind solver) {
  SolidMaterial solid;
  solid.young = 2e4;
  solid.plasticity = 20;
  solid.plastic_threshold = 0.01;
  ShellMaterial shell;
  shell.law = MembraneLaw::baraff_witkin;
  shell.young = 1e5;
  shell.plasticity = 20;
  shell.bending_plasticity = 30;
  RodMaterial rod;
  rod.radius = 2e-3;
  rod.bending_plasticity = 30;
  Scene scene = scene_of({box_object("block", {0.2, 0.2, 0.2}, {3, 3, 3}, {0, 0.102, 0}, solid),
                          object_of("sheet", GridShape{{0.5, 0.5}, {10, 10}}, shell, {0, 0.205, 0}),
                          object_of("rod", RodShape{0.4, 15}, rod, {0, 0.22, 0.05})},
                         0.01);
  for (SceneObject& object : scene.objects) object.velocity = {0, -1, 0};
  scene.half_spaces = {ground(0.3)};
  scene.contact.friction = 0.2;
  scene.integrator = integrator;
  scene.ipc.linear_solver = solver;
  return scene;
}

/// The same in the wind, with a balloon in the middle and pins that give.
Scene with_loads(Integrator integrator, LinearSolverKind solver) {
  Scene scene = all_kinds(integrator, solver);
  SceneObject balloon = object_of("balloon", SphereShape{0.05, 4}, ShellMaterial{}, {-0.05, 0.12, 0.1});
  balloon.pressure = 300;
  scene.objects.push_back(balloon);
  scene.objects[0].fixed[0].stiffness = 50;
  scene.objects[0].fixed[0].motions = {{Move{{0, 0.2, 0}}, 0, forever, {}}};
  scene.objects[0].fixed[0].release = 0.15;
  scene.air = {1.2, {3, 0, 1}, 1.3, 0.05, 0.5};
  return scene;
}

/// The same in a container that shrinks, over a ball, while gravity tilts.
Scene in_spheres(Integrator integrator, LinearSolverKind solver) {
  Scene scene = all_kinds(integrator, solver);
  RoundWall wall;
  wall.name = "trap";
  wall.center = {0.1, 0.05, 0};
  wall.radius.keys = {{0, 0.38}, {0.2, 0.35}};
  wall.friction = 0.1;
  scene.round_walls = {wall};
  ExplicitShape point;
  point.vertices = {Vec3::Zero()};
  SceneObject ball = object_of("ball", point, Obstacle{}, {-0.1, -0.08, 0.05});
  ball.offset = 2 * 0.085;
  ball.is_ball = true;
  ball.motions = {{Move{{0.1, 0.02, 0}}, 0, forever, {}}};
  scene.objects.push_back(ball);
  scene.gravity_over_time.keys = {{0, {0, -9.81, 0}}, {0.15, {3, -9, 0}}};
  return scene;
}

struct Case {
  const char* name;
  Integrator integrator;
  LinearSolverKind solver;
  Scene (*scene)(Integrator, LinearSolverKind) = toppling;
};

class Run : public testing::TestWithParam<Case> {
 protected:
  static Scene scene() { return GetParam().scene(GetParam().integrator, GetParam().solver); }
  static std::string bytes(const Simulation& simulation) {
    return format_checkpoint(simulation.state(), {simulation.model().vertex_count(), 0});
  }
};
INSTANTIATE_TEST_SUITE_P(
    Solvers, Run,
    testing::Values(Case{"EulerAuto", Integrator::implicit_euler, LinearSolverKind::automatic},
                    Case{"EulerDirect", Integrator::implicit_euler, LinearSolverKind::direct},
                    Case{"EulerPcg", Integrator::implicit_euler, LinearSolverKind::pcg},
                    Case{"NewmarkDirect", Integrator::newmark, LinearSolverKind::direct},
                    Case{"NewmarkAllKinds", Integrator::newmark, LinearSolverKind::automatic, all_kinds},
                    Case{"Bdf2Auto", Integrator::bdf2, LinearSolverKind::automatic},
                    Case{"AllKindsAuto", Integrator::implicit_euler, LinearSolverKind::automatic, all_kinds},
                    Case{"YieldingAuto", Integrator::implicit_euler, LinearSolverKind::automatic, yielding},
                    Case{"AllKindsPcg", Integrator::bdf2, LinearSolverKind::pcg, all_kinds},
                    Case{"Loads", Integrator::implicit_euler, LinearSolverKind::automatic, with_loads},
                    Case{"Spheres", Integrator::implicit_euler, LinearSolverKind::automatic, in_spheres},
                    Case{"SpheresNewmark", Integrator::newmark, LinearSolverKind::automatic, in_spheres},
                    Case{"LoadsNewmark", Integrator::newmark, LinearSolverKind::automatic, with_loads},
                    Case{"LoadsBdf2", Integrator::bdf2, LinearSolverKind::automatic, with_loads}),
    [](const auto& info) { return info.param.name; });

constexpr int step_count = 20;

TEST_P(Run, HasTheSameBitsForAnyThreadCount) {
  std::vector<std::string> results;
  for (const int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    Simulation simulation(scene());
    Index contacts = 0;
    for (int s = 0; s < step_count; ++s) contacts += advance(simulation).contacts;
    EXPECT_GT(contacts, 100);
    results.push_back(bytes(simulation));
  }
  EXPECT_EQ(hash_of(results[0]), hash_of(results[1]));
  EXPECT_EQ(hash_of(results[0]), hash_of(results[2]));
}

TEST_P(Run, GoesOnFromACheckpointWithTheSameBits) {
  Simulation whole(scene());
  std::string middle;
  for (int s = 0; s < step_count; ++s) {
    advance(whole);
    if (s == step_count / 2 - 1) middle = bytes(whole);
  }
  Simulation resumed(scene());
  resumed.restore(parse_checkpoint(middle, "test").state);
  for (int s = step_count / 2; s < step_count; ++s) advance(resumed);
  EXPECT_EQ(hash_of(bytes(whole)), hash_of(bytes(resumed)));
}

TEST_P(Run, AStepThatWasStoppedLeavesNoTrace) {
  Simulation whole(scene()), stopped(scene());
  const std::atomic<bool> stop = true;
  for (int s = 0; s < step_count; ++s) {
    EXPECT_EQ(stopped.advance(&stop).outcome, Outcome::interrupted);
    advance(whole);
    advance(stopped);
  }
  EXPECT_EQ(hash_of(bytes(whole)), hash_of(bytes(stopped)));
}

TEST_P(Run, UsesTheSolverItIsToldTo) {
  Simulation simulation(scene());
  for (int s = 0; s < 5; ++s) {
    const StepReport report = advance(simulation);
    const bool is_direct = report.linear_solver.starts_with("direct");
    if (GetParam().solver == LinearSolverKind::direct) {
      EXPECT_TRUE(is_direct);
      EXPECT_EQ(report.linear_iterations, 0);
    }
    if (GetParam().solver == LinearSolverKind::pcg) {
      EXPECT_FALSE(is_direct);
    }
  }
}

TEST_P(Run, AStepThatWasStoppedHalfwayLeavesNoTrace) {
  Simulation whole(scene()), stopped(scene());
  std::atomic<bool> stop = false;
  int iterates = 0;
  for (int s = 0; s < step_count; ++s) {
    stop = false;
    iterates = 0;
    stopped.observe([&](const AcceptedState&) { stop = ++iterates > 1; });
    stopped.advance(&stop);
    stopped.observe({});
    advance(whole);
    while (stopped.state().step < whole.state().step) advance(stopped);
  }
  EXPECT_EQ(hash_of(bytes(whole)), hash_of(bytes(stopped)));
}

/// Solvers agree to their tolerances, not to the bit.
TEST(LinearSolverChoice, HardlyMatters) {
  std::vector<Vec3> heights;
  for (const LinearSolverKind kind : {LinearSolverKind::automatic, LinearSolverKind::pcg}) {
    Simulation simulation(toppling(Integrator::implicit_euler, kind));
    for (int s = 0; s < step_count; ++s) advance(simulation);
    heights.push_back(center_of_mass(simulation));
  }
  EXPECT_LT((heights[0] - heights[1]).norm(), 1e-2);
}

/// A heavy cube lands on the ground; far away a light beam, held at one end, touches nothing.
Scene heavy_and_light(LinearSolverKind kind) {
  SceneObject heavy =
      box_object("heavy", {2, 2, 2}, {4, 4, 4}, {0, 1.01, 0}, {ElasticLaw::neo_hookean, 1e9, 0.4, 1e6, 0});
  SceneObject light =
      box_object("light", {1, 0.1, 0.1}, {20, 2, 2}, {5, 1, 0}, {ElasticLaw::neo_hookean, 2e4, 0.4, 10, 0});
  FixedGroup end;
  end.select = SelectSide{{-1, 0, 0}, 0.01};
  light.fixed = {end};
  Scene scene = scene_of({heavy, light}, 0.01);
  scene.half_spaces = {ground(0)};
  scene.ipc.linear_solver = scene.cubic.linear_solver = scene.two_way.linear_solver = kind;
  return scene;
}

/// How hard the one is hit must not decide how well the motion of the other is known.
TEST(LinearSolverChoice, WhatNeverMeetsIsSolvedAsWellAsAlone) {
  Scene exact = heavy_and_light(LinearSolverKind::direct);
  exact.ipc.tolerance = SizedValue{1e-8, true};
  Simulation reference(exact), conjugate(heavy_and_light(LinearSolverKind::pcg));
  const double tolerance = ipc::resolve_settings({}, conjugate.model()).newton_tolerance;
  for (int s = 0; s < 6; ++s) {
    advance(reference);
    advance(conjugate);
    double largest = 0;
    for (size_t v = 0; v < reference.state().v.size(); ++v)
      if (reference.model().rest[v].x() > 2)
        largest = std::max(largest, (reference.state().v[v] - conjugate.state().v[v]).norm());
    EXPECT_LT(largest, 0.5 * tolerance) << "step " << s;
  }
}

}  // namespace
}  // namespace lacuna::test
