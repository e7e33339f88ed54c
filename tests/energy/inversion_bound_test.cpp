#include "energy/inversion_bound.h"

#include "support/random_tets.h"
#include "support/reference_distance.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

/// Volume at x + t p over the volume at x, in 113 bits from the given doubles.
class VolumeRatio {
 public:
  VolumeRatio(const TetPositions& x, const TetPositions& p) {
    for (size_t i = 0; i < 3; ++i) {
      v_[i] = Triple<Quad>(x[i + 1]) - Triple<Quad>(x[0]);
      p_[i] = Triple<Quad>(p[i + 1]) - Triple<Quad>(p[0]);
    }
    start_ = volume(0);
  }
  Quad operator()(double t) const { return volume(t) / start_; }

 private:
  Quad volume(double t) const {
    std::array<Triple<Quad>, 3> e;
    for (size_t i = 0; i < 3; ++i) e[i] = v_[i] + Quad(t) * p_[i];
    return e[0].x * (e[1].y * e[2].z - e[1].z * e[2].y) + e[0].y * (e[1].z * e[2].x - e[1].x * e[2].z) +
           e[0].z * (e[1].x * e[2].y - e[1].y * e[2].x);
  }
  std::array<Triple<Quad>, 3> v_, p_;
  Quad start_ = 0;
};

struct Motion {
  TetPositions x, p;
};

/// Of any size, up to slivers of 1e-6, moving by any multiple of that, sometimes along one direction or
/// towards the centre, where the cubic has double and triple roots.
Motion random_motion(Random& random) {
  Motion m;
  m.x = random_tet(random);
  if (random.chance(0.3))
    m.x = moved(m.x, Vec3(1, random.power_of_ten(-3, 0), random.power_of_ten(-6, 0)).asDiagonal());
  m.x = moved(m.x, random.rotation());
  const Vec3 along = random.direction(), centre = 0.25 * (m.x[0] + m.x[1] + m.x[2] + m.x[3]);
  const int kind = random.below(4);
  const double length = random.power_of_ten(-3, 3);
  for (size_t i = 0; i < 4; ++i) {
    if (kind == 0) m.p[i] = random.uniform(-1, 1) * length * along;
    if (kind == 1) m.p[i] = length * (centre - m.x[i]);
    if (kind == 2) m.p[i] = length * random.in_box() * (random.chance(0.5) ? 1 : 0);
    if (kind == 3) m.p[i] = length * random.in_box();
  }
  return m;
}

/// Whether the ratio is above `kept` at many points of [0, t].
bool stays_above(const VolumeRatio& ratio, double t, double kept, int sample_count) {
  for (int i = 0; i <= sample_count; ++i)
    if (!(ratio(t * i / sample_count) > kept)) return false;
  return true;
}

TEST(InversionBoundProperty, KeepsTheVolumeAllAlongTheWay) {
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const auto [x, p] = random_motion(random);
    const double t = inversion_bound(x, p);
    ASSERT_GE(t, 0);
    ASSERT_LE(t, 1);
    EXPECT_TRUE(stays_above(VolumeRatio(x, p), t, kept_volume, 300)) << "motion " << i << " t " << t;
  }
}

// A little beyond the bound the volume is at most a little above what is kept.
TEST(InversionBoundProperty, StopsNoEarlierThanNeeded) {
  Random random(2);
  int stopped_count = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto [x, p] = random_motion(random);
    const double t = inversion_bound(x, p);
    if (t == 1) continue;
    ++stopped_count;
    // Slivers of 1e-6 that move by 1e3 lose 1e-16 * 1e3^3 * 1e6: all but those move by less than 1e-3.
    EXPECT_LT(static_cast<double>(VolumeRatio(x, p)(t)), kept_volume + 1e-3) << "motion " << i << " t " << t;
  }
  EXPECT_GT(stopped_count, 5000);
}

// Shrinking along one axis: 1 - 2 t reaches 0.2 at t = 0.4. Towards a point: (1 - t)^3.
TEST(InversionBound, FindsKnownRoots) {
  const TetPositions x = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  const Vec3 zero = Vec3::Zero();
  EXPECT_NEAR(inversion_bound(x, {zero, zero, zero, -2 * Vec3::UnitZ()}), 0.4, 1e-9);
  EXPECT_LE(inversion_bound(x, {zero, zero, zero, -2 * Vec3::UnitZ()}), 0.4);
  EXPECT_NEAR(inversion_bound(x, moved(x, -Mat3::Identity())), 1 - std::cbrt(0.2), 1e-8);
  EXPECT_NEAR(inversion_bound(x, {zero, zero, zero, -2 * Vec3::UnitZ()}, 0.5), 0.25, 1e-9);
}

// Half a turn within one step, along straight lines: everything meets in the axis at t = 1/2, and the volume
// (1 - 2 t)^2 comes back afterwards.
TEST(InversionBound, SeesVolumesThatComeBack) {
  const TetPositions x = {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(-1, -1, 0), Vec3(0, 0, 1)};
  TetPositions p;
  for (size_t i = 0; i < 4; ++i) p[i] = Vec3(-2 * x[i][0], -2 * x[i][1], 0);
  EXPECT_NEAR(inversion_bound(x, p), (1 - std::sqrt(0.2)) / 2, 1e-8);
}

TEST(InversionBound, RigidAndGrowingMotionsAreFree) {
  Random random(3);
  const TetPositions x = random_tet(random);
  EXPECT_EQ(inversion_bound(x, moved(x, Mat3::Zero(), 1e6 * random.in_box())), 1);
  EXPECT_EQ(inversion_bound(x, moved(x, 5 * Mat3::Identity())), 1);
  EXPECT_EQ(inversion_bound(x, moved(x, Mat3::Zero())), 1);
}

TEST(InversionBoundProperty, DoesNotDependOnTheUnitOfLength) {
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    const auto [x, p] = random_motion(random);
    const double t = inversion_bound(x, p);
    for (double unit : {0x1p-30, 0x1p30})  // 1e-9 m and 1e9 m
      EXPECT_EQ(inversion_bound(moved(x, unit * Mat3::Identity()), moved(p, unit * Mat3::Identity())), t);
  }
}

TEST(InversionBound, RefusesWhatIsInvertedOrNotANumber) {
  const TetPositions x = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  const TetPositions inverted = {x[0], x[2], x[1], x[3]}, flat = {x[0], x[1], x[2], x[1]};
  EXPECT_EQ(inversion_bound(inverted, x), 0);
  EXPECT_EQ(inversion_bound(flat, x), 0);
  for (double bad : {std::nan(""), HUGE_VAL}) {
    TetPositions y = x;
    y[2][1] = bad;
    EXPECT_EQ(inversion_bound(y, x), 0);
    EXPECT_EQ(inversion_bound(x, y), 0);
  }
}

}  // namespace
}  // namespace lacuna::test
