#include "run/make_solver.h"

#include "base/check.h"
#include "cubic/cubic_solver.h"
#include "ipc/ipc_solver.h"
#include "two_way/two_way_solver.h"

namespace lacuna {

std::unique_ptr<Solver> make_solver(const Scene& scene, const Model& model) {
  if (scene.solver == SolverKind::cubic) return std::make_unique<CubicSolver>(scene, model);
  if (scene.solver == SolverKind::two_way) return std::make_unique<TwoWaySolver>(scene, model);
  // Others do not pass the reader.
  LACUNA_CHECK(scene.solver == SolverKind::ipc, "solver={}", static_cast<int>(scene.solver));
  return std::make_unique<IpcSolver>(model, scene.ipc);
}

}  // namespace lacuna
