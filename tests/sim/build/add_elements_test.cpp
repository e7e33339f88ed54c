// Elements and masses of each kind of object: how many, how heavy, with which rest shape.
#include "sim/build/add_elements.h"

#include "base/input_error.h"
#include "mesh/file/write_mesh.h"
#include "support/scenes.h"

#include <filesystem>
#include <numbers>
#include <numeric>

namespace lacuna::test {
namespace {

constexpr double pi = std::numbers::pi;
using NeoHookeanSheet = MembraneKind<MembraneNeoHookean>;

ModelAndState built(const SceneObject& object) { return build_model(scene_of({object}, 0.01)); }

double total_mass(const Model& model) { return std::accumulate(model.mass.begin(), model.mass.end(), 0.0); }

std::string refusal(SceneObject object) {
  object.place = {"scene.toml", 1, 1};
  try {
    built(object);
  } catch (const InputError& error) {
    EXPECT_EQ(error.where, "scene.toml:1:1");
    EXPECT_FALSE(error.hint.empty()) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return "";
}

void expect_refused(const SceneObject& object, std::initializer_list<const char*> words) {
  const std::string text = refusal(object);
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

SceneObject sheet(const ShellMaterial& shell = {}, GridShape grid = {{2, 1}, {6, 4}}) {
  return object_of("sheet", grid, shell);
}
SceneObject written(const ExplicitShape& shape, const ObjectKind& kind) {
  return object_of("it", shape, kind);
}

/// Two triangles over the edge 1-2, folded by the angle.
ExplicitShape folded(double angle) {
  return {{{-1, 0, 0}, {0, 0, -0.5}, {0, 0, 0.5}, {std::cos(angle), std::sin(angle), 0}},
          {},
          {{0, 1, 2}, {3, 2, 1}},
          {}};
}

double elastic_energy(const ModelAndState& b) {
  std::vector<double> energies(static_cast<size_t>(b.model.elements.count()));
  b.model.elements.energies(b.state.x, {}, energies);
  return std::accumulate(energies.begin(), energies.end(), 0.0);
}

// ---- masses

TEST(AddElements, MassesAreDensityTimesVolume) {
  ShellMaterial shell;
  shell.density = 300;
  shell.thickness = 2e-3;
  EXPECT_NEAR(total_mass(built(sheet(shell)).model), 300 * 2e-3 * 2, 1e-12);
  const RodMaterial rod{1e6, 700, 3e-3};
  EXPECT_NEAR(total_mass(built(object_of("rod", RodShape{1.5, 20}, rod)).model), 700 * pi * 9e-6 * 1.5,
              1e-12);
  const ParticleMaterial particles{800, 2e-3};
  EXPECT_NEAR(total_mass(built(object_of("sand", ParticleBoxShape{{3, 4, 5}, 0.01}, particles)).model),
              60 * 800 * 4 * pi / 3 * 8e-9, 1e-14);
}

TEST(AddElements, NothingThatMovesIsWithoutMass) {
  for (const ObjectKind& kind :
       {ObjectKind(ShellMaterial{}), ObjectKind(ParticleMaterial{}), ObjectKind(SolidMaterial{})})
    for (const double m : built(object_of("ball", SphereShape{0.5, 2}, kind)).model.mass) EXPECT_GT(m, 0);
}

TEST(AddElements, PatternsDecideTheMass) {
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_add_elements_mass";
  std::filesystem::create_directories(folder);
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = mesh.texture_triangles = {{0, 1, 2}};
  mesh.texture_coordinates = {{0, 0}, {1, 0}, {0, 1}};
  write_mesh(folder / "pattern.obj", mesh);
  ShellMaterial shell;
  shell.rest = RestShape::texture;
  shell.texture_scale = 0.5;
  const auto model_of = [&] {
    return built(object_of("p", MeshFileSource{folder / "pattern.obj"}, shell)).model;
  };
  EXPECT_NEAR(total_mass(model_of()), shell.density * shell.thickness * 0.125, 1e-12);
  const auto has_note = [](const Model& model) {
    return std::any_of(model.notes.begin(), model.notes.end(), [](const std::string& note) {
      return note.find("texture_scale = 1 would") != std::string::npos;
    });
  };
  shell.texture_scale = 0.01;
  EXPECT_TRUE(has_note(model_of()));
  shell.texture_scale = 0.7;
  EXPECT_FALSE(has_note(model_of()));
  std::filesystem::remove_all(folder);
}

// ---- counts

TEST(AddElements, ASheetHasAMembranePerTriangleAndAHingePerInnerEdge) {
  const Model model = built(sheet()).model;
  EXPECT_EQ(model.elements.of<NeoHookeanSheet>().nodes.size(), 48u);
  // 35 vertices and 48 triangles of a disk: 82 edges, 20 of them on the rim.
  EXPECT_EQ(model.elements.of<Hinge>().nodes.size(), 62u);
  EXPECT_EQ(model.elements.count(), 110);
  EXPECT_FALSE(model.elements.has_limits());
}

TEST(AddElements, LawsLimitsAndWeavesAreTheirOwnElements) {
  ShellMaterial shell;
  shell.law = MembraneLaw::stvk;
  shell.strain_limit = 0.1;
  shell.bending = 0;
  const Model limited = built(sheet(shell)).model;
  EXPECT_EQ(limited.elements.of<MembraneKind<MembraneStvk>>().nodes.size(), 48u);
  EXPECT_EQ(limited.elements.of<StrainLimitKind>().nodes.size(), 48u);
  EXPECT_EQ(limited.elements.count(), 96);
  EXPECT_TRUE(limited.elements.has_limits());
  shell = {};
  shell.weave = Weave{{4e6, 1e6, 3e6, 2e6}, {0.1, 0.2, 0.3}};
  const Model woven = built(sheet(shell)).model;
  EXPECT_EQ(woven.elements.of<OrthotropicKind>().nodes.size(), 48u);
  EXPECT_EQ(woven.elements.count(), 110);
  EXPECT_TRUE(woven.elements.has_limits());
}

/// Three triangles at the edge 0-1, in the order that is asked for; the tips are vertices 2, 3 and 4.
ExplicitShape three_wings(const std::array<Index, 3>& order) {
  ExplicitShape shape{
      {{0, 0, -0.5}, {0, 0, 0.5}, {1, 0.2, 0}, {-0.8, 0.1, 0.1}, {0.1, 1.2, -0.1}}, {}, {}, {}};
  for (const Index i : order) shape.triangles.push_back({0, 1, 2 + i});
  return shape;
}

TEST(AddElements, ThreeSheetsAtAnEdgeBendPairByPairInAnyOrder) {
  const std::vector<Vec3> bent = {
      {0, 0.1, -0.5}, {0, 0, 0.6}, {0.9, 0.5, 0}, {-0.7, 0.4, 0.1}, {-0.3, 1.1, -0.1}};
  std::vector<double> energies;
  std::array<Index, 3> order{0, 1, 2};
  do {
    ModelAndState it = built(written(three_wings(order), ShellMaterial{}));
    EXPECT_EQ(it.model.elements.of<Hinge>().nodes.size(), 3u);
    // At rest up to the rounding of lengths and angles, of energies of about 1e-4 J per radian squared and
    // 1e2 J per square of strain.
    EXPECT_NEAR(elastic_energy(it), 0, 1e-25);
    it.state.x = bent;
    energies.push_back(elastic_energy(it));
  } while (std::next_permutation(order.begin(), order.end()));
  ASSERT_EQ(energies.size(), 6u);
  EXPECT_GT(energies[0], 0);
  for (const double energy : energies) EXPECT_NEAR(energy, energies[0], 1e-12 * energies[0]);
}

TEST(AddElements, SheetsThatMeetInThreesKeepTheirAnglesWhereOthersAreFlat) {
  ShellMaterial flat;
  flat.rest_angles = RestAngles::flat;
  EXPECT_NEAR(elastic_energy(built(written(three_wings({0, 1, 2}), flat))), 0, 1e-25);
  EXPECT_GT(elastic_energy(built(written(folded(1), flat))), 1e-9);
}

TEST(AddElements, ARodHasASegmentPerEdgeAndAJointBetweenTwo) {
  const Model model = built(object_of("rod", RodShape{1, 20}, RodMaterial{})).model;
  EXPECT_EQ(model.elements.of<RodStretchKind>().nodes.size(), 20u);
  EXPECT_EQ(model.elements.of<RodBend>().nodes.size(), 19u);
  RodMaterial slack;
  slack.bending = 0;
  EXPECT_EQ(built(object_of("rod", RodShape{1, 20}, slack)).model.elements.count(), 20);
}

TEST(AddElements, ParticlesOnlyTouch) {
  const Model model = built(object_of("sand", ParticleBoxShape{{2, 2, 2}, 0.01}, ParticleMaterial{})).model;
  EXPECT_EQ(model.elements.count(), 0);
  EXPECT_EQ(model.surface.particles().size(), 8u);
}

// ---- rest shapes

TEST(AddElements, EveryKindStartsAtRest) {
  ShellMaterial limited;
  limited.strain_limit = 1e-3;
  RodMaterial curved;
  curved.rest_curvature = RestCurvature::shape;
  SceneObject ball = object_of("ball", SphereShape{0.5, 3}, limited);
  SceneObject wires = object_of("wires", SphereShape{0.5, 2}, curved);
  wires.mesh_use = MeshUse::edges;
  SceneObject solid = object_of("solid", SphereShape{0.5, 2}, SolidMaterial{});
  for (SceneObject* object : {&ball, &wires, &solid}) {
    object->placement.rotate_start = {20, 30, 40};
    const ModelAndState b = built(*object);
    EXPECT_LT(elastic_energy(b), 1e-18 * b.model.elements.total_stiffness()) << object->name;
  }
}

TEST(AddElements, RestAnglesAreThoseOfTheShapeOrFlat) {
  ShellMaterial shell;
  const Model shaped = built(written(folded(0.7), shell)).model;
  EXPECT_NEAR(std::abs(shaped.elements.of<Hinge>().data.at(0).rest_angle), 0.7, 1e-12);
  shell.rest_angles = RestAngles::flat;
  const ModelAndState flat = built(written(folded(0.7), shell));
  EXPECT_EQ(flat.model.elements.of<Hinge>().data.at(0).rest_angle, 0);
  EXPECT_GT(elastic_energy(flat), 0);
}

// The edge of 1 m and areas of 1/2 each: k |e| / h with a height of 1 m.
TEST(AddElements, HingesHaveTheStiffnessOfTheirTriangles) {
  ShellMaterial shell;
  shell.bending = 2;
  const Model model = built(written(folded(0.7), shell)).model;
  const double k =
      2 * shell.young * std::pow(shell.thickness, 3) / (24 * (1 - shell.poisson * shell.poisson));
  EXPECT_NEAR(model.elements.of<Hinge>().data.at(0).stiffness, 3 * k, 1e-12 * k);
}

TEST(AddElements, ThreadsAreStraightOrAsCurvedAsTheyAreDrawn) {
  const ExplicitShape corner{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, {{0, 1}, {1, 2}}, {}, {}};
  RodMaterial rod;
  EXPECT_EQ(built(written(corner, rod)).model.elements.of<RodBend>().data.at(0).rest_curvature, 0);
  rod.rest_curvature = RestCurvature::shape;
  EXPECT_NEAR(built(written(corner, rod)).model.elements.of<RodBend>().data.at(0).rest_curvature, 2, 1e-12);
}

TEST(AddElements, BranchesKeepTheirAngles) {
  const ExplicitShape tee{
      {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 2, 0}}, {{0, 1}, {0, 2}, {0, 3}, {3, 4}}, {}, {}};
  const ModelAndState b = built(written(tee, RodMaterial{}));
  const auto& joints = b.model.elements.of<RodBend>();
  ASSERT_EQ(joints.nodes.size(), 4u);  // three pairs at the branch, one along the stem
  std::vector<double> curvatures;
  for (const RodBend::Data& data : joints.data) curvatures.push_back(data.rest_curvature);
  std::sort(curvatures.begin(), curvatures.end());
  for (const auto& [found, expected] :
       {std::pair{curvatures[1], 0.0}, {curvatures[2], 2.0}, {curvatures[3], 2.0}})
    EXPECT_NEAR(found, expected, 1e-12);
  EXPECT_LT(elastic_energy(b), 1e-20);
}

TEST(AddElements, APatternOfAnotherSizeStretchesTheSheet) {
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_add_elements_pattern";
  std::filesystem::create_directories(folder);
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  mesh.triangles = mesh.texture_triangles = {{0, 1, 2}, {1, 3, 2}};
  mesh.texture_coordinates = {{0, 0}, {2, 0}, {0, 1}, {2, 1}};
  write_mesh(folder / "pattern.obj", mesh);
  ShellMaterial shell;
  shell.rest = RestShape::texture;
  SceneObject object = object_of("pattern", MeshFileSource{folder / "pattern.obj"}, shell);
  const ModelAndState b = built(object);
  EXPECT_NEAR(b.model.elements.largest_stretch(b.state.x), 1, 1e-12);
  EXPECT_NEAR(b.model.elements.largest_strain(b.state.x), 0.5, 1e-12);  // squeezed along x
  auto& changed = std::get<ShellMaterial>(object.kind);
  changed.texture_scale = 0.5;
  const ModelAndState half = built(object);
  EXPECT_NEAR(half.model.elements.largest_stretch(half.state.x), 2, 1e-12);
  EXPECT_EQ(half.model.elements.of<Hinge>().data.at(0).rest_angle, 0);
  EXPECT_NEAR(total_mass(half.model), changed.density * changed.thickness * 0.5, 1e-12);
  // Two copies follow the pattern twice.
  object.instances.translations = {{0, 0, 0}, {0, 1, 0}};
  const ModelAndState two = built(object);
  EXPECT_NEAR(two.model.elements.largest_stretch(two.state.x), 2, 1e-12);
  EXPECT_NEAR(total_mass(two.model), 2 * total_mass(half.model), 1e-12);
  // The limit is measured from the pattern.
  changed.strain_limit = 0.5;
  expect_refused(object, {"'pattern'", "triangle 0", "strain limit", "2"});
  std::filesystem::remove_all(folder);
}

TEST(AddElements, PatternsThatAreMissingOrFlatAreRefused) {
  ShellMaterial shell;
  shell.rest = RestShape::texture;
  expect_refused(sheet(shell), {"'sheet'", "no texture coordinates", "vt"});
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_add_elements_flat";
  std::filesystem::create_directories(folder);
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  mesh.triangles = mesh.texture_triangles = {{0, 1, 2}};
  mesh.texture_coordinates = {{0, 0}, {2, 0}, {1, 0}};
  write_mesh(folder / "pattern.obj", mesh);
  expect_refused(object_of("p", MeshFileSource{folder / "pattern.obj"}, shell),
                 {"triangle 0 has no area at rest", "texture coordinates"});
  std::filesystem::remove_all(folder);
}

// ---- what cannot be built

TEST(AddElements, DegenerateElementsAreRefused) {
  expect_refused(written({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {}, {{0, 1, 2}}, {}}, ShellMaterial{}),
                 {"'it'", "triangle 0 has no area at rest"});
  expect_refused(written({{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {}, {{0, 1, 2}}, {}}, ShellMaterial{}),
                 {"'it'"});
  expect_refused(written({{{0, 0, 0}, {0, 0, 0}}, {{0, 1}}, {}, {}}, RodMaterial{}), {"'it'", "no length"});
  expect_refused(written({{{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}, {{0, 1}, {1, 2}}, {}, {}}, RodMaterial{}),
                 {"'it'", "folds back", "vertex 1"});
  expect_refused(written({{{0, 0, 0}, {1e-200, 0, 0}}, {{0, 1}}, {}, {}}, RodMaterial{}),
                 {"'it'", "no length"});
}

// A triangle twice, once from either side, or an edge twice: their hinge or joint has a node twice.
TEST(AddElements, ElementsThatAreThereTwiceAreRefused) {
  for (const Triangle& again : {Triangle{0, 1, 2}, Triangle{0, 2, 1}, Triangle{2, 0, 1}})
    expect_refused(written({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}, {{0, 1, 2}, again}, {}}, ShellMaterial{}),
                   {"'it'", "triangles 0 and 1", "same"});
  for (const Edge& again : {Edge{0, 1}, Edge{1, 0}})
    expect_refused(written({{{0, 0, 0}, {1, 0, 0}}, {{0, 1}, again}, {}, {}}, RodMaterial{}),
                   {"'it'", "segments 0 and 1", "same"});
}

TEST(AddElements, ThreeTrianglesAtAnEdgeBendTwoByTwo) {
  const ExplicitShape fins{{{0, 0, -0.5}, {0, 0, 0.5}, {1, 0, 0}, {-1, 0.3, 0}, {0.1, 1, 0}},
                           {},
                           {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}},
                           {}};
  const ModelAndState b = built(written(fins, ShellMaterial{}));
  EXPECT_EQ(b.model.elements.of<Hinge>().nodes.size(), 3u);
  EXPECT_LT(elastic_energy(b), 1e-20);
  Simulation simulation(scene_of({written(fins, ShellMaterial{})}, 0.01));
  for (int s = 0; s < 3; ++s) advance(simulation);
}

// Which way triangles run around decides nothing.
TEST(AddElements, SheetsNeedNoOrientation) {
  ExplicitShape turned = folded(0.7);
  std::swap(turned.triangles[1][0], turned.triangles[1][1]);
  const ModelAndState a = built(written(folded(0.7), ShellMaterial{})),
                      b = built(written(turned, ShellMaterial{}));
  ASSERT_EQ(b.model.elements.of<Hinge>().nodes.size(), 1u);
  EXPECT_NEAR(std::abs(b.model.elements.of<Hinge>().data[0].rest_angle), 0.7, 1e-12);
  EXPECT_NEAR(a.model.elements.total_stiffness(), b.model.elements.total_stiffness(), 1e-9);
}

TEST(AddElements, StartsBeyondTheStrainLimitAreRefused) {
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_add_elements_limit";
  std::filesystem::create_directories(folder);
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1.2, 0, 1}};
  mesh.triangles = mesh.texture_triangles = {{0, 1, 2}, {1, 3, 2}};
  mesh.texture_coordinates = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  write_mesh(folder / "pattern.obj", mesh);
  ShellMaterial shell;
  shell.rest = RestShape::texture;
  shell.strain_limit = 0.05;
  expect_refused(object_of("p", MeshFileSource{folder / "pattern.obj"}, shell),
                 {"'p'", "triangle 1 starts beyond its strain limit", "widen the limit"});
  shell.strain_limit = 0.5;
  EXPECT_NO_THROW(built(object_of("p", MeshFileSource{folder / "pattern.obj"}, shell)));
  shell.strain_limit.reset();
  shell.weave = Weave{{4e6, 1e6, 3e6, 2e6}, {0.05, 0.05, 0.01}};
  expect_refused(object_of("p", MeshFileSource{folder / "pattern.obj"}, shell),
                 {"triangle 1", "strain limit"});
  std::filesystem::remove_all(folder);
}

TEST(AddElements, AuxeticNeoHookeanSheetsHaveNoLowestEnergy) {
  ShellMaterial shell;
  shell.poisson = -0.3;
  expect_refused(sheet(shell), {"'sheet'", "-0.3", "stvk"});
  shell.law = MembraneLaw::stvk;
  EXPECT_NO_THROW(built(sheet(shell)));
}

TEST(AddElements, SeamsOfAMeshAreStitches) {
  ExplicitShape shape = folded(0.7);
  shape.edges = {{0, 3}, {1, 2}};  // the second is a side of both triangles
  ShellMaterial shell;
  shell.seam_stiffness = 7;
  const ModelAndState b = built(written(shape, shell));
  const auto& seams = b.model.elements.of<VertexStitch>();
  ASSERT_EQ(seams.nodes.size(), 1u);
  EXPECT_EQ(seams.nodes[0], (std::array<Index, 2>{0, 3}));
  EXPECT_EQ(seams.data[0].stiffness, 7);
  EXPECT_EQ(seams.data[0].rest_length, b.model.dhat);
}

TEST(AddElements, EveryMembraneLawIsItsOwnElement) {
  ShellMaterial shell;
  shell.law = MembraneLaw::arap;
  EXPECT_EQ(built(sheet(shell)).model.elements.of<MembraneKind<MembraneArap>>().nodes.size(), 48u);
  shell.law = MembraneLaw::baraff_witkin;
  EXPECT_EQ(built(sheet(shell)).model.elements.of<BaraffWitkinKind>().nodes.size(), 48u);
  shell.warp = {0, 1, 0};
  expect_refused(sheet(shell), {"the warp is normal to triangle 0"});
}

// Pulled along x: 2 E / (2 + nu) of the stiffness at 45 degrees to the threads if it may contract, less
// energy in any case; along either thread it is the same.
TEST(AddElements, ThreadsOfABaraffWitkinSheetFollowTheWarp) {
  ShellMaterial shell;
  shell.law = MembraneLaw::baraff_witkin;
  shell.bending = 0;
  const double e = 1e-3;
  const auto stored = [&](const Vec3& warp) {
    shell.warp = warp;
    ModelAndState b = built(sheet(shell));
    for (Vec3& x : b.state.x) x.x() *= 1 + e;
    return elastic_energy(b) / (0.5 * shell.young * shell.thickness * 2 * e * e);
  };
  EXPECT_NEAR(stored({1, 0, 0}), 1, 1e-9);
  EXPECT_NEAR(stored({0, 0, 1}), 1, 1e-9);
  // (e/2)^2 along each thread and the shear e: k/4 + G/2 over k/2.
  EXPECT_NEAR(stored({1, 0, 1}), 0.5 + 0.5 / (1 + shell.poisson), 1e-2);
}

// ---- rest shapes that differ from the mesh

TEST(AddElements, AShrunkSheetIsStretchedAndKeepsItsMass) {
  ShellMaterial shell;
  shell.shrink = {0.8, 0.8};
  const ModelAndState even = built(sheet(shell));
  EXPECT_NEAR(even.model.elements.largest_stretch(even.state.x), 1.25, 1e-12);
  EXPECT_NEAR(total_mass(even.model), shell.density * shell.thickness * 2, 1e-12);
  EXPECT_GT(elastic_energy(even), 0);
  ModelAndState small = built(sheet(shell));
  for (Vec3& x : small.state.x) x *= 0.8;
  EXPECT_LT(elastic_energy(small), 1e-18);

  // Of its own size: the same elements as those of a mesh of that size, hinges included.
  const ModelAndState scaled = built(sheet({}, {{1.6, 0.8}, {6, 4}}));
  EXPECT_NEAR(even.model.elements.total_stiffness(), scaled.model.elements.total_stiffness(),
              1e-9 * scaled.model.elements.total_stiffness());
}

TEST(AddElements, ASheetShrinksAlongWarpAndWeft) {
  for (const MembraneLaw law : {MembraneLaw::neo_hookean, MembraneLaw::baraff_witkin}) {
    ShellMaterial shell;
    shell.law = law;
    shell.shrink = {0.5, 0.8};
    shell.warp = {0, 0, 1};  // the sheet lies in the plane of x and z
    ModelAndState b = built(sheet(shell));
    EXPECT_NEAR(b.model.elements.largest_stretch(b.state.x), 2, 1e-12);
    for (Vec3& x : b.state.x) x = Vec3(0.8 * x.x(), x.y(), 0.5 * x.z());
    EXPECT_LT(elastic_energy(b), 1e-18);
    EXPECT_LT(b.model.elements.largest_strain(b.state.x), 1e-12);
  }
}

TEST(AddElements, LimitsReferToTheShrunkRestShape) {
  ShellMaterial shell;
  shell.shrink = {0.96, 0.96};
  shell.strain_limit = 0.1;
  const ModelAndState b = built(sheet(shell));
  // Of a tenth, 1 / 0.96 - 1 is used up.
  EXPECT_NEAR(b.model.elements.smallest_limit_margin(b.state.x), 1 - (1 / 0.96 - 1) / 0.1, 1e-9);
  double area = 0;
  for (const LimitedTriangle& t : b.model.elements.limited_triangles())
    area += 0.5 * std::abs(t.rest_edges.determinant());
  EXPECT_NEAR(area, 2 * 0.96 * 0.96, 1e-12);
  shell.shrink = {0.9, 0.9};
  expect_refused(sheet(shell), {"triangle 0 starts beyond its strain limit", "1.11111"});
}

TEST(AddElements, AShrunkSolidIsStretchedAndKeepsItsMass) {
  SolidMaterial solid;
  solid.shrink = 0.8;
  ModelAndState b = built(object_of("ball", SphereShape{0.5, 2}, solid));
  EXPECT_NEAR(b.model.elements.largest_strain(b.state.x), 0.25, 1e-12);
  EXPECT_EQ(total_mass(b.model),
            total_mass(built(object_of("ball", SphereShape{0.5, 2}, SolidMaterial{})).model));
  for (Vec3& x : b.state.x) x *= 0.8;
  EXPECT_LT(elastic_energy(b), 1e-15 * b.model.elements.total_stiffness());
}

TEST(AddElements, RestLengthsOfARodAreThoseOfItsStretchAlone) {
  RodMaterial rod;
  rod.rest_length = 0.8;
  const ModelAndState b = built(object_of("rod", RodShape{1, 20}, rod)),
                      plain = built(object_of("rod", RodShape{1, 20}, RodMaterial{}));
  EXPECT_NEAR(b.model.elements.largest_stretch(b.state.x), 1.25, 1e-12);
  EXPECT_EQ(total_mass(b.model), total_mass(plain.model));
  EXPECT_EQ(b.model.elements.of<RodBend>().data.at(0).stiffness,
            plain.model.elements.of<RodBend>().data.at(0).stiffness);
}

// ---- plasticity

TEST(AddElements, OnlyElementsThatYieldHaveRestShapesInTheState) {
  ShellMaterial shell;
  EXPECT_TRUE(built(sheet(shell)).state.rest_shapes.empty());
  shell.bending_threshold = 0.1;
  EXPECT_TRUE(built(sheet(shell)).state.rest_shapes.empty());
  shell.bending_plasticity = 1;
  EXPECT_EQ(built(sheet(shell)).state.rest_shapes.size(), 62u);
  shell.plasticity = 2;
  EXPECT_EQ(built(sheet(shell)).state.rest_shapes.size(), 62u + 4 * 48);
}

TEST(AddElements, WovenSheetsFollowTheWarp) {
  ShellMaterial shell;
  shell.weave = Weave{{4e6, 0.5e6, 1e6, 1e6}, {0.5, 0.5, 0.3}};
  const auto stored = [&](const Vec3& warp) {
    shell.warp = warp;
    ModelAndState b = built(sheet(shell));
    for (Vec3& x : b.state.x) x.x() *= 1.01;
    return elastic_energy(b);
  };
  EXPECT_NEAR(stored({1, 0, 0}) / stored({0, 0, 1}), 4, 0.1);
  EXPECT_THROW(stored({0, 1, 0}), InputError) << "normal to the sheet";
}

TEST(AddElements, ElementScaleRaisesLimitsAlone) {
  ShellMaterial shell;
  shell.strain_limit = 0.1;
  ModelAndState b = built(sheet(shell));
  for (Vec3& x : b.state.x) x.x() *= 1.05;
  const Elements& elements = b.model.elements;
  const auto sum = [&](const ElementScale& scale) {
    std::vector<double> energies(static_cast<size_t>(elements.count()));
    elements.energies(b.state.x, scale, energies);
    return std::accumulate(energies.begin(), energies.end(), 0.0);
  };
  const auto gradient = [&](const ElementScale& scale) {
    std::vector<Vec3> corners, g(b.state.x.size(), Vec3::Zero());
    elements.add_gradient(b.state.x, scale, corners, g);
    return g;
  };
  const double plain = sum({}), raised = sum({1, 3});
  EXPECT_GT(raised, plain);
  EXPECT_NEAR(sum({2, 1}), 2 * plain, 1e-12 * plain);
  EXPECT_NEAR(sum({2, 3}), 2 * raised, 1e-12 * raised);
  EXPECT_NEAR(sum({1, 5}) - plain, 2 * (raised - plain), 1e-12 * raised);
  std::vector<Vec3> corners, with_hessian(b.state.x.size(), Vec3::Zero());
  std::vector<Mat3> blocks(static_cast<size_t>(elements.block_begins().back()));
  elements.add_gradient_and_hessian(b.state.x, {2, 3}, corners, with_hessian, blocks);
  const std::vector<Vec3> g = gradient({2, 3});
  for (size_t v = 0; v < g.size(); ++v) EXPECT_LT((g[v] - with_hessian[v]).norm(), 1e-12 * (1 + g[v].norm()));
}

}  // namespace
}  // namespace lacuna::test
