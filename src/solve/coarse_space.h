// The second level of a preconditioner: every aggregate of nodes moves as a rigid body, and the matrix
// restricted to these motions is factorised. It removes the smooth part of the error, for which the first
// level would need a number of iterations that grows with the size of a body.
//
// With P the rigid motions of all aggregates, Q = P (P^T A P)^-1 P^T. An aggregate has six motions, three
// translations and three rotations about its principal axes; a rotation that moves no node, as of a straight
// rod about itself, is left out. Translations alone need twice the iterations on sheets (docs/linear.md).
//
// Mathematics: Nicolaides, Deflation of conjugate gradients with applications to boundary value problems,
// 1987; Tang, Nabben, Vuik and Erlangga, Comparison of two-level preconditioners derived from deflation,
// domain decomposition and multigrid methods, 2009 (A-DEF2).
#pragma once

#include "solve/aggregates.h"
#include "solve/block_cholesky.h"

namespace lacuna {

class CoarseSpace {
 public:
  /// Builds the coarse matrix for the nodes at `x` (m) and factorises it: solved, not_positive_definite or
  /// out_of_memory. Throws std::bad_alloc only from the standard containers.
  SolveOutcome build(const BlockMatrix& a, Positions x);

  /// z += Q r.
  void add_correction(std::span<const Vec3> r, std::span<Vec3> z);

  Index aggregate_count() const { return aggregates_.count(); }
  /// Numbers in the factor of the coarse matrix.
  double factor_size() const { return motions_.empty() ? 0 : factorisation_.size(); }

 private:
  /// Node v at distance d from the centre moves by t + (axes w) x d for the coarse unknowns t and w.
  struct RigidMotions {
    Vec3 centre;
    Mat3 axes;  ///< a column is zero if that rotation moves no node
  };
  static RigidMotions rigid_motions(std::span<const Index> nodes, Positions x);
  void list_neighbours(const BlockMatrix& a);
  void fill(const BlockMatrix& a, Index aggregate);

  Aggregates aggregates_;
  std::vector<RigidMotions> motions_;
  std::vector<Vec3> arms_;                           ///< per node: from the centre of its aggregate
  std::vector<Index> neighbour_begin_, neighbours_;  ///< aggregates behind each one, ascending
  BlockMatrix matrix_;  ///< rows 2 k and 2 k + 1: translations and rotations of k
  BlockCholesky factorisation_;
  std::vector<Vec3> right_, left_;
  std::vector<Index> next_begin_, next_columns_;
};

}  // namespace lacuna
