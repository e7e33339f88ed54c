// Which vertices a [[stitch]] holds together, and what it leaves alone.
#include "sim/build/add_stitches.h"

#include "base/input_error.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

using Pairs = std::vector<std::array<Index, 2>>;

/// Two strips of 3 x 2 vertices, a gap of 0.1 between them along x: vertices 2 and 5 of the first look at 0
/// and 3 of the second.
Scene two_strips() {
  const GridShape strip{{1, 1}, {2, 1}};
  return scene_of(
      {object_of("a", strip, ShellMaterial{}), object_of("b", strip, ShellMaterial{}, {1.1, 0, 0})}, 0.01);
}
StitchGroup between(const std::string& a, const std::string& b) {
  StitchGroup group;
  group.objects = {a, b};
  group.stiffness = 50;
  group.place = {"scene.toml", 7, 1};
  return group;
}

std::string refusal(const Scene& scene) {
  try {
    build_model(scene);
  } catch (const InputError& error) {
    EXPECT_EQ(error.where.find("scene.toml:7"), 0u) << error.what();
    EXPECT_FALSE(error.hint.empty()) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return "";
}

void expect_refused(const Scene& scene, std::initializer_list<const char*> words) {
  const std::string text = refusal(scene);
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
}

TEST(AddStitches, VerticesAreSewnInPairs) {
  Scene scene = two_strips();
  StitchGroup group = between("a", "b");
  group.vertices = {{2, 0}, {5, 3}, {2, 0}};
  scene.stitches = {group};
  const Model model = build_model(scene).model;
  const auto& stitches = model.elements.of<VertexStitch>();
  EXPECT_EQ(stitches.nodes, (Pairs{{2, 6}, {5, 9}}));
  EXPECT_EQ(stitches.data.at(0).stiffness, 50);
  EXPECT_EQ(stitches.data.at(0).rest_length, model.dhat);
}

TEST(AddStitches, VerticesAreSewnToPointsOfEdges) {
  Scene scene = two_strips();
  StitchGroup group = between("a", "b");
  group.edges = {{2, {0, 3}, 0.25}, {5, {0, 3}, 0}, {4, {0, 3}, 1}};
  scene.stitches = {group};
  const Model model = build_model(scene).model;
  const auto& to_edges = model.elements.of<EdgeStitch>();
  ASSERT_EQ(to_edges.nodes.size(), 1u);
  EXPECT_EQ(to_edges.nodes[0], (std::array<Index, 3>{2, 6, 9}));
  EXPECT_EQ(to_edges.data[0].weights, (std::array<double, 3>{1, -0.75, -0.25}));
  // At the ends of an edge it is a stitch of two vertices.
  EXPECT_EQ(model.elements.of<VertexStitch>().nodes, (Pairs{{5, 6}, {4, 9}}));
  EXPECT_EQ(to_edges.data[0].rest_length, model.dhat);
}

TEST(AddStitches, WithinSewsTheRimThatIsClose) {
  Scene scene = two_strips();
  StitchGroup group = between("a", "b");
  group.within = 0.15;
  scene.stitches = {group};
  const Model model = build_model(scene).model;
  EXPECT_EQ(model.elements.of<VertexStitch>().nodes, (Pairs{{2, 6}, {5, 9}}));
  EXPECT_TRUE(model.elements.of<EdgeStitch>().nodes.empty());
  // Shifted by a quarter of its side, one end meets the side and the other one is alone.
  scene.objects[1].placement.translate = {1.1, 0, 0.25};
  const Model shifted = build_model(scene).model;
  ASSERT_EQ(shifted.elements.of<EdgeStitch>().nodes.size(), 1u);
  EXPECT_EQ(shifted.elements.of<EdgeStitch>().nodes[0][0], 5);
  EXPECT_TRUE(shifted.elements.of<VertexStitch>().nodes.empty());
}

TEST(AddStitches, WithinSewsRodsAndSolidsToo) {
  Scene scene = two_strips();
  scene.objects.push_back(object_of("rod", RodShape{1, 4, {0, 0, 1}}, RodMaterial{}, {-0.52, 0, 0}));
  scene.objects.push_back(box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0.55, 0}));
  StitchGroup to_sheet = between("rod", "a"), from_box = between("box", "a");
  to_sheet.within = 0.03;
  from_box.within = 0.06;
  scene.stitches = {to_sheet, from_box};
  const Model model = build_model(scene).model;
  EXPECT_EQ(model.elements.of<VertexStitch>().nodes.size() + model.elements.of<EdgeStitch>().nodes.size(),
            9u);
}

