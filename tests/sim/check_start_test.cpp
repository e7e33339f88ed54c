// Starts that cannot be stepped, and what is said about them.
#include "sim/check_start.h"

#include "base/input_error.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

/// Two boxes of 1 m, the upper one with its bottom at `height`.
Scene two_boxes(double height, double offset = 0) {
  Scene scene = scene_of({box_object("lower", {1, 1, 1}, {1, 1, 1}, {0, 0.5, 0}),
                          box_object("upper", {1, 1, 1}, {1, 1, 1}, {0.2, height + 0.5, 0.1})},
                         0.01);
  for (SceneObject& object : scene.objects) object.offset = offset;
  return scene;
}

StartProblems problems_of(const Scene& scene) {
  const ModelAndState built = build_model(scene);
  return find_start_problems(built.model, built.state.x);
}

std::string refusal(const Scene& scene) {
  try {
    const Simulation simulation(scene);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

TEST(CheckStart, BoxesApartAreFine) { EXPECT_TRUE(problems_of(two_boxes(1.01)).empty()); }

TEST(CheckStart, IntersectionsComeFirstWithNamesAndPlaces) {
  const StartProblems problems = problems_of(two_boxes(0.9));
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems.kept[0].kind, StartProblemKind::intersection);
  EXPECT_EQ(problems.kept[0].vertices[0].size(), 2u);
  EXPECT_EQ(problems.kept[0].vertices[1].size(), 3u);
  expect_words(refusal(two_boxes(0.9)),
               {"'lower'", "'upper'", "intersects", "near (", "edge ", "triangle ", "lacuna check"});
}

TEST(CheckStart, RefusalBeginsWithThePlaceOfTheObject) {
  Scene scene = two_boxes(0.9);
  scene.objects[0].place = scene.objects[1].place = {"scene.toml", 7, 3};
  EXPECT_EQ(refusal(scene).find("scene.toml:7:3: "), 0u) << refusal(scene);
}

TEST(CheckStart, TouchingBoxesAreNotApart) {
  const StartProblems problems = problems_of(two_boxes(1));
  ASSERT_FALSE(problems.empty());
  for (const StartProblem& problem : problems.kept) EXPECT_LE(problem.gap, 0);
  expect_words(refusal(two_boxes(1)), {"'lower'", "'upper'", "near ("});
}

TEST(CheckStart, AGapBelowTheOffsetIsNamedWithItsSize) {
  EXPECT_TRUE(problems_of(two_boxes(1.01, 0.009)).empty());
  const StartProblems problems = problems_of(two_boxes(1.01, 0.02));
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems.kept[0].kind, StartProblemKind::too_close);
  double worst = 0;
  for (const StartProblem& problem : problems.kept) worst = std::min(worst, problem.gap);
  EXPECT_NEAR(worst, -0.01, 1e-9);
  expect_words(refusal(two_boxes(1.01, 0.02)),
               {"is too close to", "gap -0.01 m", "0.01 m apart", "offsets require 0.02 m", "'lower'",
                "'upper'", "apart by 0.01 m, or make their offsets smaller"});
}

TEST(CheckStart, AThreadThickerThanItsSegmentsIsTooCloseToItself) {
  SceneObject thread;
  thread.name = "thread";
  thread.mesh = RodShape{.length = 1, .segments = 10};
  thread.kind = RodMaterial{};
  thread.offset = 0.099;
  EXPECT_EQ(refusal(scene_of({thread}, 0.01)), "");
  thread.offset = 0.101;
  expect_words(refusal(scene_of({thread}, 0.01)),
               {"'thread' is too close to 'thread'", "0.1 m apart", "make the offset of 'thread' smaller"});
}

TEST(CheckStart, BehindAPlaneIsNamedAndScriptedVerticesMayBe) {
  Scene scene = two_boxes(1.01);
  scene.half_spaces = {ground()};
  scene.half_spaces[0].point = {0, 0.1, 0};
  expect_words(refusal(scene), {"'lower' is behind 'ground'", "vertex ", "gap -0.1 m", "3 more such pairs"});
  FixedGroup held;
  held.select = SelectSide{{0, -1, 0}, 0.01};
  scene.objects[0].fixed = {held};
  EXPECT_EQ(refusal(scene), "");
}

