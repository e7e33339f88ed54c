// Prescribed motion: it arrives, also through soft things, and says so when it cannot.
#include "contact/intersection_check.h"
#include "support/scenes.h"

#include <cmath>

namespace lacuna::test {
namespace {

Motion move(const Vec3& velocity, double from = 0, double to = forever) {
  return {Move{velocity}, from, to, {}};
}

/// A plate 0.1 m above a block of 1 m on the floor.
Scene press(double young, const Vec3& velocity, double stop = forever) {
  SceneObject plate;
  plate.name = "plate";
  plate.mesh = GridShape{{3, 3}, {2, 2}};
  plate.placement.translate = {0, 1.1, 0};
  plate.kind = Obstacle{};
  plate.motions = {move(velocity, 0, stop)};
  Scene scene = scene_of({box_object("block", {1, 1, 1}, {2, 2, 2}, {0, 0.51, 0},
                                     {ElasticLaw::neo_hookean, young, 0.4, 1000, 0}),
                          plate},
                         0.01);
  scene.half_spaces = {ground()};
  return scene;
}

double plate_height(const Simulation& simulation) {
  const Model& model = simulation.model();
  double lowest = 1e9;
  for (size_t v = 0; v < model.is_dynamic.size(); ++v)
    if (!model.is_dynamic[v] && static_cast<Index>(v) < model.surface.vertex_count())
      lowest = std::min(lowest, simulation.state().x[v].y());
  return lowest;
}

TEST(ScriptPull, ScriptedVerticesReachTheirTargetsToTheBit) {
  SceneObject bar = box_object("bar", {1, 0.2, 0.2}, {4, 1, 1}, {0, 0, 0});
  FixedGroup left, right;
  left.select = SelectSide{{-1, 0, 0}, 0.01};
  right.select = SelectSide{{1, 0, 0}, 0.01};
  right.motions = {move({0.5, 0, 0.25})};
  bar.fixed = {left, right};
  Simulation simulation(scene_of({bar}, 0.01));
  for (int s = 0; s < 10; ++s) advance(simulation);
  const double time = simulation.state().time;
  for (const Script& script : simulation.model().scripts) {
    std::vector<Vec3> target(script.vertices.size());
    script.targets(time, target);
    for (size_t i = 0; i < target.size(); ++i)
      EXPECT_EQ(simulation.state().x[static_cast<size_t>(script.vertices[i])], target[i]);
  }
}

TEST(ScriptPull, WhatASoftBodyHoldsUpIsPulledThroughAndCaughtUpLater) {
  Simulation simulation(press(1e4, {0, -4, 0}, 0.1));
  const double way = 0.04;
  for (int s = 1; s <= 10; ++s) {
    advance(simulation);
    EXPECT_NEAR(plate_height(simulation), 1.1 - way * s, 1.1e-3 * way) << "step " << s;
  }
  for (int s = 0; s < 5; ++s) advance(simulation);
  EXPECT_NEAR(plate_height(simulation), 0.7, 1e-9) << "shortfalls must not add up";
}

/// Until it fails; the report of that step.
StepReport failure_of(Simulation& simulation, int most_steps) {
  StepReport report;
  for (int s = 0; s < most_steps && report.outcome == Outcome::converged; ++s) report = simulation.advance();
  return report;
}

void expect_infeasible(const Scene& scene, const std::vector<std::string>& words) {
  Simulation simulation(scene);
  const StepReport report = failure_of(simulation, 60);
  EXPECT_EQ(report.outcome, Outcome::infeasible_script) << report.cause;
  EXPECT_EQ(report.step, simulation.state().step + 1);
  EXPECT_LT(report.iterations, 5000);
  for (const std::string& word : words)
    EXPECT_NE(report.cause.find(word), std::string::npos) << word << ": " << report.cause;
  EXPECT_NE(report.advice.find("from the start"), std::string::npos) << "going on would fail again";
  for (const Vec3& x : simulation.state().x) EXPECT_TRUE(x.allFinite());
}

TEST(ScriptPull, APlateThatPressesABlockIntoTheFloorEndsWithItsName) {
  expect_infeasible(press(1e7, {0, -10, 0}), {"'plate' at (", "cannot reach its target", "'block' at ("});
}

TEST(ScriptPull, AFloorThatRisesAgainstACeilingEndsWithItsName) {
  Scene scene = scene_of({box_object("block", {1, 1, 1}, {2, 2, 2}, {0, 0.51, 0})}, 0.01);
  scene.half_spaces = {ground(), ground(0, {0, -1, 0})};
  scene.half_spaces[0].motions = {move({0, 4, 0})};
  scene.half_spaces[1].name = "ceiling";
  scene.half_spaces[1].point = {0, 1.1, 0};
  expect_infeasible(scene, {"'ground' at (0, "});
}

TEST(ScriptPull, TwoObstaclesThatSqueezeABlockFlatEndWithTheirNames) {
  Scene scene = press(1e9, {0, -5, 0});
  SceneObject table = scene.objects[1];
  table.name = "table";
  table.placement.translate = {0, 0, 0};
  table.motions = {move({0, 5, 0})};
  scene.objects.push_back(table);
  scene.half_spaces.clear();
  expect_infeasible(scene, {"the prescribed motion of '"});
}

TEST(ScriptPull, ObstaclesThatCrossThroughASheetEndWithBothTheirNames) {
  SceneObject table = object_of("table", GridShape{{0.5, 0.5}, {1, 1}}, Obstacle{}, {0, 0, 0});
  SceneObject tooth = object_of("tooth", UnitTetShape{}, Obstacle{}, {0, 0.1, 0});
  tooth.placement.scale = {0.1, 0.1, 0.1};
  tooth.motions = {move({0, -1, 0})};
  SceneObject sheet = object_of("sheet", GridShape{{1, 1}, {4, 4}}, ShellMaterial{}, {0, 0.02, 0});
  expect_infeasible(scene_of({table, tooth, sheet}, 0.01),
                    {"'table'", "'tooth'", "both prescribed, would cross"});
}

TEST(ScriptPull, APlateStopsAtVerticesThatAreHeld) {
  Scene scene = press(1e6, {0, -5, 0});
  FixedGroup held;
  held.select = SelectSide{{0, -1, 0}, 0.01};
  scene.objects[0].fixed = {held};
  expect_infeasible(scene, {"'plate'"});
}

Motion spin(double rate_deg) { return {Spin{{0, 0, rate_deg}, Vec3(0, 0, 0)}, 0, forever, {}}; }

/// A paddle from x = 0.05 to 1.05 m that turns about the z-axis.
SceneObject paddle(std::vector<Motion> motions) {
  SceneObject object = object_of("paddle", BoxShape{{1, 0.1, 0.4}, {2, 1, 1}}, Obstacle{}, {0.55, 0, 0});
  object.motions = std::move(motions);
  return object;
}

/// The paddle and, a quarter of a turn ahead, a light ball that nothing else touches.
Scene swing(std::vector<Motion> motions) {
  const SolidMaterial light{ElasticLaw::neo_hookean, 1e5, 0.4, 10, 0};
  Scene scene =
      scene_of({paddle(std::move(motions)), object_of("ball", SphereShape{0.1, 2}, light, {0, 0.9, 0})}, 0.1);
  scene.gravity.setZero();
  return scene;
}

/// Both ends along z, as nothing would stop a paddle at what is held as a whole.
void hold_ball(Scene& scene) {
  std::get<SolidMaterial>(scene.objects[1].kind).young = 1e9;
  scene.objects[1].fixed = {held(SelectSide{{0, 0, 1}, 0.3}), held(SelectSide{{0, 0, -1}, 0.3})};
}

TEST(Arc, APaddleThatSwingsPastABodyInOneStepTakesItAlong) {
  Simulation simulation(swing({spin(1700)}));
  advance(simulation);
  // Ahead of the paddle, half as thick as 0.1 m, by its radius, which gives way.
  const double end = 170 * std::acos(-1.0) / 180;
  EXPECT_GT(center_of_mass(simulation).dot(Vec3(-std::sin(end), std::cos(end), 0)), 0.05 + 0.8 * 0.1)
      << center_of_mass(simulation).transpose();
}

TEST(Arc, APathThatReturnsWithinAStepIsTravelled) {
  Keyframes there_and_back;
  there_and_back.keys = {{}, {}, {}};
  there_and_back.keys[1] = {0.05, {-0.5, 1.5, 0}, {0, 0, 0}};
  there_and_back.keys[2].time = 0.1;
  Scene scene = swing({{there_and_back, 0, forever, {}}});
  hold_ball(scene);
  expect_infeasible(scene, {"'paddle' at (", "'ball' at ("});
}

TEST(Arc, ATurnWhileMovingEndsAtItsTargetAndStaysOnItsWay) {
  Scene scene = scene_of({paddle({spin(1000), move({3, 0, 0})})}, 0.1);
  Simulation simulation(scene);
  for (int s = 1; s <= 3; ++s) {
    advance(simulation);
    const Script& script = simulation.model().scripts[0];
    std::vector<Vec3> target(script.vertices.size());
    script.targets(simulation.state().time, target);
    for (size_t i = 0; i < target.size(); ++i)
      EXPECT_LT((simulation.state().x[static_cast<size_t>(script.vertices[i])] - target[i]).norm(), 1e-14);
  }
}

TEST(Arc, OverAClothPushesItAndCrossesNothing) {
  ShellMaterial cotton;
  cotton.strain_limit = 0.06;
  Scene scene = scene_of(
      {paddle({spin(1700)}), object_of("cloth", GridShape{{0.5, 0.8}, {6, 8}}, cotton, {0, 0.8, 0})}, 0.1);
  scene.objects[0].motions[0].to = 0.1;
  Simulation simulation(scene);
  for (int s = 0; s < 2; ++s) {
    advance(simulation);
    IntersectionCheck check(simulation.model().surface);
    EXPECT_TRUE(check.find(simulation.state().x).empty());
  }
  EXPECT_LT(center_of_mass(simulation).x(), -0.15);
}

TEST(Arc, AWallInTheWayIsNamedWithTheAngle) {
  Scene scene = swing({spin(1700)});
  hold_ball(scene);
  Simulation simulation(scene);
  const StepReport report = simulation.advance();
  EXPECT_EQ(report.outcome, Outcome::infeasible_script) << report.cause;
  for (const char* word : {"'paddle' at (", "'ball' at (", "rotates by 170 degrees"})
    EXPECT_NE(report.cause.find(word), std::string::npos) << report.cause;
}

}  // namespace
}  // namespace lacuna::test
