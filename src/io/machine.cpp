#include "io/machine.h"

#include "base/heap.h"

#include <fmt/chrono.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

namespace lacuna {
namespace {

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name"))
      if (const size_t colon = line.find(':'); colon != std::string::npos && colon + 2 < line.size())
        return line.substr(colon + 2);
  return {};
}

/// The system's count of the largest resident size of this program. The count of base/heap.h includes the
/// process before it executed this program.
std::int64_t peak_resident_size() {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("VmHWM:")) return std::int64_t{1024} * std::strtoll(line.c_str() + 6, nullptr, 10);
  return static_cast<std::int64_t>(peak_memory());
}

}  // namespace

ProcessUse process_use() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), peak_resident_size()};
}

Machine this_machine() {
  Machine machine;
  machine.cpu = cpu_model();
  machine.cores = static_cast<int>(std::thread::hardware_concurrency());
  const long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page_size > 0) machine.memory = std::int64_t{pages} * page_size;
  if (utsname name{}; uname(&name) == 0)
    machine.system = fmt::format("{} {} {}", name.sysname, name.release, name.machine);
  return machine;
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace lacuna
