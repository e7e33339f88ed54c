#include "energy/baraff_witkin.h"

#include "support/element_checks.h"

namespace lacuna::test {
namespace {

using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;

constexpr double young = 1e5, poisson = 0.3, thickness = 1e-3;
constexpr BaraffWitkinModuli moduli = baraff_witkin_moduli(young, poisson);
const ElementPositions<3> unit = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};

/// With warp along x and F as the edges, node 0 at the origin.
ElementPositions<3> placed(const Mat3x2& F) { return {Vec3::Zero(), F.col(0), F.col(1)}; }
BaraffWitkin::Data unit_data() {
  return BaraffWitkin::data(rest_edges(unit), Mat2::Identity(), thickness, moduli);
}

Mat3x2 random_map(Random& random) {
  Mat3x2 F;
  F << random.in_box(), random.in_box();
  return 1.5 * F;
}

Mat6 whole(const SurfaceHessian& H) {
  Mat6 A;
  A << H.uu, H.uv, H.uv.transpose(), H.vv;
  return A;
}

TEST(BaraffWitkin, DerivativesMatchDifferencesAtAnySizeAndDirection) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const ElementPositions<3> X = random_triangle(random), x = random_triangle(random);
    const Mat2 axes = rest_axes(X, random.direction());
    for (double size : {1e-3, 1.0, 1e3}) {
      const Mat3 scale = size * Mat3::Identity();
      const auto data = BaraffWitkin::data(rest_edges(moved(X, scale)), axes, thickness, moduli);
      expect_derivatives<BaraffWitkin>(moved(x, scale), data, 1e-4 * size, 1e-6);
    }
  }
}

// The gradient of 1/2 (f_u . f_v)^2 is (f_u . f_v) (f_v, f_u).
TEST(ShearHessian, MatchesDifferences) {
  Random random(2);
  for (int n = 0; n < 500; ++n) {
    const Mat3x2 F = random_map(random);
    const auto gradient = [](const Mat3x2& G) -> Vec6 {
      const Vec3 u = G.col(0), v = G.col(1);
      Vec6 g;
      g.head<3>() = u.dot(v) * v;
      g.tail<3>() = u.dot(v) * u;
      return g;
    };
    const Mat6 H = whole(shear_hessian<Projection::none>(F));
    for (int i = 0; i < 6; ++i) {
      // The gradient is cubic: differences of fourth order are exact up to rounding.
      const auto at = [&](double h) {
        Mat3x2 G = F;
        G(i % 3, i / 3) += h;
        return gradient(G);
      };
      const Vec6 expected = (8 * (at(0.1) - at(-0.1)) - (at(0.2) - at(-0.2))) / 1.2;
      EXPECT_LT((H.col(i) - expected).norm(), 1e-12 * F.squaredNorm());
    }
  }
}

void expect_positive_part(const Mat3x2& F) {
  const Mat6 plain = whole(shear_hessian<Projection::none>(F));
  const Mat6 projected = whole(shear_hessian<Projection::psd>(F));
  EXPECT_LT((projected - clamped(plain)).norm(), 1e-13 * F.squaredNorm()) << F;
}

TEST(ShearHessian, PositivePartIsThatOfTheEigenvalues) {
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    const Mat3x2 F = random_map(random);
    expect_positive_part(F);
    expect_positive_part(random.power_of_ten(-6, 6) * F);
  }
}

// Threads that are orthogonal, parallel, opposite, nearly so, and without length.
TEST(ShearHessian, PositivePartIsThatOfTheEigenvaluesInSpecialCases) {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const Vec3 u = random.in_box() + Vec3(2, 0, 0), across = random.orthogonal_to(u.normalized());
    const double ratio = random.uniform(0.5, 2), little = random.power_of_ten(-14, -4);
    const auto expect = [&](const Vec3& v) {
      Mat3x2 F;
      F << u, v;
      expect_positive_part(F);
      F << v, u;
      expect_positive_part(F);
    };
    for (const double sign : {-1.0, 1.0}) {
      expect(ratio * across);
      expect(ratio * across + sign * little * u);
      expect(sign * u);
      expect(sign * ratio * u);
      expect(sign * u + little * across);
    }
    expect(Vec3::Zero());
  }
  EXPECT_EQ(whole(shear_hessian<Projection::psd>(Mat3x2::Zero())), Mat6::Zero());
}

