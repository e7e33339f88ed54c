// Chooses between conjugate gradients and factorisation by counting work, never by the clock, so that a run
// repeats to the bit.
//
// Conjugate gradients go first, with as many iterations as cost about as much as a factorisation. If that is
// not enough, or promises not to be, the matrix is factorised, and so are all that follow within the time
// step. What a factorisation costs is known from the last one, as kept in elimination(), or guessed from the
// number of nodes.
#pragma once

#include "solve/cholesky.h"
#include "solve/pcg.h"

namespace lacuna {

struct AutoOptions {
  double tolerance = 1e-3;  ///< relative residual asked of conjugate gradients
  /// Iterations when there is no direct solver to fall back to.
  Index max_iterations = 5000;
  /// Work that conjugate gradients may spend, in factorisations. More makes failures dear, less misses
  /// successes.
  double budget = 1.25;
  /// False: never the one or the other. Without a direct solver it is conjugate gradients in any case.
  bool uses_pcg = true, uses_direct = true;
  CholeskyOptions cholesky;
};

class AutoSolver final : public LinearSolver {
 public:
  explicit AutoSolver(const AutoOptions& options = {});

  SolveReport solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) override;
  void begin_step() override { reason_to_stay_direct_ = options_.uses_pcg ? "" : "as the scene says"; }

  /// Of the direct solver; empty if there is none or it was not needed yet.
  Elimination elimination() const;
  void set_elimination(Elimination elimination);

 private:
  double direct_work(const BlockMatrix& a) const;
  SolveReport solve_directly(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                             std::string why);

  AutoOptions options_;
  Pcg pcg_;
  std::unique_ptr<DirectSolver> direct_;
  std::string reason_to_stay_direct_;  ///< empty: try conjugate gradients first
};

}  // namespace lacuna
