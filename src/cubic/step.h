// One time step with the cubic barrier (Ando 2024, algorithm 1): docs/cubic.md.
#pragma once

#include "cubic/workspace.h"

#include <atomic>

namespace lacuna::cubic {

/// As Solver::step().
StepReport step(const Model& model, State& state, double dt, Workspace& w, const std::atomic<bool>* stop);

}  // namespace lacuna::cubic
