// Every test runs for every law in energy/solid_laws.h.
#include "energy/tet_element.h"

#include "support/finite_difference.h"
#include "support/random_tets.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

const Lame material = lame(1e5, 0.4);
const double stiffness = 2 * material.mu + material.lambda;  // Pa, the largest modulus at rest

template <class Law>
class TetElement : public ::testing::Test {
 public:
  /// Sorted stretches between 0.3 and 2; inverted in half of the cases if the law allows. Two stretches of
  /// opposite sign stay 0.2 apart in size, where the rotation of fixed corotated is not defined.
  static Vec3 random_stretches(Random& random) {
    const bool is_inverted = !Law::resists_inversion && random.chance(0.5);
    return {random.uniform(1.1, 2), random.uniform(0.7, 1.4),
            is_inverted ? random.uniform(-0.5, -0.2) : random.uniform(0.3, 0.9)};
  }
};
template <class... Laws>
::testing::Types<Laws...> as_test_types(TypeList<Laws...>);
using Laws = decltype(as_test_types(SolidEnergies{}));
TYPED_TEST_SUITE(TetElement, Laws);

TYPED_TEST(TetElement, StiffnessesArePartialDerivativesOfTheDensity) {
  using Law = TypeParam;
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 sigma = this->random_stretches(random);
    // Truncation h^2 times third derivatives of up to 100 moduli, rounding 2^-52 / h.
    const double step = 1e-5, tolerance = 1e-7 * stiffness;
    const Vec3 gradient = Law::gradient(sigma, material);
    const auto density = [&](const Vec3& s) { return Law::density(s, material); };
    EXPECT_LT((gradient - difference_gradient(density, sigma, step)).norm(), tolerance);
    const auto slope = [&](const Vec3& s) -> Eigen::VectorXd { return Law::gradient(s, material); };
    const Mat3 hessian = Law::hessian(sigma, material);
    EXPECT_LT((hessian - difference_jacobian(slope, sigma, step)).norm(), tolerance);
    EXPECT_EQ(hessian, hessian.transpose());
    const Vec3 flip = Law::flip_stiffness(sigma, material), twist = Law::twist_stiffness(sigma, material);
    for (int k = 0; k < 3; ++k) {
      const int a = k, b = (k + 1) % 3;
      const double difference = sigma[a] - sigma[b], sum = sigma[a] + sigma[b];
      EXPECT_NEAR(twist[k], (gradient[a] + gradient[b]) / sum, 1e-12 * stiffness);
      if (std::abs(difference) > 1e-3) {
        EXPECT_NEAR(flip[k], (gradient[a] - gradient[b]) / difference, 1e-10 * stiffness);
      }
    }
  }
}

TYPED_TEST(TetElement, EnergyOfAnElementIsVolumeTimesTheDensityOfItsStretches) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const TetPositions X = random_tet(random);
    const TetRest rest = tet_rest(X);
    const Vec3 sigma = this->random_stretches(random);
    const double expected = rest.volume * TypeParam::density(sigma, material);
    // F has an error of about 30 roundings, a stress of about 10 moduli.
    EXPECT_NEAR(tet_energy<TypeParam>(stretched(random, X, sigma), rest, material), expected,
                1e-12 * stiffness * rest.volume);
  }
}

TYPED_TEST(TetElement, GradientMatchesDifferencesOfTheEnergy) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const TetPositions X = random_tet(random);
    const TetRest rest = tet_rest(X);
    const TetPositions x = stretched(random, X, this->random_stretches(random));
    const auto energy = [&](const Vec12& y) { return tet_energy<TypeParam>(unstacked(y), rest, material); };
    const Vec12 expected = difference_gradient(energy, stacked(x), 1e-6);
    const Vec12 gradient = tet_gradient<TypeParam>(x, rest, material);
    // F changes by up to |B| = 10 per metre: truncation (1e-5)^2 times 100 moduli, rounding 1e-15 / 1e-6.
    EXPECT_LT((gradient - expected).norm(), 1e-6 * stiffness * rest.volume * rest.inverse_edges.norm());
    const TetDerivatives both = tet_gradient_hessian<TypeParam>(x, rest, material);
    EXPECT_LT((gradient - both.gradient).norm(), 1e-13 * stiffness);
  }
}

TYPED_TEST(TetElement, HessianMatchesDifferencesOfTheGradient) {
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    const TetPositions X = random_tet(random);
    const TetRest rest = tet_rest(X);
    const TetPositions x = stretched(random, X, this->random_stretches(random));
    const auto gradient = [&](const Vec12& y) -> Eigen::VectorXd {
      return tet_gradient<TypeParam>(unstacked(y), rest, material);
    };
    const Mat12 expected = difference_jacobian(gradient, stacked(x), 1e-6);
    const auto hessian = tet_gradient_hessian<TypeParam, Projection::none>(x, rest, material).hessian;
    const double scale = stiffness * rest.volume * rest.inverse_edges.squaredNorm();
    EXPECT_LT((assembled(hessian) - expected).norm(), 1e-6 * scale);
    const Mat12 alone = assembled(tet_hessian<TypeParam, Projection::none>(x, rest, material));
    EXPECT_LT((assembled(hessian) - alone).norm(), 1e-13 * scale);
    for (size_t k : {0, 4, 7, 9}) EXPECT_EQ(hessian[k], hessian[k].transpose());
  }
}

