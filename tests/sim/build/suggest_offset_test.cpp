// One note with an offset where a sheet would show what it rests on, and none where it would not.
#include "sim/build/suggest_offset.h"

#include "support/scenes.h"

namespace lacuna::test {
namespace {

/// A cloth with edges of about 0.1 m above a body, and another cloth.
Scene dressed() {
  return scene_of({object_of("body", SphereShape{0.5, 2}, Obstacle{}),
                   object_of("shirt", GridShape{{1, 1}, {10, 10}}, ShellMaterial{}, {0, 1, 0}),
                   object_of("coat", GridShape{{1, 1}, {10, 10}}, ShellMaterial{}, {0, 2, 0})},
                  0.01);
}

std::vector<std::string> offset_notes(const Scene& scene) {
  std::vector<std::string> found;
  for (const std::string& note : build_model(scene).model.notes)
    if (note.find("offset = ") != std::string::npos) found.push_back(note);
  return found;
}

TEST(SuggestOffset, ASheetThatMeetsAnObstacleGetsOneNote) {
  const std::vector<std::string> notes = offset_notes(dressed());
  ASSERT_EQ(notes.size(), 1U);
  for (const char* word : {"'shirt'", "'body'", "offset = 0.006", "docs/thin.md"})
    EXPECT_NE(notes[0].find(word), std::string::npos) << word << ": " << notes[0];
}

TEST(SuggestOffset, IsAtLeastTheThickness) {
  Scene scene = dressed();
  std::get<ShellMaterial>(scene.objects[1].kind).thickness = 0.02;
  EXPECT_NE(offset_notes(scene).at(0).find("offset = 0.02 for"), std::string::npos);
}

TEST(SuggestOffset, AnOffsetOnEitherSideIsEnough) {
  Scene scene = dressed();
  scene.objects[0].offset = 1e-3;
  EXPECT_TRUE(offset_notes(scene).empty());
  scene = dressed();
  scene.objects[1].offset = 1e-3;
  ASSERT_EQ(offset_notes(scene).size(), 1U) << "the coat has none";
  scene.objects[2].offset = 1e-3;
  EXPECT_TRUE(offset_notes(scene).empty());
}

TEST(SuggestOffset, WhatCannotTouchOrHideIsLeftAlone) {
  Scene scene = dressed();
  scene.no_contact = {{"shirt", "body"}, {"body", "coat"}};
  EXPECT_TRUE(offset_notes(scene).empty());
  scene = dressed();
  scene.contact.is_enabled = false;
  EXPECT_TRUE(offset_notes(scene).empty());
  scene = dressed();
  scene.objects[0].mesh_use = MeshUse::points;
  EXPECT_TRUE(offset_notes(scene).empty());
  scene = dressed();
  scene.objects.erase(scene.objects.begin());
  EXPECT_TRUE(offset_notes(scene).empty()) << "sheets on sheets";
}

}  // namespace
}  // namespace lacuna::test
