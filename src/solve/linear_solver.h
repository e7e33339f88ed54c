// What Newton's method asks of a linear solver. Solvers keep their memory and whatever they know about the
// pattern between calls; their results depend on the arguments and on what the class says it remembers, never
// on the clock or the number of threads.
#pragma once

#include "math/block_matrix.h"

#include <string>

namespace lacuna {

enum class SolveOutcome : std::uint8_t {
  solved,
  not_positive_definite,  ///< or so nearly singular that the result is noise
  not_converged,          ///< iterations used up
  out_of_memory,
  not_finite,  ///< the matrix or the right-hand side holds an infinity or a NaN
};
const char* name_of(SolveOutcome outcome);

struct SolveReport {
  SolveOutcome outcome = SolveOutcome::solved;
  Index iterations = 0;          ///< 0 of a direct solver
  double relative_residual = 0;  ///< |b - A x| / |b|, 0 if b is; infinite if there is no x
  const char* solver = "";       ///< which one made x
  std::string why;               ///< one short sentence, if there is something to say
};

/// What solves the systems of a run.
enum class LinearSolverKind : std::uint8_t { automatic, direct, pcg };

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  /// Solves A x = b for a symmetric positive definite A. x is meaningful only if the outcome is `solved` or
  /// `not_converged`; what it held before is not used. b and x have one entry per row of A. Those that
  /// factorise do not throw: too little memory is an outcome.
  [[nodiscard]] virtual SolveReport solve(const BlockMatrix& a, std::span<const Vec3> b,
                                          std::span<Vec3> x) = 0;

  /// Forgets what was learnt within a time step.
  virtual void begin_step() {}
};

}  // namespace lacuna
