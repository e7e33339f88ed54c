#include "app/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace lacuna::test {
namespace {

TEST(Interrupt, FirstSignalSetsTheFlag) {
  for (int signal : {SIGINT, SIGTERM}) {
    const InterruptWatch watch;
    EXPECT_FALSE(InterruptWatch::is_requested());
    std::raise(signal);
    EXPECT_TRUE(InterruptWatch::is_requested());
  }
}

TEST(Interrupt, SecondSignalEndsTheProgram) {
  EXPECT_EXIT(
      {
        const InterruptWatch watch;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      ::testing::ExitedWithCode(128 + SIGINT), "Stopping");
}

TEST(Interrupt, SignalsAreAsBeforeWhenTheWatchIsOver) {
  { const InterruptWatch watch; }
  EXPECT_EXIT(std::raise(SIGTERM), ::testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace lacuna::test