// With the unit tet as rest shape the blocks of vertices 1 to 3 are dP/dF / 6, and a general 9x9 projection
// is the reference.
TYPED_TEST(TetElement, ProjectionIsTheNearestSemidefiniteDerivativeOfTheStress) {
  const TetPositions X = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  const TetRest rest = tet_rest(X);
  Random random(5);
  int clamped_count = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 sigma = random.chance(0.5) ? Vec3(this->random_stretches(random)) : Vec3(1.1, 1, 0.95);
    const TetPositions x = stretched(random, X, sigma);
    using Mat9 = Eigen::Matrix<double, 9, 9>;
    const Mat9 plain = assembled(tet_hessian<TypeParam, Projection::none>(x, rest, material))
                           .template bottomRightCorner<9, 9>();
    const Mat9 projected =
        assembled(tet_hessian<TypeParam>(x, rest, material)).template bottomRightCorner<9, 9>();
    const auto expected = project_psd(plain);
    clamped_count += expected.is_clamped;
    EXPECT_LT((projected - expected.matrix).norm(), 1e-12 * stiffness);
  }
  EXPECT_GT(clamped_count, 100);
  EXPECT_LT(clamped_count, 1900);
}

TYPED_TEST(TetElement, ProjectedHessianIsSemidefiniteAlsoWhenCrushedOrInverted) {
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const TetPositions X = random_tet(random);
    const TetRest rest = tet_rest(X);
    Vec3 sigma(random.power_of_ten(-3, 1), random.power_of_ten(-3, 1), random.power_of_ten(-3, 1));
    if (!TypeParam::resists_inversion && random.chance(0.5)) sigma[2] = -sigma[2];
    const Mat12 H = assembled(tet_hessian<TypeParam>(stretched(random, X, sigma), rest, material));
    ASSERT_TRUE(H.allFinite());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(H, Eigen::EigenvaluesOnly);
    EXPECT_GE(eigen.eigenvalues().minCoeff(), -1e-13 * H.norm());
  }
}

TYPED_TEST(TetElement, ForcesHaveNoSumAndNoTorque) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const TetPositions X = random_tet(random);
    const TetPositions x = stretched(random, X, this->random_stretches(random));
    const Vec12 g = tet_gradient<TypeParam>(x, tet_rest(X), material);
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    for (int k = 0; k < 4; ++k) {
      const Vec3 g_k = g.segment<3>(3 * k);
      sum += g_k;
      torque += x[static_cast<size_t>(k)].cross(g_k);
    }
    EXPECT_LT(sum.norm(), 1e-14 * g.norm());
    EXPECT_LT(torque.norm(), 1e-12 * (g.norm() + stiffness));
  }
}

TYPED_TEST(TetElement, FollowsRigidMotions) {
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const TetPositions X = random_tet(random);
    const TetRest rest = tet_rest(X);
    const TetPositions x = stretched(random, X, this->random_stretches(random));
    const Mat3 R = random.rotation();
    const TetPositions y = moved(x, R, random.in_box());
    Mat12 R4 = Mat12::Zero();
    for (int k = 0; k < 4; ++k) R4.block<3, 3>(3 * k, 3 * k) = R;
    const TetDerivatives at_x = tet_gradient_hessian<TypeParam>(x, rest, material);
    const TetDerivatives at_y = tet_gradient_hessian<TypeParam>(y, rest, material);
    EXPECT_NEAR(tet_energy<TypeParam>(x, rest, material), tet_energy<TypeParam>(y, rest, material),
                1e-12 * stiffness);
    EXPECT_LT((R4 * at_x.gradient - at_y.gradient).norm(), 1e-11 * stiffness);
    EXPECT_LT((R4 * assembled(at_x.hessian) * R4.transpose() - assembled(at_y.hessian)).norm(),
              1e-10 * stiffness);
  }
}

TYPED_TEST(TetElement, RestHasNeitherEnergyNorForce) {
  Random random(9);
  for (int i = 0; i < 1000; ++i) {
    const TetPositions X = random_tet(random);
    const TetRest rest = tet_rest(X);
    const TetPositions x = stretched(random, X, Vec3::Ones());
    // F is a rotation up to about 1e-15 |B| |x|, and the energy is quadratic in that.
    EXPECT_LT(std::abs(tet_energy<TypeParam>(x, rest, material)), 1e-26 * stiffness);
    EXPECT_LT(tet_gradient<TypeParam>(x, rest, material).norm(), 1e-13 * stiffness);
  }
}

