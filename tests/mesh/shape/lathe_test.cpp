#include "base/input_error.h"
#include "contact/intersection_check.h"
#include "contact/surface.h"
#include "mesh/shape/shape_expectations.h"
#include "mesh/shape/solids.h"
#include "mesh/shape/surfaces.h"

#include <numbers>

namespace lacuna {
namespace {

using test::degree;
using ProfileLine = std::vector<Vec2>;
constexpr double pi = std::numbers::pi;

const ProfileLine plate{{0, 0}, {0.06, 0}, {0.1, 0.015}};
const ProfileLine glass{{0, 0}, {0.03, 0}, {0.036, 0.11}};
const ProfileLine bottle{{0, 0}, {0.037, 0}, {0.037, 0.18}, {0.014, 0.24}, {0.014, 0.29}};

/// Volume of the solid that a polygon of (radius, y) makes when turned (Pappus), counter-clockwise positive.
double turned_volume(const ProfileLine& section) {
  double volume = 0;
  for (size_t i = 0; i < section.size(); ++i) {
    const Vec2 &a = section[i], &b = section[(i + 1) % section.size()];
    volume += pi / 3 * (a.x() * a.x() + a.x() * b.x() + b.x() * b.x()) * (b.y() - a.y());
  }
  return volume;
}

void expect_sound_solid(const LatheShape& shape, Index euler) {
  const Mesh mesh = lathe(shape);
  EXPECT_TRUE(mesh.triangles.empty());
  const std::vector<Triangle> boundary = boundary_triangles(mesh.tets);
  test::expect_sound_surface(mesh, boundary, euler);
  EXPECT_TRUE(is_closed(boundary));
  EXPECT_EQ(connected_components(mesh).count, 1);
  const double volume = total_volume(mesh.vertices, mesh.tets);
  EXPECT_NEAR(enclosed_volume(mesh.vertices, boundary), volume, 1e-12 * volume);
  EXPECT_GT(tet_mesh_quality(mesh.vertices, mesh.tets).min_volume, 0);
  Surface surface;
  surface.add(mesh, {});
  EXPECT_TRUE(IntersectionCheck(surface).find(mesh.vertices).empty());
}

TEST(Lathe, VesselsAreSoundSolidsAtEveryResolution) {
  for (const ProfileLine& profile : {plate, glass, bottle}) {
    for (Index n : {1, 2, 3, 4, 6, 8, 13}) {
      SCOPED_TRACE(n);
      expect_sound_solid({profile, 0.004, {}, n}, 2);
    }
  }
}

TEST(Lathe, TetsAreWellShapedIfTheWallIsAboutAnEdge) {
  for (const auto& [profile, n] : {std::pair{plate, 24}, {glass, 9}, {bottle, 9}}) {
    const Mesh mesh = lathe({profile, 0.004, {}, n});
    const TetMeshQuality quality = tet_mesh_quality(mesh.vertices, mesh.tets);
    EXPECT_GT(quality.min_dihedral, 15 * degree) << quality.min_dihedral / degree;
    EXPECT_GT(quality.mean_min_dihedral, 35 * degree) << quality.mean_min_dihedral / degree;
    EXPECT_GT(quality.min_radius_ratio, 0.2);
  }
}

TEST(Lathe, WallHasItsThicknessEverywhere) {
  const Mesh mesh = lathe({glass, 0.003, {}, 8});
  const size_t half = mesh.vertices.size() / 2;
  const Vec2 slope = (glass[2] - glass[1]).normalized();
  for (size_t v = 0; v < half; ++v) {
    const Vec3 &inside = mesh.vertices[v], &outside = mesh.vertices[half + v];
    if (outside.y() == 0 && std::hypot(outside.x(), outside.z()) < 0.029) {
      EXPECT_NEAR(inside.y(), 0.003, 1e-15);
    } else if (outside.y() > 0) {
      const Vec2 d(std::hypot(inside.x(), inside.z()) - glass[1].x(), inside.y() - glass[1].y());
      EXPECT_NEAR(slope.x() * d.y() - slope.y() * d.x(), 0.003, 1e-15);
    }
  }
}

TEST(Lathe, VolumeConvergesToThatOfTheTurnedSection) {
  const ProfileLine inner{{0, 0.01}, {0.027, 0.01}, {0.034, 0.11}};
  ProfileLine section = glass;
  section.insert(section.end(), inner.rbegin(), inner.rend());
  const double exact = turned_volume(section);
  const auto error = [&](Index n) {
    const Mesh mesh = lathe({glass, 0, inner, n});
    return std::abs(total_volume(mesh.vertices, mesh.tets) - exact) / exact;
  };
  EXPECT_LT(error(24), 2e-3);
  EXPECT_GT(test::order(error(12), error(24)), 1.7);
}

TEST(Lathe, SolidsMayBeHollowRingsOrClosed) {
  expect_sound_solid({{{0.03, 0}, {0.03, 0.02}}, 0.005, {}, 5}, 0);                        // a napkin ring
  expect_sound_solid({{{0, 0}, {0.05, 0.01}, {0.05, 0.05}, {0, 0.06}}, 0.005, {}, 5}, 4);  // a hollow body
  expect_sound_solid({{{0, 0}, {0.04, 0}, {0.04, 0.1}}, 0, {{0, 0.02}, {0.035, 0.02}, {0.038, 0.1}}, 6}, 2);
  expect_sound_solid({{{0.05, 0.1}, {0.02, 0.05}, {0.02, 0}}, 0.004, {}, 4}, 0);  // downwards: outside
}

TEST(Lathe, WithoutAWallIsASurface) {
  for (Index n : {1, 3, 8}) {
    const Mesh open = lathe({bottle, 0, {}, n});
    test::expect_sound_surface(open, open.triangles, 1);
    EXPECT_TRUE(open.tets.empty());
    const Mesh closed = lathe({{{0, -0.2}, {0.1, 0}, {0, 0.3}}, 0, {}, n});
    test::expect_sound_surface(closed, closed.triangles, 2);
    EXPECT_TRUE(is_closed(closed.triangles));
    EXPECT_GT(enclosed_volume(closed.vertices, closed.triangles), 0);
  }
  const Mesh mesh = lathe({bottle, 0, {}, 8});
  EXPECT_NEAR(mean_edge_length(mesh.vertices, unique_edges(mesh.triangles)), 2 * pi * 0.037 / 48, 5e-4);
  EXPECT_GT(triangle_mesh_quality(mesh.vertices, mesh.triangles).min_angle, 25 * degree);
}

TEST(Lathe, BadParametersAreNamed) {
  const auto expect_refused = [](const std::string& where, const LatheShape& shape) {
    try {
      lathe(shape);
      ADD_FAILURE() << "should have named " << where;
    } catch (const InputError& error) {
      EXPECT_EQ(error.where, where) << error.what();
    }
  };
  const double nan = std::nan("");
  expect_refused("lathe.profile", {});
  expect_refused("lathe.profile", {{{0, 0}}, 0, {}, 8});
  expect_refused("lathe.profile", {{{0, 0}, {-1, 0}}, 0, {}, 8});
  expect_refused("lathe.profile", {{{0, 0}, {0, 1}}, 0, {}, 8});
  expect_refused("lathe.profile", {{{1, 0}, {0, 1}, {1, 2}}, 0, {}, 8});
  expect_refused("lathe.profile", {{{1, 0}, {nan, 1}}, 0, {}, 8});
  expect_refused("lathe.profile", {{{0, 0}, {2, 0}, {2, 1}, {1, -1}}, 0, {}, 8});
  expect_refused("lathe.wall", {glass, -0.1, {}, 8});
  expect_refused("lathe.wall", {glass, nan, {}, 8});
  expect_refused("lathe.wall", {glass, 0.04, {}, 8});
  expect_refused("lathe.wall", {bottle, 0.02, {}, 8});
  expect_refused("lathe.inner", {glass, 0, {{0, 0.01}, {0.02, 0.01}}, 8});
  expect_refused("lathe.inner", {glass, 0, {{0.01, 0.01}, {0.02, 0.01}, {0.03, 0.11}}, 8});
  expect_refused("lathe.inner", {glass, 0, {{0, -0.01}, {0.04, -0.01}, {0.05, 0.11}}, 8});  // on the right
  expect_refused("lathe.inner", {glass, 0, {{0, 0.01}, {0.05, 0.01}, {0.03, 0.11}}, 8});
  expect_refused("lathe.resolution", {glass, 0, {}, 0});
  expect_refused("lathe.resolution", {glass, 0.001, {}, 1 << 20});
}

}  // namespace
}  // namespace lacuna
