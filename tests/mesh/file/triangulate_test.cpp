#include "mesh/file/triangulate.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lacuna::test {
namespace {

using Triangles = std::vector<std::array<Index, 3>>;

Triangles triangles_of(const std::vector<Vec3>& polygon) {
  Triangles triangles;
  triangulate(polygon, triangles);
  return triangles;
}

double area_along(const std::vector<Vec3>& polygon, const std::array<Index, 3>& t, const Vec3& up) {
  const auto at = [&](std::size_t i) { return polygon[static_cast<std::size_t>(t[i])]; };
  return 0.5 * (at(1) - at(0)).cross(at(2) - at(0)).dot(up);
}

TEST(Triangulate, QuadsAreCutAlongTheShorterDiagonal) {
  EXPECT_EQ(triangles_of({{0, 0, 0}, {1, 0, 0}, {3, 1, 0}, {0, 1, 0}}), (Triangles{{0, 1, 3}, {1, 2, 3}}));
  EXPECT_EQ(triangles_of({{0, 0, 0}, {3, 0, 0}, {1, 1, 0}, {0, 1, 0}}), (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Triangulate, AQuadThatIsNotConvexIsCutInside) {
  // An arrow head: the diagonal between its wings is the shorter one, but lies outside.
  const std::vector<Vec3> arrow{{0, 0, 0}, {1, -1, 0}, {0, 5, 0}, {-1, -1, 0}};
  EXPECT_EQ(triangles_of(arrow), (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Triangulate, SidesWithCornersOnThemGiveNoFlatTriangle) {
  const std::vector<Vec3> polygon{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 2, 0}, {0, 2, 0}};
  for (const auto& t : triangles_of(polygon)) EXPECT_GT(area_along(polygon, t, Vec3::UnitZ()), 0.1);
}

TEST(TriangulateProperty, StarShapedPolygonsAreCoveredOnceByTrianglesOfTheSameSense) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> radius(0.2, 1.0);
  for (int round = 0; round < 300; ++round) {
    const int n = 4 + round % 40;
    const Vec3 up = Vec3(radius(random), radius(random) - 0.6, radius(random) - 0.6).normalized();
    const Vec3 east = up.unitOrthogonal();
    const Vec3 north = up.cross(east);
    std::vector<Vec3> polygon;
    double area = 0;
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * M_PI * i / n;
      polygon.emplace_back(radius(random) * (std::cos(angle) * east + std::sin(angle) * north));
      if (i > 0) area += 0.5 * polygon[i - 1].cross(polygon[i]).dot(up);
    }
    area += 0.5 * polygon.back().cross(polygon[0]).dot(up);
    const Triangles triangles = triangles_of(polygon);
    ASSERT_EQ(triangles.size(), polygon.size() - 2);
    double sum = 0;
    for (const auto& t : triangles) {
      const double piece = area_along(polygon, t, up);
      EXPECT_GT(piece, 0) << "round " << round;
      sum += piece;
    }
    EXPECT_NEAR(sum, area, 1e-12) << "round " << round;
  }
}

TEST(Triangulate, APolygonThatCrossesItselfStillEnds) {
  EXPECT_EQ(triangles_of({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 2, 0}, {0.5, -1, 0}}).size(), 4U);
  EXPECT_EQ(triangles_of(std::vector<Vec3>(7, Vec3::Zero())).size(), 5U);
}

}  // namespace
}  // namespace lacuna::test
