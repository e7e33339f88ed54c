#include "app/interrupt.h"

#include <csignal>
#include <string_view>
#include <unistd.h>

namespace lacuna {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing that locks");

std::atomic<bool> requested{false};
struct sigaction previous_interrupt, previous_terminate;

/// Uses only what is safe in a signal handler: an atomic, write() and _exit().
void handle(int signal) {
  if (requested.exchange(true)) _exit(128 + signal);
  constexpr std::string_view text = "\nStopping: the run is saved first. A second signal ends it at once.\n";
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

InterruptWatch::InterruptWatch() {
  requested = false;
  struct sigaction action {};
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &previous_interrupt);
  sigaction(SIGTERM, &action, &previous_terminate);
}

InterruptWatch::~InterruptWatch() {
  sigaction(SIGINT, &previous_interrupt, nullptr);
  sigaction(SIGTERM, &previous_terminate, nullptr);
}

const std::atomic<bool>& InterruptWatch::is_requested() { return requested; }

}  // namespace lacuna
