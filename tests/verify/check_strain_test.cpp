#include "verify/check_strain.h"

#include "energy/thin_kinds.h"
#include "sim/elements.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lacuna::test {
namespace {

using namespace verify;

/// A right triangle with unit legs at rest, and its corners when the legs have become a and b.
LimitedTriangle unit_triangle(double stretch_limit, double compression_limit = 0) {
  LimitedTriangle triangle;
  triangle.vertices = {0, 1, 2};
  triangle.rest_edges.setIdentity();
  triangle.stretch_limit = stretch_limit;
  triangle.compression_limit = compression_limit;
  return triangle;
}
LimitedTriangle woven_triangle(const std::array<double, 3>& limits) {
  LimitedTriangle triangle = unit_triangle(0);
  triangle.green_limits = limits;
  return triangle;
}

FrameFile frame_of(const Vec3& origin, const Vec3& a, const Vec3& b) {
  FrameFile frame;
  frame.positions = {origin, origin + a, origin + b};
  frame.objects = {0, 0, 0};
  return frame;
}

StrainResult result_of(const FrameFile& frame, const LimitedTriangle& triangle) {
  Rules rules;
  rules.object_names = {"cloth"};
  return check_strain(frame, {triangle}, rules, 4);
}
bool is_good(const FrameFile& frame, const LimitedTriangle& triangle) {
  return result_of(frame, triangle).violations.total() == 0;
}

TEST(CheckStrain, TheLimitItselfIsAViolationAndTheNumberBelowIsNone) {
  for (const double limit : {1.0608, 1.1, 2.0}) {
    const double below = std::nextafter(limit, 0), above = std::nextafter(limit, 9);
    const auto stretched = [](double by) { return frame_of({0, 0, 0}, {by, 0, 0}, {0, 0, 1}); };
    EXPECT_TRUE(is_good(stretched(below), unit_triangle(limit)));
    EXPECT_FALSE(is_good(stretched(limit), unit_triangle(limit)));
    EXPECT_FALSE(is_good(stretched(above), unit_triangle(limit)));
  }
}

TEST(CheckStrain, TheLowerLimitIsKeptToo) {
  const auto squeezed = [](double by) { return frame_of({0, 0, 0}, {1, 0, 0}, {0, 0, by}); };
  EXPECT_TRUE(is_good(squeezed(std::nextafter(0.9, 1)), unit_triangle(1.1, 0.9)));
  EXPECT_FALSE(is_good(squeezed(0.9), unit_triangle(1.1, 0.9)));
  EXPECT_TRUE(is_good(squeezed(0), unit_triangle(1.1))) << "no lower limit";
}

TEST(CheckStrain, EveryEntryOfGreensStrainHasItsOwnLimit) {
  const LimitedTriangle woven = woven_triangle({0.125, 0.25, 0.0625});
  // (1.25 - 1) / 2 = 0.125 and (0.5 - 1) / 2 = -0.25, reached by lengths of root 1.25 and root 0.5.
  const double warp = std::sqrt(1.25), weft = std::sqrt(0.5);
  EXPECT_TRUE(is_good(frame_of({0, 0, 0}, {warp - 1e-15, 0, 0}, {0, 1, 0}), woven));
  EXPECT_FALSE(is_good(frame_of({0, 0, 0}, {warp + 1e-15, 0, 0}, {0, 1, 0}), woven));
  EXPECT_TRUE(is_good(frame_of({0, 0, 0}, {1, 0, 0}, {0, weft + 1e-15, 0}), woven));
  EXPECT_FALSE(is_good(frame_of({0, 0, 0}, {1, 0, 0}, {0, weft - 1e-15, 0}), woven));
  EXPECT_TRUE(is_good(frame_of({0, 0, 0}, {1, 0, 0}, {0.1249999, 1, 0}), woven));
  EXPECT_FALSE(is_good(frame_of({0, 0, 0}, {1, 0, 0}, {0.125, 1, 0}), woven));
  const StrainResult result = result_of(frame_of({0, 0, 0}, {1, 0, 0}, {0.125, 1, 0}), woven);
  ASSERT_EQ(result.violations.list.size(), 1U);
  EXPECT_NE(result.violations.list[0].text.find("shear strain 0.0625 of at most 0.0625"), std::string::npos)
      << result.violations.list[0].text;
}

TEST(CheckStrain, AViolationIsNamedWithTriangleStretchAndLimit) {
  const StrainResult result = result_of(frame_of({3, 2, 1}, {1.25, 0, 0}, {0, 0, 1}), unit_triangle(1.0608));
  ASSERT_EQ(result.violations.list.size(), 1U);
  const Violation& violation = result.violations.list[0];
  EXPECT_EQ(violation.kind, ViolationKind::strain);
  EXPECT_EQ(violation.frame, 4);
  EXPECT_EQ(violation.text, "stretch 1.25 of at most 1.0608 in triangle (0, 1, 2) of cloth, at (3, 2, 1) m");
  EXPECT_EQ(result.smallest.largest_stretch, 1.25);
  EXPECT_NEAR(result.smallest.margin, (1.0608 - 1.25) / 0.0608, 1e-12);
}

TEST(CheckStrain, NotANumberIsNoProof) {
  EXPECT_FALSE(is_good(frame_of({0, 0, 0}, {std::nan(""), 0, 0}, {0, 0, 1}), unit_triangle(2)));
}

TEST(CheckStrain, VerticesThatTheFrameLacksArePassedOver) {
  LimitedTriangle triangle = unit_triangle(1.1);
  triangle.vertices[2] = 3;
  EXPECT_TRUE(is_good(frame_of({0, 0, 0}, {2, 0, 0}, {0, 0, 1}), triangle));
}

// A sliver far from the origin, nearly folded: eigenvalues that differ by ten orders of magnitude.
TEST(CheckStrain, TheSmallestStretchKeepsItsDigits) {
  const double tiny = 0x1p-40;
  const std::array<Vec3, 3> x{Vec3(0, 0, 0), Vec3(1, 1, 0), Vec3(1, 1, tiny)};
  const Stretches s = stretches(unit_triangle(9), x);
  // F^T F = [2 2; 2 2 + tiny^2]: the product of the stretches is root 2 tiny, the larger is 2 to 1e-24.
  EXPECT_NEAR(static_cast<double>(s.largest), 2, 1e-15);
  EXPECT_NEAR(static_cast<double>(s.smallest / tiny), std::sqrt(0.5), 1e-15);
}

/// F of both computations has an error of some 1e-16 times |inverse rest edges| |x|.
double tolerance(const Mat2& rest_edges, const ElementPositions<3>& x) {
  return 1e-14 * rest_edges.inverse().norm() * (x[0].norm() + x[1].norm() + x[2].norm());
}

TEST(CheckStrainProperty, AgreesWithTheSolversMargins) {
  Random random;
  int beyond = 0;
  for (int i = 0; i < 2000; ++i) {
    const double size = random.power_of_ten(-3, 1);
    const ElementPositions<3> rest{size * random.in_box(), size * random.in_box(), size * random.in_box()};
    const Mat2 edges = rest_edges(rest);
    if (edges.determinant() < 1e-2 * edges.squaredNorm()) continue;
    const Vec3 away = random.in_box(10);
    ElementPositions<3> x;
    for (size_t k = 0; k < 3; ++k) x[k] = away + rest[k] + 0.1 * size * random.in_box();
    FrameFile frame;
    frame.positions = {x.begin(), x.end()};
    frame.objects = {0, 0, 0};
    const double allowed = tolerance(edges, x);

    const StretchLimits limits{1, 1.3, 1, 0.75};
    const auto isotropic = StrainLimitKind::data(edges, 1e-3, limits);
    const Mat2 axes = rest_axes(rest, random.direction());
    const auto woven = OrthotropicKind::data(edges, axes, 1e-3, {1e6, 1e5, 1e6, 1e5}, {0.2, 0.25, 0.15});
    lacuna::Elements elements;
    elements.add<StrainLimitKind>({0, 1, 2}, isotropic);
    elements.add<OrthotropicKind>({0, 1, 2}, woven);
    elements.finish(3);
    const std::vector<LimitedTriangle> triangles = elements.limited_triangles();
    ASSERT_EQ(triangles.size(), 2U);
    for (const LimitedTriangle& triangle : triangles) {
      const double expected = triangle.is_woven() ? OrthotropicKind::limit_margin(x, woven)
                                                  : StrainLimitKind::limit_margin(x, isotropic);
      const StrainResult result = result_of(frame, triangle);
      EXPECT_NEAR(result.smallest.margin, expected, 10 * allowed) << "seed " << seed() << ", case " << i;
      if (std::abs(expected) > 10 * allowed) {
        EXPECT_EQ(result.violations.total() == 0, expected > 0);
      }
      EXPECT_NEAR(result.smallest.largest_stretch, OrthotropicKind::stretch(x, woven), allowed);
      beyond += expected > 0 ? 0 : 1;
    }
  }
  EXPECT_GT(beyond, 100);
}

}  // namespace
}  // namespace lacuna::test
