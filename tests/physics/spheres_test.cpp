// Spheres: balls that everything stays out of, containers and bowls that everything stays inside.
#include "geometry/distance.h"
#include "support/scenes.h"

#include <cmath>
#include <numbers>

namespace lacuna::test {
namespace {

RoundWall round_wall(RoundKind kind, const Vec3& center, Curve<double> radius, double friction = 0) {
  RoundWall wall;
  wall.name = "wall";
  wall.kind = kind;
  wall.center = center;
  wall.radius = std::move(radius);
  wall.friction = friction;
  return wall;
}

Curve<double> constant(double value) { return {{{0, value}}}; }

SceneObject ball_object(const Vec3& center, double radius) {
  SceneObject ball =
      object_of("ball", ExplicitShape{.vertices = {Vec3::Zero()}, .edges = {}, .triangles = {}, .tets = {}},
                Obstacle{}, center);
  ball.offset = 2 * radius;
  ball.is_ball = true;
  return ball;
}

/// Expects every accepted iterate to be inside all containers and bowls and outside all balls, by formulas of
/// its own.
void expect_guarantees(Simulation& simulation, Index& iterates) {
  const Model& model = simulation.model();
  simulation.observe([&](const AcceptedState& accepted) {
    const Positions x = accepted.x;
    const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
    ++iterates;
    for (const Sphere& sphere : model.spheres)
      for (const Index v : model.surface.vertices()) {
        if (!model.is_dynamic[static_cast<size_t>(v)]) continue;
        Vec3 u = at(v) - at(sphere.center);
        if (sphere.kind == RoundKind::bowl) u -= std::max(0.0, sphere.axis.dot(u)) * sphere.axis;
        const double radius = sphere.grows() ? (at(sphere.rim) - at(sphere.center)).norm() : sphere.radius;
        ASSERT_LT(u.norm() + 0.5 * model.surface.offset_of(v), radius) << "iterate " << iterates;
      }
    for (const Index ball : model.surface.particles()) {
      if (!model.surface.is_ball(ball)) continue;
      const double radius = 0.5 * model.surface.offset_of(ball);
      for (const Triangle& t : model.surface.triangles()) {
        const double distance = std::sqrt(point_triangle_distance2(at(ball), at(t[0]), at(t[1]), at(t[2])));
        ASSERT_GT(distance, radius + 0.5 * model.surface.offset_of(t[0])) << "iterate " << iterates;
      }
    }
  });
}

// ---- bowls

/// A particle at the wall of a bowl of one metre, where its slope has this tangent. Within dhat = 1 mm the
/// barrier would throw it.
Scene particle_in_bowl(double slope, double friction) {
  const double angle = std::atan(slope), radius = 1 - 1e-3;
  ExplicitShape point;
  point.vertices = {radius * Vec3(std::sin(angle), -std::cos(angle), 0)};
  Scene scene = scene_of({object_of("particle", point, ParticleMaterial{1000, 0.01})}, 0.005);
  scene.objects[0].friction = friction;
  scene.round_walls = {round_wall(RoundKind::bowl, Vec3::Zero(), constant(1), friction)};
  scene.contact.dhat = SizedValue{1e-3, false};
  scene.contact.epsv = SizedValue{1e-5, false};
  settle_friction(scene);
  solve_to(scene, SizedValue{1e-6, false});
  return scene;
}

double angle_of(const Simulation& simulation) {
  const Vec3& x = simulation.state().x[0];
  return std::atan2(x.x(), -x.y());
}

TEST(ParticleInABowl, HoldsWithMoreFrictionThanItsSlope) {
  Simulation simulation(particle_in_bowl(0.5, 0.55));
  for (int s = 0; s < 40; ++s) advance(simulation);
  const double settled = angle_of(simulation);
  EXPECT_NEAR(settled, std::atan(0.5), 5e-3);
  for (int s = 0; s < 100; ++s) advance(simulation);
  EXPECT_NEAR(angle_of(simulation), settled, 0.5 * 2e-5);  // creeps with up to epsv
}

TEST(ParticleInABowl, SlidesWithLessFrictionThanItsSlope) {
  Simulation simulation(particle_in_bowl(0.5, 0.45));
  for (int s = 0; s < 100; ++s) advance(simulation);
  EXPECT_LT(angle_of(simulation), std::atan(0.5) - 0.02);
}

// Back and forth like a pendulum of one metre, and never out or above the height where it began.
TEST(ParticleInABowl, SwingsWithoutGainingEnergy) {
  Scene scene = particle_in_bowl(1, 0);
  scene.step = 1e-3;
  Simulation simulation(scene);
  Index iterates = 0;
  expect_guarantees(simulation, iterates);
  const double start = simulation.state().x[0].y();
  double quarter = 0;
  for (int s = 0; s < 1500; ++s) {
    const StepReport report = advance(simulation);
    ASSERT_FALSE(HasFatalFailure());
    EXPECT_LT(simulation.state().x[0].y(), start + 2e-3);
    if (quarter == 0 && simulation.state().x[0].x() < 0) quarter = report.time;
  }
  EXPECT_GT(iterates, 1499);
  // A quarter of the period of a pendulum at 45 degrees, 2 pi sqrt(l/g) times 1.0400.
  EXPECT_NEAR(quarter, 0.25 * 2 * std::numbers::pi * std::sqrt(1 / 9.81) * 1.04, 0.01);
}

// Above the centre the wall is a tube.
TEST(ParticleInABowl, FallsAlongTheTube) {
  Scene scene = particle_in_bowl(1, 0);
  std::get<ExplicitShape>(scene.objects[0].mesh).vertices = {{1 - 2e-3, 0.8, 0}};
  scene.objects[0].velocity = {0.2, 0, 0};
  scene.step = 1e-3;
  Simulation simulation(scene);
  Index iterates = 0;
  expect_guarantees(simulation, iterates);
  Index touching = 0;
  for (int s = 0; s < 300; ++s) touching += advance(simulation).contacts;
  EXPECT_GT(touching, 0);
  EXPECT_NEAR(simulation.state().x[0].y(), 0.8 - 0.5 * 9.81 * 0.09, 0.02);
  EXPECT_GT(simulation.state().x[0].x(), 0.9);
}

// ---- containers

Scene squeezed_ball(std::vector<Curve<double>::Key> radius) {
  Scene scene = scene_of({object_of("ball", SphereShape{.radius = 0.3, .resolution = 3},
                                    SolidMaterial{ElasticLaw::stable_neo_hookean, 1e4, 0.3, 1000, 0})},
                         0.01);
  scene.gravity.setZero();
  scene.round_walls = {round_wall(RoundKind::container, Vec3::Zero(), {std::move(radius)})};
  scene.contact.dhat = SizedValue{3e-3, false};
  return scene;
}

TEST(ShrinkingContainer, SqueezesAndReleasesASolid) {
  Simulation simulation(squeezed_ball({{0, 0.32}, {0.2, 0.25}, {0.4, 0.4}}));
  Index iterates = 0;
  expect_guarantees(simulation, iterates);
  const Sphere& sphere = simulation.model().spheres[0];
  double smallest = 1;
  for (int s = 0; s < 400 && simulation.state().time < 0.395; ++s) {
    advance(simulation);
    ASSERT_FALSE(HasFatalFailure());
    smallest = std::min(smallest, radius_of(sphere, simulation.state().x));
  }
  EXPECT_LT(smallest, 0.253);
  EXPECT_NEAR(radius_of(sphere, simulation.state().x), 0.4, 5e-3);
  EXPECT_GT(iterates, 30);
}

TEST(MovingContainer, CarriesWhatIsInIt) {
  Scene scene = squeezed_ball({{0, 0.32}});
  scene.round_walls[0].motions = {{Move{{2, 1, 0}}, 0, 0.3, {}}};
  Simulation simulation(scene);
  Index iterates = 0;
  expect_guarantees(simulation, iterates);
  for (int s = 0; s < 400 && simulation.state().time < 0.4; ++s) advance(simulation);
  const Vec3& center = simulation.state().x[static_cast<size_t>(simulation.model().spheres[0].center)];
  EXPECT_LT((center - Vec3(0.6, 0.3, 0)).norm(), 1e-3);
  EXPECT_LT((center_of_mass(simulation) - center).norm(), 0.25);  // it sloshes
}

// ---- balls

/// A sheet of few triangles above a ball that is smaller than they are: no vertex comes near it.
Scene sheet_over_ball(Index cells) {
  ShellMaterial material;
  material.young = 1e4;
  material.thickness = 1e-3;
  Scene scene = scene_of({object_of("sheet", GridShape{.size = {1, 1}, .resolution = {cells, cells}},
                                    material, {0.07, 0.16, 0.04}),
                          ball_object(Vec3::Zero(), 0.15)},
                         0.01);
  scene.contact.dhat = SizedValue{2e-3, false};
  scene.contact.friction = 0.3;
  return scene;
}

TEST(SheetOnABall, NeverCutsTheBallHoweverCoarse) {
  for (const Index cells : {1, 5}) {
    Simulation simulation(sheet_over_ball(cells));
    Index iterates = 0, touching = 0;
    expect_guarantees(simulation, iterates);
    for (int s = 0; s < 60; ++s) {
      touching += advance(simulation).contacts > 0 ? 1 : 0;
      ASSERT_FALSE(HasFatalFailure()) << cells;
    }
    EXPECT_GT(touching, 20) << cells;
  }
}

TEST(MovingBall, PushesASheetAheadOfIt) {
  Scene scene = sheet_over_ball(5);
  scene.gravity.setZero();
  scene.objects[1].motions = {{Move{{0, 3, 0}}, 0, forever, {}}};
  Simulation simulation(scene);
  Index iterates = 0;
  expect_guarantees(simulation, iterates);
  for (int s = 0; s < 200 && simulation.state().time < 0.2; ++s) {
    advance(simulation);
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(center_of_mass(simulation).y(), 0.3);  // its edges trail
}

}  // namespace
}  // namespace lacuna::test
