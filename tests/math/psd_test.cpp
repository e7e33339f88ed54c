#include "math/psd.h"

#include "support/random.h"

#include <Eigen/QR>
#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

template <class Size>
class PsdProperty : public ::testing::Test {
 public:
  static constexpr int n = Size::value;
  using Matrix = Eigen::Matrix<double, n, n>;
  using Vector = Eigen::Matrix<double, n, 1>;

  static Matrix random_matrix(Random& random) {
    return Matrix::NullaryExpr([&] { return random.uniform(-1, 1); });
  }
  static Matrix orthogonal(Random& random) {
    return Eigen::HouseholderQR<Eigen::MatrixXd>(random_matrix(random)).householderQ();
  }
  static Matrix with_values(const Matrix& Q, const Vector& values) {
    const Matrix A = Q * values.asDiagonal() * Q.transpose();
    return 0.5 * (A + A.transpose());
  }
};

template <int n>
using Size = std::integral_constant<int, n>;
using Sizes = ::testing::Types<Size<2>, Size<3>, Size<4>, Size<5>, Size<6>, Size<12>>;
TYPED_TEST_SUITE(PsdProperty, Sizes);

// Sums of n products, and an eigenvalue solver: about 4 n roundings of the size of the matrix.
constexpr double tolerance = 3e-14;

TYPED_TEST(PsdProperty, ClampsNegativeEigenvaluesAndKeepsTheOthers) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const auto Q = this->orthogonal(random);
    typename TestFixture::Vector values;
    for (double& v : values)
      v = random.chance(0.2) ? 0.5 : random.uniform(-1, 1) * random.power_of_ten(-8, 0);
    const double scale = random.power_of_ten(-100, 100);
    const auto A = this->with_values(Q, values), expected = this->with_values(Q, values.cwiseMax(0));
    const auto projected = project_psd(typename TestFixture::Matrix(scale * A));
    EXPECT_LT((projected.matrix / scale - expected).norm(), tolerance);
    EXPECT_EQ(projected.is_clamped, values.minCoeff() < 0);
  }
}

TYPED_TEST(PsdProperty, LeavesDefiniteMatricesAsTheyAre) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    typename TestFixture::Vector values;
    for (double& v : values) v = random.power_of_ten(-10, 0);
    const auto A = this->with_values(this->orthogonal(random), values);
    const auto projected = project_psd(A);
    EXPECT_EQ(projected.matrix, A);
    EXPECT_FALSE(projected.is_clamped);
  }
}

TYPED_TEST(PsdProperty, ProjectsTwiceLikeOnce) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const auto R = this->random_matrix(random);
    const auto once = project_psd(typename TestFixture::Matrix(R + R.transpose())).matrix;
    EXPECT_LT((project_psd(once).matrix - once).norm(), tolerance * TestFixture::n);
  }
}

TYPED_TEST(PsdProperty, HandlesRankDeficientMatrices) {
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    typename TestFixture::Vector v;
    for (double& entry : v) entry = random.between(-1, 1);
    const typename TestFixture::Matrix A = v * v.transpose();
    EXPECT_LT((project_psd(A).matrix - A).norm(), tolerance * TestFixture::n);
    EXPECT_LT(project_psd(typename TestFixture::Matrix(-A)).matrix.norm(), tolerance * TestFixture::n);
  }
}

TYPED_TEST(PsdProperty, ZeroStaysZeroAndNanStaysNan) {
  using Matrix = typename TestFixture::Matrix;
  EXPECT_EQ(project_psd(Matrix(Matrix::Zero())).matrix, Matrix::Zero());
  Matrix A = Matrix::Identity();
  A(1, 0) = A(0, 1) = std::nan("");
  EXPECT_FALSE(project_psd(A).matrix.allFinite());
}

}  // namespace
}  // namespace lacuna::test
