// Scenes that cannot be built are refused with the object's name and what to do.
#include "base/input_error.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

std::string refusal(const Scene& scene) {
  try {
    build_model(scene);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expect_refused(const Scene& scene, std::initializer_list<const char*> words) {
  const std::string text = refusal(scene);
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

SceneObject explicit_solid(std::vector<Vec3> vertices, std::vector<Tet> tets) {
  SceneObject object;
  object.name = "lump";
  object.mesh = ExplicitShape{std::move(vertices), {}, {}, std::move(tets)};
  object.kind = SolidMaterial{};
  return object;
}

Scene one_box() { return scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0})}, 0.01); }

TEST(BuildModel, EmptySceneIsRefused) {
  expect_refused(scene_of({}, 0.01), {"has no objects", "[[object]]"});
}

TEST(BuildModel, InvertedOrFlatRestShapesAreRefused) {
  expect_refused(
      scene_of({explicit_solid({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, 0}}, {{0, 1, 2, 3}})}, 0.01),
      {"'lump'", "tet 0", "no volume"});
}

TEST(BuildModel, VerticesWithoutTetAreRefusedOrDropped) {
  const Scene scene = scene_of(
      {explicit_solid({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {5, 5, 5}}, {{0, 1, 2, 3}})}, 0.01);
  const std::string text = refusal(scene);
  if (text.empty()) {
    EXPECT_EQ(build_model(scene).model.vertex_count(), 4);
  } else {
    EXPECT_NE(text.find("vertex 4"), std::string::npos) << text;
  }
}

TEST(BuildModel, EdgesWithoutLengthAreRefused) {
  SceneObject rod;
  rod.name = "rod";
  rod.kind = Obstacle{};
  for (const double length : {0.0, 1e-200}) {  // the second is too short to be squared
    rod.mesh = ExplicitShape{{{0, 0, 0}, {length, 0, 0}, {1, 0, 0}}, {{0, 1}, {1, 2}}, {}, {}};
    const std::string text = refusal(scene_of({rod}, 0.01));
    EXPECT_NE(text.find("'rod'"), std::string::npos) << text;
  }
}

TEST(BuildModel, SolversThatDoNotExistAreRefused) {
  Scene scene = one_box();
  scene.solver = SolverKind::cubic;
  expect_refused(scene, {"'cubic' is not available yet", "--solver ipc"});
  scene.solver = SolverKind::two_way;
  expect_refused(scene, {"'two-way' is not available yet"});
}

TEST(BuildModel, AuxeticNeoHookeanSolidsHaveNoLowestEnergy) {
  Scene scene = one_box();
  std::get<SolidMaterial>(scene.objects[0].kind).poisson = -0.3;
  expect_refused(scene, {"'box'", "-0.3", "stvk"});
  std::get<SolidMaterial>(scene.objects[0].kind).law = ElasticLaw::stvk;
  EXPECT_EQ(refusal(scene), "");
}

TEST(BuildModel, DhatBelowTheRoundingOfPositionsIsRefused) {
  Scene scene = one_box();
  scene.contact.dhat = SizedValue{1e-200, false};
  expect_refused(scene, {"contact.dhat", "1e-200"});
  scene.contact.dhat = SizedValue{1e-9, false};
  EXPECT_EQ(refusal(scene), "");
  scene.objects[0].placement.translate = {1e6, 0, 0};
  expect_refused(scene, {"contact.dhat", "1e+06"});
}

TEST(BuildModel, SaysWhenDhatIsLargerThanTheMesh) {
  Scene scene = one_box();
  scene.contact.dhat = SizedValue{5, false};
  const auto notes = build_model(scene).model.notes;
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("larger than the mean edge") != std::string::npos;
  }));
}

TEST(BuildModel, UnknownNamesInNoContactAreRefused) {
  Scene scene = one_box();
  scene.no_contact = {{"box", "bix"}};
  expect_refused(scene, {"'bix'"});
}

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

TEST(BuildModel, FrictionOfAPairIsTheMeanOfItsObjects) {
  const Model model = build_model(rough()).model;
  EXPECT_NEAR(model.friction_between(0, 1), 0.3, 1e-15);
  EXPECT_NEAR(model.friction_between(1, 0), 0.3, 1e-15);
  EXPECT_EQ(model.friction_between(1, 1), 0.4);
  EXPECT_EQ(model.friction_with_plane(0, 0), 0.1);
  EXPECT_EQ(model.friction_with_plane(1, 1), 0.5);
}

TEST(BuildModel, PairsHaveFrictionOfTheirOwn) {
  Scene scene = rough();
  scene.pairs = {{{"b", "a"}, 0.7, {}},
                 {{"wall", "a"}, 0.8, {}},
                 {{"b", "ground"}, 0, {}},
                 {{"a", "a"}, 0.9, {}},
                 {{"b", "b"}, std::nullopt, {}}};
  const Model model = build_model(scene).model;
  EXPECT_EQ(model.friction_between(0, 1), 0.7);
  EXPECT_EQ(model.friction_between(1, 0), 0.7);
  EXPECT_EQ(model.friction_between(0, 0), 0.9);
  EXPECT_EQ(model.friction_between(1, 1), 0.4);
  EXPECT_EQ(model.friction_with_plane(0, 0), 0.1);
  EXPECT_EQ(model.friction_with_plane(0, 1), 0.8);
  EXPECT_EQ(model.friction_with_plane(1, 0), 0);
  EXPECT_EQ(model.friction_with_plane(1, 1), 0.5);
}

TEST(BuildModel, HalfSpacesDoNotTouchEachOther) {
  Scene scene = rough();
  scene.pairs = {{{"ground", "wall"}, 0.7, {"scene.toml", 3, 1}}};
  expect_refused(scene, {"scene.toml:3:1", "half-spaces do not touch", "object"});
}

TEST(BuildModel, FrictionOfAPairAloneTightensTheTolerance) {
  Scene scene = one_box();
  const double without = build_model(scene).model.tolerance;
  scene.half_spaces = {ground(0)};
  scene.pairs = {{{"box", "ground"}, 0.3, {}}};
  const Model model = build_model(scene).model;
  EXPECT_LT(model.tolerance, without);
  EXPECT_LE(model.tolerance, 0.5 * model.epsv);
}

TEST(BuildModel, SumsUpTheMass) {
  const ModelAndState built = build_model(one_box());
  double mass = 0;
  for (const double m : built.model.mass) mass += m;
  EXPECT_NEAR(mass, 1000, 1e-9);
}

}  // namespace
}  // namespace lacuna::test
