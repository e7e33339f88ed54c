// Two-way collision handling (Wang et al. 2023) as a Solver.
#pragma once

#include "scene/scene.h"
#include "sim/solver.h"
#include "two_way/workspace.h"

namespace lacuna {

class TwoWaySolver final : public Solver {
 public:
  /// The model, made from the scene, must outlive the solver.
  TwoWaySolver(const Scene& scene, const Model& model);

  StepReport step(State& state, double dt, const std::atomic<bool>* stop) override;
  [[nodiscard]] bool restore(const State& state) override;
  const Surface& surface() const override { return workspace_.system.surface(); }
  const std::vector<std::string>& notes() const override { return notes_; }
  std::vector<std::string> warn_about_start(const State&) const override { return {}; }

 private:
  const Model& model_;
  double planned_step_;  // s of video
  Playback playback_;
  two_way::Workspace workspace_;
  std::vector<std::string> notes_;
};

}  // namespace lacuna
