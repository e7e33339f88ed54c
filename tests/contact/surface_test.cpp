#include "contact/surface.h"

#include "mesh/shape/solids.h"
#include "mesh/shape/surfaces.h"

#include <gtest/gtest.h>

namespace lacuna {
namespace {

Mesh two_triangles() {
  Mesh mesh;
  mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(9, 9, 9)};
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}};
  return mesh;
}

TEST(Surface, HasTheSidesOfTrianglesOnceAndIgnoresUnusedVertices) {
  Surface surface;
  EXPECT_EQ(surface.add(two_triangles(), {}), 0);
  EXPECT_EQ(surface.edges(), (std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(surface.vertices(), (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_TRUE(surface.free_edges().empty());
  EXPECT_TRUE(surface.free_vertices().empty());
  EXPECT_TRUE(surface.particles().empty());
  EXPECT_EQ(surface.vertex_count(), 5);
}

TEST(Surface, NumbersSeveralObjectsOneAfterTheOther) {
  Mesh rod, dust;
  rod.vertices = {Vec3(0, 1, 0), Vec3(1, 1, 0), Vec3(2, 1, 0)};
  rod.edges = {{0, 1}, {1, 2}};
  dust.vertices = {Vec3(0, 2, 0), Vec3(1, 2, 0)};
  Surface surface;
  surface.add(two_triangles(), {.offset = 0.1});
  EXPECT_EQ(surface.add(rod, {.offset = 0.2}), 5);
  EXPECT_EQ(surface.add(dust, {.is_kinematic = true}), 8);
  EXPECT_EQ(surface.free_edges(), (std::vector<Index>{5, 6}));
  EXPECT_EQ(surface.edges()[6], (Edge{6, 7}));
  EXPECT_EQ(surface.free_vertices(), (std::vector<Index>{5, 6, 7, 8, 9}));
  EXPECT_EQ(surface.particles(), (std::vector<Index>{8, 9}));
  EXPECT_EQ(surface.object_of(7), 1);
  EXPECT_EQ(surface.offset_of(7), 0.2);
  EXPECT_FALSE(surface.is_kinematic(7));
  EXPECT_TRUE(surface.is_kinematic(8));
}

TEST(Surface, OfASolidIsItsBoundary) {
  const Mesh ball = sphere_solid({.radius = 1, .resolution = 4});
  Surface surface;
  surface.add(ball, {});
  EXPECT_LT(count_of(surface.vertices()), count_of(ball.vertices));
  // Euler's formula for a closed surface without handles.
  EXPECT_EQ(count_of(surface.vertices()) - count_of(surface.edges()) + count_of(surface.triangles()), 2);
}

TEST(Surface, CountsEveryEdgeOnceAlsoASeamAlongATriangleSide) {
  Mesh mesh = two_triangles();
  mesh.edges = {{2, 1}, {0, 3}, {3, 0}};
  Surface surface;
  surface.add(mesh, {});
  EXPECT_EQ(count_of(surface.edges()), 6);
  EXPECT_EQ(surface.free_edges(), (std::vector<Index>{5}));
  EXPECT_TRUE(surface.free_vertices().empty());
}

TEST(Surface, KnowsWhichPairsMayNotCollide) {
  Surface surface;
  surface.add(two_triangles(), {.has_self_contact = false});
  surface.add(two_triangles(), {});
  EXPECT_TRUE(surface.has_special_pairs());
  EXPECT_FALSE(surface.may_collide(0, 0));
  EXPECT_TRUE(surface.may_collide(1, 1));
  EXPECT_TRUE(surface.may_collide(0, 1));
  surface.disable(1, 0);
  EXPECT_FALSE(surface.may_collide(0, 1));
  EXPECT_FALSE(surface.may_collide(1, 0));
}

}  // namespace
}  // namespace lacuna
