#include "mesh/shape/shape_expectations.h"
#include "mesh/shape/surfaces.h"

namespace lacuna {
namespace {

using test::degree;

TEST(Grid, StructuredPatternsCoverTheRectangle) {
  for (GridPattern pattern : {GridPattern::uniform, GridPattern::alternating}) {
    for (const auto& cells : {std::array<Index, 2>{1, 1}, {3, 2}, {20, 31}}) {
      const Mesh mesh = grid_surface({{2, 3}, cells, pattern});
      EXPECT_EQ(count_of(mesh.vertices), (cells[0] + 1) * (cells[1] + 1));
      EXPECT_EQ(count_of(mesh.triangles), 2 * cells[0] * cells[1]);
      test::expect_sound_surface(mesh, mesh.triangles, 1);
      EXPECT_NEAR(surface_area(mesh.vertices, mesh.triangles), 6, 1e-12);
      EXPECT_EQ(bounds(mesh.vertices).upper, Vec3(1, 0, 1.5));
    }
  }
}

TEST(Grid, UnstructuredCoversTheRectangleWithGoodTriangles) {
  for (const auto& [size, h] : {std::pair{Vec2(1, 1), 0.05}, {Vec2(1, 1), 0.01}, {Vec2(3, 0.2), 0.02}}) {
    SCOPED_TRACE(h);
    const Mesh mesh = unstructured_grid_surface({size, h, 1});
    test::expect_sound_surface(mesh, mesh.triangles, 1);
    EXPECT_NEAR(surface_area(mesh.vertices, mesh.triangles), size.prod(), 1e-12);
    const double expected_count = size.prod() / (0.866 * h * h);
    EXPECT_NEAR(count_of(mesh.vertices), expected_count, 0.2 * expected_count);
    EXPECT_NEAR(mean_edge_length(mesh.vertices, unique_edges(mesh.triangles)), h, 0.06 * h);
    const TriangleMeshQuality quality = triangle_mesh_quality(mesh.vertices, mesh.triangles);
    EXPECT_GT(quality.min_angle, 25 * degree);
    EXPECT_GT(quality.mean_min_angle, 49 * degree);
    EXPECT_LT(quality.max_angle, 115 * degree);
    Index thin_count = 0;
    for (const Triangle& t : mesh.triangles) {
      const auto x = [&](size_t i) { return mesh.vertices[static_cast<size_t>(t[i])]; };
      thin_count += triangle_quality(x(0), x(1), x(2)).min_angle < 35 * degree;
    }
    EXPECT_LE(thin_count, 0.01 * count_of(mesh.triangles));
  }
}

TEST(Grid, UnstructuredIsSoundFromTwoTrianglesOn) {
  for (double h : {100.0, 1.0, 0.7, 0.5, 0.4, 0.3}) {
    for (const Vec2& size : {Vec2(1, 1), Vec2(2, 0.3), Vec2(0.01, 5)}) {
      const Mesh mesh = unstructured_grid_surface({size, h, 0});
      test::expect_sound_surface(mesh, mesh.triangles, 1);
      EXPECT_NEAR(surface_area(mesh.vertices, mesh.triangles), size.prod(), 1e-12);
    }
  }
}

TEST(Grid, SameSeedSameMeshOtherSeedOtherMesh) {
  const UnstructuredGridShape shape{{1, 1}, 0.05, 4};
  EXPECT_TRUE(test::are_equal(unstructured_grid_surface(shape), unstructured_grid_surface(shape)));
  EXPECT_FALSE(
      test::are_equal(unstructured_grid_surface(shape), unstructured_grid_surface({{1, 1}, 0.05, 5})));
}

TEST(GridSlow, QuarterOfAMillionVertices) {
  const Mesh mesh = unstructured_grid_surface({{1, 1}, 0.00213, 0});
  EXPECT_GT(mesh.vertices.size(), 240000u);
  test::expect_sound_surface(mesh, mesh.triangles, 1);
  EXPECT_NEAR(surface_area(mesh.vertices, mesh.triangles), 1, 1e-10);
}

}  // namespace
}  // namespace lacuna
