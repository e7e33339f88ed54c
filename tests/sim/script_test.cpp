// Where scripts say that vertices belong, and what happens when they let go.
#include "sim/script.h"

#include "base/process.h"
#include "mesh/file/write_mesh.h"
#include "support/scenes.h"

#include <array>
#include <cmath>

namespace lacuna::test {
namespace {

Script script_of(std::vector<Motion> motions, std::vector<Vec3> start = {{1, 0, 0}, {-1, 0, 0}}) {
  Script script;
  script.start = std::move(start);
  for (Index v = 0; v < count_of(script.start); ++v) script.vertices.push_back(v);
  script.motions = std::move(motions);
  return script;
}

std::vector<Vec3> at(const Script& script, double time) {
  std::vector<Vec3> out(script.start.size());
  script.targets(time, out);
  return out;
}

void expect_near(const Vec3& a, const Vec3& b) { EXPECT_LT((a - b).norm(), 1e-12) << a.transpose(); }

TEST(Script, MoveStartsAndEndsAtItsTimes) {
  const Script script = script_of({{Move{{0, 2, 0}}, 1, 2, {}}});
  EXPECT_EQ(at(script, 0.5)[0], Vec3(1, 0, 0));
  expect_near(at(script, 1.5)[0], {1, 1, 0});
  expect_near(at(script, 7)[1], {-1, 2, 0});
}

TEST(Script, SpinTurnsAboutTheBoxCentreOrAPoint) {
  expect_near(at(script_of({{Spin{{0, 0, 90}, {}}, 0, forever, {}}}), 1)[0], {0, 1, 0});
  expect_near(at(script_of({{Spin{{0, 0, 90}, Vec3(1, 1, 0)}, 0, forever, {}}}), 1)[0], {2, 1, 0});
  expect_near(at(script_of({{Spin{{0, 0, 0}, {}}, 0, forever, {}}}), 1)[0], {1, 0, 0});
}

TEST(Script, KeyframesAreHeldOutsideAndInterpolatedInside) {
  Keyframes keys;
  keys.keys = {{1, {0, 0, 0}, {0, 0, 0}}, {2, {0, 0, 3}, {0, 0, 90}}, {2, {0, 5, 3}, {0, 0, 90}}};
  const Script script = script_of({{keys, 0, forever, {}}});
  expect_near(at(script, 0)[0], {1, 0, 0});
  expect_near(at(script, 1.5)[0], {std::sqrt(0.5), std::sqrt(0.5), 1.5});
  expect_near(at(script, 2)[0], {0, 6, 3});
  expect_near(at(script, 99)[0], {0, 6, 3});
}

TEST(Script, MotionsOfAListApplyOneAfterTheOther) {
  const Motion move{Move{{3, 0, 0}}, 0, 1, {}}, spin{Spin{{0, 0, 90}, Vec3(0, 0, 0)}, 0, 1, {}};
  expect_near(at(script_of({move, spin}), 1)[0], {0, 4, 0});
  expect_near(at(script_of({spin, move}), 1)[0], {3, 1, 0});
}

TEST(Script, SequencesAreInterpolatedFromTheirStartAndHeldAtTheEnd) {
  MeshSequence sequence;
  sequence.fps = 10;
  Script script = script_of({{sequence, 1, forever, {}}, {Move{{0, 0, 1}}, 0, forever, {}}});
  script.sequence = {{{1, 0, 0}, {-1, 0, 0}}, {{1, 1, 0}, {-1, 1, 0}}, {{1, 3, 0}, {-1, 3, 0}}};
  expect_near(at(script, 0.5)[0], {1, 0, 0.5});
  expect_near(at(script, 1.05)[0], {1, 0.5, 1.05});
  expect_near(at(script, 1.15)[1], {-1, 2, 1.15});
  expect_near(at(script, 9)[0], {1, 3, 9});
  script.sequence.resize(1);
  expect_near(at(script, 9)[0], {1, 0, 9});
}

TEST(Script, AnObstacleFollowsMeshFiles) {
  const TemporaryDirectory folder;
  SceneObject plate;
  plate.name = "plate";
  plate.kind = Obstacle{};
  plate.mesh = ExplicitShape{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {}, {{0, 2, 1}}, {}};
  MeshSequence sequence;
  sequence.fps = 50;
  for (int k = 0; k < 2; ++k) {
    Mesh mesh;
    mesh.vertices = {{0, 0.1 * k, 0}, {1, 0.2 * k, 0}, {0, 0, 1}};
    mesh.triangles = {{0, 2, 1}};
    sequence.files.push_back(folder.path() / (std::to_string(k) + ".ply"));
    write_mesh(sequence.files.back(), mesh);
  }
  plate.motions = {{sequence, 0, forever, {}}};
  Simulation simulation(scene_of({plate}, 0.01));
  advance(simulation);
  expect_near(simulation.state().x[1], {1, 0.1, 0});
  advance(simulation);
  advance(simulation);
  expect_near(simulation.state().x[1], {1, 0.2, 0});
  expect_near(simulation.state().v[1], {0, 0, 0});
}

std::vector<double> way_points(const Script& script, double t0, double t1) {
  std::vector<double> times;
  find_way_points({&script, 1}, t0, t1, times);
  return times;
}

Script spinning(double rate_deg, double from = 0, double to = forever) {
  return script_of({{Spin{{0, 0, rate_deg}, Vec3(0, 0, 0)}, from, to, {}}});
}

TEST(WayPoints, AreOneWherePathsAreNearlyStraight) {
  for (const Script& script : {spinning(150), script_of({{Move{{0, 2, 0}}, 0, forever, {}}})})
    for (int k = 0; k < 100; ++k) EXPECT_EQ(way_points(script, 0.1 * k, 0.1 * (k + 1)).size(), 1U) << k;
}

TEST(WayPoints, TurnByNoMoreThanALegBetweenThem) {
  for (const double rate : {151.0, 900.0, 1700.0, 3600.0}) {
    const Script script = spinning(rate);
    const std::vector<double> times = way_points(script, 0.1, 0.2);
    EXPECT_EQ(times.back(), 0.2);
    double before = 0.1;
    for (const double time : times) {
      EXPECT_GT(time, before);
      EXPECT_LE(script.turn_deg(before, time), largest_leg_deg * (1 + 1e-6)) << rate;
      before = time;
    }
    EXPECT_NEAR(static_cast<double>(times.size()), rate * 0.1 / largest_leg_deg, 1) << rate;
  }
}

TEST(WayPoints, FollowASpinThatLastsForAPartOfTheStep) {
  const Script script = spinning(900, 0.14, 0.16);
  const std::vector<double> times = way_points(script, 0.1, 0.2);
  ASSERT_EQ(times.size(), 4U);
  const std::array expected{0.14, 0.15, 0.16, 0.2};
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(times[i], expected[i], 1e-12);
}

TEST(WayPoints, AreTheKeyframesAndMeshesInsideAStep) {
  Keyframes keys;
  keys.keys.resize(4);
  for (size_t k = 0; k < 4; ++k) {
    keys.keys[k].time = std::array{0.1, 0.12, 0.14, 0.3}[k];
    keys.keys[k].translate.y() = k == 1 ? 9 : 0;
  }
  EXPECT_EQ(way_points(script_of({{keys, 0, forever, {}}}), 0.1, 0.2),
            (std::vector<double>{0.12, 0.14, 0.2}));
  EXPECT_EQ(way_points(script_of({{keys, 0, forever, {}}}), 0.2, 0.3).size(), 1U);
  MeshSequence sequence;
  sequence.fps = 25;
  Script script = script_of({{sequence, 0, forever, {}}});
  script.sequence.assign(4, script.start);
  EXPECT_EQ(way_points(script, 0.04, 0.08).size(), 1U);
  EXPECT_EQ(way_points(script, 0, 0.1), (std::vector<double>{0.04, 0.08, 0.1}));
  EXPECT_EQ(way_points(script, 0.1, 0.2), (std::vector<double>{0.12, 0.2})) << "the last mesh is held";
}

TEST(WayPoints, KeyframesCountEveryTurn) {
  Keyframes keys;
  keys.keys = {{1, {0, 0, 0}, {0, 0, 0}}, {2, {0, 0, 0}, {0, 0, 720}}, {3, {0, 0, 0}, {0, 90, 720}}};
  const Script script = script_of({{keys, 0, forever, {}}});
  EXPECT_NEAR(script.turn_deg(0, 1), 0, 1e-9);
  EXPECT_NEAR(script.turn_deg(0.5, 1.5), 360, 1e-9);
  EXPECT_NEAR(script.turn_deg(1.5, 2.5), 405, 1e-9);
  EXPECT_NEAR(script.turn_deg(2, 9), 90, 1e-9);
}

class Release : public testing::TestWithParam<Integrator> {};
INSTANTIATE_TEST_SUITE_P(Integrators, Release,
                         testing::Values(Integrator::implicit_euler, Integrator::newmark, Integrator::bdf2));

TEST_P(Release, LetsVerticesFallInTheSameStep) {
  SceneObject box = box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0});
  FixedGroup all;
  all.select = SelectAll{};
  all.release = 0.02;
  box.fixed = {all};
  Scene scene = scene_of({box}, 0.01);
  scene.integrator = GetParam();
  scene.ipc.tolerance = SizedValue{1e-9, false};
  Simulation simulation(scene);
  for (int s = 0; s < 2; ++s) advance(simulation);
  EXPECT_NEAR(center_of_mass(simulation).y(), 0, 1e-15);
  advance(simulation);
  // h^2 g, times what the scheme multiplies it with; Newmark's is that of a parabola.
  const double theta = GetParam() == Integrator::implicit_euler ? 1
                       : GetParam() == Integrator::bdf2         ? 4.0 / 9
                                                                : 0.5;
  EXPECT_NEAR(center_of_mass(simulation).y(), -theta * 9.81e-4, 1e-9);
}

