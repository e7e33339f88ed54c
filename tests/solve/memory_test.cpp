// Solvers that run out of memory: an outcome like any other, after which they work again.
#include "base/parallel.h"
#include "mesh/shape/solids.h"
#include "solve/auto_solver.h"
#include "support/allocations.h"
#include "support/newton_systems.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lacuna::test {
namespace {

struct System {
  explicit System(Index resolution) {
    const NewtonSystem system =
        solid_system(box_solid({.resolution = {resolution, resolution, resolution}}), {});
    BlockAssembly assembly(system.node_count, system.fixed);
    system.assemble_into(assembly);
    matrix = assembly.matrix();
    b = system.force;
    x.resize(b.size());
  }
  BlockMatrix matrix;
  std::vector<Vec3> b, x;
};

/// Lets each allocation of a first solve fail in turn; how often the solver ran out of memory. `make` returns
/// a pointer to a new solver.
template <class Make>
int fail_everywhere(System& system, Make&& make) {
  auto undisturbed = make();
  EXPECT_EQ(undisturbed->solve(system.matrix, system.b, system.x).outcome, SolveOutcome::solved);
  const std::vector<Vec3> wanted = system.x;
  int failures = 0;
  for (long k = 1;; ++k) {
    auto solver = make();
    bool has_failed = false;
    SolveReport report;
    {
      const FailingAllocation failing(k);
      report = solver->solve(system.matrix, system.b, system.x);
      has_failed = failing.has_failed();
    }
    if (!has_failed) break;
    if (report.outcome != SolveOutcome::solved) {
      EXPECT_EQ(report.outcome, SolveOutcome::out_of_memory) << k;
      EXPECT_NE(report.why.find("memory"), std::string::npos) << report.why;
      ++failures;
    }
    solver->begin_step();
    EXPECT_EQ(solver->solve(system.matrix, system.b, system.x).outcome, SolveOutcome::solved) << k;
    EXPECT_EQ(system.x, wanted) << "after allocation " << k << " has failed";
  }
  return failures;
}

TEST(Memory, AnyAllocationOfTheDirectSolverMayFail) {
  System system(4);
  EXPECT_GT(fail_everywhere(system, [] { return make_direct_solver(); }), 30);
}

TEST(Memory, AnyAllocationOfTheAutomaticSolverMayFail) {
  System system(4);
  fail_everywhere(system, [] { return std::make_unique<AutoSolver>(); });
}

/// In a process of its own with `room` bytes more than it has now. METIS allocates in ways of its own.
int exit_code_with(std::size_t room, System& system) {
  const pid_t child = fork();
  if (child == 0) {
    const ThreadLimit one(1);
    std::ifstream pages("/proc/self/statm");
    std::size_t held = 0;
    pages >> held;
    const rlim_t most = held * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + room;
    const rlimit limit{most, most};
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(77);
    const SolveReport report = make_direct_solver()->solve(system.matrix, system.b, system.x);
    _exit(report.outcome == SolveOutcome::solved ? 0 : report.outcome == SolveOutcome::out_of_memory ? 3 : 4);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(Memory, NoAmountEndsTheProgram) {
#if defined(__SANITIZE_ADDRESS__) || defined(LACUNA_SANITIZE_THREAD) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers reserve address space of their own";
#endif
  System system(12);
  int solved = 0, failed = 0;
  for (std::size_t room = 1 << 16; room < std::size_t{1} << 28; room += room / 4) {
    const int code = exit_code_with(room, system);
    EXPECT_TRUE(code == 0 || code == 3) << code << " with " << room << " bytes";
    ++(code == 0 ? solved : failed);
  }
  EXPECT_GT(solved, 0);
  EXPECT_GT(failed, 10);
}

}  // namespace
}  // namespace lacuna::test
