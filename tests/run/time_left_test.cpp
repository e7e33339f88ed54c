#include "run/time_left.h"

#include "base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace lacuna::test {
namespace {

constexpr size_t step_count = 200;

/// Seconds of each step.
template <class Seconds>
std::vector<double> steps(Seconds&& seconds) {
  std::vector<double> result;
  for (size_t i = 0; i < step_count; ++i) result.push_back(seconds(i));
  return result;
}

struct Judgement {
  double worst = 1;  ///< estimate over truth or the reverse, whichever is larger
  double swing = 1;  ///< of the estimated seconds per step, from one step to the next
};

/// From the step `first` on, until ten are left: what a single step will take nobody can know.
Judgement judge(const std::vector<double>& seconds, size_t first) {
  Judgement result;
  TimeLeft left;
  double before = 0;
  for (size_t i = 0; i + 10 < seconds.size(); ++i) {
    left.add(seconds[i]);
    if (i < first) continue;
    const auto to_go = static_cast<double>(seconds.size() - i - 1);
    const double truth =
        std::accumulate(seconds.begin() + static_cast<std::ptrdiff_t>(i) + 1, seconds.end(), 0.0);
    const double estimate = left.of(to_go).middle(), per_step = estimate / to_go;
    result.worst = std::max({result.worst, estimate / truth, truth / estimate});
    if (before > 0) result.swing = std::max({result.swing, per_step / before, before / per_step});
    before = per_step;
  }
  return result;
}

TEST(TimeLeft, IsUnknownBeforeTheFirstStep) {
  EXPECT_TRUE(std::isinf(TimeLeft().of(10).middle()));
  EXPECT_EQ(time_range_text(TimeLeft().of(10)), "?");
}

TEST(TimeLeft, OfEqualStepsIsOneNumber) {
  TimeLeft left;
  left.add(2);
  EXPECT_FALSE(left.of(10).is_sure());
  for (int i = 0; i < 10; ++i) left.add(2);
  EXPECT_TRUE(left.of(10).is_sure());
  EXPECT_DOUBLE_EQ(left.of(10).middle(), 20);
  EXPECT_EQ(left.of(0).middle(), 0);
}

TEST(TimeLeft, StaysWithinAFactorOfTwo) {
  const auto expect = [](const char* name, const std::vector<double>& seconds) {
    SCOPED_TRACE(name);
    const Judgement judgement = judge(seconds, 5);
    EXPECT_LT(judgement.worst, 2);
    EXPECT_LT(judgement.swing, 1.25);
  };
  expect("constant", steps([](size_t) { return 1.0; }));
  expect("one slow step", steps([](size_t i) { return i == 30 ? 50.0 : 1.0; }));
  expect("slow first step", steps([](size_t i) { return i == 0 ? 50.0 : 1.0; }));
  expect("alternating", steps([](size_t i) { return i % 2 == 0 ? 1.0 : 10.0; }));
  expect("growing threefold", steps([](size_t i) { return 1 + 0.01 * static_cast<double>(i); }));
  Random random(7);
  expect("noisy", steps([&](size_t) { return random.uniform(0.5, 1.5); }));
}

TEST(TimeLeft, ForgetsWhatIsOver) {
  TimeLeft left;
  for (int i = 0; i < 60; ++i) left.add(10);
  for (int i = 0; i < 8; ++i) left.add(1);
  const TimeRange range = left.of(100);
  EXPECT_FALSE(range.is_sure());
  EXPECT_LE(range.low, 100);  // as fast as the last steps
  EXPECT_GT(range.high, 500);
  for (int i = 0; i < 128; ++i) left.add(1);
  EXPECT_TRUE(left.of(100).is_sure());
}

TEST(TimeLeft, WhatGetsSlowerMayGoOnDoingSo) {
  TimeLeft left;
  const std::vector<double> seconds = steps([](size_t i) { return 1 + 0.05 * static_cast<double>(i); });
  for (size_t i = 0; i < 100; ++i) left.add(seconds[i]);
  const double truth = std::accumulate(seconds.begin() + 100, seconds.end(), 0.0);
  const TimeRange range = left.of(100);
  EXPECT_LT(range.low, truth);
  EXPECT_GT(range.high, truth);
}

TEST(TimeLeft, RangesHaveOneUnit) {
  EXPECT_EQ(time_range_text({10, 11}), "10 s");
  EXPECT_EQ(time_range_text({0.0057, 0.023}), "5.7 to 23 ms");
  EXPECT_EQ(time_range_text({0.0057, 0.23}), "0.0057 to 0.23 s");
  EXPECT_EQ(time_range_text({3, 8.2}), "3 to 8.2 s");
  EXPECT_EQ(time_range_text({170, 482}), "2.8 to 8 min");
  EXPECT_EQ(time_range_text({20, 3000}), "0.33 to 50 min");
  EXPECT_EQ(time_range_text({5400, 40000}), "1.5 to 11 h");
}

}  // namespace
}  // namespace lacuna::test
