// Motions in which vertices stop one by one.
#include "sim/stop_times.h"

#include "base/parallel.h"
#include "base/random.h"
#include "sim/scripted_vertices.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

constexpr MotionLimits limits{.t_max = 1, .gap_fraction = 0.5, .kept_of_dhat = 0.2};

/// The stops of a scene's vertices for a motion from its start.
class Stopping {
 public:
  std::vector<Vec3> x, p;

  explicit Stopping(const Scene& scene) : Stopping(build_model(scene)) {}
  explicit Stopping(ModelAndState built)
      : x(std::move(built.state.x)),
        p(x.size(), Vec3::Zero()),
        model_(std::move(built.model)),
        surface_(model_.surface),
        scripted_(model_),
        detector_(surface_, model_.rest,
                  std::vector<ContactPlane>(model_.planes.begin(), model_.planes.end()),
                  {.dhat = model_.dhat, .edge_pairs = EdgePairs::crossing},
                  std::vector<ContactSphere>(model_.spheres.begin(), model_.spheres.end())),
        stops_(model_, surface_) {
    scripted_.begin_step(model_.step, model_.step);
    for (Index v = 0; v < surface_.vertex_count(); ++v) surface_.set_kinematic(v, is_scripted(v));
    scripted_.missing(x, p);
  }

  const Model& model() const { return model_; }
  bool is_scripted(Index v) const { return scripted_.is_scripted()[static_cast<size_t>(v)] != 0; }
  /// Gives vertices that are not scripted their part of the motion.
  template <class Motion>
  void push(Motion&& motion) {
    for (Index v = 0; v < model_.vertex_count(); ++v)
      if (!is_scripted(v)) p[static_cast<size_t>(v)] = motion(v);
  }
  std::vector<double> find() {
    stops_.find(detector_, model_.elements, scripted_, x, p, limits);
    return {stops_.times().begin(), stops_.times().end()};
  }
  const DirectionBound& first() const { return stops_.first(); }

  std::vector<Vec3> at(const std::vector<double>& stops, double t) const {
    std::vector<Vec3> y = x;
    for (size_t v = 0; v < y.size(); ++v) y[v] += std::min(t, stops[v]) * p[v];
    return y;
  }
  /// All promises, at one time of the motion.
  void expect_admissible(const std::vector<Vec3>& at) {
    EXPECT_TRUE(detector_.intersections(at).empty());
    EXPECT_EQ(model_.elements.find_inadmissible(at), -1);
    EXPECT_GT(model_.elements.smallest_limit_margin(at), 0);
    for (const Contact& contact : detector_.near_pairs(at, model_.dhat)) EXPECT_GT(gap(surface_, contact), 0);
    for (const Index v : surface_.moving_vertices()) {
      if (surface_.is_kinematic(v)) continue;
      for (const ContactPlane& plane : detector_.planes()) EXPECT_GT(plane_gap(surface_, plane, at, v), 0);
      for (const Sphere& sphere : model_.spheres) EXPECT_GT(sphere_gap(surface_, sphere, at, v), 0);
    }
  }

 private:
  Model model_;
  Surface surface_;
  ScriptedVertices scripted_;
  ContactDetector detector_;
  StopTimes stops_;
};

SceneObject sheet(const std::string& name, double height, Index cells = 8) {
  ShellMaterial cotton;
  cotton.strain_limit = 0.1;
  return object_of(name, GridShape{{0.4, 0.4}, {cells, cells}}, cotton, {0, height, 0});
}

Scene with_dhat(Scene scene) {
  scene.contact.dhat = SizedValue{1e-3, false};
  return scene;
}

TEST(StopTimes, NothingStopsWhatMovesAlone) {
  Stopping stopping(with_dhat(scene_of({sheet("sheet", 1)}, 0.01)));
  stopping.push([](Index) { return Vec3(0.3, -2, 0.1); });
  for (const double stop : stopping.find()) EXPECT_EQ(stop, 1);
  EXPECT_EQ(stopping.first().time, 1);
}

/// A sheet that falls on a ball is stopped in its middle alone, and what is around follows by a fifth of the
/// distance.
TEST(StopTimes, WhatIsFarFromTheObstacleMovesOn) {
  Stopping stopping(with_dhat(
      scene_of({sheet("sheet", 0.105, 16), object_of("ball", SphereShape{0.1, 3}, Obstacle{})}, 0.01)));
  stopping.push([](Index) { return Vec3(0, -0.03, 0); });
  const std::vector<double> stops = stopping.find();
  const auto [least, most] = std::minmax_element(stops.begin(), stops.begin() + 17 * 17);
  EXPECT_NEAR(*least, 0.005 / 0.03, 0.02);
  EXPECT_EQ(*most, 1);
  EXPECT_EQ(stopping.first().time, *least);
  EXPECT_GE(stopping.first().vertices[0], 0);
  for (const Edge& edge : stopping.model().surface.edges()) {
    const auto a = static_cast<size_t>(edge[0]), b = static_cast<size_t>(edge[1]);
    if (stopping.p[a].isZero(0) || stopping.p[b].isZero(0)) continue;
    const double length = (stopping.x[a] - stopping.x[b]).norm();
    EXPECT_LE(0.03 * std::abs(stops[a] - stops[b]), 0.2 * length * (1 + 1e-12));
  }
}