// mu e:e + lambda/2 tr(e)^2 at a strain of 1e-6, also in a rotated element: what differs is of third order,
// and rounding is 1e-15 of a strain. An energy as a difference of numbers near 1 would be off by 1e-4.
TYPED_TEST(TetElement, IsLinearElasticityAtSmallStrain) {
  Random random(10);
  const TetPositions X = random_tet(random);
  const TetRest rest = tet_rest(X);
  for (int i = 0; i < 1000; ++i) {
    Mat3 e;
    e << random.in_box(), random.in_box(), random.in_box();
    e = (1e-6 * (e + e.transpose())).eval();
    const double expected =
        rest.volume * (material.mu * e.squaredNorm() + 0.5 * material.lambda * square(e.trace()));
    const TetPositions x = moved(X, random.rotation() * (Mat3::Identity() + e));
    EXPECT_NEAR(tet_energy<TypeParam>(x, rest, material), expected, 2e-5 * expected);
    const Vec3 sigma = svd3(Mat3::Identity() + e).sigma;
    EXPECT_NEAR(rest.volume * TypeParam::density(sigma, material), expected, 2e-5 * expected);
  }
}

TYPED_TEST(TetElement, StaysFiniteWhenCrushed) {
  Random random(11);
  for (const Vec3& sigma : {Vec3(1, 1, 1e-8), Vec3(1e-4, 1, 1e-4), Vec3(2e-3, 2e-3, 2.5e-3)}) {
    const TetPositions X = random_tet(random);
    const TetRest rest = tet_rest(X);
    const TetPositions x = stretched(random, X, sigma);
    const TetDerivatives d = tet_gradient_hessian<TypeParam>(x, rest, material);
    EXPECT_TRUE(std::isfinite(tet_energy<TypeParam>(x, rest, material)));
    EXPECT_TRUE(d.gradient.allFinite());
    EXPECT_TRUE(assembled(d.hessian).allFinite());
  }
}

TYPED_TEST(TetElement, InvertedShapesAreEitherFiniteOrInfinitelyExpensive) {
  Random random(12);
  for (const Vec3& sigma :
       {Vec3(1, 1, -1), Vec3(1, 0.3, -0.3), Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 0)}) {
    const TetPositions X = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    const TetRest rest = tet_rest(X);
    const TetPositions x = moved(X, sigma.asDiagonal());
    const double energy = tet_energy<TypeParam>(x, rest, material);
    EXPECT_EQ(std::isfinite(energy), !TypeParam::resists_inversion);
    EXPECT_EQ(std::isfinite(TypeParam::density(sigma, material)), !TypeParam::resists_inversion);
    EXPECT_GE(energy, 0);  // a mirror image costs Saint Venant-Kirchhoff nothing
    if (TypeParam::resists_inversion) continue;
    const TetDerivatives d = tet_gradient_hessian<TypeParam>(x, rest, material);
    EXPECT_TRUE(d.gradient.allFinite());
    EXPECT_TRUE(assembled(d.hessian).allFinite());
  }
}

// Lengths in another unit: energy times length cubed, gradient squared, Hessian once, to the bit for powers
// of two.
TYPED_TEST(TetElement, DoesNotDependOnTheUnitOfLength) {
  Random random(13);
  const TetPositions X = random_tet(random), x = stretched(random, X, Vec3(1.2, 1, 0.6));
  for (double unit : {0x1p-30, 0x1p30}) {
    const Mat3 scale = unit * Mat3::Identity();
    const TetRest rest = tet_rest(X), scaled_rest = tet_rest(moved(X, scale));
    const TetPositions scaled_x = moved(x, scale);
    const TetDerivatives d = tet_gradient_hessian<TypeParam>(x, rest, material);
    const TetDerivatives scaled = tet_gradient_hessian<TypeParam>(scaled_x, scaled_rest, material);
    EXPECT_EQ(tet_energy<TypeParam>(scaled_x, scaled_rest, material),
              unit * unit * unit * tet_energy<TypeParam>(x, rest, material));
    EXPECT_EQ(scaled.gradient, unit * unit * d.gradient);
    EXPECT_EQ(assembled(scaled.hessian), unit * assembled(d.hessian));
  }
}

TEST(TetRest, GivesVolumeAndDeformationGradient) {
  Random random(14);
  const TetPositions X = random_tet(random);
  const TetRest rest = tet_rest(X);
  EXPECT_NEAR(rest.volume, tet_edges(X).determinant() / 6, 1e-15);
  Mat3 A;
  A << random.in_box(), random.in_box(), random.in_box();
  EXPECT_LT((deformation_gradient(moved(X, A, random.in_box()), rest) - A).norm(), 1e-13);
}

TEST(LargestStrain, IsTheLargestChangeOfLength) {
  Random random(15);
  const Mat3 R = random.rotation(), S = random.rotation();
  EXPECT_NEAR(largest_strain(R * Vec3(1.1, 1, 0.7).asDiagonal() * S), 0.3, 1e-14);
  EXPECT_NEAR(largest_strain(R * Vec3(1.5, 1, 0.7).asDiagonal() * S), 0.5, 1e-14);
  EXPECT_NEAR(largest_strain(R * Vec3(1, 1, -0.5).asDiagonal() * S), 1.5, 1e-14);
}

}  // namespace
}  // namespace lacuna::test
