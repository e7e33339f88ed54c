#include "energy/gap_contact.h"

#include "support/random.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

using enum StencilKind;

constexpr std::array shapes = {BarrierShape::cubic, BarrierShape::log, BarrierShape::quadratic};

struct Case {
  ContactStencil stencil;
  StencilPoints x;
};

/// A contact at a gap whose closest points are inside both primitives, somewhere in space.
Case random_case(Random& random, StencilKind kind, double gap) {
  Case c;
  const double offset = random.chance(0.5) ? 0 : random.uniform(0, 1e-2);
  c.stencil.kind = kind;
  c.stencil.nodes = {0, 1, 2, 3};
  c.stencil.offset2 = square(offset);
  c.stencil.weight = random.between(1, 4);
  const Vec3 up(0, 0, gap + offset), u(random.uniform(0.3, 1), 0, 0), v(0.1, random.uniform(0.3, 1), 0);
  const double s = random.uniform(0.1, 0.9), t = random.uniform(0.1, 0.9);
  c.x = {up, Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  if (kind == point_edge) c.x = {up, -s * u, (1 - s) * u, Vec3::Zero()};
  if (kind == point_triangle) {
    const Vec3 foot = 0.5 * s * u + 0.5 * t * v;
    c.x = {up, -foot, u - foot, v - foot};
  }
  if (kind == edge_edge) c.x = {up - s * u, up + (1 - s) * u, -t * v, (1 - t) * v};
  const Mat3 R = random.rotation();
  const Vec3 shift = random.in_box();
  for (Vec3& x : c.x) x = R * x + shift;
  if (kind == plane) c.x = {R * up + shift, shift, R.col(2), Vec3::Zero()};
  return c;
}

double energy(const ContactStencil& stencil, const StencilPoints& x, double kappa, const GapLaw& law) {
  const double gap = std::sqrt(distance2(stencil, x)) - std::sqrt(stencil.offset2);
  return stencil.weight * law.energy(gap, kappa);
}

TEST(GapBarrier, IsWrittenAsInThePaper) {
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const double ghat = random.power_of_ten(-4, 0), g = random.uniform(0.01, 1.2) * ghat, kappa = 3;
    const double cubic = g < ghat ? -2 * kappa / (3 * ghat) * std::pow(g - ghat, 3) : 0;
    const double log = g < ghat ? -kappa * square(g - ghat) * std::log(g / ghat) : 0;
    EXPECT_NEAR((GapLaw{BarrierShape::cubic, ghat}.energy(g, kappa)), cubic, 1e-12 * kappa * square(ghat));
    EXPECT_NEAR((GapLaw{BarrierShape::log, ghat}.energy(g, kappa)), log, 1e-12 * kappa * square(ghat));
  }
}

TEST(GapBarrier, DerivativesMatchDifferences) {
  for (const BarrierShape shape : shapes)
    for (const double z : {0.001, 0.1, 0.5, 0.9, 0.99}) {
      const double h = 1e-5 * std::min(z, 1 - z);
      const auto difference = [&](auto f) { return (f(shape, z + h) - f(shape, z - h)) / (2 * h); };
      EXPECT_NEAR(barrier_slope(shape, z), difference(barrier_value), 1e-6 * barrier_slope(shape, z));
      EXPECT_NEAR(barrier_curvature(shape, z), difference(barrier_slope), 1e-6 * barrier_curvature(shape, z));
    }
}

TEST(GapBarrier, DifferencesOfSlopesDoNotCancel) {
  Random random(2);
  for (const BarrierShape shape : shapes)
    for (int i = 0; i < 200; ++i) {
      const double y = random.uniform(0.05, 0.95), z = y - random.uniform(-0.2, 1.0) * y;
      const double high = std::max(y, z), low = std::min(y, z);
      if (high >= 1 || high - low < 1e-4) continue;
      const double direct = (barrier_slope(shape, high) - barrier_slope(shape, low)) / (high - low);
      EXPECT_NEAR(barrier_slope_difference(shape, high, low), direct, 1e-9 * (1 + direct));
      EXPECT_NEAR(barrier_slope_difference(shape, y, y - 1e-14), barrier_curvature(shape, y),
                  1e-9 * barrier_curvature(shape, y));
    }
}

