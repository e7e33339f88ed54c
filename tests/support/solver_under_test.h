// The solver that a run of the tests is about: LACUNA_TEST_SOLVER, set by CTest (lacuna_solver in
// tests/CMakeLists.txt), or ipc.
#pragma once

#include "scene/scene.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace lacuna::test {

inline SolverKind solver_under_test() {
  const char* name = std::getenv("LACUNA_TEST_SOLVER");
  if (!name || std::string(name) == "ipc") return SolverKind::ipc;
  throw std::invalid_argument(std::string("LACUNA_TEST_SOLVER names no solver: ") + name);
}

}  // namespace lacuna::test
