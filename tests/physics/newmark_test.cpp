// Newmark with contact: nothing bounces higher than it fell, whatever it is and however long the steps are.
#include "support/scenes.h"

#include <cmath>
#include <limits>

namespace lacuna::test {
namespace {

enum class Kind { solid, stiff_solid, shell, limited_shell, rod, particles };
enum class Floor { half_space, mesh };

SceneObject thing_of(Kind kind) {
  ShellMaterial limited;
  limited.strain_limit = 0.05;
  RodMaterial rod;
  rod.young = 1e7;
  rod.radius = 0.003;
  ParticleMaterial balls;
  balls.radius = 0.01;
  const SolidMaterial soft{ElasticLaw::neo_hookean, 1e5, 0.3, 1000, 0},
      stiff{ElasticLaw::neo_hookean, 1e6, 0.3, 1000, 0};
  SceneObject thing;
  switch (kind) {
    case Kind::solid:
      thing = object_of("it", BoxShape{{0.2, 0.2, 0.2}, {2, 2, 2}}, soft);
      break;
    case Kind::stiff_solid:
      thing = object_of("it", SphereShape{0.1, 2}, stiff);
      break;
    case Kind::shell:
      thing = object_of("it", GridShape{{0.2, 0.2}, {4, 4}}, ShellMaterial{});
      break;
    case Kind::limited_shell:
      thing = object_of("it", GridShape{{0.2, 0.2}, {4, 4}}, limited);
      break;
    case Kind::rod:
      thing = object_of("it", RodShape{0.3, 8}, rod);
      break;
    case Kind::particles: {
      ParticleBoxShape lattice;
      lattice.counts = {2, 3, 1};
      lattice.spacing = 0.05;
      lattice.jitter = 0.01;
      thing = object_of("it", lattice, balls);
    }
  }
  thing.placement.rotate = {10, 10, 20};
  return thing;
}

/// `height` of the lowest vertex above the floor.
Scene dropped(Kind kind, Floor floor, double height, double friction, double step) {
  SceneObject thing = thing_of(kind);
  {
    const ModelAndState built = build_model(scene_of({thing}, step));
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec3& x : built.state.x) lowest = std::min(lowest, x.y());
    thing.placement.translate.y() = height - lowest;
  }
  thing.velocity = {0.2, 0, 0};
  Scene scene = scene_of({thing}, step);
  scene.integrator = Integrator::newmark;
  scene.contact.friction = friction;
  if (floor == Floor::half_space)
    scene.half_spaces = {ground(friction)};
  else
    scene.objects.push_back(object_of("floor", GridShape{{4, 4}, {9, 9}}, Obstacle{}));
  return scene;
}

struct Bounces {
  double highest = 0;  ///< total energy, over that of the start
  double last = 0;
  int landings = 0;
};

/// Energies are counted from where the lowest vertex touches the floor at rest.
Bounces bounce(const Scene& scene, double height, int steps) {
  Simulation simulation(scene);
  const Model& model = simulation.model();
  double weight = 0, speed2 = 0;
  for (size_t v = 0; v < model.rest.size(); ++v)
    if (model.is_dynamic[v]) weight += model.mass[v] * model.gravity.norm();
  speed2 = scene.objects[0].velocity.squaredNorm();
  const double start = weight * (height + 0.5 * speed2 / model.gravity.norm());
  const double floor = weight * (center_of_mass(simulation).y() - height);
  Bounces result;
  bool was_touching = false;
  for (int s = 0; s < steps; ++s) {
    const StepReport report = advance(simulation);
    result.last = (report.energy.total() - floor) / start;
    result.highest = std::max(result.highest, result.last);
    result.landings += report.contacts > 0 && !was_touching ? 1 : 0;
    was_touching = report.contacts > 0;
  }
  return result;
}

struct Ground {
  Floor floor;
  double friction;
};

class NewmarkBounce : public testing::TestWithParam<std::tuple<Kind, double, Ground>> {};
INSTANTIATE_TEST_SUITE_P(All, NewmarkBounce,
                         testing::Combine(testing::Values(Kind::solid, Kind::stiff_solid, Kind::shell,
                                                          Kind::limited_shell, Kind::rod, Kind::particles),
                                          testing::Values(1e-4, 1e-3, 1e-2),
                                          testing::Values(Ground{Floor::half_space, 0},
                                                          Ground{Floor::mesh, 0.4})));
class NewmarkBounceSlow : public NewmarkBounce {};
INSTANTIATE_TEST_SUITE_P(All, NewmarkBounceSlow,
                         testing::Combine(testing::Values(Kind::solid, Kind::stiff_solid, Kind::shell,
                                                          Kind::limited_shell, Kind::rod, Kind::particles),
                                          testing::Values(1e-4, 1e-3, 1e-2),
                                          testing::Values(Ground{Floor::half_space, 0.4},
                                                          Ground{Floor::mesh, 0})));

void expect_no_gain(Kind kind, double step, const Ground& where) {
  // The fall takes a tenth of the run.
  const double height = std::min(0.5, 0.5 * 9.81 * std::pow(100 * step, 2));
  const Bounces result = bounce(dropped(kind, where.floor, height, where.friction, step), height, 1000);
  EXPECT_LT(result.highest, 1.01);
  EXPECT_GT(result.landings, 1);
}

TEST_P(NewmarkBounce, NeverHasMoreEnergyThanAtTheStart) { std::apply(expect_no_gain, GetParam()); }
TEST_P(NewmarkBounceSlow, NeverHasMoreEnergyThanAtTheStart) { std::apply(expect_no_gain, GetParam()); }

/// Bodies of all kinds in a room without gravity, where all energy is motion and nothing is lost to a floor.
Scene crowded_room(double step, double speed, double friction) {
  std::vector<SceneObject> things;
  const Vec3 at[] = {{-0.25, 0, 0}, {0.25, 0, 0}, {0, 0.25, 0}, {0, -0.25, 0}, {0, 0, 0.25}, {0, 0, -0.25}};
  for (const Kind kind :
       {Kind::solid, Kind::stiff_solid, Kind::shell, Kind::limited_shell, Kind::rod, Kind::particles}) {
    SceneObject thing = thing_of(kind);
    const size_t i = things.size();
    thing.name = std::string("thing") + static_cast<char>('0' + i);
    thing.placement.translate = at[i];
    thing.velocity = -4 * speed * at[i] + speed * Vec3(0.1, 0.2, 0.3);
    things.push_back(thing);
  }
  Scene scene = scene_of(std::move(things), step);
  scene.gravity.setZero();
  scene.integrator = Integrator::newmark;
  scene.contact.friction = friction;
  for (int i = 0; i < 6; ++i) {
    HalfSpace wall = ground(friction, (i % 2 ? -1 : 1) * Vec3::Unit(i / 2));
    wall.name = std::string("wall") + static_cast<char>('0' + i);
    wall.point = -0.45 * wall.normal;
    scene.half_spaces.push_back(wall);
  }
  return scene;
}

class NewmarkCrowd : public testing::TestWithParam<std::tuple<double, double>> {};
INSTANTIATE_TEST_SUITE_P(All, NewmarkCrowd,
                         testing::Combine(testing::Values(1e-3, 1e-2), testing::Values(0.0, 0.4)));

TEST_P(NewmarkCrowd, NeverHasMoreEnergyThanAtTheStart) {
  const auto [step, friction] = GetParam();
  for (const double speed : {1.0, 5.0}) {
    Simulation simulation(crowded_room(step, speed, friction));
    const double start = advance(simulation).energy.total();
    Index contacts = 0;
    for (int s = 0; s < 100; ++s) {
      const StepReport report = advance(simulation);
      ASSERT_LT(report.energy.total(), 1.01 * start) << "step " << s << ", speed " << speed;
      contacts += report.contacts;
    }
    EXPECT_GT(contacts, 30);
  }
}

/// The most energy that a run has, over that of its start, both counted from the lowest that gravity's was.
double largest_gain(const Scene& scene, int steps) {
  Simulation simulation(scene);
  Simulation beginning(scene);
  std::vector<EnergyReport> energies;
  double lowest = std::numeric_limits<double>::infinity();
  for (int s = 0; s < steps; ++s) {
    const StepReport report = advance(simulation);
    energies.push_back(report.energy);
    lowest = std::min(lowest, report.energy.gravity);
  }
  double start = 0, highest = 0;
  const Model& model = simulation.model();
  const State& state = beginning.state();
  for (size_t v = 0; v < state.x.size(); ++v)
    if (model.is_dynamic[v])
      start += model.mass[v] * (0.5 * state.v[v].squaredNorm() - model.gravity.dot(state.x[v]));
  for (const EnergyReport& energy : energies) highest = std::max(highest, energy.total() - lowest);
  return highest / (start - lowest);
}

Scene newmark_scene(const SceneObject& thing, double step, double gravity) {
  Scene scene = scene_of({thing}, step);
  scene.integrator = Integrator::newmark;
  scene.gravity = {0, -gravity, 0};
  return scene;
}

class NewmarkSpin : public testing::TestWithParam<std::tuple<Kind, double, double>> {};
INSTANTIATE_TEST_SUITE_P(All, NewmarkSpin,
                         testing::Combine(testing::Values(Kind::solid, Kind::shell, Kind::limited_shell,
                                                          Kind::rod),
                                          testing::Values(500, 1000, 2000), testing::Values(5e-3, 1e-2)));

TEST_P(NewmarkSpin, NeverHasMoreEnergyThanAtTheStartInFreeFlight) {
  const auto [kind, degrees, step] = GetParam();
  SceneObject thing = thing_of(kind);
  thing.angular_velocity_deg = {0, 0, degrees};
  EXPECT_LT(largest_gain(newmark_scene(thing, step, 0), 500), 1.01);
}

TEST_P(NewmarkSpin, NeverHasMoreEnergyThanAtTheStartOnAFloor) {
  const auto [kind, degrees, step] = GetParam();
  SceneObject thing = thing_of(kind);
  thing.angular_velocity_deg = {0, 0, degrees};
  thing.placement.translate = {0, 0.25, 0};
  Scene scene = newmark_scene(thing, step, 0.5);
  scene.contact.friction = 0;
  scene.half_spaces = {ground(0)};
  EXPECT_LT(largest_gain(scene, 500), 1.01);
}

/// What is held at one end has a rigid motion that keeps no angular momentum.
TEST(NewmarkPendulum, NeverHasMoreEnergyThanAtTheStart) {
  for (const Kind kind : {Kind::solid, Kind::shell, Kind::limited_shell, Kind::rod})
    for (const double step : {1e-3, 1e-2}) {
      SceneObject thing = thing_of(kind);
      thing.placement.rotate = {0, 0, 20};
      FixedGroup held;
      held.select = SelectSide{{-1, 0, 0}, 0.01};
      thing.fixed = {held};
      EXPECT_LT(largest_gain(newmark_scene(thing, step, 9.81), 500), 1.01)
          << static_cast<int>(kind) << ", " << step;
    }
}

TEST(NewmarkLimits, NeverAddEnergy) {
  ShellMaterial material;
  material.strain_limit = 0.01;
  material.compression_limit = 0.05;
  material.limit_stiffness = 1e5;
  for (const double step : {1e-3, 1e-2}) {
    SceneObject cloth = object_of("it", GridShape{{0.2, 0.2}, {4, 4}}, material);
    cloth.placement.rotate = {10, 10, 20};
    cloth.placement.translate = {0, 0.3, 0};
    cloth.velocity = {0.5, -5, 0};
    Scene scene = newmark_scene(cloth, step, 9.81);
    scene.half_spaces = {ground(0)};
    scene.contact.friction = 0;
    EXPECT_LT(largest_gain(scene, 500), 1.01) << step;
  }
}

/// A box that is stretched, spins and flies.
Scene swinging_box(double step) {
  SceneObject box = thing_of(Kind::solid);
  box.velocity = {1, 2, 3};
  box.angular_velocity_deg = {200, 300, 100};
  Scene scene = scene_of({box}, step);
  scene.integrator = Integrator::newmark;
  scene.gravity.setZero();
  return scene;
}

TEST(NewmarkInFreeFlight, KeepsItsEnergy) {
  for (const double step : {1e-4, 1e-3}) {
    Simulation simulation(swinging_box(step));
    State state = simulation.state();
    for (size_t v = 0; v < state.x.size(); ++v) state.v[v].x() += 20 * simulation.model().rest[v].x();
    simulation.restore(state);
    const double start = advance(simulation).energy.total();
    double elastic = 0;
    for (int s = 0; s < 2000; ++s) {
      const EnergyReport energy = advance(simulation).energy;
      ASSERT_NEAR(energy.total() / start, 1, 2e-3) << "step " << s << " of " << step;
      elastic = std::max(elastic, energy.elastic);
    }
    EXPECT_GT(elastic, 1e-2 * start);
  }
}

/// Friction of the mean velocity of a step would turn it around, step after step.
TEST(NewmarkFriction, StopsWhatSlidesWhereCoulombSays) {
  for (const double step : {1e-3, 1e-2}) {
    SceneObject block = box_object("block", {0.4, 0.1, 0.4}, {2, 1, 2}, {0, 0.05055, 0},
                                   {ElasticLaw::neo_hookean, 1e7, 0.3, 1000, 1e-3});
    block.velocity = {1, 0, 0};
    Scene scene = scene_of({block}, step);
    scene.integrator = Integrator::newmark;
    scene.half_spaces = {ground(0.5)};
    scene.contact.friction = 0.5;
    settle_friction(scene);
    Simulation simulation(scene);
    while (simulation.state().time < 0.4) advance(simulation);
    EXPECT_NEAR(center_of_mass(simulation).x(), 1 / (2 * 0.5 * 9.81), 0.01) << step;
    double fastest = 0;
    for (const Vec3& v : simulation.state().v) fastest = std::max(fastest, std::hypot(v.x(), v.z()));
    EXPECT_LT(fastest, 0.02) << step;
  }
}

TEST(NewmarkDamping, NeverAddsEnergyToAVibration) {
  for (const double step : {1e-4, 1e-3, 1e-2}) {
    Scene scene = swinging_box(step);
    std::get<SolidMaterial>(scene.objects[0].kind).damping = 2e-3;
    scene.objects[0].angular_velocity_deg.setZero();
    Simulation simulation(scene);
    State state = simulation.state();
    double motion = 0;
    for (size_t v = 0; v < state.x.size(); ++v) {
      const Vec3 more(20 * simulation.model().rest[v].x(), 0, 0);
      state.v[v] += more;
      motion += 0.5 * simulation.model().mass[v] * more.squaredNorm();
    }
    simulation.restore(state);
    double before = advance(simulation).energy.total();
    const double start = before;
    for (int s = 0; s < 300; ++s) {
      const double now = advance(simulation).energy.total();
      EXPECT_LT(now, before + 1e-3 * motion) << "step " << s << " of " << step;
      before = now;
    }
    EXPECT_LT(before, start - 0.1 * motion) << step;
  }
}

}  // namespace
}  // namespace lacuna::test
