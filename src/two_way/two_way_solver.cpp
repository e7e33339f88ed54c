#include "two_way/two_way_solver.h"

#include "base/input_error.h"
#include "two_way/step.h"

#include <fmt/format.h>

namespace lacuna {

TwoWaySolver::TwoWaySolver(const Scene& scene, const Model& model)
    : model_(model),
      planned_step_(scene.planned_step()),
      playback_(scene.playback),
      workspace_(model, scene.two_way) {
  const TwoWaySettings& settings = scene.two_way;
  if (settings.iterations > settings.max_iterations)
    throw InputError("[two-way]",
                     fmt::format("iterations = {} is more than max_iterations = {}", settings.iterations,
                                 settings.max_iterations),
                     "raise max_iterations");
  if (settings.edge_stretch > 0 && settings.edge_stretch < 1)
    throw InputError("[two-way]",
                     fmt::format("edge_stretch = {} would make every edge shorter", settings.edge_stretch),
                     "use a number above 1, or 0 for edges of any length");
}

StepReport TwoWaySolver::step(State& state, double dt, const std::atomic<bool>* stop) {
  workspace_.on_iteration = on_iteration;
  workspace_.on_accepted = on_accepted;
  workspace_.usual_step = playback_.time_passed(state.time, planned_step_);
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
