// Friction of one step with normal forces of no barrier at all: what is lagged, its work and derivatives, and
// which curvature each contact has.
#include "ipc/lagged_friction.h"

#include "base/parallel.h"
#include "ipc/convergence.h"
#include "support/random.h"
#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

/// Two boxes, 0.2 and 0.4 rough, and a ground of 0.1. epsv dt is 1e-4 m.
Scene two_boxes(Integrator integrator = Integrator::implicit_euler) {
  Scene scene = scene_of({box_object("lower", {1, 1, 1}, {1, 1, 1}, {0, 0.51, 0}),
                          box_object("upper", {1, 1, 1}, {1, 1, 1}, {0, 1.52, 0})},
                         0.01);
  scene.objects[0].friction = 0.2;
  scene.objects[1].friction = 0.4;
  scene.half_spaces = {ground(0.1)};
  scene.contact.epsv = SizedValue{1e-2, false};
  scene.integrator = integrator;
  return scene;
}

/// Some force that is proportional to the weight and differs from place to place.
double any_force(const ContactStencil& stencil, const StencilPoints& x) {
  return stencil.weight * (3 + std::sin(100 * x[0].sum()));
}

/// One stencil of every kind between the two boxes, and vertices of each of them on the ground. Where they
/// are does not matter: a stencil knows what is closest.
struct Rubbing {
  ModelAndState built;
  const Model& model;
  LaggedFriction friction;
  std::vector<Vec3> x, normals;
  std::vector<ContactStencil> contacts;
  double epsilon;

  explicit Rubbing(const Scene& scene)
      : built(build_model(scene)),
        model(built.model),
        friction(model, resolve_settings(scene.ipc, model).newton_tolerance),
        x(built.state.x) {
    epsilon = judged_dt(model, model.step) * model.epsv * (model.integrator == Integrator::newmark ? 0.5 : 1);
    normals = {model.planes[0].normal};
    const Index lower = 0, ground = model.planes[0].vertex;
    Index upper = 0;
    while (model.surface.object_of(upper) == 0) ++upper;
    Random random(7);  // no lines that meet, no points in the plane of a triangle
    for (Vec3& v : x) v += random.in_box(0.1);
    using enum StencilKind;
    add(point_point, {lower, upper, -1, -1}, 1);
    add(point_edge, {upper + 1, lower, lower + 1, -1}, 2);
    add(point_triangle, {lower + 3, upper, upper + 1, upper + 2}, 0.7);
    add(edge_edge, {lower, lower + 1, upper, upper + 2}, 1);
    add(plane, {lower + 2, ground, -1, -1}, 1.5);
    add(plane, {upper + 2, ground, -1, -1}, 1);
    friction.begin_step(model.step, x, x);
  }

  void add(StencilKind kind, const std::array<Index, 4>& nodes, double weight) {
    ContactStencil& stencil = contacts.emplace_back();
    stencil.kind = kind;
    stencil.nodes = nodes;
    stencil.weight = weight;
    if (kind == StencilKind::plane) stencil.plane = 0;
  }
  void lag(Positions at) { friction.lag(contacts, at, normals, any_force); }

  /// Of the Hessian of stencil i at x, along a unit vector at its first node.
  double curvature(size_t i, Positions at, const Vec3& along) const {
    const Mat3 block = friction.derivatives(i, at).block(0, 0);
    return along.dot(block * along) / square(friction.stencils()[i].c[0]);
  }
};

std::vector<Vec3> moved(const std::vector<Vec3>& x, Random& random, double size) {
  std::vector<Vec3> y = x;
  for (Vec3& v : y) v += random.in_box(size);
  return y;
}

TEST(LaggedFriction, IsNoneUntilItIsLagged) {
  Rubbing it(two_boxes());
  Random random;
  EXPECT_TRUE(it.friction.stencils().empty());
  EXPECT_EQ(it.friction.energy_change(it.x, moved(it.x, random, 1e-3)), 0);
  it.lag(it.x);
  EXPECT_FALSE(it.friction.stencils().empty());
  it.friction.begin_step(it.model.step, it.x, it.x);
  EXPECT_TRUE(it.friction.stencils().empty());
}

TEST(LaggedFriction, HasTheCoefficientOfThePairTimesANormalForceOfAnyLaw) {
  Rubbing it(two_boxes());
  it.lag(it.x);
  ASSERT_EQ(it.friction.stencils().size(), it.contacts.size());
  const std::vector<double> coefficients{0.3, 0.3, 0.3, 0.3, 0.15, 0.25};
  for (size_t i = 0; i < it.contacts.size(); ++i) {
    const ContactStencil& contact = it.contacts[i];
    const double expected = coefficients[i] * any_force(contact, gather(contact, it.x, it.normals));
    EXPECT_NEAR(it.friction.stencils()[i].force, expected, 1e-15 * expected);
    EXPECT_EQ(it.friction.stencils()[i].nodes, contact.nodes);
    EXPECT_EQ(it.friction.stencils()[i].node_count, node_count(contact.kind));
    EXPECT_NEAR(it.friction.stencils()[i].c.sum(), 0, 1e-12) << "translations do not slide";
  }
}

