// Pressure, soft pins and air in one time step, against their own differences.
#include "sim/dynamics.h"
#include "solve/vector_operations.h"
#include "support/random.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

/// Something of everything that loads act on, in motion, some steps after the start.
Scene loaded(Integrator integrator, double pressure) {
  SceneObject balloon = object_of("balloon", SphereShape{0.3, 2}, ShellMaterial{}),
              block = box_object("block", {0.4, 0.4, 0.4}, {1, 1, 1}, {2, 0, 0}),
              rod = object_of("rod", RodShape{1, 4, {1, 0, 0}}, RodMaterial{}, {0, 2, 0}),
              grains = object_of("grains", ParticleBoxShape{{2, 1, 1}, 0.1}, ParticleMaterial{}, {0, 4, 0});
  balloon.pressure = pressure;
  block.pressure = -2 * pressure;
  balloon.drag = 0.5;
  balloon.fixed = {held(SelectSide{{1, 0, 0}, 0.3})};
  balloon.fixed[0].stiffness = 30;
  balloon.fixed[0].motions = {{Move{{0.3, -0.5, 0}}, 0, forever, {}}};
  rod.fixed = {held(SelectIndices{{2}}), held(SelectIndices{{2, 3}})};
  rod.fixed[0].stiffness = 10;
  rod.fixed[1].stiffness = 20;
  rod.fixed[1].release = 0.075;  // within the third step
  Scene scene = scene_of({balloon, block, rod, grains}, 0.03);
  for (SceneObject& object : scene.objects) {
    object.velocity = {1, -2, 0.5};
    object.angular_velocity_deg = {100, 50, 20};
  }
  scene.integrator = integrator;
  scene.air = {1.2, {3, 0, -1}, 1.3, 0.1, 0.7};
  return scene;
}

std::vector<Vec3> plus(Positions x, double scale, Positions d) {
  std::vector<Vec3> sum(x.begin(), x.end());
  for (size_t v = 0; v < sum.size(); ++v) sum[v] += scale * d[v];
  return sum;
}

struct LoadedStep {
  LoadedStep(Integrator integrator, double pressure, StepKind kind = StepKind::usual)
      : built(build_model(loaded(integrator, pressure))), scripted(built.model), dynamics(built.model) {
    const double dt = built.model.step;
    Random random(7);
    // A step behind, so that BDF2 has a history.
    std::vector<Vec3> x = plus(built.state.x, dt, built.state.v);
    for (Vec3& p : x) p += random.in_box(1e-3);
    advance_state(built.model, x, scripted.is_scripted(), {dt}, built.state);
    scripted.begin_step(built.state.time_after(dt), dt);
    dynamics.begin_step(built.state, {dt, kind}, scripted);
  }

  std::vector<Vec3> random_motion(Random& random, double size) const {
    std::vector<Vec3> d(built.state.x.size());
    for (Vec3& v : d) v = random.in_box(size);
    return d;
  }
  std::vector<Vec3> gradient(Positions x) {
    std::vector<Vec3> g(x.size(), Vec3::Zero());
    dynamics.add_load_gradient(x, g);
    return g;
  }

  ModelAndState built;
  ScriptedVertices scripted;
  Dynamics dynamics;
};

class LoadsOf : public testing::TestWithParam<Integrator> {};
INSTANTIATE_TEST_SUITE_P(Integrators, LoadsOf,
                         testing::Values(Integrator::implicit_euler, Integrator::newmark, Integrator::bdf2,
                                         Integrator::quasi_static));

/// Static steps have no velocity.
class MovingLoadsOf : public LoadsOf {};
INSTANTIATE_TEST_SUITE_P(Integrators, MovingLoadsOf,
                         testing::Values(Integrator::implicit_euler, Integrator::newmark, Integrator::bdf2));

TEST_P(LoadsOf, GradientIsThatOfTheirDifferences) {
  for (const StepKind kind : {StepKind::usual, StepKind::damped}) {
    LoadedStep it(GetParam(), 500, kind);
    Random random(1);
    for (int i = 0; i < 10; ++i) {
      const std::vector<Vec3> x = plus(it.built.state.x, 1, it.random_motion(random, 0.02));
      const std::vector<Vec3> d = it.random_motion(random, 1), gradient = it.gradient(x);
      const double h = 1e-4;  // the function is a polynomial of degree 3
      const auto slope = [&](double by) {
        return it.dynamics.load_change(plus(x, -by, d), plus(x, by, d)) / (2 * by);
      };
      EXPECT_NEAR((4 * slope(h) - slope(2 * h)) / 3, dot(gradient, d), 1e-9 * norm(gradient) * norm(d));
    }
  }
}

