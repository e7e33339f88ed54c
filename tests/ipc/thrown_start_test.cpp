// What is placed at rest within dhat and thrown by contact is named, and nothing else is.
#include "ipc/thrown_start.h"

#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

SceneObject resting(int kind) {
  ParticleMaterial ball;
  ball.radius = 0.01;
  ParticleBoxShape one;
  one.counts = {1, 1, 1};
  SolidMaterial soft, stiff;
  soft.young = 1e4;
  stiff.young = 1e6;
  switch (kind) {
    case 0:
      return box_object("it", {0.1, 0.1, 0.1}, {1, 1, 1}, {0, 0.05, 0}, stiff);
    case 1:
      return box_object("it", {0.1, 0.1, 0.1}, {2, 2, 2}, {0, 0.05, 0}, soft);
    case 2:
      return object_of("it", GridShape{{0.1, 0.1}, {3, 3}}, ShellMaterial{});
    default:
      return object_of("it", one, ball);
  }
}

/// A gap in parts of dhat above the ground; a body far away makes dhat a centimetre.
Scene at_rest(int kind, double gap, Integrator integrator) {
  Scene scene = scene_of(
      {resting(kind), box_object("remote", {0.1, 0.1, 0.1}, {1, 1, 1}, {10, 3, 0}, SolidMaterial{})}, 0.01);
  scene.objects[0].placement.translate.y() += gap * 0.01;
  scene.contact.dhat = SizedValue{0.01, false};
  scene.half_spaces = {ground()};
  scene.integrator = integrator;
  return scene;
}

/// How far the first object gets upwards within half a second, m.
double rise(const Scene& scene) {
  Simulation simulation(scene);
  const auto height = [&] {
    double sum = 0, count = 0;
    for (Index v = 0; v < simulation.model().surface.vertex_count(); ++v)
      if (simulation.model().surface.object_of(v) == 0) {
        sum += simulation.state().x[static_cast<size_t>(v)].y();
        ++count;
      }
    return sum / count;
  };
  const double start = height();
  double farthest = 0;
  for (int s = 0; s < 50; ++s) {
    advance(simulation);
    farthest = std::max(farthest, height() - start);
  }
  return farthest;
}

class ThrownStart : public testing::TestWithParam<std::tuple<int, Integrator>> {};
INSTANTIATE_TEST_SUITE_P(All, ThrownStart,
                         testing::Combine(testing::Values(0, 1, 2, 3),
                                          testing::Values(Integrator::implicit_euler, Integrator::newmark,
                                                          Integrator::bdf2)));

TEST_P(ThrownStart, IsFoundWhereSomethingGetsFartherThanDhat) {
  const auto [kind, integrator] = GetParam();
  for (const double gap : {0.05, 0.3, 0.8, 1.1}) {
    const Scene scene = at_rest(kind, gap, integrator);
    const ModelAndState built = build_model(scene);
    const std::vector<ThrownBody> thrown =
        find_thrown_bodies(built.model, resolve_settings({}, built.model), built.state);
    const double way = rise(scene);
    ASSERT_EQ(thrown.size(), way > 0.01 ? 1U : 0U) << "gap " << gap << ", rose by " << way;
    if (thrown.empty()) continue;
    EXPECT_NEAR(thrown[0].way, way, 0.2 * way) << gap;
    EXPECT_NEAR(thrown[0].gap, 0.01 * gap, 1e-12);
    EXPECT_EQ(thrown[0].other, "ground");
  }
}

TEST(ThrownStart, IsNamedWithGapAndRemedy) {
  const ModelAndState built = build_model(at_rest(0, 0.25, Integrator::implicit_euler));
  const std::vector<std::string> lines =
      describe_thrown_bodies(built.model, resolve_settings({}, built.model), built.state);
  ASSERT_EQ(lines.size(), 1U);
  const std::string& note = lines[0];
  for (const char* part : {"'it'", "0.0025 m", "'ground'", "dhat = 0.01 m", "by 0.0075 m"})
    EXPECT_NE(note.find(part), std::string::npos) << note;
}

TEST(ThrownStart, IsNotWhatMovesOrIsHeld) {
  Scene moving = at_rest(0, 0.05, Integrator::implicit_euler), fixed = moving;
  moving.objects[0].velocity = {0, 1, 0};
  fixed.objects[0].fixed = {held(SelectSide{{0, 1, 0}, 0.01})};
  for (const Scene& scene : {moving, fixed}) {
    const ModelAndState built = build_model(scene);
    EXPECT_TRUE(find_thrown_bodies(built.model, resolve_settings({}, built.model), built.state).empty());
  }
}

}  // namespace
}  // namespace lacuna::ipc::test
