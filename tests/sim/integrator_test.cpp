// The three schemes on a single free flight, where their formulas can be solved by hand.
#include "sim/integrator.h"

#include "support/scenes.h"

namespace lacuna::test {
namespace {

struct Flight {
  explicit Flight(Integrator integrator) {
    Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0})}, 0.1);
    scene.integrator = integrator;
    scene.objects[0].velocity = {1, 2, 3};
    built = build_model(scene);
  }
  /// Without elastic forces the minimum is the prediction.
  void step() {
    const size_t n = built.state.x.size();
    std::vector<Vec3> acceleration(n), elastic(n, Vec3::Zero()), x(n);
    external_acceleration(built.model, built.state.time + built.model.step, built.model.step, acceleration);
    predict(built.model, built.state, {built.model.step}, {acceleration, elastic}, x);
    advance_state(built.model, x, std::vector<std::uint8_t>(n, 0), {built.model.step}, built.state);
  }
  ModelAndState built;
};

TEST(Integrator, NewmarkIsExactUnderConstantAcceleration) {
  Flight flight(Integrator::newmark);
  const Vec3 start = flight.built.state.x[0];
  for (int s = 0; s < 10; ++s) flight.step();
  const Vec3 g = flight.built.model.gravity;
  EXPECT_LT((flight.built.state.x[0] - (start + Vec3(1, 2, 3) + 0.5 * g)).norm(), 1e-12);
  EXPECT_LT((flight.built.state.v[0] - (Vec3(1, 2, 3) + g)).norm(), 1e-12);
}

TEST(Integrator, Bdf2IsExactUnderConstantAccelerationAfterItsFirstStep) {
  Flight flight(Integrator::bdf2);
  flight.step();
  // A history that lies on a parabola.
  const Vec3 g = flight.built.model.gravity, v(1, 2, 3);
  const auto x_at = [&](double t) -> Vec3 { return v * t + 0.5 * g * t * t; };
  State& state = flight.built.state;
  for (size_t i = 0; i < state.x.size(); ++i) {
    state.x_before[i] = x_at(0), state.v_before[i] = v;
    state.x[i] = x_at(0.1), state.v[i] = v + 0.1 * g;
  }
  for (int s = 0; s < 5; ++s) flight.step();
  EXPECT_LT((state.x[0] - x_at(0.6)).norm(), 1e-12);
  EXPECT_LT((state.v[0] - (v + 0.6 * g)).norm(), 1e-12);
}

TEST(Integrator, ImplicitEulerTakesTheAccelerationOfTheEnd) {
  Flight flight(Integrator::implicit_euler);
  const Vec3 start = flight.built.state.x[0];
  flight.step();
  EXPECT_LT(
      (flight.built.state.x[0] - (start + 0.1 * Vec3(1, 2, 3) + 0.01 * flight.built.model.gravity)).norm(),
      1e-15);
  EXPECT_EQ(flight.built.state.step, 1);
  EXPECT_EQ(flight.built.state.time, 0.1);
}

TEST(Integrator, ForcesActWithinTheirTimes) {
  Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0})}, 0.1);
  BodyForce force;
  force.select = SelectSide{{0, 1, 0}, 0.01};
  force.acceleration = {5, 0, 0};
  force.from = 1;
  force.to = 2;
  scene.objects[0].forces = {force};
  const ModelAndState built = build_model(scene);
  std::vector<Vec3> a(built.state.x.size());
  const auto pushed_at = [&](double time) {
    external_acceleration(built.model, time, 0, a);
    return std::count_if(a.begin(), a.end(), [](const Vec3& v) { return v.x() == 5; });
  };
  EXPECT_EQ(pushed_at(0.99), 0);
  EXPECT_EQ(pushed_at(1), 4);
  EXPECT_EQ(pushed_at(1.99), 4);
  EXPECT_EQ(pushed_at(2), 0);
}

