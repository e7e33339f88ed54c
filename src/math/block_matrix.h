// Symmetric sparse matrix of 3x3 blocks, one row of blocks per node: the Hessian of Newton's method.
// The upper triangle is stored, row by row: columns ascend, so the diagonal block, which every row has, comes
// first. A second index lists, per row, the stored blocks of its column above the diagonal; with it every row
// of a product is gathered by one thread in a fixed order, and a product is bit-identical for any number of
// threads.
#pragma once

#include "base/types.h"

#include <span>
#include <vector>

namespace lacuna {

class BlockMatrix {
 public:
  BlockMatrix() : row_begin_{0}, below_begin_{0} {}

  Index row_count() const { return count_of(row_begin_) - 1; }
  Index block_count() const { return count_of(columns_); }

  /// Blocks row_begins()[r] to row_begins()[r + 1] are those of row r; columns() and values() are parallel.
  std::span<const Index> row_begins() const { return row_begin_; }
  std::span<const Index> columns() const { return columns_; }
  std::span<const Mat3> values() const { return values_; }
  std::span<Mat3> values() { return values_; }

  const Mat3& diagonal(Index row) const { return values_[static_cast<size_t>(diagonal_index(row))]; }
  Mat3& diagonal(Index row) { return values_[static_cast<size_t>(diagonal_index(row))]; }
  Index diagonal_index(Index row) const { return row_begin_[static_cast<size_t>(row)]; }

  /// Index of the block (row, column), row <= column, or -1 if the pattern has none.
  Index find(Index row, Index column) const;

  /// Swaps in a new pattern and hands back the old memory for reuse. Values and stiff rows become invalid.
  /// Every row must start with its diagonal and ascend.
  void swap_pattern(std::vector<Index>& row_begin, std::vector<Index>& columns);

  bool has_pattern(std::span<const Index> row_begin, std::span<const Index> columns) const;

  /// Rows of nodes in contact, which a preconditioner should solve together: their couplings may be stiffer
  /// than all others by orders of magnitude. Empty, or one entry per row; set by the code that fills in the
  /// values.
  std::span<const std::uint8_t> stiff_rows() const { return stiff_rows_; }
  std::vector<std::uint8_t>& stiff_rows() { return stiff_rows_; }

  /// y = A x; x and y have one entry per row and do not overlap.
  void multiply(std::span<const Vec3> x, std::span<Vec3> y) const;

  /// The stored blocks of column c above its diagonal are below_blocks()[b] in rows below_rows()[b],
  /// ascending, for b from below_begins()[c] to below_begins()[c + 1]: what lies below the diagonal of row c,
  /// transposed.
  std::span<const Index> below_begins() const { return below_begin_; }
  std::span<const Index> below_rows() const { return below_row_; }
  std::span<const Index> below_blocks() const { return below_block_; }

 private:
  void index_below();

  std::vector<Index> row_begin_, columns_;
  std::vector<Mat3> values_;
  std::vector<std::uint8_t> stiff_rows_;
  std::vector<Index> below_begin_, below_row_, below_block_;
};

/// Whether a row has no block besides its diagonal.
inline bool is_alone(const BlockMatrix& matrix, Index row) {
  const auto r = static_cast<size_t>(row);
  return matrix.row_begins()[r + 1] == matrix.row_begins()[r] + 1 &&
         matrix.below_begins()[r + 1] == matrix.below_begins()[r];
}

/// Whether every stored number is finite.
bool is_finite(const BlockMatrix& matrix);

/// Both triangles, for tests and small systems.
Eigen::MatrixXd expand_dense(const BlockMatrix& matrix);

}  // namespace lacuna
