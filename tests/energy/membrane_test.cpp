#include "energy/membrane.h"

#include "energy/shell_moduli.h"
#include "support/element_checks.h"

namespace lacuna::test {
namespace {

const Lame material = plane_stress_lame(1e5, 0.3);
const double thickness = 1e-3, modulus = 2 * material.mu + material.lambda;

/// A triangle with the given stretches in random directions, turned and shifted.
ElementPositions<3> stretched(Random& random, const ElementPositions<3>& X, const Vec2& sigma) {
  const Vec3 normal = (X[1] - X[0]).cross(X[2] - X[0]).normalized();
  const Vec3 a = random.orthogonal_to(normal), b = normal.cross(a);
  const Mat3 A = sigma[0] * a * a.transpose() + sigma[1] * b * b.transpose() + normal * normal.transpose();
  return moved(X, random.rotation() * A, random.in_box());
}

template <class Law>
class MembraneOf : public ::testing::Test {};
using Laws = ::testing::Types<MembraneNeoHookean, MembraneStvk, MembraneArap>;
TYPED_TEST_SUITE(MembraneOf, Laws);

TYPED_TEST(MembraneOf, StiffnessesArePartialDerivativesOfTheDensity) {
  using Law = TypeParam;
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec2 sigma(random.uniform(0.8, 2), random.uniform(0.3, 1.5));
    const Vec2 g = Law::gradient(sigma, material);
    const Mat2 H = Law::hessian(sigma, material);
    const double step = 1e-4;
    for (int k = 0; k < 2; ++k) {
      const Vec2 h = step * Vec2::Unit(k);
      const auto differences = [&](const auto& f) {
        return ((8 * (f(sigma + h) - f(sigma - h)) - (f(sigma + 2 * h) - f(sigma - 2 * h))) / (12 * step))
            .eval();
      };
      const auto density = [&](const Vec2& s) { return Vec2(Law::density(s, material), 0); };
      const auto slope = [&](const Vec2& s) { return Vec2(Law::gradient(s, material)); };
      EXPECT_NEAR(g[k], differences(density)[0], 1e-10 * modulus);
      EXPECT_LT((H.col(k) - differences(slope)).norm(), 1e-9 * modulus);
    }
    EXPECT_NEAR(Law::twist_stiffness(sigma, material), g.sum() / sigma.sum(), 1e-12 * modulus);
    EXPECT_LT((Law::lean_stiffness(sigma, material) - g.cwiseQuotient(sigma)).norm(), 1e-12 * modulus);
    if (std::abs(sigma[0] - sigma[1]) < 1e-3) continue;
    EXPECT_NEAR(Law::flip_stiffness(sigma, material), (g[0] - g[1]) / (sigma[0] - sigma[1]), 1e-10 * modulus);
  }
}

TYPED_TEST(MembraneOf, DerivativesMatchDifferencesAtAnySize) {
  using Kind = Membrane<TypeParam>;
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const ElementPositions<3> X = random_triangle(random);
    const double second = random.chance(0.3) ? 1.2 : random.uniform(0.3, 1.5);
    const ElementPositions<3> x = stretched(random, X, {1.2, second});
    for (double unit : {1e-3, 1.0, 1e3}) {
      const auto data = Kind::data(rest_edges(moved(X, unit * Mat3::Identity())), thickness, material);
      expect_derivatives<Kind>(moved(x, unit * Mat3::Identity()), data, 1e-4 * unit, 1e-7);
    }
  }
}

TYPED_TEST(MembraneOf, DerivativesMatchDifferencesOfThinTriangles) {
  using Kind = Membrane<TypeParam>;
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const double height = random.power_of_ten(-4, 0);
    const ElementPositions<3> X = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(random.uniform(-1, 2), height, 0)};
    const auto data = Kind::data(rest_edges(X), thickness, material);
    expect_derivatives<Kind>(stretched(random, X, {1.1, 0.9}), data, 1e-4 * height, 1e-5);
  }
}

// Nearly collapsed: the second stretch is 1e-4, and so are the steps beside it.
TYPED_TEST(MembraneOf, DerivativesMatchDifferencesWhenCrushed) {
  using Kind = Membrane<TypeParam>;
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const ElementPositions<3> X = random_triangle(random);
    const auto data = Kind::data(rest_edges(X), thickness, material);
    expect_derivatives<Kind>(stretched(random, X, {1, 1e-4}), data, 1e-8, 1e-4);
  }
}

