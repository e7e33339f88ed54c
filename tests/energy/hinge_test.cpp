#include "energy/hinge.h"

#include "energy/shell_moduli.h"
#include "support/element_checks.h"

#include <numbers>

namespace lacuna::test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double k = 1e-3;

/// Two triangles of size 1 that enclose the given angle, turned; feet of their tips anywhere.
ElementPositions<4> folded(Random& random, double angle, double height = 1) {
  const double s0 = random.uniform(-0.5, 1.5), s3 = random.uniform(-0.5, 1.5), other = random.uniform(0.5, 2);
  const ElementPositions<4> x = {Vec3(-height, s0, 0), Vec3(0, 0, 0), Vec3(0, 1, 0),
                                 Vec3(other * std::cos(angle), s3, -other * std::sin(angle))};
  return moved(x, random.rotation(), random.in_box());
}

TEST(DihedralAngle, IsThatOfTheFold) {
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const double angle = random.uniform(-pi, pi);
    EXPECT_NEAR(std::abs(std::remainder(dihedral_angle(folded(random, angle)) - angle, 2 * pi)), 0, 1e-13);
  }
  for (double tiny : {0.0, 1e-12, -1e-8}) {
    EXPECT_NEAR(dihedral_angle(folded(random, tiny)), tiny, 1e-14);
    EXPECT_NEAR(std::abs(dihedral_angle(folded(random, pi - tiny))), pi - std::abs(tiny), 1e-14);
  }
}

TEST(Hinge, DerivativesMatchDifferencesAtAnyAngleAndSize) {
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    const double angle = random.chance(0.1) ? 0 : random.uniform(-3, 3);
    const ElementPositions<4> x = folded(random, angle);
    auto data = Hinge::data(folded(random, random.chance(0.3) ? 0 : random.uniform(-2, 2)), k);
    if (std::abs(std::remainder(angle - data.rest_angle, 2 * pi)) > 3)
      continue;  // where the difference jumps
    for (double unit : {1e-3, 1.0, 1e3})
      expect_derivatives<Hinge>(moved(x, unit * Mat3::Identity()), data, 1e-4 * unit, 1e-7);
  }
}

TEST(Hinge, DerivativesMatchDifferencesOfThinTriangles) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const double height = random.power_of_ten(-4, 0);
    const ElementPositions<4> x = folded(random, random.uniform(-3, 3), height);
    expect_derivatives<Hinge>(x, Hinge::data(folded(random, 0.1), k), 1e-4 * height, 1e-5);
  }
}

// Exactly flat and unloaded, the Hessian is 2 k |e| / h grad grad^T and not zero.
TEST(Hinge, FlatHingesResistBending) {
  const ElementPositions<4> x = {Vec3(-1, 0.5, 0), Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(1, 0.5, 0)};
  const auto data = Hinge::data(x, k);
  EXPECT_EQ(data.rest_angle, 0);
  EXPECT_NEAR(data.stiffness, k * 1 / (1.0 / 3), 1e-18);
  EXPECT_EQ(Hinge::energy(x, data), 0);
  EXPECT_EQ(Hinge::gradient(x, data).norm(), 0);
  const Mat12 H = assembled<4>(Hinge::derivatives(x, data));
  EXPECT_NEAR(H(2, 2), 2 * data.stiffness, 1e-15);
  EXPECT_NEAR(H.trace(), Hinge::node_stiffness(data), 1e-15);
}

// The sum of positive parts of three terms: semidefinite, above the Hessian, and not much above the nearest
// semidefinite matrix.
TEST(Hinge, FullProjectionIsALittleAboveTheNearestSemidefiniteMatrix) {
  Random random(4);
  double ratio_sum = 0;
  constexpr int count = 3000;
  for (int i = 0; i < count; ++i) {
    const ElementPositions<4> x = folded(random, random.uniform(-3.1, 3.1), random.power_of_ten(-2, 1));
    const auto data = Hinge::data(folded(random, random.chance(0.3) ? 0 : random.uniform(-3, 3)), k);
    expect_projection<Hinge>(x, data);
    const Mat12 plain = assembled<4>(Hinge::derivatives<Projection::none>(x, data));
    const Mat12 nearest = clamped(plain);
    const Mat12 projected = assembled<4>(Hinge::derivatives<Projection::psd, BendCurvature::full>(x, data));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(projected, Eigen::EigenvaluesOnly);
    EXPECT_GE(eigen.eigenvalues().minCoeff(), -1e-13 * plain.norm());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> added(projected - plain, Eigen::EigenvaluesOnly);
    EXPECT_GE(added.eigenvalues().minCoeff(), -1e-12 * plain.norm());
    const double ratio = projected.trace() / nearest.trace();
    EXPECT_LT(ratio, 1.5);
    ratio_sum += ratio;
  }
  EXPECT_LT(ratio_sum / count, 1.15);
}

