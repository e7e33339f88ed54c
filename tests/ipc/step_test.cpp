// Steps in bad conditions: they end, keep the state, and say why.
#include "ipc/step.h"

#include "contact/intersection_check.h"
#include "support/count_allocations.h"
#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

/// Stacks of boxes on the floor.
Scene stack(ContactWeights weights) {
  std::vector<SceneObject> boxes;
  for (int k = 0; k < 3; ++k) {
    boxes.push_back(box_object("box" + std::to_string(k), {1, 0.4, 1}, {2, 1, 2},
                               {0.05 * k, 0.205 + 0.405 * k, 0.03 * k}));
    boxes.back().placement.rotate = {0, 10.0 * k, 0};
  }
  Scene scene = scene_of(boxes, 0.02);
  scene.half_spaces = {ground(0.4)};
  scene.contact.friction = 0.4;
  scene.ipc.weights = weights;
  return scene;
}

void expect_intersection_free(const Simulation& simulation) {
  IntersectionCheck check(simulation.model().surface);
  const Positions x = simulation.state().x;
  EXPECT_TRUE(check.find(x.first(static_cast<size_t>(simulation.model().surface.vertex_count()))).empty());
}

class Weights : public testing::TestWithParam<ContactWeights> {};
INSTANTIATE_TEST_SUITE_P(Both, Weights, testing::Values(ContactWeights::multiplicity, ContactWeights::area));

TEST_P(Weights, AStackStandsAndNothingIntersects) {
  Simulation simulation(stack(GetParam()));
  for (int s = 0; s < 40; ++s) {
    const StepReport report = advance(simulation);
    EXPECT_GT(report.min_gap, 0);
    expect_intersection_free(simulation);
  }
  EXPECT_NEAR(center_of_mass(simulation).y(), 0.6, 0.1);
}

TEST_P(Weights, OffsetsAreKept) {
  Scene scene = stack(GetParam());
  for (SceneObject& object : scene.objects) object.offset = 0.004;
  Simulation simulation(scene);
  for (int s = 0; s < 30; ++s) EXPECT_GT(advance(simulation).min_gap, 0);
}

TEST(Step, FailsWithinItsIterationsAndKeepsTheState) {
  Scene scene = stack(ContactWeights::multiplicity);
  scene.ipc.max_iterations = 1;
  scene.ipc.tolerance = SizedValue{1e-12, false};
  Simulation simulation(scene);
  const State before = simulation.state();
  const StepReport report = simulation.advance();
  EXPECT_EQ(report.outcome, Outcome::iteration_limit);
  EXPECT_NE(report.cause.find("1 iteration"), std::string::npos) << report.cause;
  EXPECT_EQ(report.step, 1);
  EXPECT_EQ(simulation.state().x, before.x);
  EXPECT_EQ(simulation.state().v, before.v);
  EXPECT_EQ(simulation.state().step, 0);
}

TEST(Step, EveryIterationIsReported) {
  Simulation simulation(stack(ContactWeights::multiplicity));
  std::vector<IterationReport> seen;
  simulation.observe_iterations([&](const IterationReport& report) { seen.push_back(report); });
  bool was_limited = false;
  for (Index s = 1; s <= 12; ++s) {
    seen.clear();
    const StepReport report = advance(simulation);
    ASSERT_EQ(count_of(seen), report.iterations);
    double smallest = 1;
    for (Index i = 0; i < report.iterations; ++i) {
      const IterationReport& iteration = seen[static_cast<size_t>(i)];
      EXPECT_EQ(iteration.step, s);
      EXPECT_EQ(iteration.iteration, i + 1);
      EXPECT_EQ(iteration.direction, DirectionKind::newton);
      EXPECT_LE(iteration.part, i == 0 || iteration.part > 1 ? 32 : iteration.bound);
      EXPECT_EQ(iteration.limited_by.empty(), iteration.part >= 1) << iteration.limited_by;
      EXPECT_LT(iteration.energy_change, 1e-9);  // J, rounding of energies of 1e4 J
      smallest = std::min(smallest, iteration.part);
      if (iteration.part == report.smallest_step && iteration.part < 1) {
        was_limited = true;
      }
    }
    EXPECT_EQ(smallest, report.smallest_step);
    EXPECT_EQ(seen.back().residual, report.residual);
    EXPECT_EQ(seen.back().contacts, report.contacts);
    EXPECT_EQ(seen.back().min_gap, report.min_gap);
    EXPECT_EQ(seen.back().friction_pass, report.measure<Index>("friction_passes"));
  }
  EXPECT_TRUE(was_limited);
}

TEST(Step, ObservedIterationsAreTheSame) {
  Simulation observed(stack(ContactWeights::multiplicity)), other(stack(ContactWeights::multiplicity));
  observed.observe_iterations([](const IterationReport&) {});
  for (int s = 0; s < 5; ++s) {
    advance(observed);
    advance(other);
  }
  EXPECT_EQ(observed.state().x, other.state().x);
}

