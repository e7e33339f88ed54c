#include "two_way/two_way_solver.h"

#include "base/input_error.h"
#include "two_way/step.h"

#include <fmt/format.h>

namespace lacuna {

TwoWaySolver::TwoWaySolver(const TwoWaySettings& settings, const Model& model)
    : model_(model), workspace_(model, settings) {
  if (settings.iterations > settings.max_iterations)
    throw InputError("[two-way]",
                     fmt::format("iterations = {} is more than max_iterations = {}", settings.iterations,
                                 settings.max_iterations),
                     "raise max_iterations");
}

StepReport TwoWaySolver::step(State& state, double dt, const std::atomic<bool>* stop) {
  workspace_.on_iteration = on_iteration;
  workspace_.on_accepted = on_accepted;
  return two_way::step(model_, state, dt, workspace_, stop);
}

bool TwoWaySolver::restore(const State& state) {
  two_way::Memory saved;
  saved.normal_forces.assign(workspace_.memory.normal_forces.size(), 0.0);
  const bool is_ours =
      state.step == 0 || (read_fields(state.memory, saved) &&
                          saved.normal_forces.size() == workspace_.memory.normal_forces.size());
  if (is_ours) workspace_.memory = std::move(saved);
  workspace_.restore_memory();
  if (is_ours) workspace_.system.restore_scripts(state);
  return is_ours;
}

}  // namespace lacuna
