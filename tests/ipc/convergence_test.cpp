// When an iteration is the last.
#include "ipc/convergence.h"

#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

struct Rule {
  explicit Rule(TerminationRule rule)
      : built(model()),
        settings(resolve_settings(given(rule), built.model)),
        scripted(built.model),
        pull(built.model, scripted),
        convergence(built.model, settings, pull, built.model.step) {}
  static IpcSettings given(TerminationRule rule) {
    IpcSettings settings;
    settings.rule = rule;
    settings.tolerance = SizedValue{1e-2, false};
    return settings;
  }
  static ModelAndState model() {
    Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0})}, 0.1);
    FixedGroup held;
    held.select = SelectSide{{0, 1, 0}, 0.01};
    scene.objects[0].fixed = {held};
    return build_model(scene);
  }
  /// A direction with one component like that.
  double measure(double component) {
    std::vector<Vec3> p(built.state.x.size(), Vec3::Zero());
    p[0].y() = -component;
    return convergence.measure(p, true);
  }
  ModelAndState built;
  Settings settings;
  ScriptedVertices scripted;
  ScriptPull pull;
  Convergence convergence;
};

TEST(Convergence, MaxLooksAtTheLargestComponentPerSecond) {
  Rule rule(TerminationRule::max_velocity);
  EXPECT_FALSE(rule.convergence.is_met());
  EXPECT_DOUBLE_EQ(rule.measure(1.1e-3), 1.1e-2);
  EXPECT_FALSE(rule.convergence.is_met());
  EXPECT_TRUE(rule.convergence.is_settled());
  rule.measure(0.9e-3);
  EXPECT_TRUE(rule.convergence.is_met());
  rule.convergence.doubt();
  EXPECT_FALSE(rule.convergence.is_met());
}

TEST(Convergence, MeanWantsThreeInARowOverWhatIsUnknown) {
  Rule rule(TerminationRule::mean_velocity);
  rule.scripted.begin_step(0.1, 0.1);
  rule.pull.begin_step();
  // 8 corners, 4 of them held, and the centres that a box of one cell may have.
  const auto unknowns = static_cast<double>(rule.built.state.x.size() - 4);
  EXPECT_DOUBLE_EQ(rule.measure(2e-3), 2e-2 / std::sqrt(unknowns));
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(rule.convergence.is_met(), false) << k;
    rule.measure(0.9e-2 * 0.1);
  }
  EXPECT_TRUE(rule.convergence.is_met());
  rule.measure(1);
  EXPECT_FALSE(rule.convergence.is_met());
}

TEST(Convergence, WhatIsNotANumberIsFarFromIt) {
  Rule rule(TerminationRule::max_velocity);
  EXPECT_EQ(rule.measure(std::numeric_limits<double>::quiet_NaN()), std::numeric_limits<double>::infinity());
  EXPECT_FALSE(rule.convergence.is_met());
}

TEST(Convergence, FrictionPassesEndWithEitherRule) {
  for (const TerminationRule rule : {TerminationRule::max_velocity, TerminationRule::mean_velocity}) {
    Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0.5005, 0})}, 0.01);
    scene.objects[0].velocity = {1, 0, 0};
    scene.half_spaces = {ground(0.3)};
    scene.contact.friction = 0.3;
    scene.ipc.friction_passes = 0;
    scene.ipc.rule = rule;
    Simulation simulation(scene);
    Index most = 0;
    for (int s = 0; s < 10; ++s)
      most = std::max(most, advance(simulation).measure<Index>("friction_passes").value());
    EXPECT_GT(most, 1);
    EXPECT_LT(most, 50);
  }
}

}  // namespace
}  // namespace lacuna::ipc::test
