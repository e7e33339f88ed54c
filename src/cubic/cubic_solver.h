// The cubic barrier with elasticity-inclusive stiffness (Ando 2024) as a Solver.
#pragma once

#include "cubic/workspace.h"
#include "scene/scene.h"
#include "sim/solver.h"

namespace lacuna {

class CubicSolver final : public Solver {
 public:
  /// The model, made from the scene, must outlive the solver.
  CubicSolver(const Scene& scene, const Model& model);

  StepReport step(State& state, double dt, const std::atomic<bool>* stop) override;
  [[nodiscard]] bool restore(const State& state) override;
  const Surface& surface() const override { return workspace_.system.surface(); }
  const std::vector<std::string>& notes() const override { return notes_; }
  std::vector<std::string> warn_about_start(const State& start) const override;

 private:
  const Model& model_;
  double planned_step_;  // s of video
  Playback playback_;
  cubic::Workspace workspace_;
  std::vector<std::string> notes_;
};

}  // namespace lacuna
