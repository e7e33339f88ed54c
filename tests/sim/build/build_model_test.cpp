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

bool has_note(const Model& model, const std::string& text) {
  return std::any_of(model.notes.begin(), model.notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

TEST(BuildModel, StaticSolvesSayThatVelocitiesAreLeftOut) {
  Scene scene = one_box();
  scene.objects[0].velocity = {1, 0, 0};
  EXPECT_FALSE(has_note(build_model(scene).model, "velocity"));
  scene.integrator = Integrator::quasi_static;
  const ModelAndState moving = build_model(scene);
  EXPECT_TRUE(has_note(moving.model, "'box': its velocity is ignored"));
  ASSERT_EQ(moving.state.v.size(), moving.state.x.size());
  for (const Vec3& v : moving.state.v) EXPECT_EQ(v, Vec3::Zero());
  scene.objects[0].velocity.setZero();
  EXPECT_FALSE(has_note(build_model(scene).model, "velocity"));
  scene.objects[0].angular_velocity_deg = {0, 1, 0};
  EXPECT_TRUE(has_note(build_model(scene).model, "'box': its velocity is ignored"));
}

TEST(BuildModel, OffsetsOfManyEdgesAreRefusedBeforeTheyFillTheMemory) {
  Scene scene = scene_of({object_of("cloth", GridShape{{1, 1}, {100, 100}}, ShellMaterial{})}, 0.01);
  EXPECT_EQ(refusal(scene), "");
  scene.objects[0].offset = 1;
  expect_refused(scene, {"'cloth'", "offset + dhat", "mean edge is 0.01", "self_contact"});
  scene.objects[0].self_contact = false;
  EXPECT_EQ(refusal(scene), "");
  scene = scene_of({object_of("thread", RodShape{1, 100000}, RodMaterial{})}, 0.01);
  EXPECT_EQ(refusal(scene), "");  // dhat is a hundred edges
  scene.contact.dhat = SizedValue{0.1, false};
  expect_refused(scene, {"'thread'", "offset + dhat"});
  scene.contact.is_enabled = false;
  EXPECT_EQ(refusal(scene), "");
}

TEST(BuildModel, NotesOfTheSceneComeFirst) {
  Scene scene = one_box();
  scene.notes = {"newton.rule is now ipc.rule"};
  const auto notes = build_model(scene).model.notes;
  ASSERT_GT(notes.size(), 1u);
  EXPECT_EQ(notes[0], scene.notes[0]);
}

TEST(BuildModel, SaysWhichPairsNeverTouch) {
  Scene scene = scene_of(
      {box_object("a", {1, 1, 1}, {1, 1, 1}, {0, 0, 0}), object_of("wall", BoxShape{}, Obstacle{}, {3, 0, 0}),
       object_of("post", BoxShape{}, Obstacle{}, {6, 0, 0})},
      0.01);
  scene.half_spaces = {ground()};
  const auto note_of = [&](const std::string& first, const std::string& second) {
    scene.pairs = {PairSettings{{first, second}, 0.5, {}}};
    return has_note(build_model(scene).model,
                    "[[pair]] of '" + first + "' and '" + second + "' does nothing");
  };
  EXPECT_FALSE(note_of("a", "a"));
  EXPECT_FALSE(note_of("wall", "a"));
  EXPECT_FALSE(note_of("a", "ground"));
  EXPECT_TRUE(note_of("wall", "post"));
  EXPECT_TRUE(note_of("ground", "post"));
  EXPECT_TRUE(note_of("wall", "wall"));
  scene.no_contact = {{"a", "wall"}};
  EXPECT_TRUE(note_of("wall", "a"));
  scene.objects[0].self_contact = false;
  EXPECT_TRUE(note_of("a", "a"));
}

TEST(BuildModel, UnknownNamesInNoContactAreRefused) {
  Scene scene = one_box();
  scene.no_contact = {{"box", "bix"}};
  expect_refused(scene, {"'bix'"});
}

TEST(BuildModel, ContainersInWhichContactReachesBeyondTheCentreAreRefused) {
  Scene scene = one_box();
  scene.contact.dhat = {5e-3, false};
  RoundWall wall;
  wall.name = "cup";
  wall.radius.keys = {{0, 2}, {1, 4e-3}};
  scene.round_walls = {wall};
  expect_refused(scene, {"'cup'", "0.004 m", "0.005 m"});
  scene.round_walls[0].radius.keys[1].value = 6e-3;
  EXPECT_NO_THROW(build_model(scene));
}

TEST(BuildModel, MoreWallsThanContactsCanNumberAreRefused) {
  Scene scene = one_box();
  HalfSpace far_away;
  far_away.point = Vec3(0, -100, 0);
  scene.half_spaces.assign(32768, far_away);
  expect_refused(scene, {"32768"});
}

TEST(BuildModel, SumsUpTheMass) {
  const ModelAndState built = build_model(one_box());
  double mass = 0;
  for (const double m : built.model.mass) mass += m;
  EXPECT_NEAR(mass, 1000, 1e-9);
}

}  // namespace
}  // namespace lacuna::test