// With the unit triangle as rest shape the blocks of nodes 1 and 2 are dP/dF times the volume.
TYPED_TEST(MembraneOf, ProjectionIsTheNearestSemidefiniteDerivativeOfTheStress) {
  using Kind = Membrane<TypeParam>;
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  const ElementPositions<3> X = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
  const auto data = Kind::data(rest_edges(X), thickness, material);
  Random random(5);
  int clamped_count = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vec2 sigma =
        random.chance(0.2) ? Vec2(0.8, 0.8) : Vec2(random.uniform(0.2, 1.5), random.uniform(0.2, 1.5));
    const ElementPositions<3> x = stretched(random, X, sigma);
    const Mat6 plain =
        assembled<3>(Kind::template derivatives<Projection::none>(x, data)).bottomRightCorner(6, 6);
    const Mat6 projected = assembled<3>(Kind::derivatives(x, data)).bottomRightCorner(6, 6);
    const Mat6 expected = clamped(plain);
    clamped_count += (plain - expected).norm() > 1e-6 * plain.norm();
    EXPECT_LT((projected - expected).norm(), 1e-12 * plain.norm());
    expect_projection<Kind>(x, data);
  }
  EXPECT_GT(clamped_count, 300);
  EXPECT_LT(clamped_count, 2900);
}

TYPED_TEST(MembraneOf, FollowsRigidMotions) {
  using Kind = Membrane<TypeParam>;
  Random random(6);
  for (int i = 0; i < 500; ++i) {
    const ElementPositions<3> X = random_triangle(random);
    const auto data = Kind::data(rest_edges(X), thickness, material);
    const Vec2 sigma(random.uniform(0.3, 1.5), random.uniform(0.3, 1.5));
    expect_follows_rigid_motion<Kind>(random, stretched(random, X, sigma), data, 1e-12);
  }
}

TYPED_TEST(MembraneOf, RestHasNeitherEnergyNorForce) {
  using Kind = Membrane<TypeParam>;
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const ElementPositions<3> X = random_triangle(random);
    const auto data = Kind::data(rest_edges(X), thickness, material);
    const ElementPositions<3> x = stretched(random, X, Vec2::Ones());
    EXPECT_LT(std::abs(Kind::energy(x, data)), 1e-26 * modulus * thickness);
    EXPECT_LT(Kind::gradient(x, data).norm(), 1e-13 * modulus * thickness);
  }
}

// At a strain of 1e-7 an energy as a difference of numbers near 1 would be off by 1e-2.
TYPED_TEST(MembraneOf, IsLinearElasticityAtSmallStrain) {
  using Kind = Membrane<TypeParam>;
  Random random(8);
  const ElementPositions<3> X = {Vec3::Zero(), Vec3::UnitX(), Vec3(0.3, 1, 0)};
  const auto data = Kind::data(rest_edges(X), thickness, material);
  for (int i = 0; i < 1000; ++i) {
    Mat3 e = Mat3::Zero();
    const Vec3 entries = 1e-7 * random.in_box();
    e.topLeftCorner<2, 2>() << entries[0], entries[2], entries[2], entries[1];
    const double expected =
        data.volume * (material.mu * e.squaredNorm() + 0.5 * material.lambda * square(e.trace()));
    const ElementPositions<3> x = moved(X, random.rotation() * (Mat3::Identity() + e));
    EXPECT_NEAR(Kind::energy(x, data), expected, 1e-7 * modulus * data.volume * 1e-14 + 1e-6 * expected);
    const Vec2 sigma = singular_values((Mat3::Identity() + e).leftCols<2>());
    EXPECT_NEAR(data.volume * TypeParam::density(sigma, material), expected, 1e-5 * expected);
  }
}

// A strip pulled by e along its length that is free to contract stores E/2 e^2 per volume: plane stress.
TYPED_TEST(MembraneOf, PulledStripStoresHalfYoungTimesStrainSquared) {
  using Kind = Membrane<TypeParam>;
  const double young = 1e5, poisson = 0.3, e = 1e-5, length = 2, width = 0.5;
  const ElementPositions<3> low = {Vec3::Zero(), Vec3(length, 0, 0), Vec3(length, width, 0)};
  const ElementPositions<3> high = {Vec3::Zero(), Vec3(length, width, 0), Vec3(0, width, 0)};
  const Mat3 pull = Vec3(1 + e, 1 - poisson * e, 1).asDiagonal();
  double sum = 0;
  for (const auto& X : {low, high})
    sum +=
        Kind::energy(moved(X, pull), Kind::data(rest_edges(X), thickness, plane_stress_lame(young, poisson)));
  const double expected = 0.5 * young * thickness * width * length * e * e;
  EXPECT_NEAR(sum, expected, 1e-4 * expected);
}

