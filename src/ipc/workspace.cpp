#include "ipc/workspace.h"

namespace lacuna::ipc {

Workspace::Workspace(const Model& model, Settings resolved)
    : settings(std::move(resolved)),
      potential(model, settings),
      stiffness(model, settings),
      solver({.kind = settings.linear_solver, .cholesky = {}}),
      direction(model.rest.size()),
      right_side(model.rest.size()),
      script_motion(model.rest.size()) {
  if (model.integrator == Integrator::newmark) balance.emplace(model);
}

void Workspace::release_solver() { solver = AutoSolver({.kind = settings.linear_solver, .cholesky = {}}); }

void Report::name_measures() {
  warnings.clear();
  measures = {{"friction_passes", friction_passes},
              {"friction_settled", is_friction_settled},
              {"damped", is_damped},
              {"barrier", barrier}};
  if (unbalanced) measures.push_back({"unbalanced", *unbalanced});
  if (!not_in_equilibrium.empty()) {
    measures.push_back({"not_in_equilibrium", not_in_equilibrium});
    warnings.push_back({"equilibrium was not reached (\"unbalanced\" in steps.jsonl)", not_in_equilibrium});
  }
  if (!is_friction_settled)
    warnings.push_back(
        {"lagged friction was still changing after the last of its passes (\"friction_settled\" "
         "in steps.jsonl); shorter steps help",
         {}});
}

}  // namespace lacuna::ipc
