#include "math/block_matrix.h"

#include "base/check.h"
#include "base/parallel.h"

#include <algorithm>
#include <utility>

namespace lacuna {

namespace {

/// Rows of one chunk of a product: some microseconds of work.
constexpr Index product_chunk = 256;

}  // namespace

Index BlockMatrix::find(Index row, Index column) const {
  const auto begin = columns_.begin() + row_begin_[at(row)], end = columns_.begin() + row_begin_[at(row) + 1];
  const auto found = std::lower_bound(begin, end, column);
  return found != end && *found == column ? static_cast<Index>(found - columns_.begin()) : -1;
}

void BlockMatrix::swap_pattern(std::vector<Index>& row_begin, std::vector<Index>& columns) {
  LACUNA_CHECK(!row_begin.empty() && row_begin.back() == count_of(columns), "rows={} blocks={}",
               row_begin.size(), columns.size());
  row_begin_.swap(row_begin);
  columns_.swap(columns);
  values_.resize(columns_.size());
  stiff_rows_.clear();
  index_below();
}

bool BlockMatrix::has_pattern(std::span<const Index> row_begin, std::span<const Index> columns) const {
  return std::ranges::equal(row_begin, row_begin_) && std::ranges::equal(columns, columns_);
}

void BlockMatrix::index_below() {
  const Index rows = row_count();
  below_begin_.assign(at(rows) + 1, 0);
  for (Index row = 0; row < rows; ++row)
    for (Index b = row_begin_[at(row)] + 1; b < row_begin_[at(row) + 1]; ++b)
      ++below_begin_[at(columns_[at(b)])];
  Index total = 0;
  for (Index& begin : below_begin_) total += std::exchange(begin, total);
  below_row_.resize(at(total));
  below_block_.resize(at(total));
  for (Index row = 0; row < rows; ++row)
    for (Index b = row_begin_[at(row)] + 1; b < row_begin_[at(row) + 1]; ++b) {
      const size_t slot = at(below_begin_[at(columns_[at(b)])]++);
      below_row_[slot] = row;
      below_block_[slot] = b;
    }
  // Each begin has moved to the end of its list, which is where the next one begins.
  std::shift_right(below_begin_.begin(), below_begin_.end(), 1);
  below_begin_[0] = 0;
}

void BlockMatrix::multiply(std::span<const Vec3> x, std::span<Vec3> y) const {
  LACUNA_CHECK(count_of(x) == row_count() && count_of(y) == row_count(), "rows={} x={} y={}", row_count(),
               x.size(), y.size());
  parallel_for(
      row_count(),
      [&](Index row) {
        Vec3 sum = Vec3::Zero();
        for (Index b = below_begin_[at(row)]; b < below_begin_[at(row) + 1]; ++b)
          sum.noalias() += values_[at(below_block_[at(b)])].transpose() * x[at(below_row_[at(b)])];
        for (Index b = row_begin_[at(row)]; b < row_begin_[at(row) + 1]; ++b)
          sum.noalias() += values_[at(b)] * x[at(columns_[at(b)])];
        y[at(row)] = sum;
      },
      product_chunk);
}

bool is_finite(const BlockMatrix& matrix) {
  const auto values = matrix.values();
  return parallel_max(count_of(values), 0, [&](Index b) { return values[at(b)].cwiseAbs().sum(); }) <=
         std::numeric_limits<double>::max();
}

Eigen::MatrixXd expand_dense(const BlockMatrix& matrix) {
  const Index n = matrix.row_count();
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * n, 3 * n);
  for (Index row = 0; row < n; ++row)
    for (Index b = matrix.row_begins()[at(row)]; b < matrix.row_begins()[at(row) + 1]; ++b) {
      const Index column = matrix.columns()[at(b)];
      dense.block<3, 3>(3 * row, 3 * column) = matrix.values()[at(b)];
      dense.block<3, 3>(3 * column, 3 * row) = matrix.values()[at(b)].transpose();
    }
  return dense;
}

}  // namespace lacuna
