#include "mesh/shape/delaunay.h"

#include "base/random.h"
#include "mesh/shape/poisson_disk.h"
#include "mesh/topology.h"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lacuna {
namespace {

bool is_in_circle(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& p) {
  Mat3 m;
  for (const auto& [row, q] : {std::pair{0, a}, {1, b}, {2, c}}) {
    m.row(row) << q.x() - p.x(), q.y() - p.y(), (q - p).squaredNorm();
  }
  return m.determinant() > 1e-9;
}

double area(const std::vector<Vec2>& points, const std::vector<Triangle>& triangles) {
  double sum = 0;
  for (const Triangle& t : triangles) {
    const Vec2 u = points[static_cast<size_t>(t[1])] - points[static_cast<size_t>(t[0])];
    const Vec2 v = points[static_cast<size_t>(t[2])] - points[static_cast<size_t>(t[0])];
    const double twice = u.x() * v.y() - u.y() * v.x();
    EXPECT_GT(twice, 0);
    sum += 0.5 * twice;
  }
  return sum;
}

std::vector<Vec2> random_points(std::uint64_t seed, int count) {
  Random random(seed);
  std::vector<Vec2> points;
  for (int i = 0; i < count; ++i) {
    const double x = random.uniform();  // in this order on every compiler
    points.emplace_back(x, random.uniform());
  }
  return points;
}

TEST(Delaunay, CirclesAreEmpty) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const auto points = random_points(seed, 3 + 4 * static_cast<int>(seed));
    const auto triangles = delaunay_triangles(points);
    for (const Triangle& t : triangles) {
      for (const Vec2& p : points) {
        EXPECT_FALSE(is_in_circle(points[static_cast<size_t>(t[0])], points[static_cast<size_t>(t[1])],
                                  points[static_cast<size_t>(t[2])], p));
      }
    }
    const SurfaceReport report = inspect_surface(triangles);
    EXPECT_EQ(report.vertex_count, count_of(points));
    EXPECT_EQ(report.euler_characteristic(), 1);
    EXPECT_TRUE(report.is_manifold());
    // n points, h of them on the hull: 2 n - 2 - h triangles.
    EXPECT_EQ(report.triangle_count, 2 * count_of(points) - 2 - report.boundary_edge_count);
  }
}

TEST(Delaunay, FillsTheHullOfDegeneratePoints) {
  std::vector<Vec2> grid, circle{{0, 0}}, line;
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j < 30; ++j) grid.emplace_back(i, j);
  }
  for (int i = 0; i < 64; ++i) circle.emplace_back(std::cos(i * EIGEN_PI / 32), std::sin(i * EIGEN_PI / 32));
  for (int i = 0; i < 50; ++i) line.emplace_back(i, 0.0);
  line.emplace_back(20, 3);
  EXPECT_NEAR(area(grid, delaunay_triangles(grid)), 29 * 29, 1e-9);
  EXPECT_NEAR(area(circle, delaunay_triangles(circle)), 32 * std::sin(EIGEN_PI / 32), 1e-9);
  EXPECT_NEAR(area(line, delaunay_triangles(line)), 49 * 3 / 2.0, 1e-9);
}

TEST(Delaunay, MovedPointsAreTriangulatedAsIfTheyHadBeenThere) {
  auto points = random_points(3, 400);
  points.insert(points.begin(), {{-0.1, -0.1}, {1.1, -0.1}, {1.1, 1.1}, {-0.1, 1.1}});
  Delaunay moving(points);
  Random random(5);
  for (int round = 0; round < 10; ++round) {
    for (Index v = 4; v < count_of(points); ++v) {
      const double dx = random.uniform(-0.02, 0.02);
      const Vec2 to = points[static_cast<size_t>(v)] + Vec2(dx, random.uniform(-0.02, 0.02));
      if ((to.array() < 0).any() || (to.array() > 1).any()) continue;
      if (moving.move(v, to)) points[static_cast<size_t>(v)] = to;
    }
    moving.restore();
    EXPECT_EQ(moving.triangles(), delaunay_triangles(points));
  }
}

TEST(PoissonDisk, KeepsTheDistanceAndLeavesNoGap) {
  const PoissonDiskParam param{{1, 0.5}, 0.05, 0.01, 7};
  const auto points = poisson_disk({{0.5, 0.25}}, param);
  for (size_t i = 0; i < points.size(); ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_GE((points[i] - points[j]).norm(), 0.05);
  }
  // Every place inside is closer than twice the distance to a point.
  for (const Vec2& q : random_points(1, 500)) {
    const Vec2 place = q.cwiseProduct(Vec2(1, 0.5));
    EXPECT_TRUE(
        std::any_of(points.begin(), points.end(), [&](const Vec2& p) { return (p - place).norm() < 0.1; }));
  }
}

TEST(DelaunayProperty, RequiredEdgesAreThereAndTheRestIsDelaunayAsFarAsTheyCanSee) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    // A zigzag of long edges through a cloud of points.
    std::vector<Vec2> points;
    for (int i = 0; i < 8; ++i) points.emplace_back(i / 7.0, i % 2 == 0 ? 0.05 : 0.95);
    const std::vector<Vec2> cloud = random_points(seed, 400);
    points.insert(points.end(), cloud.begin(), cloud.end());
    Delaunay mesh(points);
    const double before = area(points, mesh.triangles());
    for (Index v = 0; v < 7; ++v) mesh.require_edge(v, v + 1);
    EXPECT_NEAR(area(points, mesh.triangles()), before, 1e-12);
    mesh.restore();
    const std::vector<Triangle> triangles = mesh.triangles();
    EXPECT_NEAR(area(points, triangles), before, 1e-12);
    const EdgeTriangles sides = edge_triangles(triangles);
    for (Index v = 0; v < 7; ++v)
      EXPECT_TRUE(std::binary_search(sides.edges.begin(), sides.edges.end(), Edge{v, v + 1}));
    for (Index e = 0; e < count_of(sides.edges); ++e) {
      const Edge edge = sides.edges[static_cast<size_t>(e)];
      const auto triangles_there = sides.at(e);
      if (triangles_there.size() < 2 || (edge[1] == edge[0] + 1 && edge[1] < 8)) continue;
      const Triangle& t = triangles[static_cast<size_t>(triangles_there[0])];
      const auto x = [&](Index v) { return points[static_cast<size_t>(v)]; };
      for (Index v : triangles[static_cast<size_t>(triangles_there[1])]) {
        if (v == edge[0] || v == edge[1]) continue;
        EXPECT_FALSE(is_in_circle(x(t[0]), x(t[1]), x(t[2]), x(v)));
      }
    }
  }
}

TEST(Delaunay, OnlyWhatRequiredEdgesEncloseIsKept) {
  // A square with a square hole: the frame is enclosed; without the hole's edges everything is.
  std::vector<Vec2> points{{0, 0}, {3, 0}, {3, 3}, {0, 3}, {1, 1}, {2, 1}, {2, 2}, {1, 2}};
  Delaunay mesh(points);
  EXPECT_TRUE(mesh.enclosed_triangles().empty());
  for (Index v = 4; v < 8; ++v) mesh.require_edge(v, v == 7 ? 4 : v + 1);
  EXPECT_NEAR(area(points, mesh.enclosed_triangles()), 1, 1e-15);
}

}  // namespace
}  // namespace lacuna
