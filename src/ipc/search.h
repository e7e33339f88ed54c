// The line search: the largest safe step length along a direction, halved until the energy does not rise
// (IPC, section 4.4).
#pragma once

#include "ipc/workspace.h"

namespace lacuna::ipc {

/// The step length of a line search, and the largest safe one.
struct SearchResult {
  double part, bound;
  double change;           ///< of the minimised function
  std::string limited_by;  ///< known only if the iterations are observed
  bool has_moved() const { return part > 0; }
  bool was_shortened() const { return part < bound; }
};

/// Scripted vertices follow their path until they are blocked; the solver does the rest.
void move_scripted(Workspace& w);

/// Moves along w.direction up to the largest safe step length, halved until the energy does not rise beyond
/// rounding and no edge crosses a triangle.
SearchResult search_along_direction(const Model& model, Workspace& w, Report& report);

/// If the full step was taken and the direction repeats the previous one, extends the step, doubling it each
/// time, while the energy falls and nothing is in the way. In buckling a projected Hessian is too stiff, by
/// the negative curvature that projection removed, and Newton's method reaches the minimum in many equal
/// steps. In a twisted cloth every second iteration was of that kind.
void go_on_along_direction(Workspace& w, Report& report, SearchResult& search);

/// Keeps the direction for the next search if the full step was taken.
void remember_direction(Workspace& w, const SearchResult& search);

}  // namespace lacuna::ipc
