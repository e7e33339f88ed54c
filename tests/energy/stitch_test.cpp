#include "energy/stitch.h"

#include "support/element_checks.h"

namespace lacuna::test {
namespace {

TEST(Stitch, DerivativesMatchDifferencesAtAnySize) {
  Random random(1);
  for (int i = 0; i < 100; ++i)
    for (double unit : {1e-3, 1.0, 1e3}) {
      const auto point = [&] { return Vec3(unit * random.in_box()); };
      const ElementPositions<2> pair = {point(), point()};
      const ElementPositions<3> on_edge = {point(), point(), point()};
      expect_derivatives<VertexStitch>(pair, vertex_stitch(10), 1e-3 * unit, 1e-9);
      expect_projection<VertexStitch>(pair, vertex_stitch(10));
      const double part = random.uniform(0, 1);
      expect_projection<EdgeStitch>(on_edge, edge_stitch(10, part));
      expect_follows_rigid_motion<EdgeStitch>(random, on_edge, edge_stitch(10, part), 1e-13);
    }
}

/// A vertex at a distance from the other, or from a point of the edge, in any direction.
TEST(Stitch, DerivativesMatchDifferencesWhereItIsTaut) {
  Random random(2);
  for (int i = 0; i < 100; ++i)
    for (double distance : {1.1, 3.0, 100.0}) {
      const Vec3 a = random.in_box(), b = random.in_box(), d = distance * (random.rotation() * Vec3::UnitX());
      const double part = random.uniform(0, 1);
      const ElementPositions<2> pair = {a + d, a};
      const ElementPositions<3> on_edge = {(1 - part) * a + part * b + d, a, b};
      expect_derivatives<VertexStitch>(pair, vertex_stitch(10, 1), 1e-3, 1e-8);
      expect_projection<VertexStitch>(pair, vertex_stitch(10, 1));
      expect_derivatives<EdgeStitch>(on_edge, edge_stitch(10, part, 1), 1e-3, 1e-8);
      expect_projection<EdgeStitch>(on_edge, edge_stitch(10, part, 1));
      expect_follows_rigid_motion<EdgeStitch>(random, on_edge, edge_stitch(10, part, 1), 1e-12);
    }
}

TEST(Stitch, IsSlackUpToItsLengthAndPullsFromThereWithoutAJump) {
  const auto data = vertex_stitch(10, 0.5);
  const auto at = [](double distance) -> ElementPositions<2> { return {Vec3(distance, 0, 0), Vec3::Zero()}; };
  for (double distance : {0.0, 0.2, 0.5}) {
    EXPECT_EQ(VertexStitch::energy(at(distance), data), 0);
    EXPECT_TRUE(VertexStitch::gradient(at(distance), data).isZero(0));
    EXPECT_TRUE(assembled<2>(VertexStitch::derivatives(at(distance), data)).isZero(0));
  }
  EXPECT_NEAR(VertexStitch::gradient(at(0.5 + 1e-9), data)[0], 1e-8, 1e-14);
  EXPECT_NEAR(VertexStitch::gradient(at(0.7), data)[0], 2, 1e-14);
  EXPECT_NEAR(VertexStitch::energy(at(0.7), data), 0.2, 1e-14);
}

TEST(Stitch, HoldsAVertexToAPointOfAnEdge) {
  const Vec3 a(1, 2, 3), b(4, 5, 7), offset(0.1, 0, 0);
  const auto data = edge_stitch(10, 0.25);
  EXPECT_NEAR(EdgeStitch::energy({0.75 * a + 0.25 * b, a, b}, data), 0, 1e-28);
  EXPECT_NEAR(EdgeStitch::energy({0.75 * a + 0.25 * b + offset, a, b}, data), 0.05, 1e-14);
  EXPECT_NEAR(VertexStitch::energy({a + offset, a}, vertex_stitch(10)), 0.05, 1e-14);
  const ElementGradient<3> g = EdgeStitch::gradient({0.75 * a + 0.25 * b + offset, a, b}, data);
  EXPECT_NEAR(g[0], 1, 1e-13);
  EXPECT_NEAR(g[3], -0.75, 1e-13);
  EXPECT_NEAR(g[6], -0.25, 1e-13);
}

}  // namespace
}  // namespace lacuna::test
