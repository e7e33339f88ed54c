#include "energy/orthotropic_membrane.h"

#include "support/element_checks.h"

namespace lacuna::test {
namespace {

const OrthotropicModuli moduli{15.557e6, 7.779e6, 25.004e6, 1.076e6};
const OrthotropicLimits limits{0.14, 0.12, 0.063};
const double thickness = 1e-3;

/// Chosen strain as parts of the limits, for the rest shape X in the plane of warp and weft.
ElementPositions<3> strained(Random& random, const ElementPositions<3>& X, const Vec3& parts) {
  Mat2 C;  // F^T F
  C << 1 + 2 * parts[0] * limits.warp, 2 * parts[2] * limits.shear, 2 * parts[2] * limits.shear,
      1 + 2 * parts[1] * limits.weft;
  const Mat2 root = Eigen::LLT<Mat2>(C).matrixU();
  Mat3 F = Mat3::Identity();
  F.topLeftCorner<2, 2>() = root;
  return moved(X, random.rotation() * F, random.in_box());
}

/// Flat, of size 1, with x along warp and y along weft.
ElementPositions<3> flat_triangle(Random& random) {
  for (;;) {
    ElementPositions<3> X = random_triangle(random);
    for (Vec3& v : X) v[2] = 0;
    if ((X[1] - X[0]).cross(X[2] - X[0]).norm() > 0.3) return X;
  }
}
OrthotropicMembrane::Data data_of(const ElementPositions<3>& X) {
  return OrthotropicMembrane::data(rest_edges(X), rest_axes(X, Vec3::UnitX()), thickness, moduli, limits);
}
Vec3 random_parts(Random& random, double size) { return size * random.in_box(); }

TEST(OrthotropicMembrane, IsTheFormulaOfThePaper) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const ElementPositions<3> X = flat_triangle(random);
    const Vec3 parts = random_parts(random, 0.95);
    const auto eta = [](double z, double Z) { return -Z * std::log(1 - z / Z); };
    const double E11 = parts[0] * limits.warp, E22 = parts[1] * limits.weft, E12 = parts[2] * limits.shear;
    const double psi = 0.5 * moduli.a11 * eta(E11 * E11, square(limits.warp)) +
                       moduli.a12 * eta(E11 * E22, limits.warp * limits.weft) +
                       0.5 * moduli.a22 * eta(E22 * E22, square(limits.weft)) +
                       moduli.g12 * eta(E12 * E12, square(limits.shear));
    const auto data = data_of(X);
    EXPECT_NEAR(OrthotropicMembrane::energy(strained(random, X, parts), data), data.volume * psi,
                1e-11 * moduli.a11 * data.volume);
  }
}

TEST(OrthotropicMembrane, DerivativesMatchDifferencesAtAnySize) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const ElementPositions<3> X = flat_triangle(random), x = strained(random, X, random_parts(random, 0.9));
    for (double unit : {1e-3, 1.0, 1e3}) {
      const Mat3 scale = unit * Mat3::Identity();
      expect_derivatives<OrthotropicMembrane>(moved(x, scale), data_of(moved(X, scale)), 2e-5 * unit, 1e-6);
    }
  }
}

TEST(OrthotropicMembrane, DerivativesMatchDifferencesCloseToALimit) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const ElementPositions<3> X = flat_triangle(random);
    Vec3 parts = random_parts(random, 0.5);
    const double left = random.power_of_ten(-5, -2);
    parts[random.below(3)] = random.chance(0.5) ? 1 - left : left - 1;
    expect_derivatives<OrthotropicMembrane>(strained(random, X, parts), data_of(X), 1e-5 * left, 1e-4);
  }
}

