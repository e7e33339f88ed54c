// The machine of a run, as far as the system reports it.
#pragma once

#include <cstdint>
#include <string>

namespace lacuna {

struct Machine {
  std::string cpu;          ///< model name, empty if unknown
  int cores = 0;            ///< logical
  std::int64_t memory = 0;  ///< bytes, 0 if unknown
  std::string system;       ///< "Linux 6.1 x86_64"
};

Machine this_machine();

/// Resources used by this process so far.
struct ProcessUse {
  double cpu_seconds = 0;        ///< user and system, of all threads
  std::int64_t peak_memory = 0;  ///< bytes, 0 if unknown
};

ProcessUse process_use();

/// "2024-05-17T09:30:00Z"
std::string utc_now();

}  // namespace lacuna
