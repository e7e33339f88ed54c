#include "run/simulation.h"

#include "sim/build/build_model.h"
#include "sim/check_start.h"

namespace lacuna {

Simulation::Simulation(const Scene& scene) {
  ModelAndState built = build_model(scene);
  model_ = std::make_unique<Model>(std::move(built.model));
  state_ = std::move(built.state);
  require_good_start(*model_, state_.x, scene);
  workspace_ = std::make_unique<Workspace>(*model_);
}

void Simulation::restore(State state) {
  state_ = std::move(state);
  workspace_->restore_memory(state_);
}

StepReport Simulation::advance(const std::atomic<bool>* stop) {
  StepReport report = step(*model_, state_, *workspace_, stop);
  // A step that was not made leaves no trace: the next one may be the same, tried again.
  if (report.outcome == Outcome::converged)
    workspace_->save_memory(state_);
  else
    workspace_->restore_memory(state_);
  return report;
}

}  // namespace lacuna