TEST(LaggedFriction, LeavesOutPairsWithoutFrictionAndNearlyParallelEdges) {
  Scene scene = two_boxes();
  scene.pairs = {{{"upper", "ground"}, 0, {}}};
  Rubbing it(scene);
  it.contacts[3].kind = StencilKind::mollified;
  it.lag(it.x);
  ASSERT_EQ(it.friction.stencils().size(), 4U);
  EXPECT_EQ(it.friction.stencils()[3].nodes, it.contacts[4].nodes);
  it.friction.lag(it.contacts, it.x, it.normals, [](const auto&, const auto&) { return 0.0; });
  EXPECT_TRUE(it.friction.stencils().empty());
}

class WorkOf : public testing::TestWithParam<Integrator> {};
INSTANTIATE_TEST_SUITE_P(Integrators, WorkOf,
                         testing::Values(Integrator::implicit_euler, Integrator::newmark));

TEST_P(WorkOf, HasTheGradientOfItsDifferences) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    Rubbing it(two_boxes(GetParam()));
    // Sliding is counted from somewhere else than where the step starts, as Newmark does.
    it.friction.begin_step(it.model.step, it.x, moved(it.x, random, 0.3 * it.epsilon));
    it.lag(it.x);
    const std::vector<Vec3> at = moved(it.x, random, 0.8 * it.epsilon);
    std::vector<Vec3> gradient(at.size(), Vec3::Zero());
    for (size_t i = 0; i < it.friction.stencils().size(); ++i) {
      const FrictionStencil& stencil = it.friction.stencils()[i];
      const Vec12 g = it.friction.derivatives(i, at).gradient;
      for (int k = 0; k < stencil.node_count; ++k)
        gradient[static_cast<size_t>(stencil.nodes[static_cast<size_t>(k)])] += g.segment<3>(3 * k);
    }
    // The third derivative of the work is force / epsilon^2: an error of 1e-8 of the force.
    const double step = 1e-4 * it.epsilon;
    for (size_t v = 0; v < at.size(); ++v)
      for (int k = 0; k < 3; ++k) {
        std::vector<Vec3> above = at, below = at;
        above[v][k] += step;
        below[v][k] -= step;
        EXPECT_NEAR(it.friction.energy_change(below, above) / (2 * step), gradient[v][k], 1e-6)
            << "seed " << seed();
      }
  }
}

TEST_P(WorkOf, IsTakenBackOnTheWayBack) {
  Random random(2);
  Rubbing it(two_boxes(GetParam()));
  it.lag(it.x);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<Vec3> a = moved(it.x, random, 1e-4), b = moved(it.x, random, 1e-3);
    const double there = it.friction.energy_change(a, b);
    EXPECT_NEAR(it.friction.energy_change(b, a), -there, 1e-15 * std::abs(there));
    EXPECT_GT(there, 0) << "sliding farther costs work";
  }
}

/// At rest the stiffness is 2 mu lambda / epsilon, with epsilon the sliding of a step at epsv.
TEST_P(WorkOf, IsSmoothedWithinTheSlidingOfAStepAtEpsv) {
  Rubbing it(two_boxes(GetParam()));
  it.lag(it.x);
  EXPECT_NEAR(it.epsilon, GetParam() == Integrator::newmark ? 0.5e-4 : 1e-4, 1e-18);
  for (size_t i = 0; i < it.friction.stencils().size(); ++i) {
    const FrictionStencil& stencil = it.friction.stencils()[i];
    const double expected = 2 * stencil.force / it.epsilon;
    EXPECT_NEAR(it.curvature(i, it.x, stencil.basis.col(0)), expected, 1e-12 * expected);
    EXPECT_NEAR(it.curvature(i, it.x, stencil.basis.col(1)), expected, 1e-12 * expected);
  }
}

TEST(LaggedFriction, WorkHasTheSameBitsForAnyThreadCount) {
  Rubbing it(two_boxes());
  const std::vector<ContactStencil> few = it.contacts;
  for (int i = 0; i < 1000; ++i) it.contacts.insert(it.contacts.end(), few.begin(), few.end());
  it.lag(it.x);
  Random random(3);
  const std::vector<Vec3> a = moved(it.x, random, 1e-4), b = moved(it.x, random, 1e-4);
  std::array<double, 2> change{};
  for (const int threads : {1, 4}) {
    const ThreadLimit limit(threads);
    change[threads == 1 ? 0 : 1] = it.friction.energy_change(a, b);
  }
  EXPECT_EQ(change[0], change[1]);
  EXPECT_NE(change[0], 0);
}

// ---- curvatures

/// A vertex on the ground that slides along x; the two boxes rub nowhere else.
struct Sliding : Rubbing {
  Index vertex = 2;

