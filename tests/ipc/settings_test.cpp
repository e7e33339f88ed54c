#include "ipc/settings.h"

#include "sim/build/build_model.h"
#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

Scene box_on_ground() {
  Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0.6, 0})}, 0.01);
  scene.half_spaces = {ground(0)};
  return scene;
}

TEST(Settings, FrictionOfAPairAloneTightensTheTolerance) {
  Scene scene = box_on_ground();
  const Model without = build_model(scene).model;
  const Settings loose = resolve_settings(scene.ipc, without);
  EXPECT_DOUBLE_EQ(loose.newton_tolerance, 1e-2 * without.size);
  scene.pairs = {{{"box", "ground"}, 0.3, {}}};
  const Model model = build_model(scene).model;
  const Settings tight = resolve_settings(scene.ipc, model);
  EXPECT_DOUBLE_EQ(tight.newton_tolerance, 0.5 * model.epsv);
  ASSERT_EQ(tight.notes.size(), 1u);
  EXPECT_NE(tight.notes[0].find("half of epsv"), std::string::npos);
}

TEST(Settings, ToleranceAboveEpsvIsNoted) {
  Scene scene = box_on_ground();
  scene.contact.friction = 0.3;
  scene.ipc.tolerance = SizedValue{1, false};
  const Settings settings = resolve_settings(scene.ipc, build_model(scene).model);
  EXPECT_EQ(settings.newton_tolerance, 1);
  ASSERT_EQ(settings.notes.size(), 1u);
  EXPECT_NE(settings.notes[0].find("larger than epsv"), std::string::npos);
}

TEST(Settings, MeanRuleHasTheToleranceOfCodimensionalIpc) {
  Scene scene = box_on_ground();
  scene.contact.friction = 0.3;
  scene.ipc.rule = TerminationRule::mean_velocity;
  const Settings settings = resolve_settings(scene.ipc, build_model(scene).model);
  EXPECT_EQ(settings.newton_tolerance, 1e-3);
  EXPECT_TRUE(settings.notes.empty());
}

/// A run prints the notes of the model and those of its solver.
TEST(Settings, NotesReachTheUser) {
  const Simulation simulation(box_on_ground());
  const auto has = [&](const std::string& start) {
    return std::any_of(simulation.notes().begin(), simulation.notes().end(),
                       [&](const std::string& note) { return note.rfind(start, 0) == 0; });
  };
  EXPECT_TRUE(has("dhat = "));
  EXPECT_TRUE(has("tolerance = "));
}

/// Steps that count as converged have a residual within the tolerance.
TEST(Settings, ToleranceHoldsForEveryStep) {
  for (const TerminationRule rule : {TerminationRule::max_velocity, TerminationRule::mean_velocity}) {
    Scene scene = box_on_ground();
    scene.contact.friction = 0.3;
    scene.ipc.rule = rule;
    Simulation simulation(scene);
    const double tolerance = resolve_settings(scene.ipc, simulation.model()).newton_tolerance;
    for (int s = 0; s < 25; ++s) {
      const StepReport report = simulation.advance();
      ASSERT_EQ(report.outcome, Outcome::converged) << report.cause;
      EXPECT_LE(report.residual, tolerance);
    }
  }
}

}  // namespace
}  // namespace lacuna::ipc::test
