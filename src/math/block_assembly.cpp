#include "math/block_assembly.h"

#include <algorithm>
#include <utility>

namespace lacuna {

namespace {

constexpr Index row_chunk = 256;
// Blocks lie all over memory in the order of a pattern, and are fetched this many terms before they are
// added.
constexpr Index terms_ahead = 24;

/// Converts counts per item to begins; there is one more entry than items, whose value is ignored.
Index counts_to_begins(std::vector<Index>& counts) {
  Index total = 0;
  counts.back() = 0;
  for (Index& count : counts) total += std::exchange(count, total);
  return total;
}

/// After every begin was advanced to the end of its list.
void step_back(std::vector<Index>& begins) {
  std::shift_right(begins.begin(), begins.end(), 1);
  begins[0] = 0;
}

/// visit(row, column, is_transposed) for each upper block of the stencil, in order; row <= column.
template <class Visit>
void for_each_block(const Stencil& stencil, Visit&& visit) {
  for (Index i = 0; i < stencil.node_count; ++i)
    for (Index j = i; j < stencil.node_count; ++j) {
      const Index a = stencil.nodes[at(i)], b = stencil.nodes[at(j)];
      visit(std::min(a, b), std::max(a, b), a > b);
    }
}

}  // namespace

Stencil stencil_of(const Tet& tet) { return {tet, 4}; }

std::vector<Stencil> stencils_of(std::span<const Tet> tets) {
  std::vector<Stencil> stencils;
  stencils.reserve(tets.size());
  for (const Tet& tet : tets) stencils.push_back(stencil_of(tet));
  return stencils;
}

void pack_blocks(std::span<const Stencil> stencils, std::vector<Index>& out) {
  out.resize(stencils.size() + 1);
  Index total = 0;
  for (size_t s = 0; s < stencils.size(); ++s) {
    out[s] = total;
    total += stencils[s].block_count();
  }
  out.back() = total;
}

BlockAssembly::BlockAssembly(Index node_count, std::span<const Stencil> fixed) {
  fixed_pattern_.row_begin.resize(at(node_count) + 1);
  fixed_pattern_.columns.resize(at(node_count));
  for (Index i = 0; i <= node_count; ++i) fixed_pattern_.row_begin[at(i)] = i;
  for (Index i = 0; i < node_count; ++i) fixed_pattern_.columns[at(i)] = i;
  reset_pattern();
  std::vector<Index> first_block;
  pack_blocks(fixed, first_block);
  if (!find_blocks(fixed, first_block)) {
    grow_pattern(fixed);
    find_blocks(fixed, first_block);
  }
  gather_terms(matrix_.block_count(), fixed_gather_);
  fixed_pattern_.row_begin.assign(matrix_.row_begins().begin(), matrix_.row_begins().end());
  fixed_pattern_.columns.assign(matrix_.columns().begin(), matrix_.columns().end());
  match_fixed_blocks();
  set_passing({}, {});
}

void BlockAssembly::set_passing(std::span<const Stencil> stencils, std::span<const Index> first_block) {
  LACUNA_CHECK(first_block.size() >= stencils.size(), "stencils={} first_block={}", stencils.size(),
               first_block.size());
  if (!std::exchange(is_grown_, true)) {
    reset_pattern();
    if (!stencils.empty()) grow_pattern(stencils);
  }
  if (!find_blocks(stencils, first_block)) {
    grow_pattern(stencils);
    find_blocks(stencils, first_block);
  }
  gather_terms(matrix_.block_count(), passing_gather_);
  is_passing_.assign(at(matrix_.row_count()), 0);
  for (const Stencil& stencil : stencils)
    for (Index i = 0; i < stencil.node_count && stencil.node_count > 1; ++i)
      is_passing_[at(stencil.nodes[at(i)])] = 1;
}

void BlockAssembly::reset_pattern() {
  if (matrix_.has_pattern(fixed_pattern_.row_begin, fixed_pattern_.columns)) return;
  next_.row_begin = fixed_pattern_.row_begin;
  next_.columns = fixed_pattern_.columns;
  matrix_.swap_pattern(next_.row_begin, next_.columns);
  match_fixed_blocks();
}

bool BlockAssembly::find_blocks(std::span<const Stencil> stencils, std::span<const Index> first_block) {
  pack_blocks(stencils, term_begin_);
  terms_.resize(at(term_begin_.back()));
  term_block_.resize(at(term_begin_.back()));
  const double missing = parallel_max(count_of(stencils), 0, [&](Index s) {
    Index term = term_begin_[at(s)], source = first_block[at(s)];
    bool is_missing = false;
    for_each_block(stencils[at(s)], [&](Index row, Index column, bool is_transposed) {
      LACUNA_ASSERT(row >= 0 && column < matrix_.row_count(), "row={} column={}", row, column);
      terms_[at(term)] = 2 * static_cast<Term>(source++) + (is_transposed ? 1 : 0);
      term_block_[at(term)] = row == column ? matrix_.diagonal_index(row) : matrix_.find(row, column);
      is_missing |= term_block_[at(term++)] < 0;
    });
    return is_missing ? 1. : 0.;
  });
  return missing == 0;
}

void BlockAssembly::collect_columns(std::span<const Stencil> stencils) {
  const Index rows = matrix_.row_count();
  added_begin_.assign(at(rows) + 1, 0);
  const auto for_each_pair = [&](auto&& visit) {
    for (const Stencil& stencil : stencils)
      for_each_block(stencil, [&](Index row, Index column, bool) {
        if (row != column) visit(row, column);
      });
  };
  for_each_pair([&](Index row, Index) { ++added_begin_[at(row)]; });
  added_.resize(at(counts_to_begins(added_begin_)));
  for_each_pair([&](Index row, Index column) { added_[at(added_begin_[at(row)]++)] = column; });
  step_back(added_begin_);
}

std::span<const Index> BlockAssembly::columns_of(Index row) const {
  const auto begins = matrix_.row_begins();
  return matrix_.columns().subspan(at(begins[at(row)]), at(begins[at(row) + 1] - begins[at(row)]));
}

Index BlockAssembly::keep_new_columns(Index row) {
  const auto begin = added_.begin() + added_begin_[at(row)];
  auto end = added_.begin() + added_begin_[at(row) + 1];
  std::sort(begin, end);
  end = std::unique(begin, end);
  auto kept = begin;
  auto known = columns_of(row).begin();
  const auto last = columns_of(row).end();
  for (auto column = begin; column != end; ++column) {
    while (known != last && *known < *column) ++known;
    if (known == last || *known != *column) *kept++ = *column;
  }
  return static_cast<Index>(kept - begin);
}

void BlockAssembly::grow_pattern(std::span<const Stencil> stencils) {
  collect_columns(stencils);
  next_.row_begin.resize(at(matrix_.row_count()) + 1);
  added_count_.resize(at(matrix_.row_count()));
  parallel_for(
      matrix_.row_count(),
      [&](Index row) {
        added_count_[at(row)] = keep_new_columns(row);
        next_.row_begin[at(row)] = count_of(columns_of(row)) + added_count_[at(row)];
      },
      row_chunk);
  next_.columns.resize(at(counts_to_begins(next_.row_begin)));
  parallel_for(
      matrix_.row_count(),
      [&](Index row) {
        const auto begin = added_.begin() + added_begin_[at(row)];
        std::merge(columns_of(row).begin(), columns_of(row).end(), begin, begin + added_count_[at(row)],
                   next_.columns.begin() + next_.row_begin[at(row)]);
      },
      row_chunk);
  matrix_.swap_pattern(next_.row_begin, next_.columns);
  match_fixed_blocks();
}

void BlockAssembly::gather_terms(Index block_count, Gather& gather) {
  gather.begin.assign(at(block_count) + 1, 0);
  for (Index block : term_block_) ++gather.begin[at(block)];
  gather.terms.resize(at(counts_to_begins(gather.begin)));
  for (size_t t = 0; t < terms_.size(); ++t) gather.terms[at(gather.begin[at(term_block_[t])]++)] = terms_[t];
  step_back(gather.begin);
}

void BlockAssembly::match_fixed_blocks() {
  fixed_block_.resize(at(matrix_.block_count()));
  parallel_for(
      matrix_.row_count(),
      [&](Index row) {
        Index fixed = fixed_pattern_.row_begin[at(row)];
        const Index fixed_end = fixed_pattern_.row_begin[at(row) + 1];
        for (Index b = matrix_.row_begins()[at(row)]; b < matrix_.row_begins()[at(row) + 1]; ++b) {
          const bool is_fixed =
              fixed < fixed_end && fixed_pattern_.columns[at(fixed)] == matrix_.columns()[at(b)];
          fixed_block_[at(b)] = is_fixed ? fixed++ : -1;
        }
      },
      row_chunk);
}

void BlockAssembly::Gather::add(Index block, std::span<const Mat3> blocks, Mat3& sum) const {
  add_if(block, blocks, sum, [](Index) { return true; });
}

template <class IsWanted>
void BlockAssembly::Gather::add_if(Index block, std::span<const Mat3> blocks, Mat3& sum,
                                   const IsWanted& is_wanted) const {
  const Index last = count_of(terms) - 1;
  for (Index t = begin[at(block)]; t < begin[at(block) + 1]; ++t) {
    const char* const soon =
        reinterpret_cast<const char*>(&blocks[terms[at(std::min(t + terms_ahead, last))] >> 1]);
    __builtin_prefetch(soon);
    __builtin_prefetch(soon + sizeof(Mat3) - 1);
    const Term term = terms[at(t)];
    if (!is_wanted(static_cast<Index>(term >> 1))) continue;
    if (term & 1)
      sum += blocks[term >> 1].transpose();
    else
      sum += blocks[term >> 1];
  }
}

Mat3 BlockAssembly::gathered(const BlockSources& sources, Index block) const {
  Mat3 sum = Mat3::Zero();
  if (const Index fixed = fixed_block_[at(block)]; fixed >= 0) {
    if (sources.is_fixed_summed)
      sum = sources.fixed[at(fixed)];
    else
      fixed_gather_.add(fixed, sources.fixed, sum);
  }
  passing_gather_.add(block, sources.passing, sum);
  return sum;
}

const BlockMatrix& BlockAssembly::assemble(const BlockSources& sources) {
  const size_t expected =
      sources.is_fixed_summed ? fixed_pattern_.columns.size() : fixed_gather_.terms.size();
  LACUNA_CHECK(sources.fixed.size() == expected, "blocks={} expected={}", sources.fixed.size(), expected);
  const auto columns = matrix_.columns();
  const auto values = matrix_.values();
  const auto is_known = [&](Index node) { return !sources.is_known.empty() && sources.is_known[at(node)]; };
  parallel_for(
      matrix_.row_count(),
      [&](Index row) {
        const Index begin = matrix_.row_begins()[at(row)], end = matrix_.row_begins()[at(row) + 1];
        for (Index b = begin; b < end; ++b)
          values[at(b)] =
              is_known(row) || is_known(columns[at(b)]) ? Mat3::Zero().eval() : gathered(sources, b);
        if (is_known(row))
          values[at(begin)].setIdentity();
        else if (!sources.mass.empty())
          values[at(begin)].diagonal().array() += sources.mass[at(row)];
      },
      row_chunk);
  matrix_.stiff_rows() = is_passing_;
  for (size_t node = 0; node < sources.is_known.size(); ++node)
    if (sources.is_known[node]) matrix_.stiff_rows()[node] = 0;
  return matrix_;
}

void BlockAssembly::lift(const BlockSources& sources, std::span<const Vec3> motion,
                         std::span<Vec3> right_hand_side) const {
  const auto is_known = [&](Index node) { return sources.is_known[at(node)] != 0; };
  const auto lifted = [&](Index row) {
    Vec3 sum = Vec3::Zero();
    for (Index b = matrix_.below_begins()[at(row)]; b < matrix_.below_begins()[at(row) + 1]; ++b)
      if (const Index k = matrix_.below_rows()[at(b)]; is_known(k))
        sum += gathered(sources, matrix_.below_blocks()[at(b)]).transpose() * motion[at(k)];
    for (Index b = matrix_.row_begins()[at(row)]; b < matrix_.row_begins()[at(row) + 1]; ++b)
      if (const Index k = matrix_.columns()[at(b)]; is_known(k)) sum += gathered(sources, b) * motion[at(k)];
    return sum;
  };
  parallel_for(
      matrix_.row_count(),
      [&](Index row) {
        if (is_known(row))
          right_hand_side[at(row)] = motion[at(row)];
        else
          right_hand_side[at(row)] -= lifted(row);
      },
      row_chunk);
}

void BlockAssembly::sum_fixed(std::span<const Mat3> fixed, std::vector<Mat3>& sums,
                              const BlockRange& left_out) const {
  sums.resize(fixed_pattern_.columns.size());
  parallel_for(
      count_of(sums),
      [&](Index block) {
        Mat3 sum = Mat3::Zero();
        fixed_gather_.add_if(block, fixed, sum, [&](Index i) { return !left_out.contains(i); });
        sums[at(block)] = sum;
      },
      row_chunk);
}

void BlockAssembly::add_fixed(std::span<const Mat3> fixed, const BlockRange& range,
                              std::span<Mat3> sums) const {
  if (!(range.begin < range.end)) return;
  parallel_for(
      count_of(sums),
      [&](Index block) {
        fixed_gather_.add_if(block, fixed, sums[at(block)], [&](Index i) { return range.contains(i); });
      },
      row_chunk);
}

Mat3 BlockAssembly::fixed_block(std::span<const Mat3> sums, Index row, Index column) const {
  const auto columns = fixed_pattern_.columns.begin();
  const Index upper_row = std::min(row, column), upper_column = std::max(row, column);
  const auto end = columns + fixed_pattern_.row_begin[at(upper_row) + 1];
  const auto found = std::lower_bound(columns + fixed_pattern_.row_begin[at(upper_row)], end, upper_column);
  if (found == end || *found != upper_column) return Mat3::Zero();
  const Mat3& upper = sums[at(static_cast<Index>(found - columns))];
  return row <= column ? upper : Mat3(upper.transpose());
}

}  // namespace lacuna
