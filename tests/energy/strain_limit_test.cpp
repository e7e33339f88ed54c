#include "energy/strain_limit.h"

#include "support/element_checks.h"

namespace lacuna::test {
namespace {

const StretchLimits upper_only{1, 1.1}, both{1, 1.1, 0.95, 0.9};
const double thickness = 1e-3;

/// The unit triangle with the given stretches, turned.
ElementPositions<3> stretched(Random& random, const Vec2& sigma) {
  const ElementPositions<3> X = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
  Mat3 turn = Mat3::Identity();
  turn.topLeftCorner<2, 2>() = Eigen::Rotation2Dd(random.uniform(0, 7)).toRotationMatrix();
  const Mat3 stretch = Vec3(sigma[0], sigma[1], 1).asDiagonal();
  return moved(X, random.rotation() * stretch * turn, random.in_box());
}
StrainLimit::Data unit_triangle(const StretchLimits& limits) {
  return StrainLimit::data(Mat2::Identity(), thickness, limits);
}

double barrier(double sigma, double onset, double limit) {
  const double z = (sigma - onset) / (limit - onset);
  return z > 0 ? -z * z * std::log(1 - z) : 0;
}

TEST(StrainLimit, IsTheBarrierOfEachStretchTimesVolume) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec2 sigma(random.uniform(0.91, 1.09), random.uniform(0.91, 1.09));
    double up = 0, down = 0;
    for (double s : sigma) {
      up += barrier(s, 1, 1.1);
      down += barrier(s, 0.95, 0.9);
    }
    const ElementPositions<3> x = stretched(random, sigma);
    EXPECT_NEAR(StrainLimit::energy(x, unit_triangle(upper_only)), 0.5 * thickness * up, 1e-13 * thickness);
    EXPECT_NEAR(StrainLimit::energy(x, unit_triangle(both)), 0.5 * thickness * (up + down),
                1e-13 * thickness);
  }
}

TEST(StrainLimit, DerivativesMatchDifferencesAtAnySize) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const double first = random.uniform(1.02, 1.08),
                 second = random.chance(0.3) ? first : random.uniform(0.92, 1.08);
    const ElementPositions<3> x = stretched(random, {first, second});
    for (const StretchLimits& limits : {upper_only, both})
      for (double unit : {1e-3, 1.0, 1e3}) {
        const auto data = StrainLimit::data(unit * Mat2::Identity(), thickness, limits);
        // The third derivative jumps at an onset, so differences have errors of second order there.
        expect_derivatives<StrainLimit>(moved(x, unit * Mat3::Identity()), data, 1e-5 * unit, 1e-5);
      }
  }
}

TEST(StrainLimit, DerivativesMatchDifferencesCloseToTheLimit) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const double left = random.power_of_ten(-6, -2);
    const double second =
        random.chance(0.5) ? 1.1 - left * random.uniform(1, 1.1) : random.uniform(0.99, 1.01);
    const ElementPositions<3> x = stretched(random, {1.1 - left, second});
    expect_derivatives<StrainLimit>(x, unit_triangle(upper_only), 1e-3 * left, 1e-5);
  }
}

// The flip stiffness is a quotient of differences of slopes: nearly equal stretches must not spoil it.
TEST(StrainLimit, NearlyEqualStretchesKeepTheHessianExact) {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const double apart = random.power_of_ten(-16, -6);
    const ElementPositions<3> x = stretched(random, {1.06, 1.06 - apart});
    expect_derivatives<StrainLimit>(x, unit_triangle(upper_only), 1e-5, 1e-7);
  }
}

TEST(StrainLimit, ProjectionIsTheNearestSemidefiniteDerivativeOfTheStress) {
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const ElementPositions<3> x = stretched(random, {random.uniform(0.91, 1.09), random.uniform(0.91, 1.09)});
    for (const StretchLimits& limits : {upper_only, both}) {
      const auto data = unit_triangle(limits);
      const Mat6 plain =
          assembled<3>(StrainLimit::derivatives<Projection::none>(x, data)).bottomRightCorner(6, 6);
      const Mat6 projected = assembled<3>(StrainLimit::derivatives(x, data)).bottomRightCorner(6, 6);
      EXPECT_LE((projected - clamped(plain)).norm(), 1e-12 * plain.norm());
      expect_projection<StrainLimit>(x, data);
    }
  }
}