TEST(Hinge, FollowsRigidMotions) {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    const ElementPositions<4> x = folded(random, random.uniform(-3, 3));
    expect_follows_rigid_motion<Hinge>(random, x, Hinge::data(folded(random, 0.2), k), 1e-11);
    const auto at_rest = Hinge::data(x, k);
    const ElementPositions<4> y = moved(x, random.rotation(), random.in_box());
    EXPECT_LT(Hinge::energy(y, at_rest), 1e-26 * at_rest.stiffness);
    EXPECT_LT(Hinge::gradient(y, at_rest).norm(), 1e-12 * at_rest.stiffness);
  }
}

// Energy and gradient along a fold that goes through flat, and through pi when the rest angle is near it.
TEST(Hinge, NothingJumpsThroughFlatAndThroughPi) {
  Random random(6);
  for (double middle : {0.0, pi, -pi}) {
    const auto data = Hinge::data(1.0, 1.0, k, middle == 0 ? 0.1 : std::copysign(pi - 0.1, middle));
    for (int i = 0; i < 100; ++i) {
      const double step = random.power_of_ten(-12, -3);
      const std::uint64_t stream = static_cast<std::uint64_t>(i);
      Random one(stream), two(stream);
      const ElementPositions<4> below = folded(one, middle - step), above = folded(two, middle + step);
      const double size = data.stiffness;
      EXPECT_NEAR(Hinge::energy(below, data), Hinge::energy(above, data), 4 * step * size);
      EXPECT_LT((Hinge::gradient(below, data) - Hinge::gradient(above, data)).norm(),
                50 * step * size + 1e-12 * size);
      const Mat12 difference =
          assembled<4>(Hinge::derivatives(below, data)) - assembled<4>(Hinge::derivatives(above, data));
      EXPECT_LT(difference.norm(), 500 * step * size + 1e-11 * size);
    }
  }
}

TEST(Hinge, IsInfiniteWithoutArea) {
  const ElementPositions<4> x = {Vec3(0, 0.3, 0), Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(1, 0.5, 0)};
  const ElementPositions<4> y = {Vec3(-1, 0.3, 0), Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(1, 0.5, 0)};
  EXPECT_EQ(Hinge::energy(x, Hinge::data(1, 1, k)), HUGE_VAL);
  EXPECT_EQ(Hinge::energy(y, Hinge::data(1, 1, k)), HUGE_VAL);
}

/// Energy per area of the triangles (0, a, b), (a, a + b, b) repeated over the plane and rolled about the y
/// axis.
double rolled_energy_density(const Vec2& a, const Vec2& b, double curvature, double bending) {
  const auto energy = [&](const std::array<Vec2, 4>& nodes) {
    ElementPositions<4> x, X;
    for (size_t n = 0; n < 4; ++n) {
      X[n] = Vec3(nodes[n][0], nodes[n][1], 0);
      const double angle = curvature * nodes[n][0];
      x[n] = Vec3(std::sin(angle) / curvature, nodes[n][1], std::cos(angle) / curvature);
    }
    return Hinge::energy(x, Hinge::data(X, bending));
  };
  const Vec2 zero = Vec2::Zero();
  const double sum = energy({zero, a, b, a + b}) + energy({b, zero, a, a - b}) + energy({a, b, zero, b - a});
  return sum / std::abs(a[0] * b[1] - a[1] * b[0]);
}

// Plates store D/2 curvature^2 per area, D = E t^3 / (12 (1 - nu^2)). With k = D/2 and h a third of the
// height, as published, hinges store three times that on these meshes, whatever their resolution:
// docs/energies/hinge.md.
TEST(Hinge, RolledSheetStoresThreeTimesThePlateEnergy) {
  const double curvature = 2, bending = hinge_bending_stiffness(1e6, 0.3, 1e-3);
  const double plate = bending * curvature * curvature;
  for (double cell : {1e-2, 1e-3}) {
    const double tolerance = 10 * square(curvature * cell);
    EXPECT_NEAR(rolled_energy_density({cell, 0}, {0, cell}, curvature, bending) / plate, 3, tolerance);
    EXPECT_NEAR(rolled_energy_density({cell, 0}, {0, 2 * cell}, curvature, bending) / plate, 3, tolerance);
    for (double turn : {0.0, 0.2, 0.5, 1.0}) {  // equilateral triangles do not care which way they are rolled
      const Vec2 a(cell * std::cos(turn), cell * std::sin(turn));
      const Vec2 b(cell * std::cos(turn + pi / 3), cell * std::sin(turn + pi / 3));
      EXPECT_NEAR(rolled_energy_density(a, b, curvature, bending) / plate, 3, tolerance);
    }
  }
}

}  // namespace
}  // namespace lacuna::test
