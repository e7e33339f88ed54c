// Contacts with the inside of spheres and bowls, as both solvers see them.
#include "energy/contact_barrier.h"
#include "energy/friction.h"
#include "energy/gap_contact.h"
#include "support/finite_difference.h"
#include "support/random.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

struct Case {
  ContactStencil stencil;
  StencilPoints x;
};

enum class Part : std::uint8_t { container, bowl, tube };
constexpr Part parts[] = {Part::container, Part::bowl, Part::tube};

/// A point at a distance from the wall, below or above the centre of a bowl.
Case random_case(Random& random, Part part, bool grows, double gap) {
  Case c;
  c.stencil.kind = StencilKind::sphere;
  c.stencil.nodes = {0, 1, 2, -1};
  c.stencil.region =
      static_cast<std::uint8_t>(part == Part::container ? RoundKind::container : RoundKind::bowl);
  c.stencil.weight = random.uniform(0.5, 3);
  const double offset = random.chance(0.5) ? 0 : random.uniform(0, 0.05), radius = random.uniform(0.5, 2);
  c.stencil.offset2 = square(offset);
  c.stencil.threshold = grows ? 0 : radius;
  const Mat3 R = random.rotation();
  const Vec3 axis = R.col(0), center = random.in_box();
  Vec3 outwards = random.rotation().col(0);
  const double height = axis.dot(outwards);
  if (part == Part::bowl && height > 0) outwards -= 2 * height * axis;
  if (part == Part::tube) outwards = R.col(1);
  c.x[0] = center + (radius - offset - gap) * outwards;
  if (part == Part::tube) c.x[0] += random.uniform(0.1, 3) * axis;
  c.x[1] = center;
  c.x[2] = center + radius * axis + (grows ? Vec3(0.3 * R.col(2)) : Vec3(Vec3::Zero()));
  c.x[3] = axis;
  return c;
}

Vec12 flat(const StencilPoints& x) {
  Vec12 y = Vec12::Zero();
  for (int i = 0; i < 3; ++i) y.segment<3>(3 * i) = x[static_cast<size_t>(i)];
  return y;
}
StencilPoints moved(const Case& c, const Vec12& y) {
  StencilPoints x = c.x;
  for (int i = 0; i < 3; ++i) x[static_cast<size_t>(i)] = y.segment<3>(3 * i);
  return x;
}

template <class Derivatives>
Mat12 full(const Derivatives& derivatives) {
  Mat12 H = Mat12::Zero();
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      H.block<3, 3>(3 * i, 3 * j) = derivatives.block(i, j);
      H.block<3, 3>(3 * j, 3 * i) = derivatives.block(i, j).transpose();
    }
  return H;
}

constexpr double dhat = 0.1;

TEST(SphereContact, DistancesAreThoseToTheWall) {
  Random random(1);
  for (const Part part : parts)
    for (const bool grows : {false, true})
      for (int i = 0; i < 100; ++i) {
        const double gap = random.uniform(0.001, 0.09);
        const Case c = random_case(random, part, grows, gap);
        EXPECT_NEAR(std::sqrt(distance2(c.stencil, c.x)) - std::sqrt(c.stencil.offset2), gap, 1e-12);
        EXPECT_NEAR(freeze_contact(c.stencil, c.x).gap, gap, 1e-12);
      }
}

TEST(SphereContact, APointOutsideHasInfiniteEnergy) {
  Random random(2);
  for (const Part part : parts) {
    const Case c = random_case(random, part, false, -0.2);
    EXPECT_EQ(contact_energy(c.stencil, c.x, {.dhat = dhat}), std::numeric_limits<double>::infinity());
  }
}

