// What is known about a run before its first step, for run.json and for checkpoints.
#pragma once

#include "io/checkpoint.h"
#include "io/run_record.h"
#include "run/simulation.h"

namespace lacuna {

RunInfo run_info(const Scene& scene, const Simulation& simulation, const std::vector<std::string>& overrides);

/// Everything that shapes the motion: duration does not, and fps only if it changes the length of steps. It
/// always does with solvers that shorten steps on their own, because the next ones lead to the next frame.
Fingerprint fingerprint_of(const Scene& scene, const Model& model);

/// Where the half-spaces and spheres are now.
PlacedWalls walls_of(const Simulation& simulation);

}  // namespace lacuna
