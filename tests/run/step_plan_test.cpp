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

TEST(StepPlan, EndsOnEveryFrameWhateverTheSolverCuts) {
  const double frame = 1.0 / 24;
  const StepPlan plan(frame / 5, 24);
  State state;
  double frames = 0;
  for (int i = 0; state.step < 600; ++i) {
    const double dt = plan.next(state.time);
    ASSERT_GT(dt, 0);
    ASSERT_LE(dt, 1.05 * plan.step());
    state.count_step(i % 3 == 0 ? 0.4 * dt : dt);
    const double in_frames = state.time / frame;
    if (std::abs(in_frames - std::round(in_frames)) < 1e-9) ++frames;
  }
  EXPECT_EQ(frames, std::floor(state.time / frame + 1e-9));
  EXPECT_GT(frames, 50);
}

}  // namespace
}  // namespace lacuna::test