TYPED_TEST(MembraneOf, TriangleWithoutAreaIsFiniteOrInfinitelyExpensive) {
  using Kind = Membrane<TypeParam>;
  constexpr bool is_finite = !std::is_same_v<TypeParam, MembraneNeoHookean>;
  const ElementPositions<3> X = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
  const auto data = Kind::data(rest_edges(X), thickness, material);
  for (const ElementPositions<3>& x :
       {ElementPositions<3>{X[0], X[1], 2 * X[1]}, {X[0], X[0], X[2]}, {X[0], X[0], X[0]}}) {
    EXPECT_EQ(std::isfinite(Kind::energy(x, data)), is_finite);
    if (!is_finite) continue;
    EXPECT_TRUE(Kind::gradient(x, data).allFinite());
    EXPECT_TRUE(assembled<3>(Kind::derivatives(x, data)).allFinite());
  }
}

TYPED_TEST(MembraneOf, DoesNotDependOnTheUnitOfLengthToTheBit) {
  using Kind = Membrane<TypeParam>;
  Random random(9);
  const ElementPositions<3> X = random_triangle(random), x = stretched(random, X, {1.2, 0.6});
  const auto data = Kind::data(rest_edges(X), thickness, material);
  const auto d = Kind::derivatives(x, data);
  for (double unit : {0x1p-30, 0x1p30}) {
    const Mat3 scale = unit * Mat3::Identity();
    const auto scaled_data = Kind::data(rest_edges(moved(X, scale)), unit * thickness, material);
    const auto scaled = Kind::derivatives(moved(x, scale), scaled_data);
    EXPECT_EQ(Kind::energy(moved(x, scale), scaled_data), unit * unit * unit * Kind::energy(x, data));
    EXPECT_EQ(scaled.gradient, unit * unit * d.gradient);
    EXPECT_EQ(assembled<3>(scaled), unit * assembled<3>(d));
  }
}

TEST(TriangleRest, IsTheSameFromSpaceFromAPatternAndMirrored) {
  using Kind = Membrane<MembraneNeoHookean>;
  Random random(10);
  for (int i = 0; i < 200; ++i) {
    const std::array<Vec2, 3> pattern = {random.in_box().head<2>(), random.in_box().head<2>(),
                                         random.in_box().head<2>()};
    const Mat2 edges = rest_edges(pattern);
    if (std::abs(edges.determinant()) < 0.2) continue;
    const auto lifted = [](const Vec2& p) { return Vec3(p[0], p[1], 0); };
    const ElementPositions<3> X = moved(
        ElementPositions<3>{lifted(pattern[0]), lifted(pattern[1]), lifted(pattern[2])}, random.rotation());
    const ElementPositions<3> x = {random.in_box(), random.in_box(), random.in_box()};
    const auto from_pattern = Kind::data(edges, thickness, material);
    const auto from_space = Kind::data(rest_edges(X), thickness, material);
    EXPECT_NEAR(from_pattern.volume, from_space.volume, 1e-15);
    const double energy = Kind::energy(x, from_space);
    EXPECT_NEAR(Kind::energy(x, from_pattern), energy, 1e-9 * (energy + modulus * thickness));
  }
}

TEST(RestAxes, FollowADirectionInThePlaneOfTheTriangle) {
  Random random(11);
  for (int i = 0; i < 200; ++i) {
    const ElementPositions<3> X = random_triangle(random);
    const Vec3 along = random.direction();
    const Mat2 axes = rest_axes(X, along);
    EXPECT_LT((axes.transpose() * axes - Mat2::Identity()).norm(), 1e-14);
    // Back in space: rest edges are in the frame of the first edge.
    const Mat3x2 to_space = triangle_edges(X) * rest_edges(X).inverse();
    const Vec3 normal = (X[1] - X[0]).cross(X[2] - X[0]).normalized();
    const Vec3 in_plane = (along - normal.dot(along) * normal).normalized();
    EXPECT_LT((to_space * axes.col(0) - in_plane).norm(), 1e-10);
  }
}

}  // namespace
}  // namespace lacuna::test