TEST(OrthotropicMembrane, ProjectionIsTheNearestSemidefiniteDerivativeOfTheStress) {
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  Random random(4);
  const ElementPositions<3> X = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
  const auto data = data_of(X);
  int clamped_count = 0;
  for (int i = 0; i < 2000; ++i) {
    const ElementPositions<3> x = strained(random, X, random_parts(random, 0.99));
    const Mat6 plain =
        assembled<3>(OrthotropicMembrane::derivatives<Projection::none>(x, data)).bottomRightCorner(6, 6);
    const Mat6 projected = assembled<3>(OrthotropicMembrane::derivatives(x, data)).bottomRightCorner(6, 6);
    clamped_count += (clamped(plain) - plain).norm() > 1e-9 * plain.norm();
    EXPECT_LT((projected - clamped(plain)).norm(), 1e-12 * plain.norm());
    expect_projection<OrthotropicMembrane>(x, data);
  }
  EXPECT_GT(clamped_count, 500);
}

TEST(OrthotropicMembrane, RestHasNeitherEnergyNorForce) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const ElementPositions<3> X = flat_triangle(random);
    const auto data = data_of(X);
    const ElementPositions<3> x = strained(random, X, Vec3::Zero());
    EXPECT_LT(std::abs(OrthotropicMembrane::energy(x, data)), 1e-25 * moduli.a22 * thickness);
    EXPECT_LT(OrthotropicMembrane::gradient(x, data).norm(), 1e-12 * moduli.a22 * thickness);
    expect_follows_rigid_motion<OrthotropicMembrane>(random, strained(random, X, random_parts(random, 0.9)),
                                                     data, 1e-11);
  }
}

TEST(OrthotropicMembrane, FollowsItsAxes) {
  Random random(6);
  const ElementPositions<3> X = flat_triangle(random);
  const ElementPositions<3> along_x = moved(X, Vec3(1.05, 1, 1).asDiagonal());
  const ElementPositions<3> along_y = moved(X, Vec3(1, 1.05, 1).asDiagonal());
  const auto turned =
      OrthotropicMembrane::data(rest_edges(X), rest_axes(X, Vec3::UnitY()), thickness, moduli, limits);
  EXPECT_NEAR(OrthotropicMembrane::energy(along_x, data_of(X)) / OrthotropicMembrane::energy(along_y, turned),
              1, 1e-9);
  EXPECT_GT(OrthotropicMembrane::energy(along_y, data_of(X)),
            1.2 * OrthotropicMembrane::energy(along_x, data_of(X)));
}

TEST(OrthotropicMembrane, IsInfiniteFromItsLimits) {
  Random random(7);
  const ElementPositions<3> X = flat_triangle(random);
  for (int k = 0; k < 3; ++k)
    for (double sign : {-1.0, 1.0}) {
      EXPECT_TRUE(std::isfinite(
          OrthotropicMembrane::energy(strained(random, X, sign * (1 - 1e-9) * Vec3::Unit(k)), data_of(X))));
      const ElementPositions<3> x = strained(random, X, sign * (1 + 1e-9) * Vec3::Unit(k));
      EXPECT_EQ(OrthotropicMembrane::energy(x, data_of(X)), HUGE_VAL);
      EXPECT_LE(strain_limit_margin(x, data_of(X)), 0);
      EXPECT_NEAR(strain_limit_margin(strained(random, X, 0.75 * sign * Vec3::Unit(k)), data_of(X)), 0.25,
                  1e-9);
    }
  const ElementPositions<3> nowhere = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  EXPECT_EQ(OrthotropicMembrane::energy(nowhere, data_of(X)), HUGE_VAL);
}

// Limits above 1/2 admit a triangle that has collapsed to a line or a point.
TEST(OrthotropicMembrane, CollapsedTrianglesOfWideLimitsAreFinite) {
  const ElementPositions<3> X = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
  auto data = data_of(X);
  data.limits = {0.7, 0.62, 0.6};
  for (const ElementPositions<3>& x :
       {ElementPositions<3>{X[0], X[1], X[1]}, {X[0], X[0], X[2]}, {X[0], X[0], X[0]}}) {
    EXPECT_TRUE(std::isfinite(OrthotropicMembrane::energy(x, data)));
    EXPECT_TRUE(assembled<3>(OrthotropicMembrane::derivatives(x, data)).allFinite());
    expect_projection<OrthotropicMembrane>(x, data);
  }
}

}  // namespace
}  // namespace lacuna::test