TEST(CheckStart, OutsideASphereIsNamedAndScriptedVerticesMayBe) {
  Scene scene = two_boxes(1.01);
  RoundWall wall;
  wall.name = "trap";
  wall.center = {0, 1, 0};
  wall.radius.keys = {{0, 1.0}};
  scene.round_walls = {wall};
  expect_words(refusal(scene), {"'lower' is outside 'trap'", "vertex ", "container", "into 'trap'",
                                "make its radius larger"});
  scene.round_walls[0].radius.keys = {{0, 9.0}};
  EXPECT_EQ(refusal(scene), "");
  scene.round_walls[0].radius.keys = {{0, 1.0}};
  for (SceneObject& object : scene.objects) object.fixed = {held(SelectAll{})};
  EXPECT_EQ(refusal(scene), "");
}

TEST(CheckStart, WhatCutsABallIsNamed) {
  Scene scene = two_boxes(1.01);
  SceneObject ball =
      object_of("stone", ExplicitShape{.vertices = {Vec3::Zero()}, .edges = {}, .triangles = {}, .tets = {}},
                Obstacle{}, {0, -0.1, 0});
  ball.offset = 2 * 0.2;
  ball.is_ball = true;
  scene.objects.push_back(ball);
  expect_words(refusal(scene),
               {"cuts into", "'stone'", "'lower'", "gap -0.1 m", "radius of the ball smaller"});
}

TEST(CheckStart, DisabledPairsAndDisabledContactAreNotLookedAt) {
  Scene scene = two_boxes(0.9);
  scene.no_contact = {{"upper", "lower"}};
  EXPECT_TRUE(problems_of(scene).empty());
  scene.no_contact.clear();
  scene.contact.is_enabled = false;
  EXPECT_TRUE(problems_of(scene).empty());
}

TEST(CheckStart, PairsOfObjectsAreSummedUpOnALineEach) {
  Scene scene = two_boxes(0.9);
  scene.half_spaces = {ground()};
  scene.half_spaces[0].point = {0, 0.1, 0};
  const std::vector<std::string> lines = summarise(problems_of(scene));
  EXPECT_LE(lines.size(), 5u);
  EXPECT_GE(lines.size(), 2u);
}

/// Blades that stand on edge, 1.1 m long, one behind the other in the middle of a metre: along z if `axis` is
/// 0, along x if it is 2.
ExplicitShape blades(Index count, Eigen::Index axis) {
  ExplicitShape shape;
  const auto add = [&](double across, double y, double along) {
    Vec3& v = shape.vertices.emplace_back(along, y, along);
    v[axis] = across;
  };
  for (Index i = 0; i < count; ++i) {
    const double across = (i + 0.5) / count - 0.5 + 1e-3 * static_cast<double>(axis);
    const Index first = count_of(shape.vertices);
    add(across, -0.05, -0.5);
    add(across, 0.05, -0.5);
    add(across, 0, 0.6);
    shape.triangles.push_back({first, first + 1, first + 2});
  }
  return shape;
}

/// Every blade of the one crosses every blade of the other: two edges of the narrower pass through the wider.
Scene crossed_blades(Index count_a, Index count_b) {
  ShellMaterial paper;
  return scene_of({object_of("a", blades(count_a, 0), paper), object_of("b", blades(count_b, 2), paper)},
                  0.01);
}

TEST(CheckStart, AllAreCountedAndTheFirstAreKept) {
  const StartProblems few = problems_of(crossed_blades(10, 11));
  EXPECT_EQ(few.total, 2 * 10 * 11);
  EXPECT_EQ(std::ssize(few.kept), few.total);
  const StartProblems many = problems_of(crossed_blades(60, 61));
  EXPECT_EQ(many.total, 2 * 60 * 61);
  EXPECT_EQ(many.kept.size(), StartProblems::most_kept);
  std::int64_t in_groups = 0;
  for (const StartProblems::Group& group : many.groups) in_groups += group.count;
  EXPECT_EQ(in_groups, many.total);
  const std::vector<std::string> lines = summarise(many);
  ASSERT_EQ(lines.size(), 2u);  // a through b, and b through a
  expect_words(lines[0], {"intersects", "more such pairs"});
}

TEST(CheckStart, WhatIsTooCloseIsCountedBesideIntersections) {
  Scene scene = crossed_blades(60, 61);
  for (SceneObject& object : scene.objects) object.offset = 1e-3;
  const StartProblems problems = problems_of(scene);
  EXPECT_GT(problems.total, 2 * 60 * 61);
  EXPECT_EQ(problems.kept.size(), StartProblems::most_kept);
  EXPECT_EQ(problems.kept.back().kind, StartProblemKind::intersection);
  expect_words(summarise(problems).back(), {"is too close to", "more such pairs"});
}

}  // namespace
}  // namespace lacuna::test