/// A strip bent to an open ring: its ends face each other.
SceneObject open_ring() {
  ExplicitShape ring;
  constexpr Index cells = 12;
  for (Index i = 0; i <= cells; ++i)
    for (const double z : {0.0, 0.3}) {
      const double angle = 0.1 + (2 * 3.14159 - 0.2) * i / cells;
      ring.vertices.emplace_back(std::cos(angle), std::sin(angle), z);
    }
  for (Index i = 0; i < cells; ++i) {
    ring.triangles.push_back({2 * i, 2 * i + 2, 2 * i + 1});
    ring.triangles.push_back({2 * i + 1, 2 * i + 2, 2 * i + 3});
  }
  return object_of("ring", ring, ShellMaterial{});
}

TEST(AddStitches, AnObjectIsSewnToItself) {
  Scene scene = scene_of({open_ring()}, 0.01);
  StitchGroup group = between("ring", "ring");
  group.within = 0.25;
  scene.stitches = {group};
  const Model model = build_model(scene).model;
  EXPECT_EQ(model.elements.of<VertexStitch>().nodes, (Pairs{{0, 24}, {1, 25}}));
  EXPECT_TRUE(model.elements.of<EdgeStitch>().nodes.empty());
  // Its own neighbours are not sewn to it, whatever the distance.
  scene.stitches[0].within = 0.28;
  EXPECT_EQ(build_model(scene).model.elements.of<VertexStitch>().nodes.size(), 2u);
}

TEST(AddStitches, StitchesPull) {
  Scene scene = two_strips();
  scene.gravity.setZero();
  scene.objects[0].fixed = {held(SelectAll{})};
  StitchGroup group = between("a", "b");
  group.within = 0.15;
  group.stiffness = 1e4;
  scene.stitches = {group};
  scene.integrator = Integrator::quasi_static;
  scene.step = 10;
  Simulation simulation(scene);
  for (int s = 0; s < 3; ++s) advance(simulation);
  const std::vector<Vec3>& x = simulation.state().x;
  const double dhat = simulation.model().dhat;
  EXPECT_NEAR((x[2] - x[6]).norm(), dhat, 1e-3 * dhat);
  EXPECT_NEAR((x[5] - x[9]).norm(), dhat, 1e-3 * dhat);
}

TEST(AddStitches, SeamsCloseToTheOffsetsAndDhat) {
  Scene scene = two_strips();
  scene.objects[0].offset = 4e-3;
  scene.contact.dhat = SizedValue{1e-3, false};
  StitchGroup group = between("a", "b");
  group.within = 0.15;
  scene.stitches = {group};
  const auto rest_length = [&] {
    return build_model(scene).model.elements.of<VertexStitch>().data.at(0).rest_length;
  };
  EXPECT_DOUBLE_EQ(rest_length(), 3e-3) << "the mean of 4 and 0 mm, and dhat";
  scene.no_contact = {{"a", "b"}};
  EXPECT_EQ(rest_length(), 0) << "they may pass through each other";
  scene.no_contact.clear();
  scene.contact.is_enabled = false;
  EXPECT_EQ(rest_length(), 0);
}

std::string note_with(const Scene& scene, const std::string& word) {
  for (const std::string& note : build_model(scene).model.notes)
    if (note.find(word) != std::string::npos) return note;
  return "";
}

TEST(AddStitches, TheGapThatASeamKeepsIsNoted) {
  RodMaterial rod;
  Scene scene =
      scene_of({object_of("rod", RodShape{0.1, 100, {1, 0, 0}}, rod),
                object_of("bead", ParticleBoxShape{{1, 1, 1}, 0.1}, ParticleMaterial{}, {0, 0.01, 0})},
               0.01);
  scene.objects[1].offset = 2e-3;
  scene.contact.dhat = SizedValue{1e-3, false};
  StitchGroup group = between("bead", "rod");
  group.vertices = {{0, 50}};
  scene.stitches = {group};
  const std::string wide = note_with(scene, "seam");
  for (const char* word : {"'rod' and 'bead'", "closes to 0.002 m", "offset 0.001 m", "dhat 0.001 m",
                           "wide compared with edges of 0.001 m"})
    EXPECT_NE(wide.find(word), std::string::npos) << word << " in: " << wide;
  scene.contact.dhat = SizedValue{1e-5, false};
  scene.objects[1].offset = 0;
  const std::string tight = note_with(scene, "seam");
  EXPECT_NE(tight.find("closes to 1e-05 m"), std::string::npos) << tight;
  EXPECT_EQ(tight.find("open"), std::string::npos) << tight;
}

