#include "cubic/cubic_solver.h"

#include "base/input_error.h"
#include "cubic/step.h"

#include <fmt/format.h>

namespace lacuna {

CubicSolver::CubicSolver(const Scene& scene, const Model& model)
    : model_(model),
      planned_step_(scene.planned_step()),
      playback_(scene.playback),
      workspace_(model, scene.cubic) {
  const CubicSettings& settings = scene.cubic;
  if (settings.iterations > settings.max_iterations)
    throw InputError("[cubic]",
                     fmt::format("iterations = {} is more than max_iterations = {}", settings.iterations,
                                 settings.max_iterations),
                     "raise max_iterations");
}

StepReport CubicSolver::step(State& state, double dt, const std::atomic<bool>* stop) {
  workspace_.on_iteration = on_iteration;
  workspace_.on_accepted = on_accepted;
  workspace_.usual_step = playback_.time_passed(state.time, planned_step_);
  return cubic::step(model_, state, dt, workspace_, stop);
}

bool CubicSolver::restore(const State& state) {
  if (state.step == 0) workspace_.memory = workspace_.first_memory();
  const size_t force_count = workspace_.memory.normal_forces.size();
  cubic::Memory saved;
  const bool is_ours =
      state.step == 0 || (read_fields(state.memory, saved) && saved.normal_forces.size() == force_count);
  if (is_ours && state.step > 0) workspace_.memory = std::move(saved);
  workspace_.restore_memory();
  if (is_ours) workspace_.system.restore_scripts(state);
  return is_ours;
}

std::vector<std::string> CubicSolver::warn_about_start(const State&) const { return {}; }

}  // namespace lacuna
