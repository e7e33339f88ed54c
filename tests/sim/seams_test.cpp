// Seams while they are pulled shut: what is sewn together never crosses, and closes to the contact distance.
#include "geometry/predicates.h"
#include "support/scenes.h"

#include <algorithm>

namespace lacuna::test {
namespace {

/// Edges through triangles among all pairs that share no vertex, whatever the surface may say of them.
Index crossings(const Surface& surface, Positions x) {
  const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
  Index count = 0;
  for (const Edge& e : surface.edges())
    for (const Triangle& t : surface.triangles()) {
      const bool are_neighbours =
          std::any_of(t.begin(), t.end(), [&](Index v) { return v == e[0] || v == e[1]; });
      if (!are_neighbours && edge_intersects_triangle(at(e[0]), at(e[1]), at(t[0]), at(t[1]), at(t[2])))
        ++count;
    }
  return count;
}

StitchGroup sewn(const std::string& a, const std::string& b, double stiffness) {
  StitchGroup group;
  group.objects = {a, b};
  group.stiffness = stiffness;
  group.place = {"scene.toml", 7, 1};
  return group;
}

/// m, the longest stitch.
double widest(const Simulation& simulation) {
  const std::vector<Vec3>& x = simulation.state().x;
  const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
  double result = 0;
  for (const auto& n : simulation.model().elements.of<VertexStitch>().nodes)
    result = std::max(result, (at(n[0]) - at(n[1])).norm());
  const auto& to_edges = simulation.model().elements.of<EdgeStitch>();
  for (size_t i = 0; i < to_edges.nodes.size(); ++i) {
    Vec3 d = Vec3::Zero();
    for (size_t k = 0; k < 3; ++k) d += to_edges.data[i].weights[k] * at(to_edges.nodes[i][k]);
    result = std::max(result, d.norm());
  }
  return result;
}

/// Two sheets, one a bit above the other and slanted, so that their rims would slide through each other.
Scene slanted_panels() {
  const GridShape sheet{{0.2, 0.2}, {4, 4}};
  ShellMaterial cloth;
  cloth.young = 1e5;
  Scene scene = scene_of(
      {object_of("left", sheet, cloth), object_of("right", sheet, cloth, {0.19, 0.02, 0.013})}, 0.01);
  scene.objects[1].placement.rotate = {0, 0, 20};
  scene.objects[0].fixed = {held(SelectSide{{-1, 0, 0}, 0.01})};
  scene.contact.dhat = SizedValue{1e-3, false};
  StitchGroup group = sewn("left", "right", 1000);
  group.within = 0.06;
  scene.stitches = {group};
  return scene;
}

TEST(Seams, SewnPanelsNeverCross) {
  Simulation simulation(slanted_panels());
  simulation.observe(
      [&](const AcceptedState& accepted) { ASSERT_EQ(crossings(simulation.surface(), accepted.x), 0); });
  for (int s = 0; s < 20 && !::testing::Test::HasFailure(); ++s) advance(simulation);
}

/// Rim to rim, vertex by vertex, so that the cloth does not hold the seam open.
TEST(Seams, SewnRimsCloseToTheContactDistance) {
  Scene scene = slanted_panels();
  scene.stitches[0].within.reset();
  scene.stitches[0].vertices = {{4, 0}, {9, 5}, {14, 10}, {19, 15}, {24, 20}};
  Simulation simulation(scene);
  for (int s = 0; s < 10; ++s) advance(simulation);
  EXPECT_LT(widest(simulation), 1.05 * simulation.model().dhat);
}

/// A sheet that hangs on one corner of a box which it could only reach at the same place.
TEST(Seams, ACornerSewnToABoxStaysOutside) {
  SolidMaterial stiff;
  stiff.young = 1e6;
  ShellMaterial cloth;
  cloth.young = 1e5;
  Scene scene = scene_of({box_object("box", {0.1, 0.1, 0.1}, {2, 2, 2}, {0, 0, 0}, stiff),
                          object_of("flag", GridShape{{0.1, 0.1}, {3, 3}}, cloth, {0.02, 0.08, 0.02})},
                         0.01);
  scene.objects[0].fixed = {held(SelectAll{})};
  scene.contact.dhat = SizedValue{1e-3, false};
  StitchGroup group = sewn("flag", "box", 1000);
  group.vertices = {{0, 26}};
  scene.stitches = {group};
  Simulation simulation(scene);
  simulation.observe(
      [&](const AcceptedState& accepted) { ASSERT_EQ(crossings(simulation.surface(), accepted.x), 0); });
  for (int s = 0; s < 30 && !::testing::Test::HasFailure(); ++s) advance(simulation);
  EXPECT_LT(widest(simulation), 1.1 * simulation.model().dhat);
}

TEST(Seams, ABeadComesAsCloseToARodAsContactAllows) {
  RodMaterial rod;
  rod.radius = 1e-3;
  Scene scene = scene_of(
      {object_of("rod", RodShape{0.1, 25, {1, 0, 0}}, rod),
       object_of("bead", ParticleBoxShape{{1, 1, 1}, 0.1}, ParticleMaterial{}, {0.002, 0.02, 0.001})},
      0.01);
  scene.gravity.setZero();
  scene.objects[0].fixed = {held(SelectAll{})};
  scene.objects[1].offset = 3e-3;
  scene.contact.dhat = SizedValue{1e-3, false};
  scene.integrator = Integrator::quasi_static;
  StitchGroup group = sewn("bead", "rod", 10);
  group.vertices = {{0, 12}};
  scene.stitches = {group};
  Simulation simulation(scene);
  for (int s = 0; s < 10; ++s) advance(simulation);
  EXPECT_NEAR(widest(simulation), 1.5e-3 + 1e-3, 1e-5);
}

}  // namespace
}  // namespace lacuna::test
