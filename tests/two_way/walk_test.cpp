// Two-way collision handling: walks to targets that contacts, edges or limits forbid.
#include "two_way/walk.h"

#include "base/random.h"
#include "support/scenes.h"

namespace lacuna::two_way::test {
using namespace lacuna::test;
namespace {

/// One walk from the start of a scene.
class Walker {
 public:
  std::vector<Vec3> x, target;

  explicit Walker(const Scene& scene)
      : built_(build_model(scene)),
        settings_(scene.two_way),
        system_(built_.model, {.least_limit_margin = kept_margin}),
        walk_(built_.model, settings_, system_) {
    EXPECT_TRUE(system_.begin_step(built_.state, built_.model.step));
    x = target = built_.state.x;
    for (const Index v : system_.scripted().vertices())
      target[static_cast<size_t>(v)] = system_.scripted().target(v);
  }

  const Model& model() const { return built_.model; }
  const ContactSystem& system() const { return system_; }
  bool is_scripted(size_t v) const { return system_.scripted().is_scripted()[v] != 0; }
  const std::vector<Vec3>& guide() const { return walk_.guide(); }

  WalkReport walk() {
    system_.find_contacts(x);
    const WalkReport report = walk_.move(x, target, settings_.passes, nullptr);
    EXPECT_TRUE(system_.is_admissible(x));
    return report;
  }
  double lag() const { return system_.script_lag(x); }

 private:
  ModelAndState built_;
  TwoWaySettings settings_;
  ContactSystem system_;
  Walk walk_;
};

SceneObject sheet(const std::string& name, double height, Index cells = 8) {
  return object_of(name, GridShape{{0.4, 0.4}, {cells, cells}}, ShellMaterial{}, {0, height, 0});
}

Scene scene_with(std::vector<SceneObject> objects) {
  Scene scene = scene_of(std::move(objects), 0.04);
  scene.contact.dhat = SizedValue{1e-3, false};
  return scene;
}

TEST(Walk, ArrivesWhereNothingIsInTheWay) {
  Walker walker(scene_with({sheet("sheet", 1)}));
  for (Vec3& y : walker.target) y += Vec3(0.3, -2, 0.1);
  const WalkReport report = walker.walk();
  EXPECT_EQ(report.passes, 1);
  EXPECT_EQ(report.missing, 0);
  for (size_t v = 0; v < walker.x.size(); ++v) EXPECT_LT((walker.x[v] - walker.target[v]).norm(), 1e-14);
}

/// Two sheets that want to change places stay on their sides, at the gap that the guide keeps, and keep their
/// momentum.
TEST(Walk, SheetsThatWantToSwapStayOnTheirSides) {
  Walker walker(scene_with({sheet("low", 0), sheet("high", 0.01, 7)}));
  for (size_t v = 0; v < walker.target.size(); ++v) walker.target[v].y() += v < 81 ? 0.03 : -0.03;
  Vec3 wanted = Vec3::Zero(), done = Vec3::Zero();
  walker.walk();
  for (size_t v = 0; v < walker.x.size(); ++v) {
    wanted += walker.model().mass[v] * walker.target[v];
    done += walker.model().mass[v] * walker.guide()[v];
  }
  EXPECT_LT((wanted - done).norm(), 1e-12 * wanted.norm());
  EXPECT_GT(walker.system().smallest_gap(), 0.19e-3);
}

/// A sheet that wants to be a quarter larger becomes as large as its strain limit allows.
TEST(Walk, GuidesStayWithinStrainLimits) {
  SceneObject cloth = sheet("sheet", 0, 4);
  std::get<ShellMaterial>(cloth.kind).strain_limit = 0.1;
  Scene scene = scene_with({cloth});
  scene.two_way.sweeps = 200;
  Walker walker(scene);
  for (Vec3& y : walker.target) y *= 1.25;
  walker.walk();
  EXPECT_LT(walker.model().elements.largest_stretch(walker.guide()), 1.097);
  EXPECT_LT(walker.model().elements.largest_stretch(walker.x), 1.1);
  EXPECT_GT(walker.model().elements.largest_stretch(walker.x), 1.08);
}

/// A vertex that is stopped in the middle of a falling sheet pulls its neighbours along: no edge becomes much
/// longer than in the target.
TEST(Walk, EdgesDoNotBecomeMuchLonger) {
  const auto longest = [](double edge_stretch) {
    Scene scene = scene_with(
        {sheet("sheet", 0.001, 10),
         object_of("needle", ExplicitShape{{{0, -0.2, 0}, {0, 0, 0}}, {{0, 1}}, {}, {}}, Obstacle{})});
    scene.two_way.edge_stretch = edge_stretch;
    scene.two_way.sweeps = 200;
    Walker walker(scene);
    for (size_t v = 0; v < 121; ++v) walker.target[v].y() -= 0.1;
    walker.walk();
    double most = 0;
    for (const Edge& edge : walker.model().surface.edges()) {
      const auto a = static_cast<size_t>(edge[0]), b = static_cast<size_t>(edge[1]);
      if (a < 121)
        most = std::max(most, (walker.guide()[a] - walker.guide()[b]).norm() /
                                  (walker.target[a] - walker.target[b]).norm());
    }
    return most;
  };
  EXPECT_LT(longest(1.1), 1.12);
  EXPECT_GT(longest(0), 2);
}

/// Obstacles that are in the way of nothing arrive, and what is in their way goes with them.
TEST(Walk, ObstaclesPushWhatIsInTheirWay) {
  SceneObject ball = object_of("ball", SphereShape{0.05, 3}, Obstacle{}, {0, -0.06, 0});
  ball.motions = {Motion{Move{{0, 5, 0}}, 0, forever, {}}};
  Walker walker(scene_with({ball, sheet("sheet", 0, 12)}));
  walker.walk();
  EXPECT_LT(walker.lag(), 0.01);  // of 20 cm
  EXPECT_GT(walker.x[static_cast<size_t>(walker.model().vertex_count()) - 85].y(), 0.1);
}

/// Whatever the targets are, every state of a walk keeps every promise.
TEST(Walk, KeepsEveryPromiseWhateverTheTargets) {
  SceneObject strand = object_of("strand", RodShape{0.3, 6}, RodMaterial{}, {0, 0.045, 0.03});
  strand.offset = 3e-3;
  SceneObject cloth = sheet("limited", 0.06);
  std::get<ShellMaterial>(cloth.kind).strain_limit = 0.1;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Scene scene = scene_with({sheet("low", 0.02), sheet("high", 0.03), strand, cloth,
                              box_object("box", {0.08, 0.04, 0.08}, {2, 2, 2}, {0.05, 0.1, -0.05}),
                              object_of("ball", SphereShape{0.05, 2}, Obstacle{}, {-0.1, 0.12, 0})});
    scene.half_spaces = {ground()};
    Walker walker(scene);
    Random random(seed);
    const double size = std::pow(10, random.uniform(-3, -1));
    for (size_t v = 0; v < walker.target.size(); ++v)
      if (!walker.is_scripted(v))
        walker.target[v] += size * Vec3(random.uniform(-1, 1), random.uniform(-2, 1), random.uniform(-1, 1));
    const std::vector<Vec3> start = walker.x;
    walker.walk();
    EXPECT_NE(walker.x, start);
  }
}

}  // namespace
}  // namespace lacuna::two_way::test
