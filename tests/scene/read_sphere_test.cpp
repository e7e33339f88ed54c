#include "scene/scene_texts.h"
#include "sim/build/build_model.h"

namespace lacuna {
namespace {

using test::expect_words;
using test::parse;
using test::refusal;
using test::scene_text;

std::string with_sphere(const std::string& keys, const std::string& settings = "") {
  return scene_text(settings) + "\n[[sphere]]\n" + keys + "\n";
}

TEST(ReadSphere, ABallIsAnObstacleOfOneParticleWithTwiceItsRadiusAsOffset) {
  const Scene scene =
      parse(with_sphere("name = \"stone\"\ncenter = [0, -3, 0]\nradius = 0.5\nfriction = 0.3"));
  EXPECT_TRUE(scene.round_walls.empty());
  ASSERT_EQ(scene.objects.size(), 2u);
  const SceneObject& ball = scene.objects[1];
  EXPECT_EQ(ball.name, "stone");
  EXPECT_TRUE(ball.is_ball);
  EXPECT_TRUE(std::holds_alternative<Obstacle>(ball.kind));
  EXPECT_EQ(ball.offset, 1.0);
  EXPECT_EQ(ball.friction, 0.3);
  const ModelAndState built = build_model(scene);
  const Surface& surface = built.model.surface;
  ASSERT_EQ(surface.particles().size(), 1u);
  const Index v = surface.particles()[0];
  EXPECT_EQ(built.state.x[static_cast<size_t>(v)], Vec3(0, -3, 0));
  EXPECT_TRUE(surface.is_ball(v) && surface.is_static(v));
  EXPECT_FALSE(surface.is_ball(0));
}

TEST(ReadSphere, ContainersAndBowlsAreWalls) {
  const Scene scene = parse(with_sphere(R"(
    kind = "bowl"
    center = [1, 2, 3]
    radius = [ { time = 0.5, value = 4 }, { time = 1, value = 3 } ]
    motion = [ { move = [1, 0, 0] } ]
    [[sphere]]
    kind = "container"
    center = [0, 0, 0]
    radius = 9
    )",
                                        "up = \"z\"\n"));
  ASSERT_EQ(scene.round_walls.size(), 2u);
  EXPECT_EQ(scene.round_walls[0].name, "sphere0");
  EXPECT_EQ(scene.round_walls[0].kind, RoundKind::bowl);
  EXPECT_EQ(scene.round_walls[0].axis, Vec3(0, 0, 1));
  EXPECT_EQ(scene.round_walls[1].name, "sphere1");
  const ModelAndState built = build_model(scene);
  const auto& spheres = built.model.spheres;
  ASSERT_EQ(spheres.size(), 2u);
  EXPECT_TRUE(spheres[0].grows());
  EXPECT_EQ(spheres[1].radius, 9);
  EXPECT_NEAR(radius_of(spheres[0], built.state.x), 4, 1e-14);
  EXPECT_EQ(built.state.x[static_cast<size_t>(spheres[0].rim)], Vec3(1, 2, 7));
  EXPECT_EQ(built.model.wall_name(0), "sphere0");
}

TEST(ReadSphere, MistakesAreNamedWithTheirPlaceAndANextStep) {
  expect_words(refusal(with_sphere("radius = 1")), {"scene.toml:", "has no 'center'"});
  expect_words(refusal(with_sphere("center = [0, 0, 0]")), {"has no 'radius'"});
  for (const char* radius : {"-1", "0", "nan", "inf", "\"large\"", "[1, 2, 3]", "[]"})
    expect_words(refusal(with_sphere(std::string("center = [0, 0, 0]\nradius = ") + radius)),
                 {"scene.toml:", "'radius'"});
  expect_words(refusal(with_sphere("center = [0, 0, 0]\nradius = -1")), {"-1", "> 0"});
  expect_words(refusal(with_sphere("center = [0, nan, 0]\nradius = 1")), {"'center'"});
  expect_words(refusal(with_sphere("center = [0, 0, 0]\nradius = 1\nkind = \"box\"")),
               {"'kind'", "\"box\"", "\"obstacle\", \"container\" or \"bowl\""});
  expect_words(refusal(with_sphere("center = [0, 0, 0]\nradius = 1\nradios = 1")), {"radios", "radius"});
  const std::string keys = "radius = [ { time = 0, value = 1 }, { time = 1, value = 2 } ]";
  expect_words(refusal(with_sphere("center = [0, 0, 0]\n" + keys)),
               {"the solid ball 'sphere0' cannot change", "container or bowl"});
  expect_words(refusal(with_sphere("kind = \"container\"\ncenter = [0, 0, 0]\nradius = [ { time = 1, value = "
                                   "1 }, { time = 1, value = 2 } ]")),
               {"'radius'", "does not come after 1", "order of their times"});
  expect_words(refusal(with_sphere("kind = \"container\"\ncenter = [0, 0, 0]\nradius = [ { time = 1 } ]")),
               {"has no 'value'"});
  expect_words(refusal(with_sphere("kind = \"container\"\ncenter = [0, 0, 0]\nradius = [ { time = 1, value = "
                                   "-2 } ]")),
               {"'value'", "-2"});
  expect_words(refusal(with_sphere("center = [0, 0, 0]\nradius = 1\naxis = [0, 0, 1]")), {"'axis'", "bowl"});
  expect_words(refusal(with_sphere("kind = \"bowl\"\ncenter = [0, 0, 0]\nradius = 1\naxis = [0, 0, 0]")),
               {"'axis'", "no direction"});
  expect_words(refusal(with_sphere("center = [0, 0, 0]\nradius = 1\nmotion = [ { spin = [0, 9, 0] } ]")),
               {"a sphere can only move", "can rotate"});
  expect_words(refusal(with_sphere("name = \"ball\"\ncenter = [0, 0, 0]\nradius = 1")),
               {"'ball' is used twice"});
}

TEST(ReadSphere, PairsAndRemovalsKnowSpheres) {
  const std::string keys = "name = \"shell\"\nkind = \"container\"\ncenter = [0, 0, 0]\nradius = 9\n";
  const Scene scene =
      parse(with_sphere(keys) + "[[pair]]\nbetween = [\"ball\", \"shell\"]\nfriction = 0.7\n");
  EXPECT_EQ(build_model(scene).model.friction_with_wall(0, 0), 0.7);
  expect_words(refusal(with_sphere(keys) + "[[pair]]\nbetween = [\"ball\", \"shelf\"]\nfriction = 0.7\n"),
               {"'shelf'", "object, half_space or sphere"});
}

TEST(ReadScene, GravityOverTimeIsAListOfKeys) {
  const Scene scene = parse(
      scene_text("gravity = [ { time = 0, value = [0, -9.81, 0] }, { time = 1, value = [0, 9.81, 0] } ]\n"));
  ASSERT_EQ(scene.gravity_over_time.keys.size(), 2u);
  const Model model = build_model(scene).model;
  EXPECT_EQ(model.gravity, Vec3(0, -9.81, 0));
  EXPECT_NEAR(model.gravity_at(0.25).y(), -4.905, 1e-12);
  EXPECT_EQ(model.gravity_at(7), Vec3(0, 9.81, 0));
  expect_words(refusal(scene_text("gravity = [ { time = 0, value = 9.81 } ]\n")), {"'value'", "vector"});
  expect_words(refusal(scene_text("gravity = [ { at = 0, value = [0, 0, 0] } ]\n")), {"'at'", "gravity"});
}

TEST(Curve, MeansAreExactAcrossCorners) {
  Curve<double> curve{{{1, 0}, {2, 4}, {4, 0}}};
  EXPECT_EQ(curve.at(0), 0);
  EXPECT_EQ(curve.at(1.5), 2);
  EXPECT_EQ(curve.at(3), 2);
  EXPECT_EQ(curve.at(9), 0);
  EXPECT_NEAR(curve.mean(0, 5), 6.0 / 5, 1e-15);
  EXPECT_NEAR(curve.mean(1.5, 3), (1.5 + 3) / 1.5, 1e-15);
  EXPECT_NEAR(curve.mean(2.2, 2.4), curve.at(2.3), 1e-15);
  EXPECT_EQ(curve.mean(6, 7), 0);
}

}  // namespace
}  // namespace lacuna
