// How far the minimisation goes along a direction: as far as nothing is in the way and the energy does not
// rise (IPC, section 4.4).
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

/// Moves along w.direction as far as nothing is in the way, or a half, a quarter, ... of that, until the
/// energy does not rise beyond rounding and no edge crosses a triangle.
SearchResult search_along_direction(const Model& model, Workspace& w, Report& report);

/// If w.direction was taken as a whole and leads on like the one before: moves on along it, once more as far
/// as it came, and again, while that lowers the energy and nothing is in the way. Where something buckles, a
/// projected Hessian is too stiff by the curvature that was taken away, and Newton's method gets to the
/// minimum in many equal steps. In a twisted cloth every second iteration was of that kind.
void go_on_along_direction(Workspace& w, Report& report, SearchResult& search);

/// For the next search: the direction of this one, if it was taken as a whole.
void remember_direction(Workspace& w, const SearchResult& search);

}  // namespace lacuna::ipc
