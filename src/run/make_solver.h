// Makes the solver that a scene names (scene/solvers.h): the one place that includes them all.
#pragma once

#include "sim/model.h"
#include "sim/solver.h"

#include <memory>

namespace lacuna {

/// The model must outlive the solver.
std::unique_ptr<Solver> make_solver(SolverKind kind, const Model& model);

}  // namespace lacuna
