// A scene with its model, state and workspace, driven by the command, the benchmarks and the tests.
#pragma once

#include "ipc/step.h"

namespace lacuna {

class Simulation {
 public:
  /// Throws InputError if the scene cannot be built or starts with intersections.
  explicit Simulation(const Scene& scene);

  const Model& model() const { return *model_; }
  const State& state() const { return state_; }
  /// The collision surface, with the vertices that a script moves now marked as kinematic.
  const Surface& surface() const { return workspace_->potential.surface(); }
  /// Continues from a checkpoint of the same scene.
  void restore(State state);

  /// Calls `observer` with every state that a minimisation accepts.
  void observe(std::function<void(const Potential&)> observer) {
    workspace_->on_iterate = std::move(observer);
  }

  /// Calls `observer` with the report of every iteration.
  void observe_iterations(std::function<void(const IterationReport&)> observer) {
    workspace_->on_iteration = std::move(observer);
  }

  StepReport advance(const std::atomic<bool>* stop = nullptr);

  /// Every automatic choice, with its reason, one line each.
  const std::vector<std::string>& notes() const { return model_->notes; }

 private:
  std::unique_ptr<Model> model_;
  State state_;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace lacuna
