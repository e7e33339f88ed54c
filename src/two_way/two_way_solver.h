// Two-way collision handling (Wang et al. 2023) as a Solver.
#pragma once

#include "sim/solver.h"
#include "two_way/workspace.h"

namespace lacuna {

class TwoWaySolver final : public Solver {
 public:
  /// The model must outlive the solver.
  TwoWaySolver(const TwoWaySettings& settings, const Model& model);

  StepReport step(State& state, double dt, const std::atomic<bool>* stop) override;
  [[nodiscard]] bool restore(const State& state) override;
  const Surface& surface() const override { return workspace_.system.surface(); }
  const std::vector<std::string>& notes() const override { return notes_; }
  std::vector<std::string> warn_about_start(const State&) const override { return {}; }

 private:
  const Model& model_;
  two_way::Workspace workspace_;
  std::vector<std::string> notes_;
};

}  // namespace lacuna
