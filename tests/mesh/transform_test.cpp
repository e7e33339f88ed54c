#include "mesh/transform.h"

#include "base/input_error.h"
#include "mesh/measures.h"

#include <gtest/gtest.h>

#include <limits>

namespace lacuna {
namespace {

Mesh corner() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  mesh.tets = {{0, 1, 2, 3}};
  mesh.triangles = boundary_triangles(mesh.tets);
  mesh.edges = {{0, 3}};
  return mesh;
}

Mesh textured_corner() {
  Mesh mesh = corner();
  mesh.texture_coordinates = {{0, 0}, {1, 0}, {0, 1}};
  mesh.texture_triangles.assign(mesh.triangles.size(), Triangle{0, 1, 2});
  return mesh;
}

void expect_same_shape(const Mesh& mesh, double volume) {
  EXPECT_NEAR(total_volume(mesh.vertices, mesh.tets), volume, 1e-12);
  EXPECT_NEAR(enclosed_volume(mesh.vertices, mesh.triangles), volume, 1e-12);
  EXPECT_EQ(boundary_triangles(mesh.tets).size(), mesh.triangles.size());
  EXPECT_TRUE(is_oriented(mesh.triangles));
}

TEST(Transform, EulerAnglesApplyZFirst) {
  // z takes x to y, then x takes y to z.
  EXPECT_EQ((euler_rotation({90, 0, 90}) * Vec3::UnitX()).eval(), Vec3::UnitZ().eval());
  const Mat3 expected =
      axis_rotation(Vec3::UnitX(), 10) * axis_rotation(Vec3::UnitY(), 20) * axis_rotation(Vec3::UnitZ(), 30);
  EXPECT_EQ(euler_rotation({10, 20, 30}), expected);
}

TEST(Transform, QuarterTurnsAreExact) {
  for (int quarters = -9; quarters <= 9; ++quarters) {
    const Mat3 R = axis_rotation(Vec3::UnitY(), 90.0 * quarters);
    for (int i = 0; i < 9; ++i) EXPECT_EQ(R(i), std::nearbyint(R(i)));
  }
}

TEST(Transform, RotationsAreRotationsWithTheRightHand) {
  const Mat3 R = axis_rotation({1, 2, -3}, 77);
  EXPECT_NEAR((R * R.transpose() - Mat3::Identity()).norm(), 0, 1e-14);
  EXPECT_NEAR(R.determinant(), 1, 1e-14);
  EXPECT_NEAR((R * Vec3(1, 2, -3) - Vec3(1, 2, -3)).norm(), 0, 1e-14);
  EXPECT_NEAR((axis_rotation(Vec3::UnitZ(), 30) * Vec3::UnitX() - Vec3(std::sqrt(0.75), 0.5, 0)).norm(), 0,
              1e-15);
}

TEST(Transform, RotationAboutACentreKeepsIt) {
  Mesh mesh = corner();
  rotate(mesh, axis_rotation({0, 1, 1}, 33), mesh.vertices[2]);
  EXPECT_NEAR((mesh.vertices[2] - Vec3(0, 2, 0)).norm(), 0, 1e-15);
  expect_same_shape(mesh, 1.0);
}

TEST(Transform, MirroringKeepsSurfacesOutwardAndVolumesPositive) {
  for (const Vec3& factors : {Vec3(-1, 1, 1), Vec3(2, -1, 1), Vec3(-1, -1, 1), Vec3(-1, -2, -1)}) {
    Mesh mesh = corner();
    scale(mesh, factors);
    expect_same_shape(mesh, std::abs(factors.prod()));
  }
}

TEST(Transform, MirroringByFactorsWhoseProductUnderflowsIsStillMirroring) {
  Mesh mesh = corner();
  scale(mesh, {-1e-120, 1e-120, 1e-120});
  for (Vec3& x : mesh.vertices) x *= 1e120;
  expect_same_shape(mesh, 1.0);
}

TEST(Transform, AppendedMeshKeepsItsElementsAndTexture) {
  for (bool first_textured : {false, true}) {
    for (bool second_textured : {false, true}) {
      Mesh mesh = first_textured ? textured_corner() : corner();
      append(mesh, second_textured ? textured_corner() : corner());
      EXPECT_EQ(mesh.vertices.size(), 8u);
      EXPECT_EQ(mesh.tets[1], (Tet{4, 5, 6, 7}));
      EXPECT_EQ(mesh.edges[1], (Edge{4, 7}));
      const bool textured = first_textured || second_textured;
      ASSERT_EQ(mesh.texture_triangles.size(), textured ? mesh.triangles.size() : 0);
      for (const Triangle& t : mesh.texture_triangles) {
        for (Index v : t) EXPECT_LT(v, count_of(mesh.texture_coordinates));
      }
    }
  }
}

TEST(Transform, AppendingAMeshToItselfDoublesIt) {
  Mesh mesh = textured_corner();
  append(mesh, mesh);
  EXPECT_EQ(mesh.vertices.size(), 8u);
  EXPECT_EQ(mesh.triangles.size(), 8u);
  EXPECT_EQ(mesh.texture_coordinates.size(), 6u);
  EXPECT_NEAR(total_volume(mesh.vertices, mesh.tets), 2.0, 1e-12);
}

TEST(Transform, ArrayIsCentredAndCounted) {
  const Mesh mesh = array(corner(), {{3, 2, 4}, {2, 3, 5}});
  EXPECT_EQ(mesh.tets.size(), 24u);
  EXPECT_EQ(connected_components(mesh).count, 24);
  EXPECT_NEAR(total_volume(mesh.vertices, mesh.tets), 24, 1e-10);
  const Bounds box = bounds(mesh.vertices);
  EXPECT_EQ(box.size(), (Vec3(1 + 2 * 2, 2 + 3, 3 + 3 * 5)));
  EXPECT_NEAR((box.center() - bounds(corner().vertices).center()).norm(), 0, 1e-14);
}

TEST(Transform, StackedCopiesStandApartByTheGap) {
  const Mesh mesh = stack(corner(), {3, 0.25, {0, 30, 0}});
  EXPECT_EQ(connected_components(mesh).count, 3);
  const auto layer = [&](size_t i) { return bounds(std::span(mesh.vertices).subspan(4 * i, 4)); };
  EXPECT_EQ(layer(0).lower.y(), 0);
  for (size_t i = 0; i < 2; ++i) EXPECT_NEAR(layer(i + 1).lower.y() - layer(i).upper.y(), 0.25, 1e-14);
}

TEST(Transform, BadParametersAreNamed) {
  Mesh mesh = corner();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(scale(mesh, {1, 0, 1}), InputError);
  EXPECT_THROW(scale(mesh, {1, nan, 1}), InputError);
  EXPECT_THROW(axis_rotation(Vec3::Zero(), 10), InputError);
  EXPECT_THROW(axis_rotation(Vec3::UnitX(), nan), InputError);
  EXPECT_THROW(array(mesh, {{0, 1, 1}, {1, 1, 1}}), InputError);
  EXPECT_THROW(array(mesh, {{100000, 100000, 1}, {1, 1, 1}}), InputError);
  EXPECT_THROW(stack(mesh, {0, 0.1, Vec3::Zero()}), InputError);
  try {
    array(mesh, {{1, 1, 1}, {1, nan, 1}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.where, "array.spacing");
  }
}

}  // namespace
}  // namespace lacuna
