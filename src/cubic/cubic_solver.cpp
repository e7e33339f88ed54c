#include "cubic/cubic_solver.h"

#include "cubic/step.h"

namespace lacuna {

CubicSolver::CubicSolver(const Model& model, const CubicSettings& settings)
    : model_(model), workspace_(model, settings) {}

StepReport CubicSolver::step(State& state, double dt, const std::atomic<bool>* stop) {
  workspace_.on_iteration = on_iteration;
  workspace_.on_accepted = on_accepted;
  return cubic::step(model_, state, dt, workspace_, stop);
}

bool CubicSolver::restore(const State& state) {
  if (state.step == 0) workspace_.memory = workspace_.first_memory();
  const bool is_ours = state.step == 0 || read_fields(state.memory, workspace_.memory);
  workspace_.restore_memory();
  if (is_ours) workspace_.system.restore_scripts(state);
  return is_ours;
}

std::vector<std::string> CubicSolver::warn_about_start(const State&) const { return {}; }

}  // namespace lacuna
