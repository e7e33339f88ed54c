#include "math/svd3.h"

#include "support/random.h"

#include <Eigen/SVD>
#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

// About 40 roundings lie between F and each of its results.
constexpr double tolerance = 1e-14;

Mat3 from_singular_values(Random& random, const Vec3& sigma) {
  return random.rotation() * sigma.asDiagonal() * random.rotation().transpose();
}

void expect_is_svd(const Mat3& F) {
  const Svd3 svd = svd3(F);
  const double size = F.cwiseAbs().maxCoeff();
  const double scale = size > 0 ? size : 1;
  const Mat3 product = svd.U * (svd.sigma / scale).asDiagonal() * svd.V.transpose();
  EXPECT_LT((product - F / scale).norm(), tolerance) << F;
  EXPECT_LT((svd.U.transpose() * svd.U - Mat3::Identity()).norm(), tolerance) << F;
  EXPECT_LT((svd.V.transpose() * svd.V - Mat3::Identity()).norm(), tolerance) << F;
  EXPECT_GT(svd.U.determinant(), 0.5) << F;
  EXPECT_GT(svd.V.determinant(), 0.5) << F;
  EXPECT_GE(svd.sigma[0], svd.sigma[1]) << F;
  EXPECT_GE(svd.sigma[1], std::abs(svd.sigma[2])) << F;
}

TEST(Svd3Property, DecomposesRandomMatrices) {
  Random random(1);
  for (int i = 0; i < 200000; ++i) {
    Mat3 F;
    F << random.in_box(), random.in_box(), random.in_box();
    expect_is_svd(F);
  }
}

TEST(Svd3Property, DecomposesAnySpectrumAtAnyScale) {
  Random random(2);
  const auto value = [&] {
    switch (random.below(4)) {
      case 0:
        return 0.0;
      case 1:
        return 1.0;
      case 2:
        return 1 + random.power_of_ten(-17, -1);
      default:
        return random.power_of_ten(-20, 0);
    }
  };
  for (int i = 0; i < 200000; ++i) {
    Vec3 sigma(value(), value(), value());
    if (random.chance(0.5)) sigma = -sigma;
    const double scale = random.chance(0.5) ? 1.0 : random.power_of_ten(-150, 150);
    expect_is_svd(scale * from_singular_values(random, sigma));
  }
}

TEST(Svd3Property, DecomposesMatricesOfSmallIntegers) {
  Random random(3);
  for (int i = 0; i < 100000; ++i) {
    Mat3 F;
    F << random.lattice(1), random.lattice(1), random.lattice(1);
    expect_is_svd(F);
  }
}

// The smallest and largest doubles: nothing overflows on the way.
TEST(Svd3, DecomposesMatricesAtTheEndsOfTheRange) {
  Random random(4);
  for (double scale : {1e-308, 1e-300, 1e300, 1e307}) expect_is_svd(scale * random.rotation());
}

TEST(Svd3Property, SingularValuesAgreeWithEigens) {
  Random random(5);
  for (int i = 0; i < 20000; ++i) {
    Mat3 F;
    F << random.in_box(), random.in_box(), random.power_of_ten(-12, 0) * random.in_box();
    Vec3 expected = Eigen::JacobiSVD<Eigen::MatrixXd>(F).singularValues();
    if (F.determinant() < 0) expected[2] = -expected[2];
    const Vec3 sigma = svd3(F).sigma;
    EXPECT_LT((sigma.head<2>() - expected.head<2>()).norm(), tolerance);
    EXPECT_LT(std::abs(std::abs(sigma[2]) - std::abs(expected[2])), tolerance);
    if (std::abs(expected[2]) > tolerance) {
      EXPECT_EQ(sigma[2] < 0, expected[2] < 0);
    }
  }
}

TEST(Svd3, IdentityAndZeroAreExact) {
  EXPECT_EQ(svd3(Mat3::Identity()).sigma, Vec3(1, 1, 1));
  EXPECT_EQ(svd3(Mat3::Zero()).sigma, Vec3(0, 0, 0));
  EXPECT_EQ(svd3(-Mat3::Identity()).sigma, Vec3(1, 1, -1));
}

TEST(Svd3, WhatIsNotFiniteStaysSoAndEnds) {
  for (double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    for (int i = 0; i < 9; ++i) {
      Mat3 F = Mat3::Identity();
      F(i / 3, i % 3) = bad;
      EXPECT_FALSE(svd3(F).sigma.allFinite());
    }
  }
}

}  // namespace
}  // namespace lacuna::test
