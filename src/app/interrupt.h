// Stopping a run from outside: the first SIGINT or SIGTERM asks the step to end and the run to save itself,
// the second ends the program at once.
#pragma once

#include <atomic>

namespace lacuna {

/// Catches the signals from construction to destruction. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Becomes true; for Simulation::advance.
  static const std::atomic<bool>& is_requested();
};

}  // namespace lacuna