  Sliding() : Rubbing(two_boxes()) { contacts = {contacts[4]}; }
  std::vector<Vec3> at(double slid) const {
    std::vector<Vec3> y = x;
    y[static_cast<size_t>(vertex)].x() += slid * epsilon;
    return y;
  }
  std::vector<Vec3> direction(double slides) const {
    std::vector<Vec3> d(x.size(), Vec3::Zero());
    d[static_cast<size_t>(vertex)].x() = slides * epsilon;
    return d;
  }
  /// Beyond epsilon the tangent has no curvature along the sliding, the secant has force / distance.
  bool has_secant() const {
    const double along = curvature(0, at(5), Vec3::UnitX());
    const double secant = friction.stencils()[0].force / (5 * epsilon);
    EXPECT_TRUE(std::abs(along) < 1e-9 * secant || std::abs(along - secant) < 1e-9 * secant);
    return along > 0.5 * secant;
  }
  /// After `part` of a direction from `from`, in epsilons.
  bool choose(double from, double slides, double part, bool was_shortened) {
    return friction.choose_curvatures(at(from + part * slides), direction(slides), part, was_shortened,
                                      false);
  }
};

TEST(LaggedFrictionCurvature, IsTheSecantWhereAScriptHasSlidTheContactBeforeTheSolve) {
  Sliding it;
  it.lag(it.at(0.5));
  EXPECT_FALSE(it.has_secant()) << "within epsilon";
  it.friction.begin_step(it.model.step, it.x, it.x);
  it.lag(it.at(5));
  EXPECT_TRUE(it.has_secant());
  it.lag(it.at(5));
  EXPECT_FALSE(it.has_secant()) << "a later pass knows where it slides";
}

TEST(LaggedFrictionCurvature, BecomesTheTangentWhenTheContactSlidesOnAndTheDirectionIsNotNewtons) {
  Sliding it;
  it.lag(it.at(5));
  EXPECT_FALSE(it.choose(5, 2, 1, false));
  EXPECT_FALSE(it.has_secant());
  EXPECT_TRUE(it.choose(7, 2, 1, false)) << "nothing left to change";
}

TEST(LaggedFrictionCurvature, BecomesTheSecantAgainWhenASearchFailedBecauseItTurnedBack) {
  Sliding it;
  it.lag(it.at(5));
  it.choose(5, 2, 1, false);
  ASSERT_FALSE(it.has_secant());
  it.choose(7, -9, 1, false);
  EXPECT_FALSE(it.has_secant()) << "the search went all the way";
  it.choose(7, -9, 0.5, true);
  EXPECT_TRUE(it.has_secant());
}

TEST(LaggedFrictionCurvature, OfOtherContactsBecomesTheSecantAfterADozenShortSearches) {
  Sliding it;
  it.lag(it.x);
  for (int search = 1; search < 12; ++search) it.choose(5, -9, 0.1, true);
  EXPECT_FALSE(it.has_secant());
  it.choose(5, -9, 0.7, false);  // a long one: the count begins anew
  for (int search = 1; search < 12; ++search) it.choose(5, -9, 0.1, true);
  EXPECT_FALSE(it.has_secant());
  it.choose(5, -9, 0.1, true);
  EXPECT_TRUE(it.has_secant());
}

TEST(LaggedFriction, KnowsWhetherItsForceIsTheOneThatTheSystemCountedOn) {
  Sliding it;
  it.lag(it.x);
  const auto is_as_predicted = [&](double from, double slides) {
    return it.friction.is_as_predicted(it.at(from + slides), it.direction(slides), 1);
  };
  EXPECT_TRUE(is_as_predicted(0, 0.2)) << "sticks: the quadratic model has 0.4 of the largest force";
  EXPECT_FALSE(is_as_predicted(0, 3)) << "the model has six times the force that there is";
  EXPECT_TRUE(is_as_predicted(5, 1)) << "slides on with the same force";
  EXPECT_FALSE(is_as_predicted(5, -9)) << "slides the other way";
}

TEST(LaggedFriction, MissesContactsOfVerticesThatDidNotRub) {
  Rubbing it(two_boxes());
  const std::vector<ContactStencil> all = it.contacts;
  it.contacts = {all[4]};  // vertex 2 and the ground
  it.lag(it.x);
  EXPECT_FALSE(it.friction.misses(it.contacts));
  EXPECT_FALSE(it.friction.misses({}));
  EXPECT_TRUE(it.friction.misses(all)) << "the upper box did not rub";
  ContactStencil parallel = all[3];
  parallel.kind = StencilKind::mollified;
  EXPECT_FALSE(it.friction.misses(std::array{all[4], parallel})) << "these never rub";

  Scene smooth = two_boxes();
  smooth.pairs = {{{"upper", "lower"}, 0, {}}, {{"upper", "ground"}, 0, {}}};
  Rubbing other(smooth);
  other.lag(other.x);
  EXPECT_FALSE(other.friction.misses(other.contacts));
}

}  // namespace
}  // namespace lacuna::ipc::test
