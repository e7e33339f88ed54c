// One time step with two-way collision handling (Wang et al. 2023): docs/two_way.md.
#pragma once

#include "two_way/workspace.h"

#include <atomic>

namespace lacuna::two_way {

/// As Solver::step().
StepReport step(const Model& model, State& state, double dt, Workspace& w, const std::atomic<bool>* stop);

}  // namespace lacuna::two_way
