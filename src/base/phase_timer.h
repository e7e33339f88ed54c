// Measures a block of code: adds the wall time from its construction to its destruction.
#pragma once

#include "base/timer.h"

namespace lacuna {

class PhaseTimer {
 public:
  explicit PhaseTimer(double& seconds) : seconds_(seconds) {}
  ~PhaseTimer() { seconds_ += timer_.seconds(); }
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  double& seconds_;
  Timer timer_;
};

}  // namespace lacuna