/// A constant force from the start: without it in the first acceleration the whole run would lag.
TEST(Integrator, NewmarkStartsWithTheAccelerationOfBodyForces) {
  Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0})}, 0.1);
  scene.integrator = Integrator::newmark;
  scene.ipc.tolerance = SizedValue{1e-9, false};
  BodyForce force;
  force.select = SelectAll{};
  force.acceleration = {4, 9.81, 0};
  scene.objects[0].forces = {force};
  Simulation simulation(scene);
  for (int s = 0; s < 10; ++s) advance(simulation);
  EXPECT_LT((center_of_mass(simulation) - Vec3(2, 0, 0)).norm(), 1e-6);
}

/// Forces that are left on what is free, over the weight of all.
double unbalanced(const Simulation& simulation) {
  const Model& model = simulation.model();
  const State& state = simulation.state();
  std::vector<Vec3> corners, force(state.x.size(), Vec3::Zero());
  model.elements.add_gradient(state.x, {.all = -1}, corners, force);
  double weight = 0, largest = 0;
  for (size_t v = 0; v < force.size(); ++v) {
    weight += model.mass[v] * model.gravity.norm();
    const bool is_held = std::any_of(model.scripts.begin(), model.scripts.end(), [&](const Script& script) {
      return std::count(script.vertices.begin(), script.vertices.end(), static_cast<Index>(v)) > 0;
    });
    if (!is_held) largest = std::max(largest, (force[v] + model.mass[v] * model.gravity).norm());
  }
  return largest / weight;
}

Scene hanging(const MeshSource& mesh, const ObjectKind& kind, double step) {
  SceneObject object = object_of("it", mesh, kind);
  object.fixed = {held(SelectSide{{-1, 0, 0}, 0.01})};
  Scene scene = scene_of({object}, step);
  scene.integrator = Integrator::quasi_static;
  scene.ipc.tolerance = SizedValue{1e-7, false};
  return scene;
}

TEST(Integrator, StaticSolvesReachEquilibriumInAFewLongSteps) {
  ShellMaterial limited;
  limited.strain_limit = 0.05;
  const std::pair<MeshSource, ObjectKind> things[] = {
      {GridShape{{0.3, 0.3}, {6, 6}}, ShellMaterial{}},
      {GridShape{{0.3, 0.3}, {6, 6}}, limited},
      {RodShape{0.3, 12}, RodMaterial{}},
      {BoxShape{{0.5, 0.1, 0.1}, {5, 1, 1}}, SolidMaterial{}}};
  for (const auto& [mesh, kind] : things)
    for (const double step : {1.0, 10.0}) {
      Simulation simulation(hanging(mesh, kind, step));
      for (int s = 0; s < 8; ++s) advance(simulation);
      EXPECT_LT(unbalanced(simulation), 1e-4) << kind.index() << " with steps of " << step;
    }
}

/// It starts from rest in every step, whatever it is told.
TEST(Integrator, StaticSolvesHaveNoInertiaButReportHowFastTheyMove) {
  Scene scene = hanging(RodShape{0.3, 12}, RodMaterial{}, 1);
  Simulation still(scene);
  scene.objects[0].velocity = {5, 5, 5};
  Simulation moving(scene);
  const std::vector<Vec3> start = still.state().x;
  advance(still);
  advance(moving);
  EXPECT_EQ(still.state().x, moving.state().x);
  for (size_t v = 0; v < start.size(); ++v)
    EXPECT_LT((still.state().v[v] - (still.state().x[v] - start[v])).norm(), 1e-12);
  for (int s = 0; s < 6; ++s) advance(still);
  for (const Vec3& v : still.state().v) EXPECT_LT(v.norm(), 1e-3);
}

TEST(Integrator, AGroupReleasedAtOnceKeepsItsVelocity) {
  SceneObject box = box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0});
  box.velocity = {1, 0, 0};
  FixedGroup all;
  all.select = SelectAll{};
  all.release = 0;
  box.fixed = {all};
  Simulation simulation(scene_of({box}, 0.1));
  advance(simulation);
  EXPECT_NEAR(center_of_mass(simulation).x(), 0.1, 1e-6);
}

}  // namespace
}  // namespace lacuna::test
