#include "run/simulation.h"

#include "base/input_error.h"
#include "run/make_solver.h"
#include "sim/build/build_model.h"
#include "sim/check_start.h"

namespace lacuna {

Simulation::Simulation(const Scene& scene) {
  ModelAndState built = build_model(scene);
  model_ = std::make_unique<Model>(std::move(built.model));
  state_ = std::move(built.state);
  require_good_start(*model_, state_.x, scene);
  solver_ = make_solver(scene.solver, *model_);
}

void Simulation::restore(State state) {
  if (!solver_->restore(state))
    throw InputError("the saved state", "was written by another solver or another version of this one",
                     "run without --resume to start again");
  state_ = std::move(state);
}

}  // namespace lacuna
