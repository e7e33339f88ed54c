#include "contact/intersection_check.h"

#include "geometry/predicates.h"
#include "mesh/shape/pleat.h"
#include "mesh/shape/surfaces.h"
#include "support/brute_force.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(IntersectionCheckProperty, FindsWhatBruteForceFinds) {
  size_t total = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomScene scene(seed);
    const BruteForce brute{scene, scene.x, scene.x, 1e3};  // a range that makes every box overlap
    const auto kinds = brute.kinds();
    std::set<Pair> expected;
    const auto at = [&](Index v) -> const Vec3& { return scene.x[static_cast<size_t>(v)]; };
    for (const Pair& pair : brute.pairs(kinds.edges, kinds.triangles, false)) {
      const Edge& e = scene.surface.edges()[static_cast<size_t>(pair[0])];
      const Triangle& t = scene.surface.triangles()[static_cast<size_t>(pair[1])];
      if (edge_intersects_triangle(at(e[0]), at(e[1]), at(t[0]), at(t[1]), at(t[2]))) expected.insert(pair);
    }
    IntersectionCheck check(scene.surface);
    const auto& found = check.find(scene.x);
    EXPECT_EQ(std::set<Pair>(found.begin(), found.end()), expected);
    EXPECT_EQ(found.size(), expected.size());
    std::vector<Pair> in_parts;
    IntersectionCheck(scene.surface).find_in_parts(scene.x, [&](std::span<const Pair> part) {
      in_parts.insert(in_parts.end(), part.begin(), part.end());
    });
    EXPECT_EQ(in_parts, found);
    total += expected.size();
  }
  EXPECT_GT(total, 1000U) << "the scenes should be tangled";
}

TEST(IntersectionCheck, ProvesAFoldedClothFree) {
  const Mesh mesh = pleated_sheet({.rows = 40, .noise_in_plane = 5e-4, .noise_in_height = 1e-4});
  Surface surface;
  surface.add(mesh, {});
  EXPECT_TRUE(IntersectionCheck(surface).find(mesh.vertices).empty());
}

/// Layers that are pushed through each other everywhere, with more leaves than a part has.
TEST(IntersectionCheck, PartsTogetherAreTheWhole) {
  const Mesh mesh = pleated_sheet({.rows = 40, .noise_in_height = 3e-3});
  Surface surface;
  surface.add(mesh, {});
  IntersectionCheck check(surface);
  std::vector<Pair> in_parts;
  int parts = 0;
  check.find_in_parts(mesh.vertices, [&](std::span<const Pair> part) {
    in_parts.insert(in_parts.end(), part.begin(), part.end());
    ++parts;
  });
  EXPECT_GT(parts, 3);
  EXPECT_EQ(in_parts, check.find(mesh.vertices));
}

TEST(IntersectionCheck, SeesOneVertexPushedThroughTheNextLayer) {
  Mesh mesh = pleated_sheet({.rows = 40});
  Surface surface;
  surface.add(mesh, {});
  IntersectionCheck check(surface);
  ASSERT_TRUE(check.find(mesh.vertices).empty());
  const Index in_layer_3 = 20 * 201 + 3 * 20 + 10;
  mesh.vertices[in_layer_3].y() += 1.5e-3;
  EXPECT_FALSE(check.find(mesh.vertices).empty());
}

TEST(IntersectionCheck, CountsTouchingInASinglePoint) {
  Mesh triangle, rod;
  triangle.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
  triangle.triangles = {{0, 2, 1}};
  rod.vertices = {Vec3(0.25, 0, 0.25), Vec3(0.25, 1, 0.25)};
  rod.edges = {{0, 1}};
  Surface surface;
  surface.add(triangle, {});
  surface.add(rod, {});
  std::vector<Vec3> x = triangle.vertices;
  x.insert(x.end(), rod.vertices.begin(), rod.vertices.end());
  IntersectionCheck check(surface);
  EXPECT_EQ(check.find(x).size(), 1U);
  x[3].y() = std::nextafter(0.0, 1.0);  // the smallest number above zero
  EXPECT_TRUE(check.find(x).empty());
}

TEST(IntersectionCheck, LeavesOutObstaclesThatOverlap) {
  Surface surface;
  const Mesh ball = sphere_surface({.radius = 1, .resolution = 4});
  surface.add(ball, {.is_kinematic = true});
  surface.add(ball, {.is_kinematic = true});
  std::vector<Vec3> x = ball.vertices;
  for (const Vec3& v : ball.vertices) x.emplace_back(v + Vec3(0.5, 0.1, 0.2));
  EXPECT_TRUE(IntersectionCheck(surface).find(x).empty());
}

}  // namespace
}  // namespace lacuna::test
