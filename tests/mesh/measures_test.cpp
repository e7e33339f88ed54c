#include "mesh/measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lacuna {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

TEST(Measures, RegularTetIsPerfect) {
  const TetQuality q = tet_quality({1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1});
  EXPECT_NEAR(q.min_dihedral, std::acos(1.0 / 3.0), 1e-14);
  EXPECT_NEAR(q.max_dihedral, std::acos(1.0 / 3.0), 1e-14);
  EXPECT_NEAR(std::abs(q.radius_ratio), 1.0, 1e-14);
}

TEST(Measures, CornerTetHasItsKnownAngles) {
  const Vec3 o = Vec3::Zero();
  const TetQuality q = tet_quality(o, Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ());
  EXPECT_NEAR(q.min_dihedral, std::acos(1.0 / std::sqrt(3.0)), 1e-14);
  EXPECT_NEAR(q.max_dihedral, 90 * degree, 1e-14);
  // r_in = 1 / (3 + sqrt 3), r_circum = sqrt 3 / 2
  EXPECT_NEAR(q.radius_ratio, 3 * 2 / (std::sqrt(3.0) * (3 + std::sqrt(3.0))), 1e-14);
  EXPECT_NEAR(tet_volume(o, Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()), 1.0 / 6.0, 1e-16);
  EXPECT_LT(tet_quality(o, Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ()).radius_ratio, 0);
}

TEST(Measures, FlatTetHasNoQualityAndNoNan) {
  const TetQuality q = tet_quality({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0});
  EXPECT_EQ(q.radius_ratio, 0);
  EXPECT_NEAR(q.min_dihedral, 0, 1e-14);
}

TEST(Measures, TrianglesHaveTheirKnownAngles) {
  const TriangleQuality regular = triangle_quality({0, 0, 0}, {1, 0, 0}, {0.5, std::sqrt(0.75), 0});
  EXPECT_NEAR(regular.min_angle, 60 * degree, 1e-14);
  EXPECT_NEAR(regular.radius_ratio, 1, 1e-14);
  const TriangleQuality right = triangle_quality({0, 0, 0}, {std::sqrt(3.0), 0, 0}, {0, 1, 0});
  EXPECT_NEAR(right.min_angle, 30 * degree, 1e-14);
  EXPECT_NEAR(right.max_angle, 90 * degree, 1e-14);
  EXPECT_EQ(triangle_quality({0, 0, 0}, {0, 0, 0}, {0, 0, 0}).radius_ratio, 0);
}

TEST(Measures, VolumeOfAClosedSurfaceDoesNotDependOnWhereItIs) {
  const std::vector<Triangle> surface{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  for (double far : {0.0, 1e3, 1e6}) {
    const Vec3 o = Vec3::Constant(far);
    const std::vector<Vec3> x{o, o + Vec3::UnitX(), o + Vec3::UnitY(), o + Vec3::UnitZ()};
    EXPECT_NEAR(enclosed_volume(x, surface), 1.0 / 6.0, 1e-15 + 1e-15 * far);
    EXPECT_NEAR(surface_area(x, surface), 1.5 + std::sqrt(0.75), 1e-12);
  }
}

TEST(Measures, EmptyMeshesMeasureZero) {
  EXPECT_EQ(surface_area({}, {}), 0);
  EXPECT_EQ(mean_edge_length({}, {}), 0);
  EXPECT_EQ(tet_mesh_quality({}, {}).min_dihedral, 0);
  EXPECT_EQ(bounds({}).size(), Vec3::Zero().eval());
}

}  // namespace
}  // namespace lacuna
