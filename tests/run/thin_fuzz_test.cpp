// Meshes that no program would write, as every kind of object: they are built or refused, and what is built
// steps or says why not.
#include "base/input_error.h"
#include "support/random.h"
#include "support/scenes.h"

#include <numeric>
#include <set>

namespace lacuna::test {
namespace {

/// Few vertices, some at the same place, and elements over any of them, some there twice; mostly what the
/// kind needs.
ExplicitShape random_shape(Random& random, const ObjectKind& kind) {
  ExplicitShape shape;
  const int count = random.between(1, 9);
  const bool is_lattice = random.chance(0.3);
  for (int v = 0; v < count; ++v) shape.vertices.push_back(is_lattice ? random.lattice(2) : random.in_box());
  const auto fill = [&](auto& elements, double probability) {
    using Element = typename std::decay_t<decltype(elements)>::value_type;
    if (static_cast<size_t>(count) < Element{}.size() || !random.chance(probability)) return;
    std::set<Element> seen;
    for (int e = random.between(1, 5); e > 0; --e) {
      std::vector<Index> deck(static_cast<size_t>(count));
      std::iota(deck.begin(), deck.end(), 0);
      Element element;
      for (Index& corner : element) {
        const auto drawn = deck.begin() + random.below(static_cast<int>(deck.size()));
        corner = *drawn;
        deck.erase(drawn);
      }
      Element sorted = element;
      std::sort(sorted.begin(), sorted.end());
      if (seen.insert(sorted).second || random.chance(0.05)) elements.push_back(element);
    }
  };
  fill(shape.edges, std::holds_alternative<RodMaterial>(kind) ? 0.95 : 0.1);
  fill(shape.triangles, std::holds_alternative<ShellMaterial>(kind) ? 0.95 : 0.1);
  fill(shape.tets, 0.03);
  return shape;
}

ObjectKind random_kind(Random& random) {
  ShellMaterial shell;
  shell.rest_angles = random.chance(0.5) ? RestAngles::shape : RestAngles::flat;
  if (random.chance(0.3)) shell.law = MembraneLaw::stvk;
  if (random.chance(0.3)) shell.strain_limit = random.power_of_ten(-4, 1);
  if (shell.strain_limit && random.chance(0.5)) shell.compression_limit = random.uniform(0.01, 1);
  if (random.chance(0.2)) shell.weave = Weave{{4e6, 1e6, 3e6, 2e6}, {0.1, 0.2, 0.3}};
  if (random.chance(0.2)) shell.warp = random.lattice(1);
  if (random.chance(0.05)) shell.rest = RestShape::texture;
  if (random.chance(0.1)) shell.thickness = random.power_of_ten(-12, 3);
  RodMaterial rod;
  rod.rest_curvature = random.chance(0.5) ? RestCurvature::shape : RestCurvature::straight;
  if (random.chance(0.2)) rod.radius = random.power_of_ten(-9, 2);
  switch (random.below(5)) {
    case 0:
      return rod;
    case 1:
      return ParticleMaterial{1000, random.power_of_ten(-6, 1)};
    default:
      return shell;
  }
}

SceneObject random_object(Random& random, const std::string& name) {
  const ObjectKind kind = random_kind(random);
  SceneObject object = object_of(name, random_shape(random, kind), kind);
  object.place = {"scene.toml", 1, 1};
  object.placement.rotate_start = random.chance(0.3) ? random.in_box(180) : Vec3::Zero();
  object.self_contact = random.chance(0.7);
  if (random.chance(0.3)) object.offset = random.power_of_ten(-6, -1);
  if (random.chance(0.3)) object.fixed = {held(SelectIndices{{0}})};
  if (random.chance(0.3)) object.velocity = random.in_box(10);
  if (random.chance(0.1)) object.mesh_use = static_cast<MeshUse>(random.below(4));
  return object;
}

StitchGroup random_stitches(Random& random) {
  StitchGroup group;
  group.objects = {random.chance(0.5) ? "a" : "b", random.chance(0.5) ? "a" : "b"};
  group.place = {"scene.toml", 9, 1};
  if (random.chance(0.4)) {
    group.within = random.power_of_ten(-2, 1);
    return group;
  }
  for (int i = random.between(1, 3); i > 0; --i) {
    group.vertices.push_back({random.below(4), random.below(4)});
    if (random.chance(0.5))
      group.edges.push_back({random.below(4), {random.below(4), random.below(4)}, 0.5 * random.below(3)});
  }
  return group;
}

Scene random_scene(Random& random) {
  Scene scene =
      scene_of({random_object(random, "a"), random_object(random, "b")}, random.power_of_ten(-4, 1));
  scene.objects[1].placement.translate = {0.1, 3, 0.2};
  if (random.chance(0.3)) scene.stitches = {random_stitches(random)};
  if (random.chance(0.3)) scene.pairs = {{{"a", "b"}, random.uniform(0, 1), {}}};
  if (random.chance(0.3)) scene.integrator = static_cast<Integrator>(random.below(4));
  if (random.chance(0.5)) scene.ipc.weights = ContactWeights::area;
  scene.contact.is_enabled = random.chance(0.5);
  scene.ipc.max_iterations = 30;
  return scene;
}

TEST(ThinFuzzProperty, BadMeshesAreRefusedOrStepOrSayWhyNot) {
  Random random(77);
  int refused = 0, stepped = 0;
  for (int round = 0; round < 3000; ++round) {
    const Scene scene = random_scene(random);
    SCOPED_TRACE(fmt::format("round {} of seed {}", round, seed()));
    try {
      Simulation simulation(scene);
      for (int s = 0; s < 2; ++s) {
        const StepReport report = simulation.advance();
        EXPECT_EQ(report.outcome == Outcome::converged, report.cause.empty()) << report.cause;
        stepped += report.outcome == Outcome::converged;
      }
      for (const Vec3& x : simulation.state().x) ASSERT_TRUE(x.allFinite());
    } catch (const InputError& error) {
      ++refused;
      ASSERT_FALSE(error.where.empty() || error.problem.empty() || error.hint.empty()) << error.what();
      for (const char* word : {"nan", " inf "})
        ASSERT_EQ(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(stepped, 1000);
}

}  // namespace
}  // namespace lacuna::test
