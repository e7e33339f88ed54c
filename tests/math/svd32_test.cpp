#include "math/svd32.h"

#include "support/random.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

constexpr double rounding = 0x1p-53;

void expect_decomposition(const Mat3x2& F) {
  const Svd32 svd = svd32(F);
  const double size = F.norm();
  EXPECT_LT((svd.U * svd.U.transpose() - Mat3::Identity()).norm(), 16 * rounding);
  EXPECT_LT((svd.V * svd.V.transpose() - Mat2::Identity()).norm(), 16 * rounding);
  EXPECT_NEAR(svd.U.determinant(), 1, 16 * rounding);
  EXPECT_NEAR(svd.V.determinant(), 1, 16 * rounding);
  EXPECT_LT((svd.U.col(0).cross(svd.U.col(1)) - svd.U.col(2)).norm(), 16 * rounding);
  EXPECT_GE(svd.sigma[0], svd.sigma[1]);
  EXPECT_GE(svd.sigma[1], 0);
  const Mat3x2 back = svd.U.leftCols<2>() * svd.sigma.asDiagonal() * svd.V.transpose();
  EXPECT_LE((back - F).norm(), 32 * rounding * size);
  EXPECT_EQ(svd.sigma, singular_values(F));
}

Mat3x2 matrix_with(Random& random, const Vec2& sigma) {
  const double angle = random.uniform(0, 7);
  const Mat2 V = Eigen::Rotation2Dd(angle).toRotationMatrix();
  return random.rotation().leftCols<2>() * sigma.asDiagonal() * V.transpose();
}

TEST(Svd32, RestoresAnyMatrix) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    Mat3x2 F;
    F << random.in_box(), random.in_box();
    expect_decomposition(F);
  }
}

TEST(Svd32, RestoresEqualTinyAndZeroValues) {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    const double second = random.chance(0.3)   ? 1
                          : random.chance(0.3) ? 1 - random.power_of_ten(-17, -5)
                          : random.chance(0.3) ? 0
                                               : random.power_of_ten(-20, 0);
    const Vec2 sigma = random.power_of_ten(-3, 3) * Vec2(1, second);
    const Mat3x2 F = matrix_with(random, sigma);
    expect_decomposition(F);
    EXPECT_LT((singular_values(F) - sigma).norm(), 16 * rounding * sigma[0]);
  }
}

TEST(Svd32, TreatsExactCases) {
  Mat3x2 F = Mat3x2::Zero();
  expect_decomposition(F);
  F(0, 0) = 1;
  expect_decomposition(F);
  F(0, 1) = 1;
  expect_decomposition(F);
  F(1, 1) = 1;
  expect_decomposition(F);
  F << 0, 1, 0, 0, -1, 0;
  expect_decomposition(F);
  F << 0, 0, 0, 0, 0, -3;
  expect_decomposition(F);
}

TEST(Svd32, ScalesToTheBit) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    Mat3x2 F;
    F << random.in_box(), random.in_box();
    const Vec2 sigma = singular_values(F);
    for (int exponent : {-1000, -40, 40, 900}) {
      const Mat3x2 G = F.unaryExpr([=](double x) { return std::scalbn(x, exponent); });
      EXPECT_EQ(singular_values(G)[0], std::scalbn(sigma[0], exponent));
      EXPECT_EQ(singular_values(G)[1], std::scalbn(sigma[1], exponent));
      EXPECT_EQ(svd32(G).sigma, singular_values(G));
    }
  }
}

TEST(Svd32, KeepsWhatIsNotANumber) {
  Mat3x2 F = Mat3x2::Ones();
  for (double bad : {std::nan(""), HUGE_VAL}) {
    F(1, 0) = bad;
    EXPECT_TRUE(std::isnan(svd32(F).sigma[0]));
    EXPECT_TRUE(std::isnan(singular_values(F)[1]));
  }
}

}  // namespace
}  // namespace lacuna::test
