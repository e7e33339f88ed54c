#include "solve/contact_preconditioner.h"

#include "base/parallel.h"
#include "solve/minimum_degree.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace lacuna {

namespace {

/// A block with more than this part of all rows costs more than the iterations that it saves, where contacts
/// are not stiffer than elements: measured on sheets and solids (docs/linear.md).
constexpr Index small_part = 32;

bool is_small(std::span<const std::uint8_t> stiff_rows) {
  const auto count =
      std::count_if(stiff_rows.begin(), stiff_rows.end(), [](auto stiff) { return stiff != 0; });
  return small_part * count <= std::ssize(stiff_rows);
}

}  // namespace

double ContactPreconditioner::analyse(const BlockMatrix& a, ContactBlock block) {
  const bool has_block =
      block == ContactBlock::all || (block == ContactBlock::if_small && is_small(a.stiff_rows()));
  rows_.clear();
  number_.assign(at(a.row_count()), -1);
  for (Index row = 0; has_block && row < count_of(a.stiff_rows()); ++row)
    if (a.stiff_rows()[at(row)]) {
      number_[at(row)] = count_of(rows_);
      rows_.push_back(row);
    }
  next_begin_.assign(1, 0);
  next_columns_.clear();
  source_.clear();
  for (Index row : rows_) {
    for (Index b = a.row_begins()[at(row)]; b < a.row_begins()[at(row) + 1]; ++b)
      if (const Index column = number_[at(a.columns()[at(b)])]; column >= 0) {
        next_columns_.push_back(column);
        source_.push_back(b);
      }
    next_begin_.push_back(count_of(next_columns_));
  }
  if (block_.has_pattern(next_begin_, next_columns_)) return flops_;
  block_.swap_pattern(next_begin_, next_columns_);
  return flops_ = rows_.empty() ? 0 : factorisation_.analyse(block_, minimum_degree(block_));
}

SolveOutcome ContactPreconditioner::factorise(const BlockMatrix& a) {
  invert_diagonal(a);
  if (!is_positive_) return SolveOutcome::not_positive_definite;
  if (rows_.empty()) return SolveOutcome::solved;
  parallel_for(block_.block_count(),
               [&](Index b) { block_.values()[at(b)] = a.values()[at(source_[at(b)])]; });
  right_.resize(rows_.size());
  left_.resize(rows_.size());
  return factorisation_.factorise(block_);
}

void ContactPreconditioner::invert_diagonal(const BlockMatrix& a) {
  inverse_.resize(at(a.row_count()));
  is_positive_ = parallel_max(a.row_count(), 0, [&](Index row) {
                   const Eigen::LLT<Mat3> llt(a.diagonal(row));
                   inverse_[at(row)] = llt.solve(Mat3::Identity());
                   return llt.info() == Eigen::Success ? 0. : 1.;
                 }) == 0;
}

void ContactPreconditioner::apply(std::span<const Vec3> r, std::span<Vec3> z) {
  parallel_for(count_of(r), [&](Index row) {
    if (number_[at(row)] < 0)
      z[at(row)].noalias() = inverse_[at(row)] * r[at(row)];
    else
      right_[at(number_[at(row)])] = r[at(row)];
  });
  if (rows_.empty()) return;
  factorisation_.solve(right_, left_);
  for (size_t k = 0; k < rows_.size(); ++k) z[at(rows_[k])] = left_[k];
}

}  // namespace lacuna
