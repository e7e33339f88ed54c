// Steps that run out of memory keep the state, and the same step can be tried again.
#include "io/checkpoint.h"
#include "support/allocations.h"
#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

/// A box that falls on another one.
Scene falling_box(LinearSolverKind solver, Integrator integrator) {
  Scene scene = scene_of({box_object("lower", {1, 0.4, 1}, {2, 1, 2}, {0, 0.205, 0}),
                          box_object("upper", {1, 0.4, 1}, {2, 1, 2}, {0.05, 0.61, 0.03})},
                         0.02);
  scene.half_spaces = {ground(0.4)};
  scene.contact.friction = 0.4;
  scene.ipc.linear_solver = solver;
  scene.integrator = integrator;
  return scene;
}

std::string bytes_of(const Simulation& simulation) {
  return format_checkpoint(simulation.state(), {simulation.model().vertex_count(), 0});
}

class StepMemory : public testing::TestWithParam<std::tuple<LinearSolverKind, Integrator>> {};
INSTANTIATE_TEST_SUITE_P(Solvers, StepMemory,
                         testing::Combine(testing::Values(LinearSolverKind::automatic,
                                                          LinearSolverKind::direct, LinearSolverKind::pcg),
                                          testing::Values(Integrator::implicit_euler)));
// Newmark's energy balance allocates after the new state is known.
INSTANTIATE_TEST_SUITE_P(Integrators, StepMemory,
                         testing::Combine(testing::Values(LinearSolverKind::automatic),
                                          testing::Values(Integrator::newmark, Integrator::bdf2)));

TEST_P(StepMemory, AnyAllocationMayFail) {
  const Scene scene = std::apply(falling_box, GetParam());
  Simulation undisturbed(scene);
  ASSERT_EQ(undisturbed.advance().outcome, Outcome::converged);
  const std::string wanted = bytes_of(undisturbed);
  const std::string start = bytes_of(Simulation(scene));
  int failures = 0;
  // Of a step that begins with empty memory every allocation at first, then fewer and fewer.
  for (long k = 1;; k += 1 + k / 100) {
    Simulation simulation(scene);
    StepReport report;
    bool has_failed = false;
    {
      const FailingAllocation failing(k);
      report = simulation.advance();
      has_failed = failing.has_failed();
    }
    if (!has_failed) break;
    if (report.outcome == Outcome::converged) {  // the solver found another way
      EXPECT_EQ(simulation.state().step, 1);
      EXPECT_NO_THROW(Simulation(scene).restore(simulation.state())) << "state without its memory, " << k;
      continue;
    }
    ++failures;
    ASSERT_EQ(report.outcome, Outcome::out_of_memory) << k << " " << report.cause;
    EXPECT_NE(report.cause.find("memory"), std::string::npos) << report.cause;
    EXPECT_EQ(report.step, 1);
    EXPECT_EQ(bytes_of(simulation), start) << k;
    ASSERT_EQ(simulation.advance().outcome, Outcome::converged) << k;
    EXPECT_EQ(bytes_of(simulation), wanted) << "tried again after allocation " << k << " has failed";
  }
  EXPECT_GT(failures, 10);
}

}  // namespace
}  // namespace lacuna::ipc::test
