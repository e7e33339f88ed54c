#include "run/step_plan.h"

#include "sim/state.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lacuna::test {
namespace {

TEST(StepPlan, LeavesAStepAloneThatDividesTheInterval) {
  for (const double step : {0.01, 0.04, 0.02, 1e-3}) {
    const StepPlan plan(step, 25);
    EXPECT_EQ(plan.step(), step);
    State state;
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(plan.next(state.time), step) << i;
      state.count_step(step);
    }
  }
}

TEST(StepPlan, DividesTheIntervalEvenlyWhereTheStepDoesNot) {
  EXPECT_DOUBLE_EQ(StepPlan(0.01, 24).step(), 1.0 / 24 / 5);
  EXPECT_DOUBLE_EQ(StepPlan(0.025, 25).step(), 0.02);
  EXPECT_DOUBLE_EQ(StepPlan(0.03, 25).step(), 0.02);
}

TEST(StepPlan, AFrameForEachStepIsAllThereIsToHave) {
  EXPECT_EQ(StepPlan(0.04, 30).step(), 0.04);
  EXPECT_EQ(StepPlan(2, 25).step(), 2);
}

TEST(StepPlan, LeadsBackAfterAStepThatTheSolverCutShort) {
  const StepPlan plan(0.01, 24);
  State state;
  double frames = 0;
  for (int i = 0; state.step < 600; ++i) {
    const double dt = plan.next(state.time);
    ASSERT_GT(dt, 0);
    ASSERT_LE(dt, plan.step());
    state.count_step(i % 3 == 0 ? 0.4 * dt : dt);
    const double in_frames = state.time * 24;
    if (std::abs(in_frames - std::round(in_frames)) < 1e-9) ++frames;
  }
  EXPECT_NEAR(frames, std::floor(state.time * 24), 1);
  EXPECT_GT(frames, 50);
}

}  // namespace
}  // namespace lacuna::test
