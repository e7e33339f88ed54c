// The loop of the cubic solver: how it shortens steps, and what it does when it cannot take one.
#include "cubic/step.h"

#include "base/input_error.h"
#include "support/scenes.h"

namespace lacuna::cubic::test {
using namespace lacuna::test;
namespace {

SceneObject sheet(double height) {
  ShellMaterial cotton;
  cotton.strain_limit = 0.05;
  return object_of("sheet", GridShape{{0.4, 0.4}, {8, 8}}, cotton, {0, height, 0});
}

/// A sheet that falls on a ball.
Scene landing(double step) {
  Scene scene = scene_of({sheet(0.11), object_of("ball", SphereShape{0.1, 3}, Obstacle{})}, step);
  scene.solver = SolverKind::cubic;
  scene.contact.dhat = SizedValue{1e-3, false};
  scene.objects[0].velocity = {0, -2, 0};
  return scene;
}

TEST(CubicStep, IsShortenedToWhatItsDirectionsCover) {
  Scene scene = landing(0.02);
  scene.cubic.share = StepShare::measured;
  Simulation simulation(scene);
  bool was_shortened = false;
  for (int s = 0; s < 20; ++s) {
    const State before = simulation.state();
    const StepReport report = simulation.advance(0.02);
    ASSERT_EQ(report.outcome, Outcome::converged);
    const double share = report.measure<double>("share").value();
    EXPECT_NEAR(report.dt, share * 0.02, 1e-12);
    EXPECT_GE(share, 0.25);
    was_shortened = was_shortened || share < 0.9;
    // Velocities are those of the step that was really taken.
    for (size_t v = 0; v < before.x.size(); ++v)
      EXPECT_LT((simulation.state().v[v] - (simulation.state().x[v] - before.x[v]) / report.dt).norm(), 1e-9);
    EXPECT_LT(report.max_stretch, 1.05);
    EXPECT_GT(report.min_gap, 0);
  }
  EXPECT_TRUE(was_shortened);
}

// In slow motion a usual step is shorter.
TEST(CubicStep, LeavesNoRestThatIsTooShortForAStep) {
  for (const double speed : {1.0, 0.25}) {
    Scene scene = landing(0.02 / speed);
    scene.playback.speed.keys = {{0, speed}};
    scene.cubic.share = StepShare::measured;
    Simulation simulation(scene);
    int cut_count = 0;
    for (int s = 0; s < 80; ++s) {
      const double planned = simulation.plan().next(simulation.state().time);
      const StepReport report = advance(simulation);
      const double rest = planned - report.dt;
      cut_count += rest > 0 ? 1 : 0;
      EXPECT_TRUE(rest == 0 || rest > 0.1 * 0.02 || report.iterations > 6) << "step " << s << ": " << rest;
    }
    EXPECT_GT(cut_count, 5);
  }
}

/// Whatever is blocked on the way, and every promise holds.
TEST(CubicStep, KeepsItsLengthIfEachVertexMovesForItself) {
  Simulation simulation(landing(0.02));
  bool was_blocked = false;
  for (int s = 0; s < 20; ++s) {
    const StepReport report = advance(simulation);
    EXPECT_EQ(report.dt, 0.02);
    EXPECT_LE(report.iterations, 24);
    was_blocked = was_blocked || report.smallest_step < 0.5;
    EXPECT_LT(report.max_stretch, 1.05);
    EXPECT_GT(report.min_gap, 0);
  }
  EXPECT_TRUE(was_blocked);
  EXPECT_GT(center_of_mass(simulation).y(), -0.1);
}

/// How much of a step is covered is asked of every object: a heavy one that flies past does not make a light
/// one stop short.
TEST(CubicStep, HasToCoverTheMotionOfLightObjectsToo) {
  const auto fall = [](bool has_heavy) {
    Scene scene = landing(0.02);
    if (has_heavy) {
      scene.objects.push_back(box_object("heavy", {1, 1, 1}, {1, 1, 1}, {5, 0, 0}));
      scene.objects.back().velocity = {0, 0, 30};
    }
    scene.cubic.linear_solver = LinearSolverKind::direct;
    Simulation simulation(scene);
    Index iterations = 0;
    while (simulation.state().time < 0.1) iterations += advance(simulation).iterations;
    return std::pair(iterations, simulation.state().x[40]);
  };
  const auto [alone_iterations, alone] = fall(false);
  const auto [iterations, x] = fall(true);
  EXPECT_EQ(iterations, alone_iterations);
  EXPECT_LT((x - alone).norm(), 1e-6);
}

TEST(CubicStep, KeepsItsLengthWhereNothingIsInTheWay) {
  Scene scene = landing(0.01);
  scene.objects.pop_back();
  Simulation simulation(scene);
  for (int s = 0; s < 5; ++s) {
    EXPECT_EQ(advance(simulation).dt, 0.01);
    EXPECT_NEAR(center_of_mass(simulation).y(), 0.11 - 0.02 * (s + 1) - 9.81e-4 * (s + 1) * (s + 2) / 2,
                1e-9);
  }
}

/// A landing elsewhere stops nothing else, or shortens the directions of everything. Then a body in flight
/// keeps its parabola if the step is shortened with them; if it is not, the landing slows it down.
TEST(CubicStep, WholeStepsDrag) {
  const auto lag_of_flight = [](StepShare share) {
    Scene scene = landing(0.02);
    scene.objects.insert(scene.objects.begin(), box_object("box", {1, 1, 1}, {1, 1, 1}, {5, 0, 0}));
    scene.objects[0].velocity = {0, 0, 3};
    scene.cubic.share = share;
    scene.cubic.target = 0.25;
    scene.cubic.linear_solver = LinearSolverKind::direct;
    Simulation simulation(scene);
    const double start = simulation.state().x[0].z();
    while (simulation.state().time < 0.1) advance(simulation);
    return 3 - (simulation.state().x[0].z() - start) / simulation.state().time;  // m/s
  };
  EXPECT_LT(std::abs(lag_of_flight(StepShare::each)), 1e-6);
  EXPECT_LT(std::abs(lag_of_flight(StepShare::measured)), 1e-6);
  EXPECT_GT(lag_of_flight(StepShare::whole), 0.3);
}

TEST(CubicStep, IterationsHaveALeastNumber) {
  for (const int least : {1, 4, 9}) {
    Scene scene = landing(0.01);
    scene.cubic.iterations = least;
    Simulation simulation(scene);
    for (int s = 0; s < 10; ++s) EXPECT_GE(advance(simulation).iterations, least);
  }
}

TEST(CubicStep, ConvergesWhenAsked) {
  Scene scene = landing(0.005);
  scene.cubic.converge = true;
  scene.cubic.max_iterations = 2000;
  Simulation simulation(scene);
  for (int s = 0; s < 10; ++s) EXPECT_LT(advance(simulation).residual, 1e-2);
}

/// The iterations of a step may end at their limit if they cover it, with one more for its correction.
TEST(CubicStep, EndsAtItsLimitOfIterations) {
  for (const bool converges : {false, true}) {
    Scene scene = landing(0.02);
    scene.cubic.iterations = scene.cubic.max_iterations = 20;
    scene.cubic.converge = converges;
    scene.cubic.tolerance = 1e-9;
    Simulation simulation(scene);
    for (int s = 0; s < 6; ++s) {
      const StepReport report = advance(simulation);
      EXPECT_FALSE(report.measure<bool>("moved_together").value());
      EXPECT_GE(report.iterations, 20);
      EXPECT_LE(report.iterations, 30);
    }
  }
}

/// A sheet that lands flat is blocked at once, but nothing distorts it.
TEST(CubicStep, BlockedMotionIsNoDistortion) {
  for (const double gap : {0.006, 0.003, 0.00105}) {
    Scene scene = landing(0.04);
    scene.objects = {sheet(gap)};
    scene.objects[0].velocity = {0, -2, 0};
    scene.half_spaces = {ground()};
    Simulation simulation(scene);
    const StepReport report = advance(simulation);
    EXPECT_FALSE(report.measure<bool>("moved_together").value()) << gap;
    EXPECT_LE(report.iterations, 4) << gap;
  }
}

/// However small a body is and however fast it flies, or something else that has nothing to do with it.
TEST(CubicStep, FreeFlightTakesTwoSystems) {
  for (const double speed : {0.0, 30.0}) {
    SceneObject train = object_of("train", BoxShape{{1, 1, 1}, {1, 1, 1}}, Obstacle{}, {9, 0, 0});
    train.motions = {Motion{Move{{0, 0, 5}}, 0, forever, {}}};
    Scene scene = scene_of({box_object("box", {0.02, 0.02, 0.02}, {1, 1, 1}, Vec3::Zero()), train}, 0.04);
    scene.objects[0].velocity = {speed, 0, 0};
    scene.solver = SolverKind::cubic;
    Simulation simulation(scene);
    for (int s = 0; s < 5; ++s) {
      const StepReport report = advance(simulation);
      EXPECT_LE(report.iterations, 2);
      EXPECT_EQ(report.smallest_step, 1);
    }
  }
}

TEST(CubicStep, KeepsTheStateWhenItIsInterrupted) {
  Simulation simulation(landing(0.02));
  for (int s = 0; s < 3; ++s) advance(simulation);
  const State before = simulation.state();
  const std::atomic<bool> stop = true;
  const StepReport report = simulation.advance(&stop);
  EXPECT_EQ(report.outcome, Outcome::interrupted);
  EXPECT_EQ(simulation.state().x, before.x);
  EXPECT_EQ(simulation.state().memory, before.memory);
}

/// A press that closes more than what it squeezes can take: the run ends with a cause, and the last state is
/// whole.
TEST(CubicStep, SaysWhatBlocksAScript) {
  SceneObject lid = object_of("lid", BoxShape{{1, 0.1, 1}, {1, 1, 1}}, Obstacle{}, {0, 0.26, 0});
  lid.motions = {Motion{Move{{0, -1, 0}}, 0, forever, {}}};
  Scene scene = scene_of({object_of("ball", SphereShape{0.1, 2}, SolidMaterial{}, {0, 0.102, 0}), lid}, 0.01);
  scene.half_spaces = {ground()};
  scene.solver = SolverKind::cubic;
  scene.cubic.max_iterations = 20;
  Simulation simulation(scene);
  StepReport report;
  for (int s = 0; s < 60 && report.outcome == Outcome::converged; ++s) {
    const State before = simulation.state();
    report = simulation.advance();
    if (report.outcome == Outcome::converged) continue;
    EXPECT_EQ(simulation.state().x, before.x);
    EXPECT_EQ(simulation.state().time, before.time);
  }
  EXPECT_EQ(report.outcome, Outcome::stalled);
  EXPECT_NE(report.cause.find("limited by"), std::string::npos) << report.cause;
  EXPECT_FALSE(report.advice.empty());
}

/// A sheet pulled beyond its limit ends the run with a cause instead of ever shorter steps.
TEST(CubicStep, EndsWhenAScriptPullsBeyondALimit) {
  SceneObject cloth = sheet(1);
  FixedGroup still = held(SelectSide{{-1, 0, 0}, 1e-3}), pulled = held(SelectSide{{1, 0, 0}, 1e-3});
  pulled.motions = {Motion{Move{{1, 0, 0}}, 0, forever, {}}};
  cloth.fixed = {still, pulled};
  Scene scene = scene_of({cloth}, 0.01);
  scene.solver = SolverKind::cubic;
  Simulation simulation(scene);
  StepReport report;
  int steps = 0;
  for (; steps < 200 && report.outcome == Outcome::converged; ++steps) report = simulation.advance();
  EXPECT_EQ(report.outcome, Outcome::stalled) << steps;
  EXPECT_NE(report.cause.find("strain limit"), std::string::npos) << report.cause;
}

/// Scripts rotate by at most one leg in a step.
TEST(CubicStep, CutsStepsAtTheLegsOfScripts) {
  SceneObject wheel = object_of("wheel", BoxShape{{1, 0.1, 0.1}, {1, 1, 1}}, Obstacle{});
  wheel.motions = {Motion{Spin{{0, 0, 4500}, {}}, 0, forever, {}}};
  Scene scene = scene_of({wheel, box_object("box", {0.1, 0.1, 0.1}, {1, 1, 1}, {0, 3, 0})}, 0.02);
  scene.solver = SolverKind::cubic;
  Simulation simulation(scene);
  for (int s = 0; s < 12; ++s) {
    const StepReport report = advance(simulation);
    EXPECT_LT(4500 * report.dt, 16);
    // Rigid at every accepted state.
    const double length = (simulation.state().x[1] - simulation.state().x[0]).norm();
    const double rest = (simulation.model().rest[1] - simulation.model().rest[0]).norm();
    EXPECT_NEAR(length / rest, 1, 1e-9);
  }
}

TEST(CubicStep, RefusesMoreIterationsThanItMayTake) {
  Scene scene = landing(0.01);
  scene.cubic.iterations = 300;
  EXPECT_THROW(Simulation{scene}, InputError);
}

}  // namespace
}  // namespace lacuna::cubic::test
