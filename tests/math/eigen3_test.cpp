#include "math/eigen3.h"

#include "support/random.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

constexpr double tolerance = 1e-14;

void expect_is_eigen(const Mat3& A) {
  const Eigen3 eigen = eigen3(A);
  const double size = A.cwiseAbs().maxCoeff(), scale = size > 0 ? size : 1;
  const Mat3& V = eigen.vectors;
  EXPECT_LT((V * (eigen.values / scale).asDiagonal() * V.transpose() - A / scale).norm(), tolerance) << A;
  EXPECT_LT((V.transpose() * V - Mat3::Identity()).norm(), tolerance) << A;
  EXPECT_GT(V.determinant(), 0.5) << A;
  // Equal values may come out in any order up to rounding.
  EXPECT_GE(eigen.values[0], eigen.values[1] - tolerance * scale) << A;
  EXPECT_GE(eigen.values[1], eigen.values[2] - tolerance * scale) << A;
}

TEST(Eigen3Property, DiagonalisesAnySpectrumAtAnyScale) {
  Random random(1);
  const auto value = [&] {
    const double sign = random.chance(0.5) ? 1 : -1;
    return random.chance(0.3) ? sign : sign * random.power_of_ten(-18, 0);
  };
  for (int i = 0; i < 200000; ++i) {
    Vec3 values(value(), value(), value());
    if (random.chance(0.3)) values = Vec3::Ones() + random.power_of_ten(-17, -1) * values;
    const Mat3 R = random.rotation();
    Mat3 A = R * values.asDiagonal() * R.transpose();
    if (random.chance(0.5)) A *= random.power_of_ten(-150, 150);
    expect_is_eigen(0.5 * (A + A.transpose()));
  }
}

TEST(Eigen3Property, DiagonalisesMatricesOfSmallIntegers) {
  Random random(2);
  for (int i = 0; i < 50000; ++i) {
    Mat3 A;
    A << random.lattice(2), random.lattice(2), random.lattice(2);
    expect_is_eigen(A + A.transpose());
  }
}

TEST(Eigen3, WhatIsNotFiniteStaysSoAndEnds) {
  Mat3 A = Mat3::Identity();
  A(1, 1) = std::nan("");
  EXPECT_FALSE(eigen3(A).values.allFinite());
}

}  // namespace
}  // namespace lacuna::test
