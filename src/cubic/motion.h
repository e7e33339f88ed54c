// Moves x along the direction, as far as contacts, limits and inversion allow: all vertices by the same part
// (Ando 2024), or each as far as it can.
#pragma once

#include "cubic/workspace.h"

namespace lacuna::cubic {

/// Moves all vertices by the largest safe part of the direction times `factor`; returns that part.
double move_together(Workspace& w, double factor, Report& report);

/// How far a step is, after each vertex has moved as far as it could.
struct Progress {
  double covered;  ///< 1 less what is missing of the direction, as a part of the motion of this step
  /// The energy with which elements and contacts resist the missing part, over the kinetic energy of the
  /// motion; the root. Where vertices of a stiff body stop and others do not, this is large: it would be
  /// thrown apart.
  double distortion;
  bool is_stuck;  ///< vertices held each other back until all had to stop
};
/// Moves each vertex along the direction times `factor` until something stops it.
Progress move_each(const State& state, Workspace& w, double factor, Report& report);

}  // namespace lacuna::cubic