TEST(StrainLimit, UpperLimitAloneIsConvex) {
  Random random(6);
  for (int i = 0; i < 1000; ++i) {
    const ElementPositions<3> x = stretched(random, {random.uniform(0.5, 1.09), random.uniform(0.5, 1.09)});
    const auto plain = StrainLimit::derivatives<Projection::none>(x, unit_triangle(upper_only));
    EXPECT_EQ(assembled<3>(plain), assembled<3>(StrainLimit::derivatives(x, unit_triangle(upper_only))));
  }
}

TEST(StrainLimit, IsIdleBelowItsOnsetAndInfiniteFromItsLimit) {
  Random random(7);
  for (const Vec2& sigma : {Vec2(0.999, 0.96), Vec2(0.97, 0.97), Vec2(1 - 1e-9, 1 - 1e-9)}) {
    const ElementPositions<3> x = stretched(random, sigma);
    EXPECT_EQ(StrainLimit::energy(x, unit_triangle(both)), 0);
    EXPECT_EQ(StrainLimit::gradient(x, unit_triangle(both)).norm(), 0);
    EXPECT_EQ(assembled<3>(StrainLimit::derivatives(x, unit_triangle(both))).norm(), 0);
    EXPECT_GT(strain_limit_margin(x, unit_triangle(both)), 1);
  }
  for (const Vec2& sigma : {Vec2(1.1 + 1e-9, 1), Vec2(2, 0.5), Vec2(1, 0.9 - 1e-9), Vec2(1, 0)}) {
    const ElementPositions<3> x = stretched(random, sigma);
    EXPECT_EQ(StrainLimit::energy(x, unit_triangle(both)), HUGE_VAL);
    EXPECT_LE(strain_limit_margin(x, unit_triangle(both)), 0);
  }
  const ElementPositions<3> nowhere = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  EXPECT_EQ(StrainLimit::energy(nowhere, unit_triangle(upper_only)), 0);
  EXPECT_TRUE(assembled<3>(StrainLimit::derivatives(nowhere, unit_triangle(upper_only))).isZero(0));
}

// Whatever rounding does at the limit itself, a finite energy has finite derivatives.
TEST(StrainLimit, FiniteEnergyMeansFiniteDerivatives) {
  Random random(8);
  int finite_count = 0;
  for (int i = 0; i < 20000; ++i) {
    const double first = 1.1 - random.uniform(0, 2e-15), second = random.chance(0.5) ? first : 0.97;
    const ElementPositions<3> x = stretched(random, {first, second});
    if (!std::isfinite(StrainLimit::energy(x, unit_triangle(upper_only)))) continue;
    ++finite_count;
    EXPECT_TRUE(StrainLimit::gradient(x, unit_triangle(upper_only)).allFinite());
    EXPECT_TRUE(assembled<3>(StrainLimit::derivatives(x, unit_triangle(upper_only))).allFinite());
  }
  EXPECT_GT(finite_count, 1000);
}

TEST(StrainLimit, MarginIsThePartThatIsLeft) {
  Random random(9);
  EXPECT_NEAR(strain_limit_margin(stretched(random, {1.075, 1}), unit_triangle(both)), 0.25, 1e-12);
  EXPECT_NEAR(strain_limit_margin(stretched(random, {1.01, 0.91}), unit_triangle(both)), 0.2, 1e-12);
}

TEST(StrainLimit, FollowsRigidMotions) {
  Random random(10);
  for (int i = 0; i < 300; ++i)
    expect_follows_rigid_motion<StrainLimit>(random, stretched(random, {1.07, random.uniform(0.91, 1.09)}),
                                             unit_triangle(both), 1e-11);
}

}  // namespace
}  // namespace lacuna::test
