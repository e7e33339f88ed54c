#include "solve/front_tree.h"

#include <algorithm>
#include <numeric>

namespace lacuna {

void FrontTree::build(const BlockMatrix& a, std::span<const Index> order) {
  tree_.build(a, order);
  supernodes_.build(tree_);
  place_.resize(order.size());
  for (Index k = 0; k < count_of(order); ++k) place_[at(supernodes_.order()[at(k)])] = k;
  count_work();
  list_fronts();
  list_children();
  collect_rows();
  place_entries(a);
  cut_into_subtrees();
  place_updates();
}

/// A column of a Cholesky factor with c numbers costs c^2 operations, and a node has three of them.
void FrontTree::count_work() {
  flops_ = factor_size_ = 0;
  for (Index count : tree_.column_count()) {
    const double c = 3. * count;
    flops_ += c * c + square(c - 1) + square(c - 2);
    factor_size_ += 3 * c - 3;
  }
}

void FrontTree::list_fronts() {
  fronts_.resize(at(supernodes_.count()));
  panel_size_ = vector_size_ = 0;
  Index row_begin = 0;
  for (Index s = 0; s < count_of(fronts_); ++s) {
    Front& f = fronts_[at(s)] = Front();
    f.first = supernodes_.column_begins()[at(s)];
    f.pivots = supernodes_.column_begins()[at(s) + 1] - f.first;
    f.rest = supernodes_.rest_count()[at(s)];
    f.parent = supernodes_.parent()[at(s)];
    f.row_begin = row_begin;
    f.panel_begin = panel_size_;
    f.vector_begin = vector_size_;
    row_begin += f.rest;
    panel_size_ += f.panel_size();
    vector_size_ += std::int64_t{f.slivers()} * sliver_rows;
  }
  rows_.resize(at(row_begin));
  slots_.resize(at(row_begin));
}

void FrontTree::list_children() {
  for (const Front& f : fronts_)
    if (f.parent >= 0) ++fronts_[at(f.parent)].child_end;
  Index begin = 0;
  for (Front& f : fronts_) {
    const Index count = f.child_end;
    f.child_begin = f.child_end = begin;
    begin += count;
  }
  children_.resize(at(begin));
  for (Index s = 0; s < count_of(fronts_); ++s)
    if (const Index p = fronts_[at(s)].parent; p >= 0) children_[at(fronts_[at(p)].child_end++)] = s;
}

/// The rest of a front: the rows of its matrix columns and of its children's rests beyond its pivots.
void FrontTree::collect_rows() {
  mark_.assign(place_.size(), -1);
  for (Index s = 0; s < count_of(fronts_); ++s) {
    const Front& f = fronts_[at(s)];
    const Index end = f.first + f.pivots;
    const auto begin = rows_.begin() + f.row_begin;
    auto next = begin;
    const auto add = [&](Index place) {
      if (place < end || mark_[at(place)] == s) return;
      mark_[at(place)] = s;
      *next++ = place;
    };
    for (Index child : children(f))
      for (Index place : rows(fronts_[at(child)])) add(place);
    for (Index k = f.first; k < end; ++k)
      for (const EliminationTree::Entry& entry : tree_.column(order()[at(k)])) add(place_[at(entry.node)]);
    std::sort(begin, next);
  }
}

void FrontTree::place_entries(const BlockMatrix& a) {
  entries_.resize(at(a.block_count()));
  std::vector<Index>& slot = mark_;  // in the current front, by position
  Index next = 0;
  for (Front& f : fronts_) {
    const Index rest_slot = f.pivot_slivers() * sliver_nodes;
    for (Index k = 0; k < f.pivots; ++k) slot[at(f.first + k)] = k;
    for (Index k = 0; k < f.rest; ++k) slot[at(rows(f)[at(k)])] = rest_slot + k;
    for (Index child : children(f)) {
      const Front& c = fronts_[at(child)];
      for (Index k = c.row_begin; k < c.row_begin + c.rest; ++k) slots_[at(k)] = slot[at(rows_[at(k)])];
    }
    f.entry_begin = next;
    for (Index k = 0; k < f.pivots; ++k) {
      const Index node = order()[at(f.first + k)];
      const auto add = [&](Index row, Index block) {
        entries_[at(next++)] = {block, row / sliver_nodes, sliver_rows * 3 * k + row % sliver_nodes * 3};
      };
      add(k, a.diagonal_index(node));
      for (const EliminationTree::Entry& entry : tree_.column(node))
        add(slot[at(place_[at(entry.node)])], entry.block);
    }
    f.entry_end = next;
  }
}

}  // namespace lacuna
