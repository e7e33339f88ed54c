// Chooses between conjugate gradients and factorisation by counting work, never by the clock, so that runs
// are bit-identical.
//
// Conjugate gradients are tried first, with a budget of about the cost of a factorisation. If they do not
// converge, or are predicted not to, this matrix and all later ones of the time step are factorised, and so
// are those of the next step; each further failure doubles that number of steps, up to 32. Only a step in
// which conjugate gradients solve every system that they try resets it. The cost of a factorisation comes
// from a symbolic analysis of the first matrix. Either solver can also be selected exclusively.
//
// If there is not enough memory for a factorisation, conjugate gradients solve the rest of the time step
// alone.
//
// Systems with many rows, if the positions of their nodes are known, get conjugate gradients with a second
// level (pcg.h).
#pragma once

#include "solve/cholesky.h"
#include "solve/pcg.h"

namespace lacuna {

struct AutoOptions {
  LinearSolverKind kind = LinearSolverKind::automatic;
  double tolerance = 1e-3;  ///< relative residual required of conjugate gradients
  /// Limit when there is no direct solver to fall back on: ten times what bodies of a million nodes need.
  Index max_iterations = 5000;
  /// Work that conjugate gradients may spend, in factorisations. Larger values make failures costlier,
  /// smaller ones give up on systems that would converge.
  double budget = 1.25;
  /// Systems with at least as many rows that do not stand alone are large: they may use a second level and
  /// treat contacts as contact_block says. Below, factorisations of sheets are faster than a second level.
  Index large_rows = 20000;
  ContactBlock contact_block = ContactBlock::all;
  CholeskyOptions cholesky;
};

class AutoSolver final : public LinearSolver {
 public:
  explicit AutoSolver(const AutoOptions& options = {});

  /// `kind` and `cholesky` only matter at construction.
  AutoOptions& options() { return options_; }

  /// Of the nodes of the next systems, m; empty: unknown. They must outlive these solves.
  void set_positions(Positions positions) { positions_ = positions; }

  SolveReport solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) override;
  void begin_step() override;

  /// Everything that later results depend on: save it to resume a run bit-identically.
  struct Memory {
    Elimination elimination;
    Index direct_steps_left = 0;  ///< before conjugate gradients are tried again
    Index direct_steps = 0;       ///< number of direct steps after the last failure
  };
  Memory memory() const;
  void set_memory(Memory memory);

 private:
  /// The value of direct_steps_ for the next step.
  Index settled_direct_steps() const { return has_solved_ && !has_failed_ ? 0 : direct_steps_; }
  bool is_large(const BlockMatrix& a) const;
  double direct_work(const BlockMatrix& a) const;
  double prepare_gradients(const BlockMatrix& a);
  double iterations_for(double work, const BlockMatrix& a);
  SolveReport solve_somehow(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x);
  SolveReport solve_by_gradients(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                                 std::string why);
  SolveReport solve_directly(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                             std::string why);

  AutoOptions options_;
  Positions positions_;
  Pcg pcg_;
  std::unique_ptr<DirectSolver> direct_;
  std::string reason_to_stay_direct_;  ///< empty: try conjugate gradients first
  std::string too_large_;              ///< why factorisation is off for this step; empty: it is on
  Index direct_steps_left_ = 0, direct_steps_ = 0;
  bool has_solved_ = false, has_failed_ = false;  ///< conjugate gradients, in this step
};

}  // namespace lacuna
