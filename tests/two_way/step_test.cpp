// The loop of the two-way solver.
#include "two_way/step.h"

#include "base/input_error.h"
#include "support/scenes.h"

namespace lacuna::two_way::test {
using namespace lacuna::test;
namespace {

/// A sheet that falls on a ball.
Scene landing(double step) {
  ShellMaterial cotton;
  cotton.strain_limit = 0.05;
  Scene scene = scene_of({object_of("sheet", GridShape{{0.4, 0.4}, {8, 8}}, cotton, {0, 0.11, 0}),
                          object_of("ball", SphereShape{0.1, 3}, Obstacle{})},
                         step);
  scene.solver = SolverKind::two_way;
  scene.contact.dhat = SizedValue{1e-3, false};
  scene.objects[0].velocity = {0, -2, 0};
  return scene;
}

/// Stiff rods that fall on each other in steps in which they would be torn apart.
Scene pile() {
  SceneObject rods = object_of("rods", RodShape{0.02, 4}, RodMaterial{}, {0, 0.004, 0});
  rods.offset = 2e-3;
  Scene scene = scene_of({}, 0.02);
  for (int i = 0; i < 12; ++i) {
    rods.name = "rod " + std::to_string(i);
    rods.placement.translate = {i % 2 == 0 ? 0.0 : 0.006, 0.004 + 0.004 * i, i % 3 == 0 ? 0.0 : 0.005};
    rods.placement.rotate = {0, 30.0 * i, 0};
    rods.velocity = {0, -1, 0};
    scene.objects.push_back(rods);
  }
  scene.half_spaces = {ground()};
  scene.solver = SolverKind::two_way;
  scene.contact.dhat = SizedValue{5e-4, false};
  return scene;
}

TEST(TwoWayStep, TakesAFewSystemsWhateverIsInTheWay) {
  Simulation simulation(landing(0.02));
  bool was_blocked = false;
  for (int s = 0; s < 20; ++s) {
    const StepReport report = advance(simulation);
    EXPECT_EQ(report.dt, 0.02);
    EXPECT_GE(report.iterations, 2);
    EXPECT_LE(report.iterations, 4);
    was_blocked = was_blocked || report.smallest_step < 0.5;
    EXPECT_LT(report.max_stretch, 1.05);
    EXPECT_GT(report.min_gap, 0);
  }
  EXPECT_TRUE(was_blocked);
  EXPECT_GT(center_of_mass(simulation).y(), -0.1);
}

TEST(TwoWayStep, IterationsHaveALeastNumber) {
  for (const int least : {1, 3}) {
    Scene scene = landing(0.02);
    scene.two_way.iterations = least;
    Simulation simulation(scene);
    for (int s = 0; s < 5; ++s) EXPECT_GE(advance(simulation).iterations, least);
  }
}

/// A step that would tear a stiff body apart is halved, and so are the next ones; a resumed run halves the
/// same ones.
TEST(TwoWayStep, HalvesWhatTearsApart) {
  Simulation simulation(pile());
  Index halved = 0;
  double most_stretch = 0;
  std::optional<State> saved;
  for (int s = 0; s < 30; ++s) {
    const StepReport report = advance(simulation);
    halved += report.measure<Index>("shorter_attempts").value();
    EXPECT_GT(report.dt, 0.02 / 256);
    most_stretch = std::max(most_stretch, report.max_stretch);
    if (halved > 0 && !saved) saved = simulation.state();
  }
  EXPECT_GT(halved, 0);
  EXPECT_LT(most_stretch, 1.5);
  ASSERT_TRUE(saved);
  Simulation resumed(pile());
  resumed.restore(*saved);
  while (resumed.state().step < 30) advance(resumed);
  EXPECT_EQ(resumed.state().x, simulation.state().x);
  EXPECT_EQ(resumed.state().memory, simulation.state().memory);
}

TEST(TwoWayStep, KeepsTheStateWhenItIsInterrupted) {
  Simulation simulation(landing(0.02));
  for (int s = 0; s < 3; ++s) advance(simulation);
  const State before = simulation.state();
  const std::atomic<bool> stop = true;
  const StepReport report = simulation.advance(&stop);
  EXPECT_EQ(report.outcome, Outcome::interrupted);
  EXPECT_EQ(simulation.state().x, before.x);
  EXPECT_EQ(simulation.state().memory, before.memory);
}

/// A press that closes more than a sheet can take ends the run with its cause, instead of ever smaller gaps.
TEST(TwoWayStep, SaysWhatBlocksAScript) {
  SceneObject lid = object_of("lid", BoxShape{{1, 0.1, 1}, {1, 1, 1}}, Obstacle{}, {0, 0.1, 0});
  lid.motions = {Motion{Move{{0, -1, 0}}, 0, forever, {}}};
  Scene scene =
      scene_of({object_of("sheet", GridShape{{0.4, 0.4}, {6, 6}}, ShellMaterial{}, {0, 0.01, 0}), lid}, 0.01);
  scene.half_spaces = {ground()};
  scene.solver = SolverKind::two_way;
  Simulation simulation(scene);
  StepReport report;
  for (int s = 0; s < 200 && report.outcome == Outcome::converged; ++s) {
    const State before = simulation.state();
    report = simulation.advance();
    if (report.outcome == Outcome::converged) {
      EXPECT_GT(report.min_gap, 1e-6 * simulation.model().dhat);
      continue;
    }
    EXPECT_EQ(simulation.state().x, before.x);
    EXPECT_EQ(simulation.state().v, before.v);
    EXPECT_EQ(simulation.state().time, before.time);
  }
  EXPECT_EQ(report.outcome, Outcome::stalled);
  EXPECT_NE(report.cause.find("contact of"), std::string::npos) << report.cause;
}

/// A walk that an interrupt cuts short is no step.
TEST(TwoWayStep, KeepsTheStateWhenAWalkIsInterrupted) {
  Simulation simulation(landing(0.02));
  for (int s = 0; s < 3; ++s) advance(simulation);
  const State before = simulation.state();
  std::atomic<bool> stop = false;
  simulation.observe_iterations([&](const IterationReport&) { stop = true; });
  EXPECT_EQ(simulation.advance(&stop).outcome, Outcome::interrupted);
  EXPECT_EQ(simulation.state().x, before.x);
  EXPECT_EQ(simulation.state().v, before.v);
  EXPECT_EQ(simulation.state().time, before.time);
  EXPECT_EQ(simulation.state().memory, before.memory);
}

TEST(TwoWayStep, RefusesSettingsThatContradictThemselves) {
  Scene scene = landing(0.01);
  scene.two_way.iterations = 30;
  EXPECT_THROW(Simulation{scene}, InputError);
  scene.two_way.iterations = 2;
  scene.two_way.edge_stretch = 0.5;
  EXPECT_THROW(Simulation{scene}, InputError);
}

}  // namespace
}  // namespace lacuna::two_way::test
