#include "energy/strain_limit_bound.h"

#include "support/element_checks.h"

namespace lacuna::test {
namespace {

using Real = long double;
using Columns = Eigen::Matrix<Real, 3, 2>;

/// F at x + t p from the given doubles.
Columns deformation(const ElementPositions<3>& x, const ElementPositions<3>& p, const Mat2& B, Real t) {
  const auto at = [&](size_t i) { return (x[i].cast<Real>() + t * p[i].cast<Real>()).eval(); };
  Columns D;
  D << at(1) - at(0), at(2) - at(0);
  return D * B.cast<Real>();
}
std::array<Real, 2> stretches(const Columns& F) {
  const Real a = F.col(0).squaredNorm(), b = F.col(1).squaredNorm(), c = F.col(0).dot(F.col(1));
  const Real largest = std::sqrt((a + b + std::sqrt((a - b) * (a - b) + 4 * c * c)) / 2);
  return {largest, F.col(0).cross(F.col(1)).norm() / largest};
}
std::array<Real, 3> strains(const Columns& F) {
  return {(F.col(0).squaredNorm() - 1) / 2, (F.col(1).squaredNorm() - 1) / 2, F.col(0).dot(F.col(1)) / 2};
}

struct Case {
  ElementPositions<3> x, p;
  Mat2 rest_edges;
};

/// An admissible state, sometimes close to its limits and far from the origin, that moves by any distance:
/// freely, in its own plane, along one direction, turning.
Case random_case(Random& random, const Vec2& sigma) {
  const ElementPositions<3> X = random_triangle(random);
  Case c;
  c.rest_edges = rest_edges(X);
  const Vec3 normal = (X[1] - X[0]).cross(X[2] - X[0]).normalized();
  const Vec3 a = random.orthogonal_to(normal), b = normal.cross(a);
  const Mat3 stretch =
      sigma[0] * a * a.transpose() + sigma[1] * b * b.transpose() + normal * normal.transpose();
  c.x = moved(X, random.rotation() * stretch,
              random.chance(0.2) ? 1e3 * random.in_box() : Vec3(random.in_box()));
  const double length = random.power_of_ten(-6, 6);
  const Vec3 direction = random.direction();
  const int kind = random.below(4);
  for (size_t i = 0; i < 3; ++i) {
    if (kind == 0) c.p[i] = length * random.in_box();
    if (kind == 1) c.p[i] = random.uniform(-1, 1) * length * direction;
    if (kind == 2) c.p[i] = length * (c.x[i] - c.x[0]) + (i == 2 ? 0.1 : 0) * length * direction;
    if (kind == 3) c.p[i] = length * direction.cross(c.x[i]);
  }
  return c;
}

constexpr int samples = 60;

TEST(StrainLimitBoundProperty, KeepsTheUpperLimitAlongTheWholeWay) {
  Random random(1);
  const double limit = 1.1;
  int stopped_count = 0;
  for (int i = 0; i < 20000; ++i) {
    const double first =
        random.chance(0.3) ? limit - random.power_of_ten(-10, -1) : random.uniform(0.3, 1.09);
    const Case c = random_case(random, {first, random.uniform(0.1, 1) * first});
    const auto data = StrainLimit::data(c.rest_edges, 1e-3, {1, limit});
    const double t = strain_limit_bound(c.x, c.p, data);
    ASSERT_GE(t, 0);
    ASSERT_LE(t, 1);
    const Real now = stretches(deformation(c.x, c.p, data.inverse_edges, 0))[0];
    const Real target = limit - static_cast<Real>(kept_strain) * (limit - now);
    for (int k = 1; k <= samples; ++k) {
      const Real s = static_cast<Real>(t) * k / samples;
      EXPECT_LE(stretches(deformation(c.x, c.p, data.inverse_edges, s))[0], target) << "case " << i;
    }
    EXPECT_TRUE(t == 0 || std::isfinite(StrainLimit::energy(along(c.x, c.p, t), data))) << "case " << i;
    // No earlier than needed, unless what is left is rounding.
    if (t == 1 || limit - now < 1e-7) continue;
    ++stopped_count;
    const Real then = stretches(deformation(c.x, c.p, data.inverse_edges, t))[0];
    EXPECT_LT(target - then, 2e-3 * (target - now)) << "case " << i << " t " << t;
  }
  EXPECT_GT(stopped_count, 3000);
}

TEST(StrainLimitBoundProperty, KeepsBothLimitsAlongTheWholeWay) {
  Random random(2);
  const StretchLimits limits{1, 1.1, 0.95, 0.9};
  int stopped_count = 0, early_count = 0;
  for (int i = 0; i < 20000; ++i) {
    const double low = random.chance(0.3) ? 0.9 + random.power_of_ten(-8, -1) : random.uniform(0.91, 1);
    const Case c = random_case(random, {random.uniform(1, 1.09), low});
    const auto data = StrainLimit::data(c.rest_edges, 1e-3, limits);
    const double t = strain_limit_bound(c.x, c.p, data);
    const auto now = stretches(deformation(c.x, c.p, data.inverse_edges, 0));
    const Real target = limits.lower_limit + static_cast<Real>(kept_strain) * (now[1] - limits.lower_limit);
    for (int k = 1; k <= samples; ++k) {
      const auto s = stretches(deformation(c.x, c.p, data.inverse_edges, static_cast<Real>(t) * k / samples));
      EXPECT_LT(s[0], limits.limit) << "case " << i;
      EXPECT_GE(s[1], target) << "case " << i;
    }
    EXPECT_TRUE(t == 0 || std::isfinite(StrainLimit::energy(along(c.x, c.p, t), data))) << "case " << i;
    if (t == 1 || now[1] - limits.lower_limit < 1e-6) continue;
    ++stopped_count;
    ASSERT_GT(t, 0) << "case " << i;
    const double upper = strain_limit_bound(c.x, c.p, StrainLimit::data(c.rest_edges, 1e-3, {1, 1.1}));
    // The first crossing by sampling.
    double crossing = upper;
    for (int k = 1; k <= 2000; ++k) {
      const double s = upper * k / 2000;
      if (stretches(deformation(c.x, c.p, data.inverse_edges, s))[1] < target) {
        crossing = s;
        break;
      }
    }
    early_count += crossing - upper / 2000 > 1.01 * t;
  }
  EXPECT_GT(stopped_count, 3000);
  EXPECT_LT(early_count, stopped_count / 100);  // paths that nearly touch the target and leave again
}

TEST(StrainLimitBoundProperty, KeepsOrthotropicLimitsAlongTheWholeWay) {
  Random random(3);
  const OrthotropicLimits limits{0.14, 0.3, 0.063};
  const double of[] = {limits.warp, limits.weft, limits.shear};
  int stopped_count = 0;
  for (int i = 0; i < 20000; ++i) {
    const Case c = random_case(random, {random.uniform(0.95, 1.1), random.uniform(0.95, 1.1)});
    const auto data = OrthotropicMembrane::data(c.rest_edges, Mat2::Identity(), 1e-3, {1, 0.5, 1, 1}, limits);
    const double t = strain_limit_bound(c.x, c.p, data);
    const auto now = strains(deformation(c.x, c.p, data.inverse_edges, 0));
    if (!std::isfinite(OrthotropicMembrane::energy(c.x, data))) {
      EXPECT_EQ(t, 0);
      continue;
    }
    for (int k = 1; k <= samples; ++k) {
      const auto then =
          strains(deformation(c.x, c.p, data.inverse_edges, static_cast<Real>(t) * k / samples));
      for (size_t j = 0; j < 3; ++j)
        EXPECT_LE(std::abs(then[j]), of[j] - static_cast<Real>(kept_strain) * (of[j] - std::abs(now[j])))
            << "case " << i;
    }
    EXPECT_TRUE(t == 0 || std::isfinite(OrthotropicMembrane::energy(along(c.x, c.p, t), data)));
    if (t == 1) continue;
    ++stopped_count;
    const auto then = strains(deformation(c.x, c.p, data.inverse_edges, t));
    Real least = 1;
    for (size_t j = 0; j < 3; ++j) {
      const Real target = of[j] - static_cast<Real>(kept_strain) * (of[j] - std::abs(now[j]));
      least = std::min(least, (target - std::abs(then[j])) / of[j]);
    }
    EXPECT_LT(least, 1e-6) << "case " << i << " t " << t;
  }
  EXPECT_GT(stopped_count, 3000);
}

// The unit triangle pulled along x from 1 to 3: 1 + 2 t reaches 1.1 - 0.1 * 0.1 at t = 0.045.
TEST(StrainLimitBound, FindsKnownCrossings) {
  const ElementPositions<3> x = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
  const ElementPositions<3> pull = {Vec3::Zero(), 2 * Vec3::UnitX(), Vec3::Zero()};
  const ElementPositions<3> push = {Vec3::Zero(), -2 * Vec3::UnitX(), Vec3::Zero()};
  const ElementPositions<3> still = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  const auto upper = StrainLimit::data(Mat2::Identity(), 1e-3, {1, 1.1});
  const auto both = StrainLimit::data(Mat2::Identity(), 1e-3, {1, 1.1, 0.95, 0.9});
  EXPECT_NEAR(strain_limit_bound(x, pull, upper), 0.045, 1e-4);
  EXPECT_NEAR(strain_limit_bound(x, push, both), 0.045, 1e-4);
  // Through a mirror image, whose stretches are within the limits again.
  EXPECT_EQ(strain_limit_bound(x, push, upper), 1);
  EXPECT_EQ(strain_limit_bound(x, still, both), 1);
  const auto woven =
      OrthotropicMembrane::data(Mat2::Identity(), Mat2::Identity(), 1e-3, {1, 0, 1, 1}, {0.2, 0.2, 0.1});
  // E11 = ((1 + 2 t)^2 - 1) / 2 reaches 0.18.
  EXPECT_NEAR(strain_limit_bound(x, pull, woven), (std::sqrt(1.36) - 1) / 2, 1e-12);
  EXPECT_NEAR(strain_limit_bound(x, push, woven), (1 - std::sqrt(0.64)) / 2, 1e-12);
  EXPECT_EQ(strain_limit_bound(x, still, woven), 1);
}

TEST(StrainLimitBound, RefusesWhatIsBeyondALimitOrNotANumber) {
  const ElementPositions<3> x = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
  const auto both = StrainLimit::data(Mat2::Identity(), 1e-3, {1, 1.1, 0.95, 0.9});
  const auto woven =
      OrthotropicMembrane::data(Mat2::Identity(), Mat2::Identity(), 1e-3, {1, 0, 1, 1}, {0.2, 0.2, 0.1});
  for (double factor : {0.5, 1.5}) {
    const ElementPositions<3> y = moved(x, factor * Mat3::Identity());
    EXPECT_EQ(strain_limit_bound(y, x, both), 0);
    EXPECT_EQ(strain_limit_bound(y, x, woven), 0);
  }
  for (double bad : {std::nan(""), HUGE_VAL}) {
    ElementPositions<3> y = x;
    y[2][1] = bad;
    EXPECT_EQ(strain_limit_bound(y, x, both), 0);
    EXPECT_EQ(strain_limit_bound(x, y, both), 0);
    EXPECT_EQ(strain_limit_bound(y, x, woven), 0);
    EXPECT_EQ(strain_limit_bound(x, y, woven), 0);
  }
}

}  // namespace
}  // namespace lacuna::test
