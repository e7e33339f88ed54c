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

/// Vertices within `width` of the middle line, by the flat strip.
std::vector<Vec3> middle_vertices(const Mesh& mesh, double width) {
  std::vector<Vec3> middle;
  for (size_t v = 0; v < mesh.vertices.size(); ++v)
    if (std::abs(mesh.texture_coordinates[v].y()) < width) middle.push_back(mesh.vertices[v]);
  return middle;
}

// A strip that is straight across leaves the cylinder by z^2 / 2 times its curvature across, at most that of
// the cylinder. The middle line is off by (2 pi / 16)^4 / 384 = 6e-5 between inner points, but the first and
// last pieces are straight at their ends, which takes up to 1/8 of (2 pi / 16)^2 = 0.02.
TEST(Ribbon, LiesOnTheCylinderThatItsPointsAndNormalsGive) {
  const RibbonShape shape = helix(3, 0.8, 16);
  const Mesh mesh = ribbon_surface(shape);
  test::expect_sound_surface(mesh, mesh.triangles, 1);
  for (size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vec3& x = mesh.vertices[v];
    const double off = std::hypot(x.x(), x.y()) - 1;
    EXPECT_LT(std::abs(off), 0.5 * square(mesh.texture_coordinates[v].y()) + 0.02);
  }
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 &p = mesh.vertices[at(a)], &q = mesh.vertices[at(b)], &r = mesh.vertices[at(c)];
    const Vec3 outward = Vec3(p.x(), p.y(), 0).normalized();
    EXPECT_GT((q - p).cross(r - p).normalized().dot(outward), 0.9);
  }
}

// The bend of the ends is missing, as above; an edge of 0.1 is a chord, shorter by 0.1^2 / 24 = 4e-4 of its
// arc.
TEST(Ribbon, AroundACylinderKeepsItsLengths) {
  const Mesh mesh = ribbon_surface(helix(0.9, 0, 24));
  EXPECT_LT(largest_stretch(mesh), 1e-3);
  double along = 0;
  for (const Vec2& x : mesh.texture_coordinates) along = std::max(along, 2 * x.x());
  EXPECT_NEAR(along, 0.9 * 2 * pi, 2e-3);
}

TEST(Ribbon, PassesThroughItsPoints) {
  RibbonShape shape = helix(2, 0.8, 8);
  shape.edge_length = 0.02;
  const std::vector<Vec3> middle = middle_vertices(ribbon_surface(shape), 0.02);
  for (const Vec3& point : shape.points) {
    double nearest = 1;
    for (const Vec3& x : middle) nearest = std::min(nearest, (x - point).norm());
    EXPECT_LT(nearest, 2 * shape.edge_length);
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
  expect_refused("ribbon.points", {.points = {a, b, a}});
  expect_refused("ribbon.points", {.points = {a, b, a + Vec3(0.2, 0, 0), b + Vec3(1, 0, 0)}});
  expect_refused("ribbon.normals", {.points = {a, Vec3(5e-3, 0, 0), b},
                                    .normals = {Vec3(0, 1, 0), Vec3(0, -1, 0), Vec3(0, -1, 0)},
                                    .width = 0.4});
  expect_refused("ribbon.normals", {.points = {a, b, c}, .normals = {Vec3(0, 1, 0), Vec3(0, 1, 0)}});
  expect_refused("ribbon.normals", {.normals = {Vec3(0, 0, 0)}});
  expect_refused("ribbon.normals", {.normals = {Vec3(1, 0, 0)}});
  expect_refused("ribbon.normals", {.normals = {}});
  expect_refused("ribbon.width", {.width = 0});
  expect_refused("ribbon.width", {.width = 1e-9, .edge_length = 0.1});
  expect_refused("ribbon.edge_length", {.edge_length = -1});
  expect_refused("ribbon.edge_length", {.edge_length = 1e-9});
}

}  // namespace
}  // namespace lacuna
