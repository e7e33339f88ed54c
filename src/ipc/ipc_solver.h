// Incremental Potential Contact and Codimensional IPC as a Solver.
#pragma once

#include "ipc/workspace.h"
#include "sim/solver.h"

namespace lacuna {

class IpcSolver final : public Solver {
 public:
  /// The model must outlive the solver.
  IpcSolver(const Model& model, const IpcSettings& settings);

  StepReport step(State& state, double dt, const std::atomic<bool>* stop) override;
  [[nodiscard]] bool restore(const State& state) override;
  const Surface& surface() const override { return workspace_.potential.surface(); }
  const std::vector<std::string>& notes() const override { return workspace_.settings.notes; }
  std::vector<std::string> warn_about_start(const State& start) const override;

 private:
  const Model& model_;
  ipc::Workspace workspace_;
};

}  // namespace lacuna
