#include "ipc/ipc_solver.h"

#include "ipc/step.h"
#include "ipc/thrown_start.h"

namespace lacuna {

IpcSolver::IpcSolver(const Model& model, const IpcSettings& settings)
    : model_(model), workspace_(model, ipc::resolve_settings(settings, model)) {}

StepReport IpcSolver::step(State& state, double dt, const std::atomic<bool>* stop) {
  workspace_.on_iteration = on_iteration;
  workspace_.on_iterate = nullptr;
  if (on_accepted)
    workspace_.on_iterate = [this](const ipc::Potential& potential) {
      on_accepted({potential.at().x, potential.smallest_gap()});
    };
  return ipc::step(model_, state, dt, workspace_, stop);
}

bool IpcSolver::restore(const State& state) {
  if (state.step == 0) workspace_.memory = {};
  const bool is_ours = state.step == 0 || read_fields(state.memory, workspace_.memory);
  workspace_.restore_solver();
  if (is_ours) workspace_.potential.restore_scripts(state);
  return is_ours;
}

std::vector<std::string> IpcSolver::warn_about_start(const State& start) const {
  return ipc::describe_thrown_bodies(model_, workspace_.settings, start);
}

}  // namespace lacuna