/// Opens any gap by half of what is missing, however small it is.
TEST(GapBarrier, NewtonStepsOfTheCubicNeverVanish) {
  const GapLaw law{BarrierShape::cubic, 1e-3};
  for (const double gap : {1e-12, 1e-6, 5e-4, 9e-4})
    EXPECT_NEAR(law.force(gap, 7) / law.stiffness(gap, 7), (1e-3 - gap) / 2, 1e-15);
}

TEST(GapContact, FrozenGapIsDistanceLessOffset) {
  Random random(3);
  for (const StencilKind kind : {point_point, point_edge, point_triangle, edge_edge, plane})
    for (int i = 0; i < 200; ++i) {
      const double gap = random.power_of_ten(-8, -2);
      const Case c = random_case(random, kind, gap);
      const FrozenContact frozen = freeze_contact(c.stencil, c.x);
      EXPECT_NEAR(frozen.gap, gap, 1e-15 + 1e-9 * gap) << static_cast<int>(kind);
      EXPECT_NEAR(frozen.normal.norm(), 1, 1e-12);
      EXPECT_NEAR(frozen.c.sum(), 0, 1e-12);
    }
}

/// The closest points are stationary, so freezing them leaves the gradient exact.
TEST(GapContact, GradientMatchesDifferencesOfTheTrueDistance) {
  Random random(4);
  for (const StencilKind kind : {point_point, point_edge, point_triangle, edge_edge, plane})
    for (int i = 0; i < 100; ++i) {
      const GapLaw law{shapes[static_cast<size_t>(i) % 3], 2e-2};
      const Case c = random_case(random, kind, random.uniform(2e-3, 1.8e-2));
      const double kappa = random.power_of_ten(-2, 2);
      const GapDerivatives d = gap_derivatives(freeze_contact(c.stencil, c.x), c.stencil.weight, kappa, law);
      const double h = 1e-7;
      for (int node = 0; node < node_count(c.stencil.kind); ++node)
        for (int k = 0; k < 3; ++k) {
          StencilPoints plus = c.x, minus = c.x;
          plus[static_cast<size_t>(node)][k] += h;
          minus[static_cast<size_t>(node)][k] -= h;
          const double difference =
              (energy(c.stencil, plus, kappa, law) - energy(c.stencil, minus, kappa, law)) / (2 * h);
          EXPECT_NEAR(d.gradient[3 * node + k], difference, 1e-5 * (d.gradient.norm() + 1e-6 * kappa));
        }
    }
}

TEST(GapContact, HessianHasRankOneAndTheCurvatureOfTheBarrier) {
  Random random(5);
  for (const BarrierShape shape : shapes) {
    const GapLaw law{shape, 2e-2};
    const Case c = random_case(random, point_triangle, 5e-3);
    const FrozenContact frozen = freeze_contact(c.stencil, c.x);
    const GapDerivatives d = gap_derivatives(frozen, c.stencil.weight, 3, law);
    Eigen::Matrix<double, 12, 12> H;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) H.block<3, 3>(3 * a, 3 * b) = d.block(a, b);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(H);
    const double expected = c.stencil.weight * law.stiffness(frozen.gap, 3) * frozen.c.squaredNorm();
    EXPECT_NEAR(eigen.eigenvalues()[11], expected, 1e-9 * expected);
    EXPECT_NEAR(eigen.eigenvalues()[10], 0, 1e-9 * expected);
    EXPECT_NEAR(eigen.eigenvalues()[0], 0, 1e-9 * expected);
  }
}

}  // namespace
}  // namespace lacuna::test
