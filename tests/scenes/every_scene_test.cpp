// Every scene that ships, at a size of seconds: each accepted iterate of each step is free of intersections
// (exact), has every gap above zero and no inverted tet where the law forbids it, and every step converges.
#include "contact/intersection_check.h"
#include "scene/scene_names.h"
#include "support/random.h"
#include "support/scenes.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cctype>
#include <map>

namespace lacuna::test {
namespace {

/// How a scene is made small: enough steps to touch, few enough for seconds. What is not listed runs with
/// these numbers.
struct TestSize {
  double detail = 0.25;
  int steps = 60;
  std::vector<std::string> overrides = {};  ///< what detail leaves alone: how many there are of something
};

const std::map<std::string, TestSize> sizes = {
    {"cipc/cloth-slope-slip", {0.1, 10}},
    {"cipc/cloth-slope-stick", {0.1, 10}},
    {"cipc/drape", {0.15, 12}},
    {"cipc/drape-0.1-percent", {0.15, 12}},
    {"cipc/drape-1-percent", {0.15, 12}},
    {"cipc/drape-both-limits", {0.15, 12}},
    {"cipc/drape-medium", {0.15, 12}},
    {"cipc/drape-stiff", {0.15, 12}},
    {"cipc/drape-stretchy", {0.15, 12}},
    {"cipc/drape-woven", {0.15, 12}},
    {"cipc/drape-woven-medium", {0.15, 12}},
    {"cipc/drape-woven-stiff", {0.15, 12}},
    {"cipc/funnel", {0.06, 52}},
    {"cipc/hang", {0.4, 14}},
    {"cipc/hang-0.1-percent", {0.4, 12}},
    {"cipc/hang-both-limits", {0.15, 20}},
    {"cipc/hang-woven", {0.4, 14}},
    {"cipc/needles", {0.1, 60}},
    {"cipc/reef-knot", {0.08, 30}},
    {"cipc/rotating-sphere", {0.05, 32}},
    {"cipc/rotating-sphere-fine", {0.03, 32}},
    {"cipc/sphere-on-stack", {0.07, 18}},
    {"cipc/sphere-on-stack-10mm", {0.07, 18}},
    {"cipc/sphere-on-stack-5mm", {0.07, 18}},
    {"cipc/table-cloth", {0.1, 110}},
    {"cipc/table-cloth-2", {0.1, 6}},
    {"cipc/table-cloth-4", {0.1, 6}},
    {"cipc/table-cloth-8", {0.1, 6}},
    {"cipc/twisted-cylinder", {0.05, 25}},
    {"cipc/twisted-cylinder-thin", {0.05, 25}},
    {"cipc/all-in", {0.15, 30, {"object.column.mesh.counts=[2, 3, 2]"}}},
    {"cipc/braids", {0.2, 20, {"object.hair.mesh.rows=6"}}},
    {"cipc/braids-small", {0.25, 30}},
    {"cipc/card-shuffle", {0.15, 55}},
    {"cipc/granules",
     {0.1, 30, {"object.granules.mesh.counts=[3, 10, 3]", "object.granules.translate=[0, 0.025, 0]"}}},
    {"cipc/granules-small", {0.5, 20}},
    {"cipc/hairs", {0.2, 20, {"object.held at both ends.mesh.rows=5", "object.held at one end.mesh.rows=5"}}},
    {"cipc/hairs-small", {0.2, 15}},
    {"cipc/noodles", {0.25, 7, {"object.noodles.array.counts=[4, 1, 4]"}}},
    {"cipc/noodles-small", {0.5, 5}},
    {"cipc/skirt", {0.12, 20}},
    {"cipc/sprinkles",
     {1, 7, {"object.sprinkles.array.counts=[4, 3, 4]", "object.sprinkles.translate=[0, 0.013, 0]"}}},
    {"cipc/sprinkles-small", {1, 4}},
    {"cubic/belt", {0.15, 22}},
    {"cubic/cards", {0.2, 8}},
    {"cubic/codim", {0.12, 60}},
    {"cubic/curtain", {0.08, 20, {"object.sphere.translate=[-2.4, 0, 0]"}}},
    {"cubic/domino", {1, 30}},
    {"cubic/drape-sheets", {0.08, 25}},
    {"cubic/fitting", {0.12, 60}},
    {"cubic/five-twist", {0.08, 30}},
    {"cubic/friction-slip", {0.2, 20}},
    {"cubic/friction-stick", {0.2, 20}},
    {"cubic/hang-flip", {0.1, 200}},
    {"cubic/needle", {0.08, 40}},
    {"cubic/needle-10", {0.08, 25}},
    {"cubic/needle-20", {0.08, 25}},
    {"cubic/needle-ball", {0.08, 80}},
    {"cubic/noodle",
     {0.2,
      170,
      {"object.noodles.array.counts=[2, 1, 2]", "object.noodles.mesh.length=1",
       "object.noodles.translate=[0, 0.35, 0]"}}},
    {"cubic/noodle-small", {0.3, 160}},
    {"cubic/plastic", {0.3, 120}},
    {"cubic/reef-knot-pull", {0.1, 150}},
    {"cubic/ribbon",
     {0.05, 190, {"object.ribbons.array.counts=[3, 1, 3]", "object.ribbons.translate=[0, 5.5, 0]"}}},
    {"cubic/roller", {0.4, 30}},
    {"cubic/stack", {0.05, 60, {"object.ball.translate=[0, 0.35, 0]"}}},
    {"cubic/trampoline", {0.1, 60}},
    {"cubic/trampoline-fast", {0.1, 40}},
    {"cubic/trapped", {0.3, 60}},
    {"cubic/twist", {0.05, 60}},
    {"cubic/wind", {0.15, 80}},
    {"cubic/woven", {1, 20}},
    {"cubic/yarn", {1, 60, {"object.rows.array.counts=[1, 4, 1]"}}},
    {"ipc/arch", {1, 5}},
    {"ipc/arch-slip", {1, 60}},
    {"ipc/card-house", {0.25, 20}},
    {"ipc/card-house-slip", {0.25, 20}},
    {"ipc/chain10", {0.25, 12}},
    {"ipc/chain100", {0.25, 2}},
    {"ipc/chain35", {0.25, 5}},
    {"ipc/chain5", {0.25, 25}},
    {"ipc/cube-cliff", {1, 200}},
    {"ipc/cube-internal-edges", {1, 200}},
    {"ipc/cube-pyramid", {1, 60}},
    {"ipc/cube-stack", {1, 40}},
    {"ipc/knives", {0.25, 25}},
    {"ipc/mat-on-board", {0.25, 12}},
    {"ipc/mat-twist", {0.1, 40}},
    {"ipc/mat-twist-40", {0.25, 50}},
    {"ipc/pin-cushion", {0.25, 20}},
    {"ipc/points", {0.25, 20}},
    {"ipc/rollers", {0.25, 50}},
    {"ipc/rollers-segments", {0.25, 50}},
    {"ipc/rods-twist", {0.25, 20}},
    {"ipc/rods-twist-steps", {0.25, 6}},
    {"ipc/slope-slip", {1, 40}},
    {"ipc/slope-stick", {1, 40}},
    {"ipc/spike-crack", {1, 200}},
    {"ipc/spike-hole", {1, 200}},
    {"ipc/spike-plane", {1, 200}},
    {"ipc/spike-spike", {1, 200}},
    {"ipc/spike-wedge", {1, 200}},
    {"ipc/tet-cube", {1, 60}},
    {"ipc/tet-slot", {1, 60}},
    {"ipc/tet-tet", {1, 60}},
    {"ipc/trash-compactor", {0.25, 12}},
    {"ipc/tunnelling-10", {0.25, 30}},
    {"ipc/tunnelling-100", {0.25, 15}},
    {"ipc/tunnelling-1000", {0.25, 8}},
    {"ipc/wedge-crack", {1, 200}},
    {"ipc/wedge-plane", {1, 200}},
    {"ipc/wedge-wedge", {1, 200}},
};

TestSize size_of(const std::string& name) {
  const auto found = sizes.find(name);
  return found == sizes.end() ? TestSize{} : found->second;
}

std::vector<std::string> scene_list() {
  std::vector<std::string> names;
  for (const SceneEntry& entry : list_scenes()) names.push_back(entry.name);
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

class EveryScene : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Shipped, EveryScene, testing::ValuesIn(scene_list()), test_name);

Scene small_scene(const std::string& name) {
  const TestSize size = size_of(name);
  std::vector<std::string> overrides = size.overrides;
  overrides.push_back(fmt::format("detail={}", size.detail));
  return read_for_solver(find_scene(name), overrides);
}

/// Checks every state that is accepted in the steps of the test's size.
void expect_kept_promises(Simulation& simulation, int steps) {
  const Model& model = simulation.model();
  IntersectionCheck check(simulation.surface());
  const auto surface_count = static_cast<size_t>(model.surface.vertex_count());
  Index iterates = 0;
  simulation.observe([&](const AcceptedState& accepted) {
    const Positions x = accepted.x;
    ++iterates;
    ASSERT_TRUE(check.find(x.first(surface_count)).empty()) << "iterate " << iterates;
    ASSERT_EQ(model.elements.find_inadmissible(x), -1) << "iterate " << iterates;
    ASSERT_GT(model.elements.smallest_limit_margin(x), 0) << "iterate " << iterates;
    ASSERT_GT(accepted.min_gap, 0) << "iterate " << iterates;
  });
  for (int s = 0; s < steps; ++s) {
    const StepReport report = simulation.advance();
    ASSERT_EQ(report.outcome, Outcome::converged) << "step " << report.step << ": " << report.cause;
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
  EXPECT_GE(iterates, steps);
}

TEST_P(EveryScene, KeepsItsPromisesAtEveryAcceptedIterate) {
  Simulation simulation(small_scene(GetParam()));
  expect_kept_promises(simulation, size_of(GetParam()).steps);
}

std::vector<std::string> cubic_scenes() {
  std::vector<std::string> names = scene_list();
  std::erase_if(names, [](const std::string& name) { return !name.starts_with("cubic/"); });
  return names;
}

class JitteredSceneSlow : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Shipped, JitteredSceneSlow, testing::ValuesIn(cubic_scenes()), test_name);

// Ten starts that differ by velocities of a millimetre per second, which contact soon makes different runs.
TEST_P(JitteredSceneSlow, KeepsItsPromisesFromTenStarts) {
  const Scene scene = small_scene(GetParam());
  for (std::uint64_t run = 0; run < 10; ++run) {
    SCOPED_TRACE(fmt::format("run {}", run));
    Simulation simulation(scene);
    State state = simulation.state();
    Random random(run);
    for (size_t v = 0; v < state.v.size(); ++v)
      if (simulation.model().is_dynamic[v]) state.v[v] += random.in_box(1e-3);
    simulation.restore(state);
    expect_kept_promises(simulation, size_of(GetParam()).steps);
    ASSERT_FALSE(HasFatalFailure());
  }
}

}  // namespace
}  // namespace lacuna::test
