// Makes the solver that a scene names (scene/solvers.h): the one place that includes them all.
#pragma once

#include "sim/model.h"
#include "sim/solver.h"

#include <memory>

namespace lacuna {

/// With the settings that the scene has for it. The model, which is that scene's, must outlive the solver.
std::unique_ptr<Solver> make_solver(const Scene& scene, const Model& model);

}  // namespace lacuna