TEST(Release, KeepsTheVelocityOfTheScript) {
  SceneObject box = box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0});
  FixedGroup all;
  all.select = SelectAll{};
  all.release = 0.05;
  all.motions = {{Move{{2, 0, 0}}, 0, forever, {}}};
  box.fixed = {all};
  Simulation simulation(scene_of({box}, 0.01));
  for (int s = 0; s < 10; ++s) advance(simulation);
  EXPECT_NEAR(center_of_mass(simulation).x(), 0.2, 1e-6);
}

/// Scripted things pass through each other; let go inside one another they cannot be stepped.
TEST(Release, InsideSomethingIsAnOutcomeWithNames) {
  SceneObject a = box_object("a", {1, 1, 1}, {1, 1, 1}, {0, 1.2, 0}),
              b = box_object("b", {1, 1, 1}, {1, 1, 1}, {0.1, 0, 0.2});
  FixedGroup all;
  all.select = SelectAll{};
  b.fixed = {all};
  all.release = 0.04;
  all.motions = {{Move{{0, -10, 0}}, 0, forever, {}}};
  a.fixed = {all};
  Simulation simulation(scene_of({a, b}, 0.01));
  for (int s = 0; s < 4; ++s) advance(simulation);
  for (int retry = 0; retry < 2; ++retry) {
    const StepReport report = simulation.advance();
    EXPECT_EQ(report.outcome, Outcome::infeasible_start);
    EXPECT_EQ(report.step, 5);
    for (const char* word : {"'a'", "'b'", "intersects", "near ("})
      EXPECT_NE(report.cause.find(word), std::string::npos) << report.cause;
  }
  EXPECT_EQ(simulation.state().step, 4);
}

