// The preconditioner of conjugate gradients: the nodes in contact are solved together and exactly, every
// other node by its own 3x3 block.
//
// Contact couples few nodes, but can be 10^6 times stiffer than the elements, and then any preconditioner
// that splits a contact needs thousands of iterations. With all nodes of all contacts in one block the number
// of iterations is that of the bodies without contact, whatever the stiffness; since nodes in contact lie on
// surfaces, the factor of that block is small (docs/linear.md).
//
// Contacts that are about as stiff as the elements they join, as those of the cubic barrier, converge as well
// by their nodes. Their block then pays only while it is small.
#pragma once

#include "solve/block_cholesky.h"

namespace lacuna {

/// Which nodes in contact are solved together: all; all if they are few among the rows; or none.
enum class ContactBlock : std::uint8_t { all, if_small, none };

class ContactPreconditioner {
 public:
  /// Reads the pattern and the stiff rows of `a`. Returns the floating-point operations of the factorisation
  /// to come.
  double analyse(const BlockMatrix& a, ContactBlock block = ContactBlock::all);

  /// After analyse() of the same pattern: solved, not_positive_definite or out_of_memory.
  SolveOutcome factorise(const BlockMatrix& a);

  /// z = M^-1 r.
  void apply(std::span<const Vec3> r, std::span<Vec3> z);

  /// Numbers in the factor of the block.
  double factor_size() const { return rows_.empty() ? 0 : factorisation_.size(); }
  Index contact_count() const { return count_of(rows_); }

 private:
  void invert_diagonal(const BlockMatrix& a);

  std::vector<Mat3> inverse_;  ///< of the diagonal blocks
  bool is_positive_ = true;    ///< all of them are
  std::vector<Index> rows_;    ///< of the contact block, ascending
  std::vector<Index> number_;  ///< of a row in it, or -1
  std::vector<Index> source_;  ///< per block of block_: that of the matrix
  BlockMatrix block_;
  BlockCholesky factorisation_;
  double flops_ = 0;

  std::vector<Index> next_begin_, next_columns_;
  std::vector<Vec3> right_, left_;
};

}  // namespace lacuna