TEST(AddStitches, WhatIsSewnToTheInsideOfASolidIsNoted) {
  Scene scene = two_strips();
  scene.objects.push_back(box_object("box", {1, 1, 1}, {2, 2, 2}, {0, 2, 0}));
  StitchGroup group = between("a", "box");
  group.vertices = {{0, 0}};
  scene.stitches = {group};
  EXPECT_EQ(note_with(scene, "cannot close"), "");
  scene.stitches[0].vertices = {{0, 13}};  // the middle of 3 x 3 x 3
  const std::string note = note_with(scene, "cannot close");
  for (const char* word : {"'a' and 'box'", "0.5 m inside 'box'"})
    EXPECT_NE(note.find(word), std::string::npos) << word << " in: " << note;
}

TEST(AddStitches, ASeamThatBeginsClosedIsRefusedWithAWayOut) {
  Scene scene = two_strips();
  scene.objects[1].placement.translate = {1, 0, 0};  // the rims coincide
  StitchGroup group = between("a", "b");
  group.vertices = {{2, 0}, {5, 3}};
  scene.stitches = {group};
  try {
    Simulation simulation(scene);
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(error.hint.find("sewn together"), std::string::npos) << error.what();
    EXPECT_NE(error.hint.find("merge"), std::string::npos) << error.what();
  }
}

TEST(AddStitches, VerticesThatDoNotExistAreRefused) {
  Scene scene = two_strips();
  StitchGroup group = between("a", "b");
  group.vertices = {{2, 6}};
  scene.stitches = {group};
  expect_refused(scene, {"'b' has no vertex 6", "it has 6"});
  scene.stitches[0].vertices = {{6, 0}};
  expect_refused(scene, {"'a' has no vertex 6"});
  scene.stitches[0].vertices.clear();
  scene.stitches[0].edges = {{0, {0, 9}, 0.5}};
  expect_refused(scene, {"'b' has no vertex 9"});
  scene.stitches[0].edges = {{7, {0, 1}, 0.5}};
  expect_refused(scene, {"'a' has no vertex 7"});
}

TEST(AddStitches, AVertexIsNotSewnToItself) {
  Scene scene = two_strips();
  StitchGroup group = between("a", "a");
  group.vertices = {{2, 2}};
  scene.stitches = {group};
  expect_refused(scene, {"vertex 2 is sewn to itself"});
  scene.stitches[0].vertices.clear();
  for (const StitchGroup::ToEdge& edge : {StitchGroup::ToEdge{1, {1, 2}, 0.5},
                                          {1, {2, 1}, 0.5},
                                          {1, {2, 2}, 0.5},
                                          {1, {1, 2}, 0},
                                          {1, {2, 1}, 1}}) {
    scene.stitches[0].edges = {edge};
    expect_refused(scene, {"vertex 1"});
  }
}

TEST(AddStitches, WhatIsTooFarIsRefusedWithTheDistance) {
  Scene scene = two_strips();
  StitchGroup group = between("a", "b");
  group.within = 0.05;
  scene.stitches = {group};
  expect_refused(scene, {"'a'", "'b'", "0.05 m", "0.1 m apart", "within"});
}

TEST(AddStitches, ASheetOfNeighboursAloneHasNothingToSew) {
  Scene scene = scene_of({object_of("a", GridShape{{1, 1}, {1, 1}}, ShellMaterial{})}, 0.01);
  StitchGroup group = between("a", "a");
  group.within = 10;
  scene.stitches = {group};
  expect_refused(scene, {"'a'", "next to it", "vertices"});
}

TEST(AddStitches, ParticlesHaveNoRim) {
  Scene scene = two_strips();
  scene.objects.push_back(
      object_of("sand", ParticleBoxShape{{2, 1, 1}, 0.1}, ParticleMaterial{}, {0, 0.05, 0}));
  for (const auto& [a, b] : {std::pair{"sand", "a"}, {"a", "sand"}}) {
    StitchGroup group = between(a, b);
    group.within = 1;
    scene.stitches = {group};
    expect_refused(scene, {"'sand'", "particles", "vertices"});
  }
  StitchGroup group = between("sand", "a");
  group.vertices = {{0, 0}};
  scene.stitches = {group};
  EXPECT_EQ(build_model(scene).model.elements.of<VertexStitch>().nodes.size(), 1u);
}

}  // namespace
}  // namespace lacuna::test
