// Rows with a unit diagonal block and no other blocks: their solution is the right-hand side. The vertices of
// obstacles have such rows, and a fine obstacle may have a hundred times as many vertices as the objects that
// move. Leaving these rows out of a factorisation makes them almost free, and all other results stay
// bit-identical: in an elimination tree such a row is a root without children, so the fronts of the other
// rows, and their order, do not change.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

class LoneRows {
 public:
  /// Finds the lone rows of a matrix. True if the rows to leave out are the same as before.
  bool mark(const BlockMatrix& a);
  /// Whether to leave them out: a few are not worth copying the other rows, and at least one row must remain.
  bool are_many() const { return 4 * lone_count_ >= count_of(is_lone_) && lone_count_ < count_of(is_lone_); }
  Index count() const { return lone_count_; }

  // For the rows that mark() has found, while the pattern stays.

  /// Makes rest() the matrix of all other rows, values left out.
  void reduce_pattern(const BlockMatrix& a);
  void copy_values(const BlockMatrix& a);
  const BlockMatrix& rest() const { return rest_; }
  /// The order of the other rows, in the numbers of rest().
  const std::vector<Index>& restricted(std::span<const Index> order);
  /// The entries of the other rows.
  const std::vector<Vec3>& restricted(std::span<const Vec3> b);
  /// The solution of all rows from that of rest() and the right-hand side.
  void extend(std::span<const Vec3> x_rest, std::span<const Vec3> b, std::span<Vec3> x) const;

 private:
  std::vector<std::uint8_t> is_lone_, was_lone_;
  Index lone_count_ = 0;
  std::vector<Index> rows_;    // that do not stand alone
  std::vector<Index> number_;  // in rows_, -1 if it stands alone
  std::vector<Index> source_;  // block of the whole matrix, by block of rest()
  std::vector<Index> next_begin_, next_columns_, order_;
  std::vector<Vec3> b_;
  BlockMatrix rest_;
};

}  // namespace lacuna
