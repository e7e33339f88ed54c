// Whole scenes beside the figures of others: CPU seconds per step on one thread, divided by the cal of the
// moment. Each scene runs in a process of its own, so that its peak memory is its own.
//
//   lacuna_peers MESHES [NAME...]
#include "base/heap.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "calibrate.h"
#include "peer_scenes.h"
#include "run/simulation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lacuna::bench {

namespace {

constexpr double peer_cal = 0.215;

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

bool run_one(const PeerRun& run, double cal) {
  keep_freed_memory();  // not before: what measuring the cal has used would count as memory of the scene
  const ThreadLimit one_thread(1);
  Simulation simulation(run.scene);
  const bool is_verbose = std::getenv("LACUNA_PEERS_VERBOSE") != nullptr;
  double begin = 0, contacts = 0;
  Index iterations = 0;
  PhaseSeconds total;
  for (Index s = 0; s < run.steps; ++s) {
    if (s == (run.counts_first_step ? 0 : 1)) begin = cpu_seconds();
    const StepReport report = simulation.advance();
    if (report.outcome != Outcome::converged) {
      fmt::print("{:<16} step {} failed: {}\n", run.name, s + 1, report.cause);
      return false;
    }
    iterations += report.iterations;
    contacts += report.contacts;
    total.assembly += report.seconds.assembly;
    total.linear_solve += report.seconds.linear_solve;
    total.step_bound += report.seconds.step_bound;
    total.line_search += report.seconds.line_search;
    total.other += report.seconds.other;
    if (is_verbose)
      fmt::print(
          "  {} step {:3}: {:3} iterations, {:5} contacts, gap {:.2e}, stretch {:.4f}, {} linear, {}, alpha "
          "{:.1e} "
          "{}\n",
          run.name, s + 1, report.iterations, report.contacts, report.min_gap, report.max_stretch,
          report.linear_iterations, report.linear_solver, report.smallest_step, report.limited_by);
  }
  const double per_step =
      (cpu_seconds() - begin) / static_cast<double>(run.counts_first_step ? run.steps : run.steps - 1);
  const double ratio = (run.cpu_seconds_per_step / peer_cal) / (per_step / cal);
  fmt::print("{:<16} {:5} {:10.4f} {:10.4f} {:8.1f}x {:8.2f} {:8.2f} {:7.0f} {:7.0f} {:8.0f}\n", run.name,
             run.steps, per_step, run.cpu_seconds_per_step, ratio,
             static_cast<double>(iterations) / run.steps, run.iterations_per_step, peak_mb(), run.peak_mb,
             contacts / run.steps);
  if (is_verbose)
    fmt::print("  wall s: assembly {:.2f}, linear {:.2f}, bound {:.2f}, search {:.2f}, other {:.2f}\n",
               total.assembly, total.linear_solve, total.step_bound, total.line_search, total.other);
  return true;
}

bool run_table(const char* peer, const std::vector<PeerRun>& runs, const std::vector<std::string>& names,
               double cal) {
  fmt::print("{} beside Lacuna, one thread; cal {:.4f} here, {:.4f} there\n", peer, cal, peer_cal);
  fmt::print("{:<16} {:>5} {:>10} {:>10} {:>9} {:>8} {:>8} {:>7} {:>7} {:>8}\n", "scene", "steps",
             "CPU s/step", "peer", "in cal", "it/step", "peer", "MB", "peer", "contacts");
  bool is_good = true;
  for (const PeerRun& run : runs) {
    if (!names.empty() && std::find(names.begin(), names.end(), run.name) == names.end()) continue;
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      const bool ok = run_one(run, cal);
      std::fflush(stdout);
      _exit(ok ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    is_good = is_good && status == 0;
  }
  return is_good;
}

int run_all(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: lacuna_peers MESHES [NAME...]\n");
    return 2;
  }
  const std::vector<std::string> names(argv + 2, argv + argc);
  const double cal = measure_cal();
  const bool are_solids_good = run_table("IPC 573d2c7", solid_runs(argv[1]), names, cal);
  const bool are_thin_good = run_table("Codim-IPC 9c6cbe3", thin_runs(argv[1]), names, cal);
  return are_solids_good && are_thin_good ? 0 : 1;
}

}  // namespace
}  // namespace lacuna::bench

int main(int argc, char** argv) {
  try {
    return lacuna::bench::run_all(argc, argv);
  } catch (const lacuna::InputError& error) {
    fmt::print(stderr, "lacuna_peers: {}\n", error.what());
    return 2;
  }
}
