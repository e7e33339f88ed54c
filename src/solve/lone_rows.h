// Rows that stand alone with a unit block: their solution is the right-hand side. The vertices of an obstacle
// are such rows, and a fine obstacle has a hundred times as many as what moves. Left out of a factorisation,
// they cost next to nothing, and all other numbers keep their bits: in an elimination tree such a row is a
// root without children, so the fronts of the others stay what they are, in the same order.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

class LoneRows {
 public:
  /// Finds those of a matrix. True if the rows to leave out are the same as before.
  bool mark(const BlockMatrix& a);
  /// Whether to leave them out: a few are not worth copying the others, and something must be left.
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
