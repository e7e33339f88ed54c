#include "sim/state.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(State, StepsOfOneLengthEndAtItsMultiplesToTheBit) {
  for (const double dt : {0.01, 0.04, 1.0 / 3, 1e-4, 0.025, 1.0 / 24, 7e-7}) {
    State state;
    for (Index step = 1; step <= 100000; ++step) {
      const double promised = state.time_after(dt);
      state.count_step(dt);
      ASSERT_EQ(state.time, promised);
      ASSERT_EQ(state.time, step * dt) << dt << " step " << step;
    }
    EXPECT_EQ(state.step, 100000);
    EXPECT_EQ(state.dt_before, dt);
  }
}

TEST(State, StepsOfManyLengthsLoseNothing) {
  State state;
  // A million steps of a tenth and as many of a third of it: plain sums are off by 1e-7 and more.
  for (int i = 0; i < 1000000; ++i) {
    state.count_step(0.1);
    state.count_step(0.1 / 3);
  }
  EXPECT_EQ(state.time, static_cast<double>(1000000 * (static_cast<long double>(0.1) + 0.1 / 3)));
}

}  // namespace
}  // namespace lacuna::test