TEST(Release, BehindAHalfSpaceIsAnOutcomeWithNames) {
  SceneObject a = box_object("a", {1, 1, 1}, {1, 1, 1}, {0, 0.6, 0});
  FixedGroup all;
  all.select = SelectAll{};
  all.release = 0.02;
  all.motions = {{Move{{0, -10, 0}}, 0, forever, {}}};
  a.fixed = {all};
  Scene scene = scene_of({a}, 0.01);
  scene.half_spaces = {ground()};
  Simulation simulation(scene);
  for (int s = 0; s < 2; ++s) advance(simulation);
  const StepReport report = simulation.advance();
  EXPECT_EQ(report.outcome, Outcome::infeasible_start);
  EXPECT_NE(report.cause.find("'a' is behind 'ground'"), std::string::npos) << report.cause;
}

TEST(HalfSpace, MovesAndCarriesWhatLiesOnIt) {
  Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0.5015, 0})}, 0.01);
  scene.half_spaces = {ground()};
  scene.half_spaces[0].motions = {{Move{{0, 0.5, 0}}, 0, forever, {}}};
  Simulation simulation(scene);
  for (int s = 0; s < 20; ++s) advance(simulation);
  EXPECT_NEAR(simulation.state().x[static_cast<size_t>(simulation.model().planes[0].vertex)].y(), 0.1, 1e-5);
  EXPECT_GT(center_of_mass(simulation).y(), 0.55);
}

}  // namespace
}  // namespace lacuna::test
