// Moves x along the direction, as far as contacts, limits and inversion allow: all vertices by the same part
// (Ando 2024), or each as far as it can.
#pragma once

#include "cubic/workspace.h"

namespace lacuna::cubic {

/// Moves all vertices by the largest safe part of the direction times `factor`; returns that part.
double move_together(Workspace& w, double factor, Report& report);

struct EachMotion : StepProgress {
  bool is_stuck;  ///< vertices held each other back until all had to stop
};
/// Moves each vertex along the direction times `factor` until something stops it.
EachMotion move_each(const State& state, Workspace& w, double factor, Report& report);

}  // namespace lacuna::cubic
