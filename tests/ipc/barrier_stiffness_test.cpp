// The stiffness has no scale of its own, and its bounds mean the same with and without areas and offsets.
#include "ipc/barrier_stiffness.h"

#include "contact/contact_areas.h"
#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

/// Two blocks that fall onto the floor and each other, lengths multiplied by `scale`. With the density and
/// the step kept, all numbers without a dimension agree when gravity goes with the length and stiffness with
/// its square.
Scene scaled_stack(double scale) {
  SolidMaterial material;
  material.young = 2e5 * scale * scale;
  Scene scene = scene_of(
      {box_object("lower", scale * Vec3(1, 0.5, 1), {2, 1, 2}, scale * Vec3(0, 0.27, 0), material),
       box_object("upper", scale * Vec3(0.5, 0.5, 0.5), {1, 1, 1}, scale * Vec3(0.1, 0.8, 0.05), material)},
      0.01);
  scene.objects[1].velocity = scale * Vec3(0.2, -1, 0);
  scene.gravity *= scale;
  scene.half_spaces = {ground(0.4)};
  scene.contact.friction = 0.4;
  return scene;
}

std::vector<Index> iterations(double scale, int steps, std::vector<Vec3>& x) {
  Simulation simulation(scaled_stack(scale));
  std::vector<Index> result;
  for (int s = 0; s < steps; ++s) result.push_back(advance(simulation).iterations);
  x = simulation.state().x;
  for (Vec3& p : x) p /= scale;
  return result;
}

TEST(BarrierStiffness, PowersOfTwoInLengthChangeNoBitOfARun) {
  std::vector<Vec3> x, scaled_x;
  const std::vector<Index> expected = iterations(1, 30, x);
  EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 4);
  for (const double scale : {0x1p-10, 0x1p10}) {
    EXPECT_EQ(iterations(scale, 30, scaled_x), expected) << scale;
    EXPECT_EQ(scaled_x, x) << scale;
  }
}

TEST(BarrierStiffness, MillimetresAndKilometresTakeTheSameIterations) {
  std::vector<Vec3> x;
  const auto sum = [&](double scale) {
    Index total = 0;
    for (const Index n : iterations(scale, 30, x)) total += n;
    return total;
  };
  const Index expected = sum(1);
  // Rounding may tip the last iteration of a step.
  const auto few = 0.05 * static_cast<double>(expected);
  EXPECT_NEAR(sum(1e-3), expected, few);
  EXPECT_NEAR(sum(1e3), expected, few);
}

class Bounds : public testing::TestWithParam<std::tuple<ContactWeights, double>> {};
INSTANTIATE_TEST_SUITE_P(All, Bounds,
                         testing::Combine(testing::Values(ContactWeights::multiplicity, ContactWeights::area),
                                          testing::Values(0, 1e-5, 1e-2)));

/// IPC: the second derivative along the normal is 1e11 mean masses at 1e-8 of the size.
TEST_P(Bounds, MakeATypicalContactAMultipleOfTheInertia) {
  const auto [weights, offset] = GetParam();
  Scene scene = scene_of({box_object("box", {1, 1, 1}, {4, 4, 4}, {0, 0, 0})}, 0.01);
  scene.ipc.weights = weights;
  scene.objects[0].offset = offset;
  const ModelAndState built = build_model(scene);
  const Model& model = built.model;
  const Settings settings = resolve_settings(scene.ipc, model);
  Potential potential(model, settings);
  potential.begin_step(built.state, {built.model.step});
  ASSERT_TRUE(potential.start_at(built.state.x));
  BarrierStiffness stiffness(model, settings);
  stiffness.begin_step(potential, 0);

  ContactStencil stencil;  // a vertex above a plane: D = d^2
  stencil.kind = StencilKind::plane;
  stencil.nodes = {0, 1, -1, -1};
  stencil.plane = 0;
  stencil.offset2 = offset * offset;
  const bool is_area = weights == ContactWeights::area;
  const double mean_area = 6.0 / static_cast<double>(model.surface.vertices().size());
  if (is_area) stencil.weight = 0.25 * mean_area;
  const ContactLaw law{model.dhat, potential.barrier_stiffness(),
                       is_area ? BarrierUnits::length : BarrierUnits::length4};
  const std::vector<Vec3> normals{{0, 1, 0}}, x{{0, offset + 1e-8 * model.size, 0}, {0, 0, 0}};
  const auto d = contact_derivatives(stencil, gather(stencil, x, normals), law);
  const double curvature = d.hessian[0](1, 1);
  // The bound counts 4 D b'' alone; 2 b' takes off a half of it without an offset, next to nothing with one.
  EXPECT_NEAR(curvature / (1e11 * model.mean_mass), offset > 0 ? 1 : 0.5, 5e-3);
}

TEST(BarrierStiffness, OfAreasIsAPressureLikeThatOfTheSolids) {
  Scene scene = scaled_stack(1);
  scene.ipc.weights = ContactWeights::area;
  Simulation simulation(scene);
  for (int s = 0; s < 30; ++s) {
    const StepReport report = advance(simulation);
    if (report.contacts == 0) continue;
    // Balances the elastic forces: neither lost beside Young's modulus nor many orders above it.
    EXPECT_GT(report.measure<double>("barrier").value(), 1e-3 * 2e5);
    EXPECT_LT(report.measure<double>("barrier").value(), 1e3 * 2e5);
  }
}

TEST(BarrierStiffness, AGivenValueIsUsedAsItIs) {
  for (const ContactWeights weights : {ContactWeights::multiplicity, ContactWeights::area}) {
    Scene scene = scaled_stack(1);
    scene.ipc.weights = weights;
    scene.ipc.barrier = weights == ContactWeights::area ? 1e5 : 1e11;
    Simulation simulation(scene);
    for (int s = 0; s < 20; ++s)
      EXPECT_NEAR(advance(simulation).measure<double>("barrier").value() / *scene.ipc.barrier, 1, 1e-12);
  }
}

}  // namespace
}  // namespace lacuna::ipc::test