TEST(Step, WithoutAnythingToMoveConvergesAtOnce) {
  SceneObject plate;
  plate.name = "plate";
  plate.mesh = GridShape{{1, 1}, {2, 2}};
  plate.kind = Obstacle{};
  plate.motions = {{Move{{0, 1, 0}}, 0, forever, {}}};
  Simulation simulation(scene_of({plate}, 0.01));
  const StepReport report = advance(simulation);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_DOUBLE_EQ(simulation.state().x[0].y(), 0.01);
  EXPECT_EQ(report.energy.total(), 0);
}

/// All of these end with a result or a reason; none with a crash, a NaN or a wait.
TEST(Step, ExtremeScenesEndWell) {
  struct Extreme {
    const char* name;
    void (*change)(Scene&);
  };
  const Extreme extremes[] = {
      {"no gravity", [](Scene& s) { s.gravity.setZero(); }},
      {"very short steps", [](Scene& s) { s.step = 1e-9; }},
      {"shortest steps", [](Scene& s) { s.step = 1e-12; }},
      {"very long steps", [](Scene& s) { s.step = 1e3; }},
      {"longest steps", [](Scene& s) { s.step = 1e6; }},
      {"soft as nothing",
       [](Scene& s) {
         for (auto& o : s.objects) std::get<SolidMaterial>(o.kind).young = 1e-3;
       }},
      {"stiff as nothing",
       [](Scene& s) {
         for (auto& o : s.objects) std::get<SolidMaterial>(o.kind).young = 1e12;
       }},
      {"incompressible",
       [](Scene& s) {
         for (auto& o : s.objects) std::get<SolidMaterial>(o.kind).poisson = 0.4999;
       }},
      {"light as nothing", [](Scene& s) { std::get<SolidMaterial>(s.objects[1].kind).density = 1e-300; }},
      {"heavy on light", [](Scene& s) { std::get<SolidMaterial>(s.objects[2].kind).density = 1e9; }},
      {"sticky", [](Scene& s) { s.contact.friction = 10; }},
      {"sharp friction",
       [](Scene& s) {
         s.contact.epsv = SizedValue{1e-12, false};
       }},
      {"fast",
       [](Scene& s) {
         s.objects[2].velocity = {0, -1e6, 0};
       }},
      {"far",
       [](Scene& s) {
         s.contact.dhat = SizedValue{1e-3, true};
         for (auto& o : s.objects) o.placement.translate += Vec3(1e6, 0, 1e6);
       }},
      {"no contact", [](Scene& s) { s.contact.is_enabled = false; }},
      {"weak barrier", [](Scene& s) { s.ipc.barrier = 1; }},
      {"hard barrier", [](Scene& s) { s.ipc.barrier = 1e30; }},
  };
  for (const Extreme& extreme : extremes) {
    SCOPED_TRACE(extreme.name);
    Scene scene = stack(ContactWeights::multiplicity);
    scene.ipc.max_iterations = 300;
    extreme.change(scene);
    Simulation simulation(scene);
    for (int s = 0; s < 6; ++s) {
      const StepReport report = simulation.advance();
      EXPECT_EQ(report.cause.empty(), report.outcome == Outcome::converged);
      for (const Vec3& x : simulation.state().x) ASSERT_TRUE(x.allFinite());
      for (const Vec3& v : simulation.state().v) ASSERT_TRUE(v.allFinite());
      if (scene.contact.is_enabled) expect_intersection_free(simulation);
      if (report.outcome != Outcome::converged) break;
    }
  }
}

/// PCG that may take no more than an iteration solves nothing; that must not pass for convergence.
TEST(Step, SystemsThatAreNotSolvedAreAnOutcome) {
  Scene scene = stack(ContactWeights::multiplicity);
  scene.ipc.linear_solver = LinearSolverKind::pcg;
  std::get<SolidMaterial>(scene.objects[0].kind).young = 1e9;
  ModelAndState built = build_model(scene);
  Workspace workspace(built.model, resolve_settings(scene.ipc, built.model));
  workspace.solver.options().max_iterations = 1;
  built.state.v[0].x() += 10;  // something to solve
  const StepReport report = step(built.model, built.state, built.model.step, workspace);
  EXPECT_EQ(report.outcome, Outcome::linear_solve_failed) << report.cause;
  EXPECT_NE(report.cause.find("could not be solved: pcg; failed: not converged"), std::string::npos)
      << report.cause;
  EXPECT_EQ(built.state.step, 0);
}

/// What is left comes from the order of the contact block and from the texts of the report.
TEST(Step, HardlyAllocatesInSteadyFlight) {
  Scene scene = scene_of({box_object("box", {1, 1, 1}, {6, 6, 6}, {0, 50, 0})}, 0.01);
  scene.half_spaces = {ground()};
  Simulation simulation(scene);
  for (int s = 0; s < 5; ++s) advance(simulation);
  const long before = allocation_count;
  const StepReport report = simulation.advance();
  const long count = allocation_count - before;
  ASSERT_EQ(report.outcome, Outcome::converged);
  RecordProperty("allocations", static_cast<int>(count));
  EXPECT_LT(count, 60 * report.iterations) << report.iterations << " iterations";
}

}  // namespace
}  // namespace lacuna::ipc::test