TEST_P(LoadsOf, MatrixIsTheDerivativeOfTheGradient) {
  LoadedStep it(GetParam(), 500);
  const Model& model = it.built.model;
  Random random(2);
  const std::vector<Vec3> x = plus(it.built.state.x, 1, it.random_motion(random, 0.01));
  const std::vector<Vec3> d = it.random_motion(random, 1);
  std::vector<Vec3> scratch(x.size());
  it.dynamics.linearise(x, scratch);
  StencilAssembly no_contacts;
  no_contacts.evaluate({.is_known = it.scripted.is_scripted()});
  it.dynamics.assemble(no_contacts, it.scripted.is_scripted());

  // Blocks of loads come after those of the elements: six per triangle under pressure, one per vertex.
  const VertexLoads vertex_loads(model);
  std::vector<Stencil> stencils = Pressure(model).stencils();
  for (const Stencil& stencil : vertex_loads.stencils()) stencils.push_back(stencil);
  const auto first = static_cast<size_t>(model.elements.block_begins().back());
  const Mat3* block = std::as_const(it.dynamics).element_blocks().subspan(first).data();
  std::vector<Vec3> product(x.size(), Vec3::Zero());
  for (const Stencil& stencil : stencils)
    for (size_t a = 0; a < static_cast<size_t>(stencil.node_count); ++a)
      for (size_t b = a; b < static_cast<size_t>(stencil.node_count); ++b, ++block) {
        const auto v = static_cast<size_t>(stencil.nodes[a]), w = static_cast<size_t>(stencil.nodes[b]);
        product[v] += *block * d[w];
        if (a != b) product[w] += block->transpose() * d[v];
      }

  const double h = 0.1;  // the gradient is quadratic
  const std::vector<Vec3> below = it.gradient(plus(x, -h, d)), above = it.gradient(plus(x, h, d));
  for (size_t v = 0; v < x.size(); ++v)
    EXPECT_LT((product[v] - (above[v] - below[v]) / (2 * h)).norm(), 1e-12 * norm(product)) << v;
}

TEST(Loads, MatrixCanDoWithoutPressure) {
  LoadedStep with(Integrator::implicit_euler, 500), without(Integrator::implicit_euler, 0);
  StencilAssembly no_contacts;
  no_contacts.evaluate({.is_known = with.scripted.is_scripted()});
  std::vector<Vec3> scratch(with.built.state.x.size()), d = scratch, a = scratch, b = scratch;
  Random random(4);
  for (Vec3& v : d) v = random.in_box();
  const auto product = [&](LoadedStep& it, std::vector<Vec3>& out) {
    it.dynamics.linearise(it.built.state.x, scratch);
    it.dynamics.assemble(no_contacts, it.scripted.is_scripted()).multiply(d, out);
  };
  product(with, a);
  product(without, b);
  EXPECT_NE(a, b);
  EXPECT_TRUE(with.dynamics.leave_out_pressure());
  EXPECT_FALSE(with.dynamics.leave_out_pressure());
  EXPECT_FALSE(without.dynamics.leave_out_pressure());
  product(with, a);
  for (size_t v = 0; v < a.size(); ++v) EXPECT_LT((a[v] - b[v]).norm(), 1e-13 * norm(b));
}

/// Force of all loads at the end of a step that leads to x, from the velocity that the integrator gives.
TEST_P(MovingLoadsOf, DragActsWithTheVelocityAtTheEndOfTheStep) {
  LoadedStep it(GetParam(), 0);
  const Model& model = it.built.model;
  Random random(3);
  const std::vector<Vec3> x = plus(it.built.state.x, 1, it.random_motion(random, 0.02));
  const std::vector<Vec3> gradient = it.gradient(x);
  State end = it.built.state;
  advance_state(model, x, it.scripted.is_scripted(), {model.step}, end);
  const auto grain = static_cast<size_t>(model.vertex_count() - 1);
  const Vec3 wind(3, 0, -1), u = it.built.state.v[grain] - wind;
  const double c = 0.5 * 1.2 * 1.3 * std::numbers::pi * square(1e-3) * u.norm() + 0.7 * model.mass[grain];
  const Vec3 expected = -c * (end.v[grain] - wind);
  const Vec3 force = -gradient[grain] / it.dynamics.other_scale();
  EXPECT_LT((force - expected).norm(), 1e-12 * expected.norm());
}

TEST(Loads, PressureEnergyIsPressureTimesVolumeSinceRest) {
  LoadedStep it(Integrator::implicit_euler, 500);
  const Model& model = it.built.model;
  std::vector<Vec3> grown = model.rest;
  for (Vec3& x : grown) x *= 1.1;
  const auto& surfaces = model.loads.pressed;
  double volume = 0;
  for (size_t t = 0; t < surfaces.triangles.size(); ++t) {
    const auto at = [&](size_t k) { return model.rest[static_cast<size_t>(surfaces.triangles[t][k])]; };
    volume += surfaces.pressure[t] * at(0).dot(at(1).cross(at(2))) / 6;
  }
  EXPECT_NEAR(it.dynamics.pressure_energy(grown), -(std::pow(1.1, 3) - 1) * volume, 1e-10);
  EXPECT_EQ(it.dynamics.pressure_energy(model.rest), 0);
}

TEST(Loads, PinsAreReleasedWithTheStepWhoseMiddleIsLater) {
  LoadedStep it(Integrator::implicit_euler, 0);  // the second step
  std::vector<Vec3> x = it.built.state.x;
  for (Vec3& p : x) p += Vec3(0.1, 0, 0);
  const double both = it.dynamics.pin_energy(x);
  it.built.state.count_step(it.built.model.step);
  it.dynamics.begin_step(it.built.state, {it.built.model.step}, it.scripted);
  const double one = it.dynamics.pin_energy(x);
  EXPECT_GT(both, one);
  EXPECT_GT(one, 0);
}

TEST(Loads, ModelsWithoutLoadsHaveNone) {
  const Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0})}, 0.01);
  const ModelAndState built = build_model(scene);
  EXPECT_TRUE(VertexLoads(built.model).is_empty());
  EXPECT_TRUE(Pressure(built.model).is_empty());
  EXPECT_EQ(Dynamics(built.model).load_change(built.state.x, built.model.rest), 0);
}

}  // namespace
}  // namespace lacuna::test
