// What Newton's method asks of a linear solver. Solvers keep their memory and whatever they know about the
// pattern between calls; their results depend on the arguments and on what the class says it remembers, never
// on the clock or the number of threads.
#pragma once

#include "base/words.h"
#include "math/block_matrix.h"

#include <string>
#include <string_view>

namespace lacuna {

enum class SolveOutcome : std::uint8_t {
  solved,
  not_positive_definite,  ///< or so nearly singular that the result is noise
  not_converged,          ///< iterations used up
  out_of_memory,
  not_finite,  ///< the matrix or the right-hand side holds an infinity or a NaN
};
template <>
inline constexpr auto words<SolveOutcome> =
    make_words<SolveOutcome>({{"solved", SolveOutcome::solved},
                              {"not positive definite", SolveOutcome::not_positive_definite},
                              {"not converged", SolveOutcome::not_converged},
                              {"out of memory", SolveOutcome::out_of_memory},
                              {"not finite", SolveOutcome::not_finite}});

struct SolveReport {
  SolveOutcome outcome = SolveOutcome::solved;
  Index iterations = 0;          ///< 0 of a direct solver
  double relative_residual = 0;  ///< |b - A x| / |b|, 0 if b is; infinite if there is no x
  std::string_view solver;       ///< which one made x: a word of LinearSolverKind
  std::string why;               ///< one short sentence, if there is something to say
};

/// What solves the systems of a run.
enum class LinearSolverKind : std::uint8_t { automatic, direct, pcg };
template <>
inline constexpr auto words<LinearSolverKind> =
    make_words<LinearSolverKind>({{"auto", LinearSolverKind::automatic},
                                  {"direct", LinearSolverKind::direct},
                                  {"pcg", LinearSolverKind::pcg}});

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
