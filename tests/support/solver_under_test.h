// The solver that a run of the tests is about: LACUNA_TEST_SOLVER, set by CTest (lacuna_solver in
// tests/CMakeLists.txt), or ipc.
#pragma once

#include "scene/solvers.h"

#include <cstdlib>

namespace lacuna::test {

inline SolverKind solver_under_test() {
  const char* name = std::getenv("LACUNA_TEST_SOLVER");
  return solver_named(name ? name : "ipc", "LACUNA_TEST_SOLVER");
}

}  // namespace lacuna::test
