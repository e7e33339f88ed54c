// Chooses between conjugate gradients and factorisation by counting work, never by the clock, so that a run
// repeats to the bit.
//
// Conjugate gradients go first, with as many iterations as cost about as much as a factorisation. If that is
// not enough, or promises not to be, the matrix is factorised, and so are all that follow within the time
// step, and within the next 1, 2, 4, ... 32 steps if the attempts after that fail too, however many systems
// of the same step conjugate gradients had solved. What a factorisation costs is known from a symbolic
// analysis, made for the first matrix. It can also be told to use one of the two and nothing else.
// Where the memory does not suffice for a factorisation, conjugate gradients solve the rest of the time step
// alone.
#pragma once

#include "solve/cholesky.h"
#include "solve/pcg.h"

namespace lacuna {

struct AutoOptions {
  LinearSolverKind kind = LinearSolverKind::automatic;
  double tolerance = 1e-3;  ///< relative residual asked of conjugate gradients
  /// Iterations when there is no direct solver to fall back to: ten times what bodies of a million nodes
  /// need.
  Index max_iterations = 5000;
  /// Work that conjugate gradients may spend, in factorisations. More makes failures dear, less misses
  /// successes.
  double budget = 1.25;
  CholeskyOptions cholesky;
};

class AutoSolver final : public LinearSolver {
 public:
  explicit AutoSolver(const AutoOptions& options = {});

  /// `kind` and `cholesky` are of the construction.
  AutoOptions& options() { return options_; }

  SolveReport solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) override;
  void begin_step() override;

  /// All that later results depend on: save it to continue a run with the same bits.
  struct Memory {
    Elimination elimination;
    Index direct_steps_left = 0;  ///< before conjugate gradients are tried again
    Index direct_steps = 0;       ///< how many there were after the last failure
  };
  Memory memory() const;
  void set_memory(Memory memory);

 private:
  /// direct_steps_ as the next step should find it.
  Index settled_direct_steps() const { return has_solved_ && !has_failed_ ? 0 : direct_steps_; }
  double direct_work(const BlockMatrix& a) const;
  SolveReport solve_somehow(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x);
  SolveReport solve_by_gradients(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                                 std::string why);
  SolveReport solve_directly(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                             std::string why);

  AutoOptions options_;
  Pcg pcg_;
  std::unique_ptr<DirectSolver> direct_;
  std::string reason_to_stay_direct_;  ///< empty: try conjugate gradients first
  std::string too_large_;              ///< why nothing is factorised in this step any more; empty: it may be
  Index direct_steps_left_ = 0, direct_steps_ = 0;
  bool has_solved_ = false, has_failed_ = false;  ///< conjugate gradients, in this step
};

}  // namespace lacuna
