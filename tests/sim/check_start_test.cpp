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

std::vector<StartProblem> problems_of(const Scene& scene) {
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
  const std::vector<StartProblem> problems = problems_of(two_boxes(0.9));
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems[0].kind, StartProblemKind::intersection);
  EXPECT_EQ(problems[0].vertices[0].size(), 2u);
  EXPECT_EQ(problems[0].vertices[1].size(), 3u);
  expect_words(refusal(two_boxes(0.9)),
               {"'lower'", "'upper'", "intersects", "near (", "edge ", "triangle ", "lacuna check"});
}

TEST(CheckStart, RefusalBeginsWithThePlaceOfTheObject) {
  Scene scene = two_boxes(0.9);
  scene.objects[0].place = scene.objects[1].place = {"scene.toml", 7, 3};
  EXPECT_EQ(refusal(scene).find("scene.toml:7:3: "), 0u) << refusal(scene);
}

TEST(CheckStart, TouchingBoxesAreNotApart) {
  const std::vector<StartProblem> problems = problems_of(two_boxes(1));
  ASSERT_FALSE(problems.empty());
  for (const StartProblem& problem : problems) EXPECT_LE(problem.gap, 0);
  expect_words(refusal(two_boxes(1)), {"'lower'", "'upper'", "near ("});
}

TEST(CheckStart, AGapBelowTheOffsetIsNamedWithItsSize) {
  EXPECT_TRUE(problems_of(two_boxes(1.01, 0.009)).empty());
  const std::vector<StartProblem> problems = problems_of(two_boxes(1.01, 0.02));
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems[0].kind, StartProblemKind::too_close);
  double worst = 0;
  for (const StartProblem& problem : problems) worst = std::min(worst, problem.gap);
  EXPECT_NEAR(worst, -0.01, 1e-9);
  expect_words(refusal(two_boxes(1.01, 0.02)),
               {"is too close to", "gap -0.01 m", "0.01 m apart", "offsets keep 0.02 m", "'lower'", "'upper'",
                "apart by 0.01 m, or make their offsets smaller"});
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

}  // namespace
}  // namespace lacuna::test
