#include "energy/rod_bend.h"
#include "energy/rod_stretch.h"
#include "energy/shell_moduli.h"
#include "support/element_checks.h"

#include <numbers>

namespace lacuna::test {
namespace {

/// Two segments of about 1 at the given angle, turned.
ElementPositions<3> bent(Random& random, double angle) {
  const double l0 = random.uniform(0.5, 2), l1 = random.uniform(0.5, 2);
  const ElementPositions<3> x = {Vec3(-l0, 0, 0), Vec3::Zero(),
                                 l1 * Vec3(std::cos(angle), std::sin(angle), 0)};
  return moved(x, random.rotation(), random.in_box());
}

TEST(RodStretch, DerivativesMatchDifferencesAtAnySize) {
  Random random(1);
  for (int i = 0; i < 300; ++i)
    for (double unit : {1e-3, 1.0, 1e3}) {
      const ElementPositions<2> x = {unit * random.in_box(), unit * (random.in_box() + Vec3(2, 0, 0))};
      const RodStretch::Data data{10, unit * random.uniform(0.5, 3)};
      expect_derivatives<RodStretch>(x, data, 1e-4 * unit, 1e-8);
      expect_projection<RodStretch>(x, data);
      expect_follows_rigid_motion<RodStretch>(random, x, data, 1e-12);
      const Eigen::Matrix<double, 6, 6> plain =
          assembled<2>(RodStretch::derivatives<Projection::none>(x, data));
      EXPECT_LT((assembled<2>(RodStretch::derivatives(x, data)) - clamped(plain)).norm(),
                1e-13 * plain.norm());
    }
}

TEST(RodStretch, StoresHalfTheStiffnessTimesStrainSquared) {
  const RodStretch::Data data{rod_stretch_stiffness(1e6, 1e-3), 2};
  const double area = std::numbers::pi * 1e-6 / 4, strain = 1e-6;
  EXPECT_NEAR(RodStretch::energy({Vec3::Zero(), Vec3(0, 0, 2 * (1 + strain))}, data),
              0.5 * 1e6 * area * strain * strain * 2, 1e-20);
  EXPECT_EQ(RodStretch::energy({Vec3::Zero(), Vec3(0, 2, 0)}, data), 0);
}

TEST(RodStretch, SegmentWithoutLengthIsFinite) {
  const RodStretch::Data data{10, 1};
  const ElementPositions<2> x = {Vec3::Ones(), Vec3::Ones()};
  EXPECT_EQ(RodStretch::energy(x, data), 5);
  EXPECT_TRUE(RodStretch::gradient(x, data).allFinite());
  EXPECT_TRUE(assembled<2>(RodStretch::derivatives(x, data)).allFinite());
}

TEST(RodCurvature, IsTwiceTheTangentOfHalfTheAngle) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const double angle = random.chance(0.5) ? random.uniform(0, 3.1) : random.power_of_ten(-12, 0);
    EXPECT_NEAR(rod_curvature(bent(random, angle)), 2 * std::tan(0.5 * angle),
                1e-13 / square(std::cos(0.5 * angle)));
  }
  const ElementPositions<3> folded = {Vec3::Zero(), Vec3::UnitX(), Vec3(0.5, 0, 0)};
  EXPECT_EQ(rod_curvature(folded), HUGE_VAL);
  EXPECT_EQ(RodBend::energy(folded, RodBend::data(1, 1, 1)), HUGE_VAL);
  EXPECT_EQ(RodBend::energy({Vec3::Zero(), Vec3::Zero(), Vec3::UnitX()}, RodBend::data(1, 1, 1)), HUGE_VAL);
}

TEST(RodBend, DerivativesMatchDifferencesAtAnyAngleAndSize) {
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    const double angle = random.chance(0.2)   ? 0
                         : random.chance(0.2) ? random.power_of_ten(-10, -1)
                                              : random.uniform(0, 2.8);
    const ElementPositions<3> x = bent(random, angle);
    for (double unit : {1e-3, 1.0, 1e3})
      expect_derivatives<RodBend>(moved(x, unit * Mat3::Identity()), RodBend::data(unit, 0.7 * unit, 2),
                                  1e-4 * unit, 1e-6);
  }
}

TEST(RodBend, DerivativesMatchDifferencesWithARestCurvature) {
  Random random(4);
  for (int i = 0; i < 500; ++i) {
    const auto data = RodBend::data(1, 0.7, 2, random.uniform(0.1, 2));
    expect_derivatives<RodBend>(bent(random, random.uniform(0.3, 2.8)), data, 1e-4, 1e-6);
  }
}

