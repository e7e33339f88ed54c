#include "scene/playback.h"

#include "scene/scene_texts.h"

#include <cmath>

namespace lacuna::test {
namespace {

Playback slowed_down() { return {{{{0.5, 1}, {1, 0.1}, {1.5, 0.1}, {1.5001, 2}}}}; }

TEST(Playback, IsRealTimeUnlessGiven) {
  EXPECT_EQ(Playback{}.video_time(0.123), 0.123);
  EXPECT_EQ(Playback{}.time_passed(7, 0.123), 0.123);
}

TEST(Playback, OneSpeedStretchesAllTimes) {
  const Playback slow{{{{0, 0.1}}}};
  EXPECT_DOUBLE_EQ(slow.video_time(0.3), 3);
  EXPECT_DOUBLE_EQ(slow.time_passed(0, 3), 0.3);
}

// The midpoint rule with intervals h is off by h^2 |(1/speed)''| / 24 times the length of the ramp, where the
// second derivative is at most 2 * 1.8^2 / 0.1^3 = 6480; h^2 at each of the two corners is less.
TEST(Playback, VideoTimeIsTheIntegralOfTheInverseSpeed) {
  const Playback playback = slowed_down();
  const double end = 1.2;
  const int n = 20000;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += end / n / playback.speed.at((i + 0.5) * end / n);
  EXPECT_NEAR(playback.video_time(end), sum, square(end / n) * 6480 / 24 * 0.5 + 1e-12);
  EXPECT_NEAR(playback.video_time(1) - playback.video_time(0.5), 0.5 * std::log(10.0) / 0.9, 1e-14);
}

TEST(Playback, TimePassedIsTheInverseOfVideoTime) {
  const Playback playback = slowed_down();
  double before = -1;
  for (int i = 0; i <= 3000; ++i) {
    const double time = 1e-3 * i;
    const double video = playback.video_time(time);
    EXPECT_GT(video, before);
    EXPECT_NEAR(playback.time_passed(0, video), time, 1e-14);
    EXPECT_NEAR(playback.time_passed(0.7, video),
                playback.time_passed(0, video + playback.video_time(0.7)) - 0.7, 1e-13);
    before = video;
  }
}

TEST(Playback, EqualLengthsOfVideoAreExactlyEqualTimesAtConstantSpeed) {
  const Playback playback = slowed_down();  // 0.1 from 1 to 1.5 s
  for (double time = 1; time < 1.49; time += 1e-3) EXPECT_EQ(playback.time_passed(time, 0.04), 0.1 * 0.04);
  for (double time = 1.6; time < 20; time += 0.37) EXPECT_EQ(playback.time_passed(time, 0.04), 2 * 0.04);
}

TEST(Playback, IsReadAsANumberOrAsKeys) {
  EXPECT_TRUE(parse(scene_text()).playback.is_real_time());
  EXPECT_EQ(parse(scene_text("playback = 0.1")).playback.speed.at(7), 0.1);
  const Scene keyed = parse(scene_text("playback = [ { time = 1, value = 1 }, { time = 2, value = 0.5 } ]"));
  EXPECT_EQ(keyed.playback.speed.at(1.5), 0.75);
  expect_words(refusal(scene_text("playback = 0")), {"playback"});
}

}  // namespace
}  // namespace lacuna::test
