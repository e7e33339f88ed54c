#include "contact/contact_sphere.h"

#include "contact/contact_detector.h"
#include "support/random.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

/// Dust in a sphere that vertices 3 and 4 carry; vertex 2 is kinematic and outside.
struct DustInSphere {
  Mesh dust;
  Surface surface;
  std::vector<Vec3> x;
  std::vector<ContactSphere> spheres;

  explicit DustInSphere(double radius) {
    dust.vertices = {{0, 0, 0}, {0.95, 0, 0}, {6, -1, 0}};
    surface.add(dust, {.offset = 0.02});
    surface.set_kinematic(2, true);
    x = dust.vertices;
    x.emplace_back(0, 0, 0);
    x.emplace_back(0, 1, 0);
    spheres = {{3, 4, Vec3(0, 1, 0), RoundKind::container, radius}};
  }
};

TEST(ContactSphere, LimitsMotionAndTouchesWhatIsNear) {
  const DustInSphere scene(1);
  ContactDetector detector(scene.surface, scene.x, {}, {.dhat = 0.1}, scene.spheres);
  const auto& stencils = detector.find(scene.x);
  ASSERT_EQ(stencils.size(), 1U);
  EXPECT_EQ(stencils[0].kind, StencilKind::sphere);
  EXPECT_EQ(stencils[0].nodes, (std::array<Index, 4>{1, 3, 4, -1}));
  EXPECT_NEAR(sphere_gap(scene.surface, scene.spheres[0], scene.x, 1), 0.04, 1e-15);
  EXPECT_NEAR(smallest_gap(stencils, scene.x, detector.plane_normals()), 0.04, 1e-15);

  const std::vector<Vec3> together(5, Vec3(1, 0, 0));
  EXPECT_EQ(detector.bound(scene.x, together, {}).time, 1);
  std::vector<Vec3> out(5, Vec3::Zero());
  out[1] = {1, 0, 0};
  const MotionBound bound = detector.bound(scene.x, out, {.gap_fraction = 0.1, .kept_of_dhat = 0.1});
  EXPECT_NEAR(bound.time, 0.04 - 0.004, 1e-7);
  EXPECT_EQ(bound.vertices, (std::array<Index, 2>{1, 3}));
  out[1].setZero();
  out[3] = {-1, 0, 0};  // the sphere moves away from it
  EXPECT_NEAR(detector.bound(scene.x, out, {.gap_fraction = 0.1, .kept_of_dhat = 0.1}).time, 0.036, 1e-7);
}

TEST(ContactSphere, AShrinkingRadiusIsAPartOfTheStepBound) {
  const DustInSphere scene(0);  // the rim carries it
  ContactDetector detector(scene.surface, scene.x, {}, {.dhat = 0.1}, scene.spheres);
  ASSERT_EQ(detector.find(scene.x).size(), 1U);
  std::vector<Vec3> shrink(5, Vec3::Zero());
  shrink[4] = {0, -1, 0};
  EXPECT_NEAR(detector.bound(scene.x, shrink, {.gap_fraction = 0.1, .kept_of_dhat = 0.1}).time, 0.036, 1e-7);
  shrink[4] = {0, 1, 0};
  EXPECT_EQ(detector.bound(scene.x, shrink, {}).time, 1);
}

/// A large triangle over a small ball: its corners are far away, its middle is close.
struct TriangleOverBall {
  Surface surface;
  std::vector<Vec3> x;

  explicit TriangleOverBall(double height) {
    Mesh mesh, ball;
    mesh.vertices = {{-3, height, -2}, {3, height, -2}, {0, height, 4}};
    mesh.triangles = {{0, 1, 2}};
    ball.vertices = {{0, 0, 0}};
    surface.add(mesh, {});
    surface.add(ball, {.offset = 2 * 0.5, .is_static = true, .is_ball = true});
    x = mesh.vertices;
    x.emplace_back(0, 0, 0);
  }
};

TEST(ContactBall, KeepsTheMiddleOfATriangleOut) {
  const TriangleOverBall scene(0.55);
  ContactDetector detector(scene.surface, scene.x, {}, {.dhat = 0.1});
  const auto& stencils = detector.find(scene.x);
  ASSERT_EQ(stencils.size(), 1U);
  EXPECT_EQ(stencils[0].kind, StencilKind::point_triangle);
  EXPECT_NEAR(smallest_gap(stencils, scene.x), 0.05, 1e-12);
  // Past the ball and back out on the other side: a bound that looked at the ends alone would allow it.
  const std::vector<Vec3> through{{0, -5, 0}, {0, -5, 0}, {0, -5, 0}, {0, 0, 0}};
  const MotionBound bound = detector.bound(scene.x, through, {});
  EXPECT_GT(bound.time, 0);
  EXPECT_LT(5 * bound.time, 0.05);
}

TEST(ContactBall, AFastVertexDoesNotHopASmallBall) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    Mesh dust, ball;
    const double radius = random.power_of_ten(-3, -1);
    const Vec3 along = random.rotation().col(0);
    dust.vertices = {-along};
    ball.vertices = {Vec3::Zero()};
    Surface surface;
    surface.add(dust, {});
    surface.add(ball, {.offset = 2 * radius, .is_static = true, .is_ball = true});
    const std::vector<Vec3> x{-along, Vec3::Zero()}, p{100 * along, Vec3::Zero()};
    ContactDetector detector(surface, x, {}, {.dhat = 1e-4});
    const double way = 100 * detector.bound(x, p, {}).time;
    EXPECT_LT(way, 1 - radius);
    EXPECT_GT(way, 1 - radius - 1e-4);
  }
}

// The same force at the same gap, whatever the radius: it is no thickness.
TEST(ContactBall, TheRadiusDoesNotMakeTheBarrierStiffer) {
  const auto weighted = [](double radius) {
    Mesh dust, ball;
    dust.vertices = {Vec3(radius + 5e-4, 0, 0)};
    ball.vertices = {Vec3::Zero()};
    Surface surface;
    surface.add(dust, {});
    surface.add(ball, {.offset = 2 * radius, .is_static = true, .is_ball = true});
    const std::vector<Vec3> x{dust.vertices[0], Vec3::Zero()};
    ContactDetector detector(surface, x, {}, {.dhat = 1e-3});
    const auto& stencils = detector.find(x);
    EXPECT_EQ(stencils.size(), 1U);
    const double S = square(radius + 1e-3) - square(radius);
    return stencils[0].weight * square(S);  // the scale of the barrier
  };
  EXPECT_NEAR(weighted(1) / weighted(0.01), 1, 1e-9);
  EXPECT_NEAR(weighted(1), square(square(1e-3)), 1e-9 * square(square(1e-3)));
}

}  // namespace
}  // namespace lacuna::test
