#include "run/step_plan.h"

#include "sim/state.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lacuna::test {
namespace {

TEST(StepPlan, TakesWholeStepsWhileTheSolverDoes) {
  for (const double step : {0.01, 0.04, 0.02, 1e-3, 1.0 / 24 / 5}) {
    const StepPlan plan(step);
    State state;
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(plan.next(state.time), step) << i;
      state.count_step(step);
    }
  }
}

TEST(StepPlan, LeadsBackAfterAStepThatTheSolverCutShort) {
  const StepPlan plan(1.0 / 24 / 5);
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
