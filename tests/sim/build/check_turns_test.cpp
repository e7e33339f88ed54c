// Turns of half a circle or more in one step are refused with the step that would do; large ones are noted.
#include "sim/build/check_turns.h"

#include "base/input_error.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

Motion spin(double rate_deg, double from = 0, double to = forever) {
  return {Spin{{0, rate_deg, 0}, {}}, from, to, {"scene.toml", 7, 3}};
}

Scene turning(std::vector<Motion> motions, double step = 0.1) {
  SceneObject rotor = object_of("rotor", BoxShape{}, Obstacle{});
  rotor.motions = std::move(motions);
  return scene_of({rotor}, step);
}

std::string refusal(const Scene& scene) {
  try {
    build_model(scene);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

bool has_note(const Scene& scene, const std::string& words) {
  for (const std::string& note : build_model(scene).model.notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

TEST(CheckTurns, HalfATurnPerStepIsRefusedWithTheStepThatWouldDo) {
  expect_words(refusal(turning({spin(3600)})),
               {"scene.toml:7:3", "'rotor' rotates by 360 degrees in one step", "set step below 0.05;",
                "step = 0.00833 "});
  expect_words(refusal(turning({spin(1800)})), {"180 degrees", "set step below 0.1;"});
  EXPECT_EQ(refusal(turning({spin(1799)})), "");
  EXPECT_EQ(refusal(turning({spin(3600)}, 0.049)), "");
}

TEST(CheckTurns, LargeTurnsAreNoted) {
  EXPECT_TRUE(has_note(turning({spin(1000)}), "'rotor' rotates by 100 degrees in one step"));
  EXPECT_TRUE(has_note(turning({spin(1000)}), "step = 0.03 makes it 30 degrees"));
  EXPECT_FALSE(has_note(turning({spin(300)}), "rotates by"));
}

TEST(CheckTurns, WhatTurnsLaterBrieflyOrTogetherCountsToo) {
  expect_words(refusal(turning({spin(90), spin(1800, 0.5, 0.6)})), {"189 degrees"});
  EXPECT_EQ(refusal(turning({spin(3600, 0.5, 0.54)})), "") << "144 degrees";
  EXPECT_EQ(refusal(turning({spin(3600, 0.56, 0.64)})), "") << "144 degrees in each of two steps";
  expect_words(refusal(turning({spin(1000), spin(1000)})), {"200 degrees", "below 0.09;"});
  EXPECT_EQ(refusal(turning({spin(3600, 1.5)})), "") << "after the end of the run";
  Keyframes jump;
  jump.keys = {{0.31, {0, 0, 0}, {0, 0, 0}}, {0.32, {0, 0, 0}, {0, 270, 0}}};
  expect_words(refusal(turning({{jump, 0, forever, {}}})), {"270 degrees", "below 0.00667;"});
}

TEST(CheckTurns, CountsTheStepsOfSlowAndFastMotion) {
  Scene slow = turning({spin(2000)});
  slow.playback.speed.keys = {{0, 0.05}};
  EXPECT_EQ(refusal(slow), "") << "10 degrees";
  slow.playback.speed.keys = {{0.5, 0.05}, {0.6, 1}};
  expect_words(refusal(slow), {"200 degrees", "step of 0.1 s", "below 0.09;"});
  Scene fast = turning({spin(2000)}, 0.01);
  fast.playback.speed.keys = {{0, 10}};
  expect_words(refusal(fast), {"200 degrees", "step of 0.1 s", "below 0.009;"});
}

TEST(CheckTurns, GroupsOfASolidAreNamedAfterIt) {
  Scene scene = scene_of({box_object("bar", {1, 0.2, 0.2}, {4, 1, 1}, {0, 0, 0})}, 0.1);
  FixedGroup end = held(SelectSide{{1, 0, 0}, 0.01});
  end.motions = {spin(3600)};
  scene.objects[0].fixed = {end};
  expect_words(refusal(scene), {"'bar' rotates by 360"});
  scene.objects[0].fixed[0].release = 0;
  EXPECT_EQ(refusal(scene), "") << "released before it turns";
}

}  // namespace
}  // namespace lacuna::test
