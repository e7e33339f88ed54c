// Loads of objects: surfaces are oriented, and what cannot be loaded is refused by name.
#include "base/input_error.h"
#include "energy/pressure.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

Scene under_pressure(MeshSource mesh, ObjectKind kind) {
  SceneObject object = object_of("thing", std::move(mesh), std::move(kind));
  object.pressure = 100;
  return scene_of({object}, 0.01);
}

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

/// m^3, that the pressed triangles enclose.
double pressed_volume(const Model& model) {
  double sum = 0;
  for (const Triangle& t : model.loads.pressed.triangles) {
    const auto at = [&](size_t k) { return model.rest[static_cast<size_t>(t[k])]; };
    sum += at(0).dot(area_vector({at(0), at(1), at(2)})) / 3;
  }
  return sum;
}

TEST(AddLoads, RefusesPressureOnOpenSurfacesAndOnWhatHasNone) {
  expect_refused(under_pressure(GridShape{{1, 1}, {2, 2}}, ShellMaterial{}),
                 {"'thing'", "closed surface", "8 of its edges", "close the holes"});
  expect_refused(under_pressure(RodShape{1, 3}, RodMaterial{}), {"'thing'", "'rod' has none", "remove"});
  expect_refused(under_pressure(ParticleBoxShape{{2, 2, 2}, 0.1}, ParticleMaterial{}),
                 {"'particles' has none"});
}

TEST(AddLoads, RefusesPressureOnSurfacesWithoutAnInside) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  expect_refused(under_pressure(ExplicitShape{corners, {}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}}, {}},
                                ShellMaterial{}),
                 {"'thing'", "an inside and an outside", "3 of its edges", "orient"});
}

TEST(AddLoads, PressurePushesOutwardsHoweverAShellIsOriented) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<Triangle> triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  for (int i = 0; i < 2; ++i) {
    const Scene scene = under_pressure(ExplicitShape{corners, {}, triangles, {}}, ShellMaterial{});
    EXPECT_NEAR(pressed_volume(build_model(scene).model), 1.0 / 6, 1e-15);
    for (Triangle& t : triangles) std::swap(t[0], t[1]);
  }
}

TEST(AddLoads, PressureActsOnTheBoundaryOfASolid) {
  EXPECT_NEAR(
      pressed_volume(build_model(under_pressure(BoxShape{{1, 2, 3}, {2, 2, 2}}, SolidMaterial{})).model), 6,
      1e-13);
}

TEST(AddLoads, NotesAWindWithoutAir) {
  Scene scene = scene_of({object_of("sheet", GridShape{{1, 1}, {2, 2}}, ShellMaterial{})}, 0.01);
  scene.air.wind = {1, 0, 0};
  const auto has_note = [&] {
    const std::vector<std::string> notes = build_model(scene).model.notes;
    return std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
      return note.find("has no effect") != std::string::npos;
    });
  };
  EXPECT_TRUE(has_note());
  scene.air.density = 1.2;
  EXPECT_FALSE(has_note());
}

TEST(AddLoads, AirActsOnSheetsRodsAndParticlesTimesTheFactorOfTheObject) {
  SceneObject sheet = object_of("sheet", GridShape{{1, 1}, {2, 2}}, ShellMaterial{}),
              rod = object_of("rod", RodShape{1, 3}, RodMaterial{}, {0, 1, 0}),
              still = object_of("still", GridShape{{1, 1}, {2, 2}}, ShellMaterial{}, {0, 2, 0}),
              box = box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 4, 0});
  sheet.drag = 0.5;
  still.drag = 0;
  Scene scene = scene_of({sheet, rod, still, box}, 0.01);
  EXPECT_TRUE(build_model(scene).model.loads.air.plates.empty());
  scene.air.density = 1.2;
  scene.air.rate = 3;
  const Air air = build_model(scene).model.loads.air;
  ASSERT_EQ(air.plates.size(), 8u);
  EXPECT_EQ(air.plate_scale[0], 0.5);
  EXPECT_EQ(air.segments.size(), 3u);
  ASSERT_EQ(air.rate.size(), 9u + 4 + 9 + 8);
  EXPECT_EQ(air.rate[0], 1.5);
  EXPECT_EQ(air.rate[9], 3);
  EXPECT_EQ(air.rate[13], 0);
  EXPECT_EQ(air.rate[22], 3);
}

TEST(AddLoads, SoftPinsAreNotScripted) {
  SceneObject box = box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0});
  box.velocity = {1, 0, 0};
  box.fixed = {held(SelectAll{})};
  box.fixed[0].stiffness = 5;
  const ModelAndState built = build_model(scene_of({box}, 0.01));
  EXPECT_TRUE(built.model.scripts.empty());
  ASSERT_EQ(built.model.loads.pins.size(), 1u);
  EXPECT_EQ(built.model.loads.pins[0].stiffness, 5);
  EXPECT_EQ(built.state.v[0], Vec3(1, 0, 0));
}

}  // namespace
}  // namespace lacuna::test
