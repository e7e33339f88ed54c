#include "scene/playback.h"

#include "scene/scene_texts.h"

#include <cmath>

namespace lacuna::test {
namespace {

Playback slowed_down() { return {{{{0.5, 1}, {1, 0.1}, {1.5, 0.1}, {1.5001, 2}}}}; }

TEST(Playback, IsRealTimeUnlessGiven) {
  EXPECT_EQ(Playback{}.video_time(0.123), 0.123);
  EXPECT_EQ(Playback{}.time_at(0.123), 0.123);
}

TEST(Playback, OneSpeedStretchesAllTimes) {
  const Playback slow{{{{0, 0.1}}}};
  EXPECT_DOUBLE_EQ(slow.video_time(0.3), 3);
  EXPECT_DOUBLE_EQ(slow.time_at(3), 0.3);
}

// The midpoint rule with n intervals is off by (end^2 / n)^2 |(1/speed)''| / 24, at most 4e-5 here.
TEST(Playback, VideoTimeIsTheIntegralOfTheInverseSpeed) {
  const Playback playback = slowed_down();
  const double end = 1.2;
  const int n = 20000;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += end / n / playback.speed.at((i + 0.5) * end / n);
  EXPECT_NEAR(playback.video_time(end), sum, 4e-5);
  EXPECT_NEAR(playback.video_time(1) - playback.video_time(0.5), 0.5 * std::log(10.0) / 0.9, 1e-14);
}

TEST(Playback, TimeAtIsTheInverseOfVideoTime) {
  const Playback playback = slowed_down();
  double before = -1;
  for (int i = 0; i <= 3000; ++i) {
    const double time = 1e-3 * i;
    const double video = playback.video_time(time);
    EXPECT_GT(video, before);
    EXPECT_NEAR(playback.time_at(video), time, 1e-14);
    before = video;
  }
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
