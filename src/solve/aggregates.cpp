#include "solve/aggregates.h"

#include <utility>

namespace lacuna {

namespace {

constexpr Index none = -1, waiting = -2;

/// visit(neighbour) in ascending order, until it returns false.
template <class Visit>
void for_each_neighbour(const BlockMatrix& a, Index node, Visit&& visit) {
  for (Index b = a.below_begins()[at(node)]; b < a.below_begins()[at(node) + 1]; ++b)
    if (!visit(a.below_rows()[at(b)])) return;
  for (Index b = a.row_begins()[at(node)] + 1; b < a.row_begins()[at(node) + 1]; ++b)
    if (!visit(a.columns()[at(b)])) return;
}

}  // namespace

bool is_uncoupled(const BlockMatrix& a, Index row) {
  if (is_alone(a, row)) return true;
  for (Index b = a.row_begins()[at(row)] + 1; b < a.row_begins()[at(row) + 1]; ++b)
    if (!a.values()[at(b)].isZero(0)) return false;
  for (Index b = a.below_begins()[at(row)]; b < a.below_begins()[at(row) + 1]; ++b)
    if (!a.values()[at(a.below_blocks()[at(b)])].isZero(0)) return false;
  return true;
}

void Aggregates::build(const BlockMatrix& a, Index size) {
  of_node_.resize(at(a.row_count()));
  for (Index v = 0; v < a.row_count(); ++v) of_node_[at(v)] = is_uncoupled(a, v) ? none : waiting;
  seeds_.clear();
  next_in_seeds_ = 0;
  made_ = 0;
  Index next_node = 0;
  for (Index seed = next_seed(next_node); seed >= 0; seed = next_seed(next_node)) {
    grow(a, seed, size);
    // A remnant between finished aggregates would cost as much as a whole one: it joins a neighbour.
    const Index neighbour = 3 * count_of(grown_) < size ? neighbour_of_grown(a) : none;
    if (neighbour >= 0) {
      for (Index v : grown_) of_node_[at(v)] = neighbour;
      continue;
    }
    for (Index v : grown_)
      for_each_neighbour(a, v, [&](Index other) {
        if (of_node_[at(other)] == waiting) seeds_.push_back(other);
        return true;
      });
    ++made_;
  }
  list_nodes();
}

/// The next aggregate starts beside the oldest one with room, so that few gaps remain between them.
Index Aggregates::next_seed(Index& next_node) {
  while (next_in_seeds_ < seeds_.size())
    if (const Index v = seeds_[next_in_seeds_++]; of_node_[at(v)] == waiting) return v;
  for (; next_node < count_of(of_node_); ++next_node)
    if (of_node_[at(next_node)] == waiting) return next_node;
  return none;
}

/// Breadth first.
void Aggregates::grow(const BlockMatrix& a, Index seed, Index size) {
  const auto take = [&](Index v) {
    of_node_[at(v)] = made_;
    grown_.push_back(v);
  };
  grown_.clear();
  take(seed);
  for (size_t k = 0; k < grown_.size() && count_of(grown_) < size; ++k)
    for_each_neighbour(a, grown_[k], [&](Index other) {
      if (of_node_[at(other)] == waiting) take(other);
      return count_of(grown_) < size;
    });
}

Index Aggregates::neighbour_of_grown(const BlockMatrix& a) const {
  Index found = none;
  for (Index v : grown_) {
    for_each_neighbour(a, v, [&](Index other) {
      if (of_node_[at(other)] >= 0 && of_node_[at(other)] != made_) found = of_node_[at(other)];
      return found < 0;
    });
    if (found >= 0) break;
  }
  return found;
}

void Aggregates::list_nodes() {
  begin_.assign(at(made_) + 2, 0);
  for (Index aggregate : of_node_)
    if (aggregate >= 0) ++begin_[at(aggregate) + 2];
  for (size_t k = 2; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  nodes_.resize(at(begin_.back()));
  for (Index v = 0; v < count_of(of_node_); ++v)
    if (of_node_[at(v)] >= 0) nodes_[at(begin_[at(of_node_[at(v)]) + 1]++)] = v;
  begin_.pop_back();
}

}  // namespace lacuna
