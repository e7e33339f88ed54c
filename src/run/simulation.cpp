#include "run/simulation.h"

#include "base/input_error.h"
#include "sim/build/build_model.h"
#include "sim/check_start.h"

namespace lacuna {

Simulation::Simulation(const Scene& scene, const SolverMaker& make) : plan_(scene) {
  ModelAndState built = build_model(scene);
  model_ = std::make_unique<Model>(std::move(built.model));
  state_ = std::move(built.state);
  require_good_start(*model_, state_.x, scene);
  solver_ = make(scene, *model_);
  notes_ = model_->notes;
  notes_.insert(notes_.end(), solver_->notes().begin(), solver_->notes().end());
}

void Simulation::restore(State state) {
  if (!solver_->restore(state))
    throw InputError("the saved state", "was written by another solver or another version of this one",
                     "start again from the scene");
  state_ = std::move(state);
}

}  // namespace lacuna
