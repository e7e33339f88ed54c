#include "run/make_solver.h"

#include "base/check.h"
#include "ipc/ipc_solver.h"

namespace lacuna {

std::unique_ptr<Solver> make_solver(SolverKind kind, const Model& model) {
  LACUNA_CHECK(kind == SolverKind::ipc, "kind={}", static_cast<int>(kind));  // others do not pass the reader
  return std::make_unique<IpcSolver>(model);
}

}  // namespace lacuna
