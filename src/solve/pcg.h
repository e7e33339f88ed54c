// Preconditioned conjugate gradients, after Hestenes and Stiefel (1952), with ContactPreconditioner. Starts
// from zero, keeps only its memory and the pattern of the contact block, and does not allocate while that is
// unchanged.
#pragma once

#include "solve/contact_preconditioner.h"

namespace lacuna {

struct PcgOptions {
  double tolerance = 1e-3;  ///< relative residual
  Index max_iterations = 2000;
  /// Stops from a quarter of max_iterations on if, at the rate so far, convergence would need more than twice
  /// max_iterations.
  bool gives_up_early = false;
};

class Pcg final : public LinearSolver {
 public:
  explicit Pcg(const PcgOptions& options = {}) : options_(options) {}

  PcgOptions& options() { return options_; }
  ContactPreconditioner& preconditioner() { return preconditioner_; }

  /// If not converged, x is the best iterate so far, which is still a descent direction.
  SolveReport solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) override;

 private:
  void iterate(const BlockMatrix& a, std::span<Vec3> x, double target, SolveReport& report);
  bool is_hopeless(Index iteration, double residual, double start, double target) const;

  PcgOptions options_;
  ContactPreconditioner preconditioner_;
  std::vector<Vec3> r_, z_, p_, q_;
};

}  // namespace lacuna
