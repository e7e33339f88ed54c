// E against its own differences: gradient, Hessian, antisymmetry, digits.
#include "ipc/potential.h"

#include "solve/vector_operations.h"
#include "support/random.h"
#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

/// A box on a floor and one on top of it, at contact distance, with friction and damping; the top of the
/// upper one is scripted.
Scene pressed_boxes(Integrator integrator = Integrator::implicit_euler) {
  SolidMaterial material;
  material.damping = 0.02;
  SceneObject upper = box_object("upper", {0.6, 0.4, 0.5}, {2, 1, 2}, {0.07, 0.7004, 0.03}, material);
  upper.placement.rotate = {0, 25, 0};
  upper.velocity = {0.3, -0.1, 0.2};
  FixedGroup top;
  top.select = SelectSide{{0, 1, 0}, 0.01};
  top.motions = {{Move{{0.1, -0.5, 0}}, 0, forever, {}}};
  upper.fixed = {top};
  Scene scene =
      scene_of({box_object("lower", {1, 0.5, 1}, {2, 1, 2}, {0, 0.2502, 0}, material), upper}, 0.01);
  scene.half_spaces = {ground(0.3)};
  scene.contact.friction = 0.3;
  scene.contact.dhat = SizedValue{1e-3, false};
  scene.contact.epsv = SizedValue{1e-2, false};
  scene.integrator = integrator;
  return scene;
}

std::vector<Vec3> plus(Positions x, double scale, Positions d) {
  std::vector<Vec3> sum(x.begin(), x.end());
  for (size_t v = 0; v < sum.size(); ++v) sum[v] += scale * d[v];
  return sum;
}

struct AtWork {
  explicit AtWork(const Scene& scene)
      : built(build_model(scene)), potential(built.model, resolve_settings(scene.ipc, built.model)) {
    potential.begin_step(built.state, {built.model.step});
    EXPECT_TRUE(potential.start_at(built.state.x));
    potential.set_barrier_stiffness(1e3);
  }
  void move(Positions x) {
    ASSERT_TRUE(std::isfinite(potential.change(x)));
    potential.accept();
  }
  /// Motions of what is unknown, at most `size` long.
  std::vector<Vec3> random_motion(Random& random, double size) const {
    std::vector<Vec3> d(built.state.x.size(), Vec3::Zero());
    for (size_t v = 0; v < d.size(); ++v)
      if (!potential.pull().is_known()[v]) d[v] = random.in_box(size);
    return d;
  }

  ModelAndState built;
  Potential potential;
};

/// Contacts, friction that slides and sticks, damping, and scripted vertices that are pulled, somewhere near
/// the start.
struct EverythingAtWork : AtWork {
  explicit EverythingAtWork(const Scene& scene, Random& random) : AtWork(scene) {
    potential.pull().begin(potential.at().x, 0);
    potential.pull().update(potential.at().x, true);
    potential.lag_friction(potential.barrier_stiffness());
    EXPECT_FALSE(potential.friction().stencils().empty());
    EXPECT_GT(potential.at().contacts.size(), 8u);
    move(plus(built.state.x, 1, random_motion(random, 2e-5)));
  }
};

class PotentialOf : public testing::TestWithParam<std::tuple<Integrator, ContactWeights>> {
 protected:
  static Scene scene() {
    Scene scene = pressed_boxes(std::get<0>(GetParam()));
    scene.ipc.weights = std::get<1>(GetParam());
    return scene;
  }
};
INSTANTIATE_TEST_SUITE_P(
    All, PotentialOf,
    testing::Combine(testing::Values(Integrator::implicit_euler, Integrator::newmark, Integrator::bdf2),
                     testing::Values(ContactWeights::multiplicity, ContactWeights::area)));

