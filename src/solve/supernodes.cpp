#include "solve/supernodes.h"

#include <algorithm>
#include <numeric>

namespace lacuna {

namespace {

/// Cost of a front of `pivots` columns and `rest` further rows, in nodes; the unit is about a nanosecond.
/// Only differences matter. Tuned on sheets of 2000 to 8000 nodes: see docs/linear.md.
double front_cost(double pivots, double rest) {
  constexpr double per_front = 150;     // calls, index lists, the square roots of a first pivot
  constexpr double per_multiply = 0.4;  // of two blocks, 27 multiplications and additions
  constexpr double per_block = 2;       // of the factor: written, read by the solves
  constexpr double per_moved = 4;       // block of the update, added to the parent
  const double panel = pivots * (0.5 * pivots + rest);
  const double multiplies =
      pivots * pivots * (pivots / 6 + 0.5 * rest) + 0.5 * pivots * rest * (rest + 4);  // rows come in fours
  return per_front + per_multiply * multiplies + per_block * panel + per_moved * 0.5 * rest * rest;
}

}  // namespace

void Supernodes::build(const EliminationTree& tree) {
  find_fundamental(tree);
  unite();
  sort(tree);
}

void Supernodes::find_fundamental(const EliminationTree& tree) {
  const Index n = count_of(tree.order());
  const auto parent = tree.parent();
  const auto count = tree.column_count();
  parts_.clear();
  part_of_.resize(at(n));
  for (Index j = 0; j < n; ++j) {
    const bool continues = j > 0 && parent[at(j) - 1] == j && count[at(j) - 1] == count[at(j)] + 1;
    if (!continues) parts_.push_back({j, j, 0, 0, -1, count_of(parts_)});
    parts_.back().end = j + 1;
    ++parts_.back().columns;
    parts_.back().rest = count[at(j)] - 1;
    part_of_[at(j)] = count_of(parts_) - 1;
  }
  for (Part& part : parts_)
    if (const Index above = parent[at(part.end) - 1]; above >= 0) part.parent = part_of_[at(above)];
}

/// From the leaves up, each supernode absorbs its children where that lowers the cost.
void Supernodes::unite() {
  const Index n = count_of(parts_);
  child_begin_.assign(at(n) + 1, 0);
  for (const Part& part : parts_)
    if (part.parent >= 0) ++child_begin_[at(part.parent) + 1];
  std::partial_sum(child_begin_.begin(), child_begin_.end(), child_begin_.begin());
  children_.resize(at(child_begin_.back()));
  rank_.assign(child_begin_.begin(), child_begin_.end() - 1);
  for (Index s = 0; s < n; ++s)
    if (parts_[at(s)].parent >= 0) children_[at(rank_[at(parts_[at(s)].parent)]++)] = s;
  for (Index s = 0; s < n; ++s) {
    Part& part = parts_[at(s)];
    // From the last child back: in a dissection it shares the most rows with its parent.
    for (Index k = child_begin_[at(s) + 1] - 1; k >= child_begin_[at(s)]; --k) {
      Part& child = parts_[at(children_[at(k)])];
      const double apart = front_cost(child.columns, child.rest) + front_cost(part.columns, part.rest);
      if (front_cost(child.columns + part.columns, part.rest) > apart) continue;
      part.columns += child.columns;
      child.target = s;
    }
  }
}

void Supernodes::sort(const EliminationTree& tree) {
  const Index n = count_of(parts_);
  // Targets lie above, so going down from the last one each is final when it is read.
  tops_.clear();
  rank_.resize(at(n));
  for (Index s = n - 1; s >= 0; --s) {
    Part& part = parts_[at(s)];
    if (part.target != s) part.target = parts_[at(part.target)].target;
  }
  for (Index s = 0; s < n; ++s)
    if (parts_[at(s)].target == s) {
      rank_[at(s)] = count_of(tops_);
      tops_.push_back(s);
    }
  above_.clear();
  for (Index top : tops_) {
    const Index parent = parts_[at(top)].parent;
    above_.push_back(parent < 0 ? -1 : rank_[at(parts_[at(parent)].target)]);
  }
  sort_into_postorder(above_, sorted_);

  const Index count = count_of(tops_);
  std::vector<Index>& final_number = child_begin_;
  final_number.resize(at(count));
  for (Index s = 0; s < count; ++s) final_number[at(sorted_[at(s)])] = s;
  column_begin_.assign(1, 0);
  parent_.resize(at(count));
  rest_.resize(at(count));
  for (Index s = 0; s < count; ++s) {
    const Index above = above_[at(sorted_[at(s)])];
    const Part& part = parts_[at(tops_[at(sorted_[at(s)])])];
    parent_[at(s)] = above < 0 ? -1 : final_number[at(above)];
    rest_[at(s)] = part.rest;
    column_begin_.push_back(column_begin_.back() + part.columns);
  }
  order_.resize(tree.order().size());
  children_.assign(column_begin_.begin(), column_begin_.end() - 1);  // where its next column goes
  for (const Part& part : parts_) {
    Index& next = children_[at(final_number[at(rank_[at(part.target)])])];
    for (Index j = part.begin; j < part.end; ++j) order_[at(next++)] = tree.order()[at(j)];
  }
}

}  // namespace lacuna
