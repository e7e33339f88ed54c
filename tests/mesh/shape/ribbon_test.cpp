#include "mesh/shape/ribbon.h"

#include "base/input_error.h"
#include "mesh/shape/shape_expectations.h"

#include <numbers>

namespace lacuna {
namespace {

using std::numbers::pi;

/// `turns` turns of a helix around z on a cylinder of radius 1, the ribbon tangent to the cylinder.
RibbonShape helix(double turns, double pitch, int points_per_turn) {
  RibbonShape shape{.points = {}, .normals = {}, .width = 0.4, .edge_length = 0.1};
  const int count = static_cast<int>(turns * points_per_turn);
  for (int i = 0; i <= count; ++i) {
    const double angle = 2 * pi * turns * i / count;
    const Vec3 outward(std::cos(angle), std::sin(angle), 0);
    shape.points.emplace_back(outward + Vec3(0, 0, pitch * turns * i / count));
    shape.normals.push_back(outward);
  }
  return shape;
}

/// Largest relative difference of an edge from the flat strip.
double largest_stretch(const Mesh& mesh) {
  double largest = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (size_t k = 0; k < 3; ++k) {
      const size_t l = (k + 1) % 3;
      const double length =
          (mesh.vertices[at(mesh.triangles[t][k])] - mesh.vertices[at(mesh.triangles[t][l])]).norm();
      const double flat = (mesh.texture_coordinates[at(mesh.texture_triangles[t][k])] -
                           mesh.texture_coordinates[at(mesh.texture_triangles[t][l])])
                              .norm();
      largest = std::max(largest, std::abs(length / flat - 1));
    }
  return largest;
}

TEST(Ribbon, BetweenTwoPointsIsTheFlatStrip) {
  const Mesh mesh = ribbon_surface({});
  test::expect_sound_surface(mesh, mesh.triangles, 1);
  const Bounds box = bounds(mesh.vertices);
  EXPECT_NEAR((box.lower - Vec3(-0.5, 0, -0.05)).norm(), 0, 1e-12);
  EXPECT_NEAR((box.upper - Vec3(0.5, 0, 0.05)).norm(), 0, 1e-12);
  EXPECT_LT(largest_stretch(mesh), 1e-12);
  const auto [a, b, c] = mesh.triangles[0];
  EXPECT_GT(
      (mesh.vertices[at(b)] - mesh.vertices[at(a)]).cross(mesh.vertices[at(c)] - mesh.vertices[at(a)]).y(), 0)
      << "the given normal is that of the triangles";
}

// A cubic through 16 points of a circle misses its radius by about (2 pi / 16)^4 / 384 = 6e-5 and more at the
// ends, where its direction is that of a parabola. An edge of 0.1 is a chord, shorter by 0.1^2 / 24 = 4e-4 of
// its arc.
TEST(Ribbon, LiesOnTheCylinderThatItsPointsAndNormalsGive) {
  const RibbonShape shape = helix(3, 0.8, 16);
  const Mesh mesh = ribbon_surface(shape);
  test::expect_sound_surface(mesh, mesh.triangles, 1);
  for (const Vec3& x : mesh.vertices) {
    const double across = std::abs(std::hypot(x.x(), x.y()) - 1);  // straight strips leave the cylinder
    EXPECT_LT(across, 0.5 * square(0.5 * shape.width) + 0.01);
  }
  const double length = mesh.texture_coordinates.empty() ? 0 : bounds(mesh.vertices).size().z();
  EXPECT_GT(length, 2.4);
}

TEST(Ribbon, AroundACylinderKeepsItsLengths) {
  const Mesh mesh = ribbon_surface(helix(0.9, 0, 24));
  EXPECT_LT(largest_stretch(mesh), 5e-3);
  double along = 0;
  for (const Vec2& x : mesh.texture_coordinates) along = std::max(along, 2 * x.x());
  EXPECT_NEAR(along, 0.9 * 2 * pi, 2e-3);
}

TEST(Ribbon, PassesThroughItsPoints) {
  const RibbonShape shape = helix(2, 0.8, 8);
  const Mesh mesh = ribbon_surface(shape);
  for (const Vec3& point : shape.points) {
    double nearest = 1;
    for (const Vec3& x : mesh.vertices) nearest = std::min(nearest, (x - point).norm());
    EXPECT_LT(nearest, shape.edge_length);
  }
}

TEST(Ribbon, BadParametersAreNamed) {
  const auto expect_refused = [](const std::string& where, const RibbonShape& shape) {
    try {
      ribbon_surface(shape);
      ADD_FAILURE() << "should have named " << where;
    } catch (const InputError& error) {
      EXPECT_EQ(error.where, where) << error.what();
    }
  };
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(1, 0, 0.3), nan(std::nan(""), 0, 0);
  expect_refused("ribbon.points", {.points = {a}});
  expect_refused("ribbon.points", {.points = {a, nan}});
  expect_refused("ribbon.points", {.points = {a, b, b}});
  expect_refused("ribbon.points", {.points = {a, b, c, a + Vec3(0, 0, 0.3)}, .width = 0.8});  // folds over
  expect_refused("ribbon.normals", {.points = {a, b, c}, .normals = {Vec3(0, 1, 0), Vec3(0, 1, 0)}});
  expect_refused("ribbon.normals", {.normals = {Vec3(0, 0, 0)}});
  expect_refused("ribbon.normals", {.normals = {Vec3(1, 0, 0)}});
  expect_refused("ribbon.normals", {.normals = {}});
  expect_refused("ribbon.width", {.width = 0});
  expect_refused("ribbon.edge_length", {.edge_length = -1});
  expect_refused("ribbon.edge_length", {.edge_length = 1e-9});
}

}  // namespace
}  // namespace lacuna
