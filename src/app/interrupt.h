// Stops a run on request: the first SIGINT or SIGTERM asks the step to end and the run to save its state, the
// second ends the program at once.
#pragma once

#include <atomic>

namespace lacuna {

/// Catches the signals from construction to destruction. Only one may exist at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Becomes true on the first signal; for Simulation::advance.
  static const std::atomic<bool>& is_requested();
};

}  // namespace lacuna
