// Inertia, elements and damping against their own differences.
#include "sim/dynamics.h"

#include "solve/vector_operations.h"
#include "support/random.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

/// A damped box that flies, with a side that a script moves.
Scene held_box(Integrator integrator) {
  SolidMaterial material;
  material.damping = 0.02;
  SceneObject box = box_object("box", {0.6, 0.4, 0.5}, {2, 1, 2}, {0, 1, 0}, material);
  box.velocity = {0.3, -0.1, 0.2};
  FixedGroup side = held(SelectSide{{1, 0, 0}, 0.01});
  side.motions = {{Move{{0.1, 0.5, 0}}, 0, forever, {}}};
  box.fixed = {side};
  Scene scene = scene_of({box}, 0.02);
  scene.integrator = integrator;
  return scene;
}

std::vector<Vec3> plus(Positions x, double scale, Positions d) {
  std::vector<Vec3> sum(x.begin(), x.end());
  for (size_t v = 0; v < sum.size(); ++v) sum[v] += scale * d[v];
  return sum;
}

struct InStep {
  explicit InStep(Integrator integrator)
      : built(build_model(held_box(integrator))), scripted(built.model), dynamics(built.model) {
    const double dt = built.model.step;
    scripted.begin_step(built.state.time_after(dt), dt);
    dynamics.begin_step(built.state, {dt}, scripted);
  }

  double change(Positions from, Positions to) const {
    std::vector<double> energy_from(static_cast<size_t>(built.model.elements.count()));
    std::vector<double> energy_to(energy_from.size());
    dynamics.element_energies(from, energy_from);
    dynamics.element_energies(to, energy_to);
    double elastic = 0;
    for (size_t e = 0; e < energy_to.size(); ++e) elastic += energy_to[e] - energy_from[e];
    return dynamics.inertia_change(from, to) + dynamics.force_scale() * elastic +
           dynamics.damping_change(from, to);
  }

  std::vector<Vec3> random_motion(Random& random, double size) const {
    std::vector<Vec3> d(built.state.x.size());
    for (Vec3& v : d) v = random.in_box(size);
    return d;
  }

  ModelAndState built;
  ScriptedVertices scripted;
  Dynamics dynamics;
};

class DynamicsOf : public testing::TestWithParam<Integrator> {};
INSTANTIATE_TEST_SUITE_P(Integrators, DynamicsOf,
                         testing::Values(Integrator::implicit_euler, Integrator::newmark, Integrator::bdf2,
                                         Integrator::quasi_static));

TEST_P(DynamicsOf, GradientIsThatOfItsDifferences) {
  InStep it(GetParam());
  Random random(1);
  for (int i = 0; i < 10; ++i) {
    const std::vector<Vec3> x = plus(it.built.state.x, 1, it.random_motion(random, 0.01));
    const std::vector<Vec3> d = it.random_motion(random, 1);
    std::vector<Vec3> gradient(x.size());
    it.dynamics.linearise(x, gradient);
    const double h = 1e-6;
    const double slope = it.change(plus(x, -h, d), plus(x, h, d)) / (2 * h);
    EXPECT_NEAR(slope, dot(gradient, d), 1e-6 * norm(gradient) * norm(d));
  }
}

/// Under tension, where the projection to semidefinite Hessians changes nothing, and without contacts.
TEST_P(DynamicsOf, MatrixIsTheDerivativeOfTheGradientAndTheIdentityForKnownVertices) {
  InStep it(GetParam());
  Random random(2);
  std::vector<Vec3> x = plus(it.built.state.x, 1, it.random_motion(random, 1e-3));
  for (Vec3& v : x) v *= 1.05;
  const std::vector<std::uint8_t>& is_known = it.scripted.is_scripted();
  std::vector<Vec3> gradient(x.size()), below(x.size()), above(x.size()), product(x.size());
  it.dynamics.linearise(x, gradient);
  StencilAssembly no_contacts;
  no_contacts.evaluate({.is_known = is_known});
  const BlockMatrix matrix = it.dynamics.assemble(no_contacts, is_known);
  for (int i = 0; i < 10; ++i) {
    const std::vector<Vec3> d = it.random_motion(random, 1);
    std::vector<Vec3> free = d;
    for (size_t v = 0; v < d.size(); ++v)
      if (is_known[v]) free[v].setZero();
    matrix.multiply(d, product);
    const double h = 1e-6;
    it.dynamics.linearise(plus(x, -h, free), below);
    it.dynamics.linearise(plus(x, h, free), above);
    for (size_t v = 0; v < d.size(); ++v) {
      const Vec3 expected = is_known[v] ? d[v] : Vec3((above[v] - below[v]) / (2 * h));
      EXPECT_LT((product[v] - expected).norm(), 1e-6 * (1 + norm(product))) << v;
    }
  }
}

TEST(Dynamics, ScriptedVerticesArePredictedAtTheirTargets) {
  InStep it(Integrator::implicit_euler);
  std::vector<Vec3> gradient(it.built.state.x.size(), Vec3::Zero());
  std::vector<Vec3> x = it.built.state.x;
  for (const Index v : it.scripted.vertices()) x[static_cast<size_t>(v)] = it.scripted.target(v);
  it.dynamics.add_inertia_gradient(x, gradient);
  ASSERT_FALSE(it.scripted.vertices().empty());
  for (const Index v : it.scripted.vertices()) {
    EXPECT_LT(gradient[static_cast<size_t>(v)].norm(), 1e-15);
    EXPECT_LT((it.dynamics.script_motion()[static_cast<size_t>(v)] - Vec3(0.002, 0.01, 0)).norm(), 1e-15);
  }
}

TEST(Dynamics, RestForgetsVelocityAndDamping) {
  InStep it(Integrator::quasi_static);
  std::vector<Vec3> gradient(it.built.state.x.size(), Vec3::Zero());
  it.dynamics.rest(it.built.state.x, 0.5, it.scripted);
  EXPECT_EQ(it.dynamics.inertia(), 0.5);
  it.dynamics.add_inertia_gradient(it.built.state.x, gradient);
  // What is left is the weight: m g h^2, whatever the inertia.
  for (size_t v = 0; v < gradient.size(); ++v)
    if (!it.scripted.is_scripted()[v]) {
      EXPECT_NEAR(gradient[v].y(), it.built.model.mass[v] * 9.81 * square(0.02), 1e-12);
    }
  EXPECT_EQ(it.dynamics.damping_change(it.built.state.x, plus(it.built.state.x, 1e-3, gradient)), 0);
}

}  // namespace
}  // namespace lacuna::test
