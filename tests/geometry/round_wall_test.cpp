#include "geometry/round_wall.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lacuna::test {
namespace {

double room(const RoundMotion& m, double t) {
  return m.reach + t * m.reach_dx -
         radial_vector(m.kind, m.axis, m.from_center + t * m.from_center_dx).norm();
}

/// A point inside that moves, and a wall that moves, grows or shrinks.
RoundMotion random_motion(Random& random, RoundKind kind) {
  RoundMotion m{.kind = kind, .axis = random.rotation().col(0)};
  m.reach = random.uniform(0.5, 2);
  do {
    m.from_center = 2 * random.in_box();
  } while (!(room(m, 0) > 0));
  const double size = random.power_of_ten(-3, 2);
  m.from_center_dx = size * random.in_box();
  m.reach_dx = random.chance(0.5) ? 0 : random.uniform(-1, 1) * size;
  return m;
}

TEST(RoundWallProperty, AMotionStaysWithinReachUpToItsTimeAndEndsWhereItWouldLeave) {
  Random random(1);
  Index limited = 0;
  for (const RoundKind kind : {RoundKind::container, RoundKind::bowl})
    for (int i = 0; i < 4000; ++i) {
      const RoundMotion m = random_motion(random, kind);
      const double time = time_within_reach(m, 1);
      // Rounding of the room at values up to `scale`.
      const double scale = 1e-14 * (std::abs(m.reach) + m.from_center.norm() + m.from_center_dx.norm());
      for (int k = 0; k <= 200; ++k) ASSERT_GE(room(m, time * k / 200), -scale);
      if (time == 1) continue;
      ++limited;
      // The bracket ends at a millionth of the time; where the path grazes the wall, little room is left long
      // before.
      EXPECT_LE(room(m, std::min(1.0, time * (1 + 2e-6))), 1e-7 * m.reach + scale);
    }
  EXPECT_GT(limited, 2000);
}

TEST(RoundWall, AWallThatClosesOnAPointNeverStopsFarFromIt) {
  for (const double radius : {0.3, 1.0, 100.0, 1e6})
    for (const double gap : {1e-3, 1e-6, 1e-8, 1e-10}) {
      if (gap < 1e-14 * radius) continue;  // below the rounding of the distance itself
      RoundMotion m{.from_center = {0.6 * (radius - gap), 0.8 * (radius - gap), 0}};
      m.reach = radius;
      m.reach_dx = -0.1 * radius;
      const double expected = room(m, 0) / (0.1 * radius), time = time_within_reach(m, 1);
      EXPECT_GE(time, 0.8 * expected) << "radius " << radius << ", gap " << gap;
      EXPECT_GE(room(m, time), 0) << "radius " << radius << ", gap " << gap;
    }
}

TEST(RoundWall, ASmallContainerDoesNotLetAFastPointThrough) {
  RoundMotion m{.axis = {0, 1, 0}, .from_center = {0, 0, 0}, .from_center_dx = {1e6, 0, 0}};
  m.reach = 1e-3;
  m.reach_dx = 0;
  EXPECT_NEAR(time_within_reach(m, 1), 1e-9, 1e-14);
  m.from_center_dx = {0, 1e6, 0};
  EXPECT_NEAR(time_within_reach(m, 1), 1e-9, 1e-14);
  m.kind = RoundKind::bowl;  // it leaves through the open end
  EXPECT_EQ(time_within_reach(m, 1), 1);
}

TEST(RoundWall, AnEndOfTheMotionInsideDoesNotHideThatItStartsOutside) {
  RoundMotion m{.axis = {0, 1, 0}, .from_center = {2, 0, 0}, .from_center_dx = {-2, 0, 0}};
  m.reach = 1;
  m.reach_dx = 0;
  EXPECT_EQ(time_within_reach(m, 1), 0);
}

// A wall that shrinks faster than the point flees, and one that grows as fast as the point follows it.
TEST(RoundWall, TheWallsOwnMotionCounts) {
  RoundMotion m{.axis = {0, 1, 0}, .from_center = {0.5, 0, 0}, .from_center_dx = {0, 0, 0}};
  m.reach = 1;
  m.reach_dx = -1;
  EXPECT_NEAR(time_within_reach(m, 1), 0.5, 1e-6);
  m.from_center_dx = {1, 0, 0};
  m.reach_dx = 1;
  EXPECT_EQ(time_within_reach(m, 1), 1);
}

}  // namespace
}  // namespace lacuna::test
