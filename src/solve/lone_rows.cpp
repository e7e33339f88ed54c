#include "solve/lone_rows.h"

#include "base/parallel.h"

#include <algorithm>

namespace lacuna {

bool LoneRows::mark(const BlockMatrix& a) {
  const bool were_many = are_many();
  was_lone_.swap(is_lone_);
  is_lone_.resize(at(a.row_count()));
  parallel_for(a.row_count(), [&](Index row) {
    const bool has_others = a.row_begins()[at(row) + 1] - a.row_begins()[at(row)] > 1 ||
                            a.below_begins()[at(row) + 1] > a.below_begins()[at(row)];
    is_lone_[at(row)] = !has_others && a.diagonal(row) == Mat3::Identity() ? 1 : 0;
  });
  lone_count_ = static_cast<Index>(std::count(is_lone_.begin(), is_lone_.end(), 1));
  return were_many == are_many() && (!were_many || is_lone_ == was_lone_);
}

void LoneRows::reduce_pattern(const BlockMatrix& a) {
  rows_.clear();
  number_.assign(is_lone_.size(), -1);
  for (Index row = 0; row < a.row_count(); ++row)
    if (!is_lone_[at(row)]) {
      number_[at(row)] = count_of(rows_);
      rows_.push_back(row);
    }
  next_begin_.assign(1, 0);
  next_columns_.clear();
  source_.clear();
  for (const Index row : rows_) {
    for (Index b = a.row_begins()[at(row)]; b < a.row_begins()[at(row) + 1]; ++b) {
      next_columns_.push_back(number_[at(a.columns()[at(b)])]);
      source_.push_back(b);
    }
    next_begin_.push_back(count_of(next_columns_));
  }
  rest_.swap_pattern(next_begin_, next_columns_);
}

void LoneRows::copy_values(const BlockMatrix& a) {
  parallel_for(rest_.block_count(), [&](Index b) { rest_.values()[at(b)] = a.values()[at(source_[at(b)])]; });
}

const std::vector<Index>& LoneRows::restricted(std::span<const Index> order) {
  order_.clear();
  for (const Index row : order)
    if (number_[at(row)] >= 0) order_.push_back(number_[at(row)]);
  return order_;
}

const std::vector<Vec3>& LoneRows::restricted(std::span<const Vec3> b) {
  b_.resize(rows_.size());
  parallel_for(count_of(rows_), [&](Index i) { b_[at(i)] = b[at(rows_[at(i)])]; });
  return b_;
}

void LoneRows::extend(std::span<const Vec3> x_rest, std::span<const Vec3> b, std::span<Vec3> x) const {
  parallel_for(count_of(x), [&](Index row) {
    const Index i = number_[at(row)];
    x[at(row)] = i < 0 ? b[at(row)] : x_rest[at(i)];
  });
}

}  // namespace lacuna
