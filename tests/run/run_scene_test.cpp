// A run with a solver that shortens its steps: frames still fall on their times, and the result is proven.
#include "run/run_scene.h"

#include "base/file.h"
#include "io/run_support.h"
#include "ipc/ipc_solver.h"
#include "support/scenes.h"
#include "verify/verify_run.h"

#include <cmath>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

/// Takes these parts of the steps that it is asked for, in turn.
class ShorteningSolver final : public Solver {
 public:
  ShorteningSolver(const Scene& scene, const Model& model, std::vector<double> parts)
      : solver_(model, scene.ipc), parts_(std::move(parts)) {}

  StepReport step(State& state, double dt, const std::atomic<bool>* stop) override {
    return solver_.step(state, dt * parts_[static_cast<size_t>(state.step) % parts_.size()], stop);
  }
  [[nodiscard]] bool restore(const State& state) override { return solver_.restore(state); }
  const Surface& surface() const override { return solver_.surface(); }
  const std::vector<std::string>& notes() const override { return solver_.notes(); }
  std::vector<std::string> warn_about_start(const State& start) const override {
    return solver_.warn_about_start(start);
  }

 private:
  IpcSolver solver_;
  std::vector<double> parts_;
};

struct Events final : RunListener {
  void started(const RunInfo& info, const std::string&) override { step = info.step; }
  void stepped(const RunProgress& progress) override { times.push_back(progress.time); }
  void warned(const std::string& text) override { warnings.push_back(text); }
  void ended(const RunRecord& record, const std::string&) override { frame_count = record.frames.size(); }

  double step = 0;
  std::vector<double> times;
  std::vector<std::string> warnings;
  size_t frame_count = 0;
};

Scene falling_box() {
  Scene scene = scene_of({box_object("box", {0.2, 0.2, 0.2}, {1, 1, 1}, {0, 0.15, 0})}, 0.01);
  scene.half_spaces = {ground()};
  scene.duration = 0.5;
  scene.fps = 24;
  return scene;
}

Outcome run(const Scene& scene, const fs::path& folder, const std::vector<double>& parts, Events& events,
            ExistingRun existing = ExistingRun::replace) {
  Simulation simulation(scene, [&](const Scene& of, const Model& model) {
    return std::make_unique<ShorteningSolver>(of, model, parts);
  });
  RunParam param;
  param.folder = folder;
  param.existing = existing;
  param.continue_command = [](const std::string&) { return std::string("lacuna run"); };
  return run_scene(scene, simulation, param, events);
}

class ShorterSteps : public testing::TestWithParam<std::vector<double>> {};
INSTANTIATE_TEST_SUITE_P(All, ShorterSteps,
                         testing::Values(std::vector<double>{1}, std::vector<double>{0.5, 1, 0.01},
                                         std::vector<double>{0.5, 1 - 1.6e-6}));

TEST_P(ShorterSteps, HaveEveryFrameAtItsTimeAndAreProven) {
  const ScratchFolder folder;
  Events events;
  const Scene scene = falling_box();
  ASSERT_EQ(run(scene, folder.path(), GetParam(), events), Outcome::converged);
  EXPECT_DOUBLE_EQ(events.step, scene.planned_step());
  EXPECT_NEAR(events.times.back(), 0.5, 1e-6 * events.step);
  ASSERT_EQ(events.frame_count, 13U);
  for (Index number = 0; number < 13; ++number)
    EXPECT_NEAR(read_frame(folder.path() / "frames" / frame_name(number)).time, number / 24.0,
                1e-6 * events.step);
  const VerifyReport report = verify_run(folder.path());
  EXPECT_TRUE(report.is_proven());
  for (const Violation& violation : report.violations.list) ADD_FAILURE() << violation.text;
}

