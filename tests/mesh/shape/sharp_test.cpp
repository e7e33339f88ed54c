#include "mesh/shape/sharp.h"

#include "base/input_error.h"
#include "mesh/shape/shape_expectations.h"
#include "mesh/topology.h"

#include <numbers>

namespace lacuna {
namespace {

void expect_sound_solid(const Mesh& mesh, double volume) {
  const auto boundary = boundary_triangles(mesh.tets);
  test::expect_sound_surface(mesh, boundary, 2);
  EXPECT_TRUE(is_closed(boundary));
  for (double v : tet_volumes(mesh.vertices, mesh.tets)) EXPECT_GT(v, 0);
  EXPECT_NEAR(total_volume(mesh.vertices, mesh.tets), volume, 1e-12 * volume);
}

TEST(SharpShapes, SolidsHaveTheirVolume) {
  expect_sound_solid(unit_tet(), 1.0 / 6);
  expect_sound_solid(hexahedron_solid({}), 1);
  expect_sound_solid(spike_solid({2, 3}), 4);
  expect_sound_solid(wedge_solid({1, 3, 2}), 3);
  EXPECT_EQ(spike_solid({}).tets.size(), 2u);
  EXPECT_EQ(wedge_solid({}).tets.size(), 3u);
}

TEST(SharpShapes, SurfacesEncloseTheirVolume) {
  const auto expect = [](const Mesh& mesh, Index euler, double volume) {
    test::expect_sound_surface(mesh, mesh.triangles, euler);
    EXPECT_TRUE(is_closed(mesh.triangles));
    EXPECT_NEAR(enclosed_volume(mesh.vertices, mesh.triangles), volume, 1e-12);
    EXPECT_EQ(bounds(mesh.vertices).upper.y(), 0);
  };
  expect(cliff_surface({1, 1.5, 1}), 2, (1 + 2.25 + 1.5) / 3);
  expect(internal_edges_surface({2, 1}), 2, 4);
  expect(crack_surface({2, 4, 1, 1, 0.5}), 2, 7);
  expect(hole_surface({2, 1, 1}), 0, 3);
}

TEST(SharpShapes, ArchStonesKeepTheirGap) {
  ArchStoneShape shape;
  shape.gap = 0.01;
  Mesh before;
  for (shape.index = 0; shape.index < shape.count; ++shape.index) {
    const Mesh stone = arch_stone_solid(shape);
    ASSERT_EQ(stone.tets.size(), 6u);
    EXPECT_GE(bounds(stone.vertices).lower.y(), 0.0099);  // above both springings
    if (shape.index > 0) {
      // The last face of the stone before (corners 2, 3) is parallel to the first of this one (0, 1).
      const Vec3 normal = (before.vertices[3] - before.vertices[2]).cross(Vec3::UnitZ()).normalized();
      for (size_t c : {0u, 1u})
        EXPECT_NEAR(std::abs(normal.dot(stone.vertices[c] - before.vertices[2])), 0.01, 1e-12);
    }
    before = stone;
  }
  EXPECT_NEAR(bounds(before.vertices).lower.y(), 0.01, 1e-12);
  shape.index = -1;
  const Mesh arch = arch_stone_solid(shape);
  EXPECT_EQ(connected_components(arch).count, 25);
}

TEST(SharpShapes, SpindleIsThickestAtItsPeak) {
  const SpindleShape shape{2, 0.3, 0.4, 10};
  const Mesh mesh = spindle_solid(shape);
  const auto boundary = boundary_triangles(mesh.tets);
  test::expect_sound_surface(mesh, boundary, 2);
  const TetMeshQuality quality = tet_mesh_quality(mesh.vertices, mesh.tets);
  EXPECT_GT(quality.min_volume, 0);
  EXPECT_GT(quality.min_dihedral, 4 * test::degree);
  double thickest = 0, at = 0;
  for (const Vec3& x : mesh.vertices) {
    if (std::hypot(x.y(), x.z()) > thickest) {
      thickest = std::hypot(x.y(), x.z());
      at = 0.5 - x.x() / shape.length;
    }
  }
  EXPECT_NEAR(thickest, 0.3, 1e-3);
  EXPECT_NEAR(at, 0.4, 0.02);
  EXPECT_EQ(bounds(mesh.vertices).size().x(), 2);
}

TEST(SharpShapes, RefuseImpossibleParameters) {
  HexahedronShape flat;
  flat.corners.fill(Vec3::Zero());
  EXPECT_THROW(hexahedron_solid(flat), InputError);
  flat = {};
  std::swap(flat.corners[0], flat.corners[1]);
  EXPECT_THROW(hexahedron_solid(flat), InputError);
  EXPECT_THROW(spike_solid({0, 1}), InputError);
  EXPECT_THROW(wedge_solid({1, -1, 1}), InputError);
  EXPECT_THROW(crack_surface({1, 1, 1, 2, 0.5}), InputError);
  EXPECT_THROW(crack_surface({2, 1, 1, 1, 1}), InputError);
  EXPECT_THROW(hole_surface({1, 1, 1}), InputError);
  EXPECT_THROW(cliff_surface({1, 0, 1}), InputError);
  EXPECT_THROW(internal_edges_surface({-1, 1}), InputError);
  EXPECT_THROW(spindle_solid({1, 0.1, 1.5, 3}), InputError);
  ArchStoneShape stone;
  stone.index = stone.count;
  EXPECT_THROW(arch_stone_solid(stone), InputError);
}

}  // namespace
}  // namespace lacuna