// Clamped are both threads and the shear, each alone: semidefinite, never below the Hessian, and a little
// above the nearest semidefinite matrix.
TEST(BaraffWitkin, ProjectionIsALittleAboveTheNearestSemidefiniteMatrix) {
  Random random(5);
  const auto data = unit_data();
  double ratio_sum = 0;
  constexpr int count = 3000;
  for (int i = 0; i < count; ++i) {
    const ElementPositions<3> x = placed(random_map(random));
    const Mat6 plain =
        assembled<3>(BaraffWitkin::derivatives<Projection::none>(x, data)).bottomRightCorner<6, 6>();
    const Mat6 projected = assembled<3>(BaraffWitkin::derivatives(x, data)).bottomRightCorner<6, 6>();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(projected), added(projected - plain);
    EXPECT_GE(eigen.eigenvalues().minCoeff(), -1e-13 * plain.norm());
    EXPECT_GE(added.eigenvalues().minCoeff(), -1e-13 * plain.norm());
    ratio_sum += projected.trace() / clamped(plain).trace();
  }
  EXPECT_LT(ratio_sum / count, 1.2);
}

/// Energy of a unit square of two triangles under a map of the plane.
double square_energy(const Mat3& F, const Vec3& warp = Vec3::UnitX()) {
  double sum = 0;
  const ElementPositions<3> low = {Vec3::Zero(), Vec3(1, 0, 0), Vec3(1, 1, 0)};
  const ElementPositions<3> high = {Vec3::Zero(), Vec3(1, 1, 0), Vec3(0, 1, 0)};
  for (const auto& X : {low, high})
    sum += BaraffWitkin::energy(moved(X, F),
                                BaraffWitkin::data(rest_edges(X), rest_axes(X, warp), thickness, moduli));
  return sum;
}

// Along the threads the law is Hooke's at any strain, and nothing contracts.
TEST(BaraffWitkin, HasItsYoungsModulusAlongTheThreadsAtAnyStrain) {
  for (const double e : {1e-4, 0.1, -0.2, 1.0})
    for (const Vec3& stretch : {Vec3(1 + e, 1, 1), Vec3(1, 1 + e, 1)})
      EXPECT_NEAR(square_energy(stretch.asDiagonal()), 0.5 * young * thickness * e * e, 1e-12 * young);
}

TEST(BaraffWitkin, HasTheShearModulusOfAnIsotropicSheet) {
  constexpr double e = 1e-5;
  Mat3 F = Mat3::Identity();
  F(0, 1) = F(1, 0) = e;
  const double mu = young / (2 * (1 + poisson));
  EXPECT_NEAR(square_energy(F) / (2 * mu * thickness * e * e), 1, 1e-4);
}

// Pulled at 45 degrees to the threads and free to contract, it is softer: 2 E / (2 + nu).
TEST(BaraffWitkin, IsSofterAlongTheDiagonal) {
  constexpr double e = 1e-4;
  double least = HUGE_VAL;
  for (double contraction = -0.2; contraction < 0.5; contraction += 1e-4)
    least = std::min(least, square_energy(Vec3(1 + e, 1 - contraction * e, 1).asDiagonal(), Vec3(1, 1, 0)));
  EXPECT_NEAR(least / (0.5 * thickness * e * e), 2 * young / (2 + poisson), 1e-3 * young);
}

TEST(BaraffWitkin, IsFiniteForTrianglesWithoutArea) {
  const auto data = unit_data();
  for (const ElementPositions<3>& x : {ElementPositions<3>{unit[0], unit[1], 2 * unit[1]},
                                       {unit[0], unit[0], unit[2]},
                                       {unit[0], unit[0], unit[0]}}) {
    EXPECT_TRUE(std::isfinite(BaraffWitkin::energy(x, data)));
    EXPECT_TRUE(BaraffWitkin::gradient(x, data).allFinite());
    EXPECT_TRUE(assembled<3>(BaraffWitkin::derivatives(x, data)).allFinite());
  }
}

TEST(BaraffWitkin, FollowsRigidMotions) {
  Random random(6);
  for (int i = 0; i < 300; ++i)
    expect_follows_rigid_motion<BaraffWitkin>(random, placed(random_map(random)), unit_data(), 1e-12);
}

}  // namespace
}  // namespace lacuna::test