// At half the speed from 0.25 s on, 0.25 s of simulation are half a second of video.
TEST_P(ShorterSteps, HaveEveryFrameAtItsTimeInSlowMotion) {
  const ScratchFolder folder;
  Events events;
  Scene scene = falling_box();
  scene.playback.speed.keys = {{0.25, 1}, {0.25 + 1e-9, 0.5}};
  ASSERT_EQ(run(scene, folder.path(), GetParam(), events), Outcome::converged);
  ASSERT_EQ(events.frame_count, 19U);
  for (Index number = 0; number < 19; ++number) {
    const double video = number / 24.0;
    EXPECT_NEAR(read_frame(folder.path() / "frames" / frame_name(number)).time,
                video < 0.25 ? video : 0.25 + 0.5 * (video - 0.25), 1e-6 * events.step);
  }
  EXPECT_NEAR(events.times[0], GetParam()[0] * events.step, 1e-12);
  EXPECT_LE(events.times.back() - events.times[events.times.size() - 2], 0.5 * 1.05 * events.step);
  EXPECT_TRUE(verify_run(folder.path()).is_proven());
}

TEST_P(ShorterSteps, ResumeWithTheSameBits) {
  const ScratchFolder whole, folder;
  Events events;
  Scene scene = falling_box();
  scene.playback.speed.keys = {{0.15, 1}, {0.25, 0.9}};
  ASSERT_EQ(run(scene, whole.path(), GetParam(), events), Outcome::converged);
  scene.duration = 0.2;
  ASSERT_EQ(run(scene, folder.path(), GetParam(), events), Outcome::converged);
  scene.duration = 0.5;
  ASSERT_EQ(run(scene, folder.path(), GetParam(), events, ExistingRun::resume), Outcome::converged);
  for (Index number = 0; number <= 12; ++number) {
    const fs::path name = fs::path("frames") / frame_name(number);
    EXPECT_EQ(read_file(folder.path() / name), read_file(whole.path() / name)) << name;
  }
}

// limits.ply has the rest shape that the limits refer to, and not that of the mesh.
TEST(ShrunkSheet, IsProvenAgainstTheLimitsOfItsRestShape) {
  ShellMaterial shell;
  shell.shrink = {0.95, 0.98};
  shell.strain_limit = 0.1;
  SceneObject sheet = object_of("sheet", GridShape{{0.4, 0.4}, {6, 6}}, shell);
  sheet.fixed = {held(SelectSide{{-1, 0, 0}, 0.01})};
  Scene scene = scene_of({sheet}, 0.01);
  scene.duration = 0.1;
  const ScratchFolder folder;
  Events events;
  ASSERT_EQ(run(scene, folder.path(), {1}, events), Outcome::converged);
  const VerifyReport report = verify_run(folder.path());
  EXPECT_TRUE(report.is_proven());
  EXPECT_EQ(report.limited_triangle_count, 72);
  EXPECT_GE(report.strain.largest_stretch, 1 / 0.95 - 1e-12);
  EXPECT_NEAR(report.strain.margin, 1 - (report.strain.largest_stretch - 1) / 0.1, 1e-9);
}

/// What the solver marks belongs to the state, not to a step that has failed or to the start of the run.
TEST(SurfaceMarks, FollowTheState) {
  Scene scene = falling_box();
  FixedGroup side = held(SelectSide{{0, 1, 0}, 0.01});
  side.motions = {{Move{{0, 0, 0.1}}, 0, 0.05, {}}};
  side.release = 0.05;
  scene.objects[0].fixed = {side};
  const auto marked = [](const Simulation& simulation) {
    Index count = 0;
    for (Index v = 0; v < simulation.surface().vertex_count(); ++v)
      count += simulation.surface().is_kinematic(v) ? 1 : 0;
    return count;
  };
  Simulation simulation(scene);
  const Index held_count = marked(simulation);
  EXPECT_GT(held_count, 0);
  const State start = simulation.state();
  const std::atomic<bool> stop = true;
  while (simulation.state().time < 0.1) ASSERT_EQ(simulation.advance().outcome, Outcome::converged);
  EXPECT_EQ(marked(simulation), 0);
  Simulation restored(scene);
  restored.restore(simulation.state());
  EXPECT_EQ(marked(restored), 0);
  restored.restore(start);
  EXPECT_EQ(marked(restored), held_count);
  EXPECT_EQ(restored.advance(0.2, &stop).outcome, Outcome::interrupted);
  EXPECT_EQ(marked(restored), held_count);
}

}  // namespace
}  // namespace lacuna::test