TEST(StopTimes, AnObstacleStopsAsAWhole) {
  SceneObject press = object_of("press", BoxShape{{0.2, 0.05, 0.2}, {2, 1, 2}}, Obstacle{}, {0, 0.15, 0});
  press.motions = {Motion{Move{{0, -10, 0}}, 0, forever, {}}};
  Stopping stopping(with_dhat(scene_of({press, sheet("sheet", 0.1)}, 0.01)));
  const std::vector<double> stops = stopping.find();
  for (Index v = 0; v < stopping.model().vertex_count(); ++v)
    if (stopping.is_scripted(v)) {
      EXPECT_NEAR(stops[static_cast<size_t>(v)], 0.25, 0.02);
    }
}

/// Of two scripts for a vertex the later one holds it, as long as it is active. What the other one holds, or
/// has released, moves on.
TEST(StopTimes, OneScriptStopsOnlyWhatItHolds) {
  for (const double release : {0.0, forever}) {
    SceneObject cloth = object_of("sheet", GridShape{{0.4, 0.4}, {8, 8}}, ShellMaterial{}, {0, 0.1, 0});
    FixedGroup edge = held(SelectSide{{-1, 0, 0}, 0.3}), all = held(SelectAll{});
    edge.motions = all.motions = {Motion{Move{{0, -10, 0}}, 0, forever, {}}};
    all.release = release;
    cloth.fixed = {all, edge};
    if (release == 0) std::swap(cloth.fixed[0], cloth.fixed[1]);
    Stopping stopping(with_dhat(
        scene_of({cloth, box_object("box", {0.04, 0.04, 0.04}, {1, 1, 1}, {-0.2, 0.04, 0})}, 0.01)));
    stopping.push([](Index v) { return v < 81 ? Vec3(0, -0.1, 0) : Vec3(Vec3::Zero()); });
    const std::vector<double> stops = stopping.find();
    for (Index v = 0; v < 81; ++v) {
      const bool is_edge = v % 9 < 3;
      EXPECT_EQ(stopping.is_scripted(v), is_edge || release > 0);
      if (is_edge) {
        EXPECT_LT(stops[static_cast<size_t>(v)], 0.9);
      }
    }
    EXPECT_EQ(*std::max_element(stops.begin(), stops.begin() + 81), 1);
  }
}

/// A wall that comes after what has stopped does not pass it.
TEST(StopTimes, AWallStopsAtWhatHasStopped) {
  HalfSpace lid = ground(0, {0, -1, 0});
  lid.name = "lid";
  lid.point = {0, 0.12, 0};
  lid.motions = {Motion{Move{{0, -5, 0}}, 0, forever, {}}};
  Scene scene =
      with_dhat(scene_of({sheet("sheet", 0.105), object_of("ball", SphereShape{0.1, 3}, Obstacle{})}, 0.01));
  scene.half_spaces = {lid};
  Stopping stopping(scene);
  stopping.push([](Index) { return Vec3(0, -0.1, 0); });
  const std::vector<double> stops = stopping.find();
  for (int sample = 0; sample <= 20; ++sample) stopping.expect_admissible(stopping.at(stops, 0.05 * sample));
  EXPECT_LT(stops.back(), 0.5);  // the vertex that carries the lid
}

/// Sheets, a solid, a rod and grains between moving walls, all pushed at random.
Scene crowd() {
  SceneObject strand = object_of("strand", RodShape{0.3, 6}, RodMaterial{}, {0, 0.045, 0.03});
  strand.offset = 3e-3;
  SceneObject grains =
      object_of("grains", ParticleBoxShape{{3, 1, 1}, 0.02}, ParticleMaterial{}, {0, 0.06, 0.1});
  grains.offset = 4e-3;
  Scene scene = with_dhat(scene_of({sheet("low", 0.02), sheet("high", 0.03), strand, grains,
                                    box_object("box", {0.08, 0.04, 0.08}, {2, 2, 2}, {0.05, 0.08, -0.05}),
                                    object_of("ball", SphereShape{0.05, 2}, Obstacle{}, {-0.1, 0.09, 0})},
                                   0.01));
  scene.objects.back().motions = {Motion{Move{{6, -3, 1}}, 0, forever, {}}};
  HalfSpace floor = ground();
  floor.point = {0, 0.01, 0};
  floor.motions = {Motion{Move{{0, 3, 0}}, 0, forever, {}}};
  scene.half_spaces = {floor};
  RoundWall bowl;
  bowl.name = "bowl";
  bowl.radius.keys = {{0, 0.4}};
  bowl.motions = {Motion{Move{{-4, 0, 0}}, 0, forever, {}}};
  scene.round_walls = {bowl};
  return scene;
}

TEST(StopTimes, KeepEveryPromiseAlongTheWay) {
  int stopped = 0, moved = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Stopping stopping(crowd());
    Random random(seed);
    const double size = std::pow(10, random.uniform(-3, -1));
    Vec3 common = Vec3::Zero();
    stopping.push([&](Index v) {
      if (v % 20 == 0)
        common = 3 * size * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      return Vec3(common + size * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)));
    });
    const std::vector<double> stops = stopping.find();
    for (const double stop : stops) {
      ASSERT_GE(stop, 0);
      ASSERT_LE(stop, 1);
      ++(stop < 1 ? stopped : moved);
    }
    for (int sample = 0; sample <= 25; ++sample)
      stopping.expect_admissible(stopping.at(stops, 0.04 * sample));
    const ThreadLimit one(1);
    EXPECT_EQ(stopping.find(), stops);
  }
  EXPECT_GT(stopped, 100);
  EXPECT_GT(moved, 100);
}

}  // namespace
}  // namespace lacuna::test
