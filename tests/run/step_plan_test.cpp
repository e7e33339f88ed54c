#include "run/step_plan.h"

#include "sim/state.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lacuna::test {
namespace {

TEST(StepPlan, TakesWholeStepsWhileTheSolverDoes) {
  for (const double step : {0.01, 0.04, 0.02, 1e-3, 1.0 / 24 / 5})
    for (const int steps_per_frame : {1, 2, 5, 40}) {
      const StepPlan plan(step, 1 / (step * steps_per_frame));
      State state;
      for (int i = 0; i < 1000; ++i) {
        ASSERT_EQ(plan.next(state.time), step) << i;
        state.count_step(step);
      }
    }
}

TEST(StepPlan, EveryStepMayHaveAFrame) {
  const StepPlan plan(0.01, 1000);
  EXPECT_EQ(plan.next(0), 0.01);
  EXPECT_NEAR(plan.next(0.013), 0.007, 1e-15);
}

TEST(StepPlan, DividesWhatACutStepLeavesOfAFrameEvenly) {
  const StepPlan plan(0.01, 25);
  EXPECT_NEAR(plan.next(0.048), 0.032 / 4, 1e-15);
  EXPECT_NEAR(plan.next(0.056), 0.008, 1e-15);
  EXPECT_NEAR(plan.next(0.0496), 0.0304 / 3, 1e-15);  // instead of a fourth step of 0.4 ms
  EXPECT_NEAR(plan.next(0.079), 0.001, 1e-15);
}

// BDF2 is of second order only where a step is exactly as long as the one before.
TEST(StepPlan, StepsAreExactlyEqualAtAConstantSpeed) {
  for (const double speed : {0.1, 0.3, 1.7, 100.0}) {
    const StepPlan plan(0.01, 25, {{{{0, speed}}}});
    State state;
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(plan.next(state.time), speed * 0.01) << i;
      state.count_step(speed * 0.01);
    }
    EXPECT_NEAR(plan.steps_between(0, state.time), 1000, 1e-9);
  }
}

TEST(StepPlan, EndsOnEveryFrameOfAVideoWhoseSpeedChanges) {
  const Playback playback{{{{0.5, 1}, {0.8, 0.1}, {1, 3}}}};
  const StepPlan plan(0.01, 25, playback);
  State state;
  double frame = 0;
  for (int i = 0; frame < 100; ++i) {
    const double dt = plan.next(state.time);
    ASSERT_GT(dt, 0);
    ASSERT_LE(plan.steps_between(state.time, state.time + dt), 1.05 + 1e-9);
    state.count_step(i % 3 == 0 ? 0.4 * dt : dt);
    const double in_frames = 25 * playback.video_time(state.time);
    ASSERT_LT(in_frames, frame + 1 + 1e-9) << "a frame was passed";
    if (in_frames > frame + 1 - 1e-9) ++frame;
  }
}

TEST(StepPlan, StepsNeverVanish) {
  const StepPlan plan(1e-3, 25, {{{{0, 1e-3}}}});
  for (const double frame : {1e5, 1e6, 1e7})
    for (const double bits : {-8.0, -2.0, -1.0, 0.0, 1.0, 2.0}) {
      const double time = frame * 0.04 * 1e-3 * (1 + bits * 1e-16);
      EXPECT_GT(time + plan.next(time), time);
    }
}

TEST(StepPlan, EndsOnEveryFrameWhateverTheSolverCuts) {
  const double frame = 1.0 / 24;
  const StepPlan plan(frame / 5, 24);
  State state;
  double frames = 0;
  for (int i = 0; state.step < 600; ++i) {
    const double dt = plan.next(state.time);
    ASSERT_GT(dt, 0);
    ASSERT_LE(dt, 1.05 * frame / 5);
    state.count_step(i % 3 == 0 ? 0.4 * dt : dt);
    const double in_frames = state.time / frame;
    if (std::abs(in_frames - std::round(in_frames)) < 1e-9) ++frames;
  }
  EXPECT_EQ(frames, std::floor(state.time / frame + 1e-9));
  EXPECT_GT(frames, 50);
}

}  // namespace
}  // namespace lacuna::test
