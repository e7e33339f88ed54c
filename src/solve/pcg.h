// Preconditioned conjugate gradients, after Hestenes and Stiefel (1952), with ContactPreconditioner. Starts
// from zero, keeps only its memory and the patterns of the contact block and of the second level, and hardly
// allocates while these are unchanged.
//
// If it is given the positions of the nodes and a few iterations do not converge, it continues with a second
// level (coarse_space.h). Smooth errors then vanish in a number of iterations that does not grow with the
// size of the bodies.
#pragma once

#include "solve/coarse_space.h"
#include "solve/contact_preconditioner.h"

namespace lacuna {

struct PcgOptions {
  double tolerance = 1e-3;  ///< relative residual
  Index max_iterations = 2000;
  /// Stops from a quarter of max_iterations on if, at the rate so far, convergence would need more than twice
  /// max_iterations.
  bool gives_up_early = false;
  ContactBlock contact_block = ContactBlock::all;
  /// Of the nodes, m; empty: no second level.
  Positions positions = {};
  /// Before the second level, which costs about as much to build. Fewer if they are predicted not to suffice.
  Index first_level_iterations = 40;
};

class Pcg final : public LinearSolver {
 public:
  explicit Pcg(const PcgOptions& options = {}) : options_(options) {}

  PcgOptions& options() { return options_; }
  ContactPreconditioner& preconditioner() { return preconditioner_; }

  /// If not converged, x is the best iterate so far, which is still a descent direction.
  SolveReport solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) override;

 private:
  struct Limits {
    double target;  ///< residual
    Index iterations;
    bool gives_up_early;
  };
  void iterate(const BlockMatrix& a, std::span<Vec3> x, const Limits& limits, SolveReport& report);
  void add_second_level(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                        SolveReport& report);
  void precondition(const BlockMatrix& a);

  PcgOptions options_;
  ContactPreconditioner preconditioner_;
  CoarseSpace coarse_;
  bool has_second_level_ = false;
  std::vector<Vec3> r_, z_, p_, q_;
};

}  // namespace lacuna