// The barrier of ipc: exact derivatives by all three nodes, positive semidefinite without a projection that
// removes anything.
TEST(SphereContact, TheBarrierOfSquaredDistancesHasTheDerivativesThatDifferencesGive) {
  Random random(3);
  const ContactLaw law{.dhat = dhat, .stiffness = 10};
  for (const Part part : parts)
    for (const bool grows : {false, true})
      for (int i = 0; i < 100; ++i) {
        const Case c = random_case(random, part, grows, random.uniform(0.02, 0.08));
        const ContactDerivatives d = contact_derivatives(c.stencil, c.x, law, Projection::none);
        const Vec12 y = flat(c.x);
        // Gaps are above 0.02: steps of 1e-6 leave relative errors of 1e-8 and rounding of 1e-9.
        const Vec12 g = difference_gradient(
            [&](const Vec12& at) { return contact_energy(c.stencil, moved(c, at), law); }, y, 1e-6);
        EXPECT_LE((g - d.gradient).norm(), 1e-6 * d.gradient.norm());
        EXPECT_LE((contact_gradient(c.stencil, c.x, law) - d.gradient).norm(), 1e-14 * d.gradient.norm());
        const Mat12 H = difference_jacobian(
            [&](const Vec12& at) -> Eigen::VectorXd {
              return contact_gradient(c.stencil, moved(c, at), law);
            },
            y, 1e-6);
        EXPECT_LE((H - full(d)).norm(), 1e-6 * H.norm());
        const Mat12 projected = full(contact_derivatives(c.stencil, c.x, law));
        EXPECT_LE((projected - full(d)).norm(), 1e-12 * H.norm());
        EXPECT_GE(Eigen::SelfAdjointEigenSolver<Mat12>(projected).eigenvalues()[0], -1e-12 * H.norm());
      }
}

// The barrier of cubic: an exact gradient, and a Hessian of rank one.
TEST(SphereContact, TheBarrierOfGapsHasTheGradientThatDifferencesGive) {
  Random random(4);
  const GapLaw law{BarrierShape::cubic, dhat};
  for (const Part part : parts)
    for (const bool grows : {false, true})
      for (int i = 0; i < 100; ++i) {
        const Case c = random_case(random, part, grows, random.uniform(0.02, 0.08));
        const FrozenContact frozen = freeze_contact(c.stencil, c.x);
        const GapDerivatives d = gap_derivatives(frozen, c.stencil.weight, 3, law);
        const Vec12 g = difference_gradient(
            [&](const Vec12& at) {
              return c.stencil.weight * law.energy(freeze_contact(c.stencil, moved(c, at)).gap, 3);
            },
            flat(c.x), 1e-6);
        EXPECT_LE((g - d.gradient).norm(), 1e-6 * d.gradient.norm());
        Vec12 slopes = Vec12::Zero();
        for (int node = 0; node < 3; ++node) slopes.segment<3>(3 * node) = frozen.slope(node);
        const Mat12 expected = c.stencil.weight * law.stiffness(frozen.gap, 3) * slopes * slopes.transpose();
        EXPECT_LE((full(d) - expected).norm(), 1e-12 * expected.norm());
        EXPECT_LE(Vec3(slopes.segment<3>(0) + slopes.segment<3>(3) + slopes.segment<3>(6)).norm(), 1e-14);
      }
}

TEST(SphereContact, FrictionActsAlongTheWallAndIgnoresTheRadius) {
  Random random(5);
  for (const Part part : parts)
    for (int i = 0; i < 50; ++i) {
      const Case c = random_case(random, part, true, 0.05);
      const Vec3 normal = round_contact(c.stencil, c.x).normal;
      const auto lagged = lag_friction(c.stencil, c.x, 2);
      ASSERT_TRUE(lagged);
      EXPECT_LE((lagged->basis.transpose() * normal).norm(), 1e-14);
      StencilDisplacements dx;
      dx.fill(Vec3::Zero());
      dx[2] = c.x[3];  // the radius grows
      EXPECT_EQ(sliding(*lagged, dx).norm(), 0);
      dx[1] = dx[0] = Vec3(1, 2, 3);  // both move together
      EXPECT_LE(sliding(*lagged, dx).norm(), 1e-14);
    }
}

}  // namespace
}  // namespace lacuna::test