TEST_P(PotentialOf, HasTheGradientOfItsDifferences) {
  Random random(1);
  EverythingAtWork it(scene(), random);
  it.potential.assemble();
  const std::vector<Vec3> g = it.potential.gradient(), x = it.potential.at().x;
  for (int trial = 0; trial < 30; ++trial) {
    const std::vector<Vec3> d = it.random_motion(random, 1);
    // Third derivatives of the barrier at gaps of 1e-4 m leave (step / gap)^2, rounding leaves noise / step.
    constexpr double step = 1e-8;
    const double slope =
        (it.potential.change(plus(x, step, d)) - it.potential.change(plus(x, -step, d))) / (2 * step);
    const double tolerance = 1e-6 * norm(g) * norm(d) + it.potential.noise() / step;
    EXPECT_NEAR(slope, dot(g, d), tolerance) << "seed " << seed();
    EXPECT_GT(std::abs(dot(g, d)), 10 * tolerance);
  }
}

TEST(Potential, IsInfiniteBehindAPlaneAndWhereATetIsInsideOut) {
  AtWork it(pressed_boxes());
  const std::vector<Vec3> x = it.potential.at().x;
  std::vector<Vec3> below = x;
  for (size_t v = 0; v < below.size(); ++v)
    if (it.built.model.is_dynamic[v]) below[v].y() -= 5;
  EXPECT_TRUE(std::isinf(it.potential.change(below)));
  std::vector<Vec3> mirrored = x;
  for (size_t v = 0; v < mirrored.size(); ++v)
    if (it.built.model.is_dynamic[v]) mirrored[v].x() = -mirrored[v].x();
  EXPECT_TRUE(std::isinf(it.potential.change(mirrored)));
}

TEST_P(PotentialOf, ChangesByTheOppositeOnTheWayBack) {
  Random random(2);
  EverythingAtWork it(scene(), random);
  const std::vector<Vec3> a = it.potential.at().x, b = plus(a, 1, it.random_motion(random, 1e-5));
  const double there = it.potential.change(b);
  it.potential.accept();
  EXPECT_NEAR(it.potential.change(a), -there, 1e-12 * std::abs(there) + 2 * it.potential.noise());
}

/// At rest above the floor no eigenvalue of an element is negative, so projection changes nothing.
TEST(Potential, HessianIsTheDerivativeOfTheGradientWhereNothingIsClamped) {
  Scene scene = pressed_boxes();
  scene.objects[1].placement.translate.y() += 0.1;
  AtWork it(scene);
  it.potential.pull().begin(it.potential.at().x, 0);
  it.potential.lag_friction(it.potential.barrier_stiffness());
  ASSERT_FALSE(it.potential.friction().stencils().empty());
  it.potential.assemble();
  Random random(3);
  const std::vector<Vec3> x = it.potential.at().x;
  for (int trial = 0; trial < 10; ++trial) {
    const std::vector<Vec3> d = it.random_motion(random, 1);
    std::vector<Vec3> product(d.size());
    it.move(x);
    it.potential.assemble();
    it.potential.hessian().multiply(d, product);
    constexpr double step = 1e-8;
    it.move(plus(x, step, d));
    it.potential.assemble();
    std::vector<Vec3> difference = it.potential.gradient();
    it.move(plus(x, -step, d));
    it.potential.assemble();
    for (size_t v = 0; v < d.size(); ++v)
      difference[v] = (difference[v] - it.potential.gradient()[v]) / (2 * step) - product[v];
    EXPECT_LT(norm(difference), 1e-5 * norm(product));
  }
}

/// A translation by 1e-8 m across the motion adds m 1e-16 / 2, far below the rounding of E itself.
TEST(Potential, DifferencesKeepDigitsThatTheEnergyDoesNotHave) {
  SceneObject box = box_object("box", {1, 1, 1}, {2, 2, 2}, {0, 0, 0});
  box.velocity = {0, 100, 0};
  AtWork it(scene_of({box}, 0.01));
  constexpr double shift = 1e-8;
  const std::vector<Vec3> d(it.built.state.x.size(), Vec3(shift, 0, 0));
  const double mass = 1000, expected = 0.5 * mass * shift * shift;
  EXPECT_LT(expected, 2e-16 * (0.5 * mass * 1));  // |x - x~| is about 1 m
  // Coordinates up to 0.5 m are known to 1e-16 m, so the shift to 1e-8 of itself.
  EXPECT_NEAR(it.potential.change(plus(it.built.state.x, 1, d)), expected, 1e-6 * expected);
}

}  // namespace
}  // namespace lacuna::ipc::test
