#include "solve/linear_solver.h"

namespace lacuna {

const char* name_of(SolveOutcome outcome) {
  switch (outcome) {
    case SolveOutcome::solved:
      return "solved";
    case SolveOutcome::not_positive_definite:
      return "not positive definite";
    case SolveOutcome::not_converged:
      return "not converged";
    case SolveOutcome::out_of_memory:
      return "out of memory";
    case SolveOutcome::not_finite:
      return "not finite";
  }
  return "";
}

}  // namespace lacuna