// The eigenvalues of the Hessian over the displacements of the segments divided by their lengths are clamped.
TEST(RodBend, FullProjectionIsTheNearestSemidefiniteMatrixInUnitsOfTheSegments) {
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  using Mat9 = Eigen::Matrix<double, 9, 9>;
  Random random(5);
  int clamped_count = 0;
  double ratio_sum = 0;
  constexpr int count = 3000;
  for (int i = 0; i < count; ++i) {
    const double angle = random.chance(0.1)   ? 0
                         : random.chance(0.2) ? random.power_of_ten(-16, 0)
                                              : random.uniform(0, 3.1);
    const ElementPositions<3> x = bent(random, angle);
    const auto data = RodBend::data(1, 0.7, 2, random.chance(0.5) || angle < 0.01 ? 0 : random.uniform(0, 3));
    const Mat9 plain = assembled<3>(RodBend::derivatives<Projection::none>(x, data));
    const Mat9 projected = assembled<3>(RodBend::derivatives<Projection::psd, BendCurvature::full>(x, data));
    // Nodes 0 and 2 move against node 1 as the segments do, up to sign.
    Eigen::Matrix<double, 6, 1> lengths;
    lengths << Vec3::Constant((x[1] - x[0]).norm()), Vec3::Constant((x[2] - x[1]).norm());
    const auto over_segments = [&](const Mat9& H) -> Mat6 {
      Mat6 A;
      A << H.topLeftCorner<3, 3>(), -H.topRightCorner<3, 3>(), -H.bottomLeftCorner<3, 3>(),
          H.bottomRightCorner<3, 3>();
      return lengths.asDiagonal() * A * lengths.asDiagonal();
    };
    const Mat6 A = over_segments(plain);
    clamped_count += (clamped(A) - A).norm() > 1e-9 * A.norm();
    EXPECT_LT((over_segments(projected) - clamped(A)).norm(), 1e-12 * A.norm());
    ratio_sum += projected.trace() / clamped(plain).trace();
    expect_projection<RodBend>(x, data);
    expect_follows_rigid_motion<RodBend>(random, x, RodBend::data(1, 0.7, 2),
                                         1e-11 / square(std::cos(0.5 * angle)));
  }
  EXPECT_GT(clamped_count, 500);
  EXPECT_LT(ratio_sum / count, 1.15);  // beside the nearest one in coordinates of the nodes
}

TEST(RodBend, StraightRodsAreFiniteAlsoWithARestCurvature) {
  const ElementPositions<3> x = {Vec3::Zero(), Vec3::UnitX(), 2 * Vec3::UnitX()};
  EXPECT_EQ(RodBend::energy(x, RodBend::data(1, 1, 2)), 0);
  EXPECT_EQ(RodBend::gradient(x, RodBend::data(1, 1, 2)).norm(), 0);
  const auto straight = RodBend::data(1, 1, 2), curved = RodBend::data(1, 1, 2, 0.5);
  EXPECT_NEAR(assembled<3>(RodBend::derivatives(x, straight)).trace() / 2, RodBend::node_stiffness(straight),
              1e-12);
  EXPECT_TRUE(RodBend::gradient(x, curved).allFinite());
  EXPECT_TRUE(assembled<3>(RodBend::derivatives(x, curved)).allFinite());
}

// A polygon of n segments on a circle: E I / 2 curvature^2 times its length, up to (angle)^2.
TEST(RodBend, CircleStoresHalfTheStiffnessTimesCurvatureSquared) {
  const double radius = 0.3, stiffness = rod_bend_stiffness(1e8, 2e-3);
  EXPECT_NEAR(stiffness, 1e8 * std::numbers::pi * 1.6e-11 / 64, 1e-18);
  double last_error = 0;
  for (int n : {20, 40, 80}) {
    const auto point = [=](int i) {
      const double angle = 2 * std::numbers::pi * i / n;
      return Vec3(radius * std::cos(angle), radius * std::sin(angle), 0);
    };
    double sum = 0;
    const double length = (point(1) - point(0)).norm();
    for (int i = 0; i < n; ++i)
      sum +=
          RodBend::energy({point(i), point(i + 1), point(i + 2)}, RodBend::data(length, length, stiffness));
    const double expected = 0.5 * stiffness / square(radius) * (2 * std::numbers::pi * radius);
    const double error = std::abs(sum / expected - 1);
    if (last_error > 0) {
      EXPECT_NEAR(last_error / error, 4, 0.2);
    }
    last_error = error;
  }
  EXPECT_LT(last_error, 3e-3);
}

}  // namespace
}  // namespace lacuna::test
