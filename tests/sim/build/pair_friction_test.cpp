#include "sim/build/pair_friction.h"

#include "base/input_error.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

/// Objects 0 and 1 with friction 0.2 and 0.4, planes 0 and 1 with 0.1 and 0.5.
Scene rough() {
  Scene scene = scene_of(
      {box_object("a", {1, 1, 1}, {1, 1, 1}, {0, 1, 0}), box_object("b", {1, 1, 1}, {1, 1, 1}, {3, 1, 0})},
      0.01);
  scene.objects[0].friction = 0.2;
  scene.objects[1].friction = 0.4;
  scene.half_spaces = {ground(0.1), ground(0.5)};
  scene.half_spaces[1].name = "wall";
  return scene;
}

TEST(PairFriction, FrictionOfAPairIsTheMeanOfItsTwo) {
  const Model model = build_model(rough()).model;
  EXPECT_NEAR(model.friction_between(0, 1), 0.3, 1e-15);
  EXPECT_NEAR(model.friction_between(1, 0), 0.3, 1e-15);
  EXPECT_EQ(model.friction_between(1, 1), 0.4);
  EXPECT_NEAR(model.friction_with_wall(0, 0), 0.15, 1e-15);
  EXPECT_NEAR(model.friction_with_wall(1, 1), 0.45, 1e-15);
}

TEST(PairFriction, PairsHaveFrictionOfTheirOwn) {
  Scene scene = rough();
  scene.pairs = {
      {{"b", "a"}, 0.7, {}}, {{"wall", "a"}, 0.8, {}}, {{"b", "ground"}, 0, {}}, {{"a", "a"}, 0.9, {}}};
  const Model model = build_model(scene).model;
  EXPECT_EQ(model.friction_between(0, 1), 0.7);
  EXPECT_EQ(model.friction_between(1, 0), 0.7);
  EXPECT_EQ(model.friction_between(0, 0), 0.9);
  EXPECT_EQ(model.friction_between(1, 1), 0.4);
  EXPECT_NEAR(model.friction_with_wall(0, 0), 0.15, 1e-15);
  EXPECT_EQ(model.friction_with_wall(0, 1), 0.8);
  EXPECT_EQ(model.friction_with_wall(1, 0), 0);
  EXPECT_NEAR(model.friction_with_wall(1, 1), 0.45, 1e-15);
}

TEST(PairFriction, HalfSpacesDoNotTouchEachOther) {
  Scene scene = rough();
  scene.pairs = {{{"ground", "wall"}, 0.7, {"scene.toml", 3, 1}}};
  try {
    build_model(scene);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const char* word : {"scene.toml:3:1", "half-spaces or spheres do not touch", "object"})
      EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
  }
}

TEST(PairFriction, AnyPositiveCoefficientIsFriction) {
  Scene scene = rough();
  const auto rubs = [&] { return build_model(scene).model.has_friction(); };
  EXPECT_TRUE(rubs());
  for (SceneObject& object : scene.objects) object.friction = 0;
  EXPECT_TRUE(rubs()) << "half-spaces";
  for (HalfSpace& half_space : scene.half_spaces) half_space.friction = 0;
  EXPECT_FALSE(rubs());
  scene.pairs = {{{"b", "a"}, 0, {}}, {{"wall", "a"}, 0, {}}};
  EXPECT_FALSE(rubs());
  scene.pairs[0].friction = 0.1;
  EXPECT_TRUE(rubs()) << "a pair of objects";
  scene.pairs[0].friction = 0;
  scene.pairs[1].friction = 0.1;
  EXPECT_TRUE(rubs()) << "an object and a half-space";
}

}  // namespace
}  // namespace lacuna::test
