#include "solve/elimination_tree.h"

#include <algorithm>

namespace lacuna {

void sort_into_postorder(std::span<const Index> parent, std::vector<Index>& order) {
  const Index n = count_of(parent);
  std::vector<Index> first_child(at(n), -1), next_sibling(at(n), -1), stack;
  Index first_root = -1;
  for (Index v = n - 1; v >= 0; --v) {
    Index& first = parent[at(v)] < 0 ? first_root : first_child[at(parent[at(v)])];
    next_sibling[at(v)] = first;
    first = v;
  }
  order.clear();
  order.reserve(at(n));
  for (Index root = first_root; root >= 0; root = next_sibling[at(root)]) {
    stack.push_back(root);
    while (!stack.empty()) {
      const Index v = stack.back();
      if (const Index child = first_child[at(v)]; child >= 0) {
        first_child[at(v)] = next_sibling[at(child)];
        stack.push_back(child);
      } else {
        order.push_back(v);
        stack.pop_back();
      }
    }
  }
}

void EliminationTree::build(const BlockMatrix& a, std::span<const Index> order) {
  order_.assign(order.begin(), order.end());
  place_.resize(order_.size());
  for (Index k = 0; k < count_of(order_); ++k) place_[at(order_[at(k)])] = k;
  columns_.resize(order_.size());
  entries_.resize(static_cast<size_t>(a.block_count() - a.row_count()));
  find_parents(a);
  renumber();
  count_columns();
}

/// Also puts each block into the column of the node that is eliminated first.
void EliminationTree::find_parents(const BlockMatrix& a) {
  const Index n = count_of(order_);
  parent_.assign(at(n), -1);
  ancestor_.assign(at(n), -1);
  Index next = 0;
  for (Index k = 0; k < n; ++k) {
    const Index node = order_[at(k)];
    columns_[at(node)].begin = next;
    const auto visit = [&](Index neighbour, Index block) {
      Index i = place_[at(neighbour)];
      if (i > k) entries_[at(next++)] = {neighbour, block};
      while (i >= 0 && i < k) {
        const Index above = ancestor_[at(i)];
        ancestor_[at(i)] = k;
        if (above < 0) parent_[at(i)] = k;
        i = above;
      }
    };
    for (Index b = a.row_begins()[at(node)] + 1; b < a.row_begins()[at(node) + 1]; ++b)
      visit(a.columns()[at(b)], ~b);
    for (Index b = a.below_begins()[at(node)]; b < a.below_begins()[at(node) + 1]; ++b)
      visit(a.below_rows()[at(b)], a.below_blocks()[at(b)]);
    columns_[at(node)].end = next;
  }
}

void EliminationTree::renumber() {
  const Index n = count_of(order_);
  sort_into_postorder(parent_, sorted_);
  rank_.resize(at(n));
  for (Index k = 0; k < n; ++k) rank_[at(sorted_[at(k)])] = k;
  for (Index k = 0; k < n; ++k) {
    const Index above = parent_[at(sorted_[at(k)])];
    ancestor_[at(k)] = above < 0 ? -1 : rank_[at(above)];
  }
  parent_.swap(ancestor_);
  for (Index& k : sorted_) k = order_[at(k)];
  order_.swap(sorted_);
  for (Index k = 0; k < n; ++k) place_[at(order_[at(k)])] = k;
}

/// The rows of a factor are subtrees (Liu 1990): row i holds the columns on the paths from the entries of the
/// matrix in that row up to i. A column counts the subtrees it is in, which is the number of their leaves
/// below it, less the number of places below it where two such paths join.
void EliminationTree::count_columns() {
  const Index n = count_of(order_);
  count_.assign(at(n), 0);
  first_.resize(at(n));  // descendant of a column
  newest_first_.assign(at(n), -1);
  newest_leaf_.assign(at(n), -1);
  ancestor_.resize(at(n));
  for (Index j = 0; j < n; ++j) first_[at(j)] = ancestor_[at(j)] = j;
  for (Index j = 0; j < n; ++j)
    if (const Index p = parent_[at(j)]; p >= 0) first_[at(p)] = std::min(first_[at(p)], first_[at(j)]);
  const auto root_of = [&](Index j) {
    Index root = j;
    while (ancestor_[at(root)] != root) root = ancestor_[at(root)];
    while (j != root) {
      const Index next = ancestor_[at(j)];
      ancestor_[at(j)] = root;
      j = next;
    }
    return root;
  };
  for (Index j = 0; j < n; ++j) {
    if (first_[at(j)] == j) ++count_[at(j)];                // the row of a leaf begins with itself
    if (parent_[at(j)] >= 0) --count_[at(parent_[at(j)])];  // a row ends with its diagonal
    for (const Entry& entry : column(order_[at(j)])) {
      const Index i = place_[at(entry.node)];
      if (first_[at(j)] <= newest_first_[at(i)]) continue;  // not a leaf of the subtree of row i
      newest_first_[at(i)] = first_[at(j)];
      ++count_[at(j)];
      if (newest_leaf_[at(i)] >= 0) --count_[at(root_of(newest_leaf_[at(i)]))];
      newest_leaf_[at(i)] = j;
    }
    if (parent_[at(j)] >= 0) ancestor_[at(j)] = parent_[at(j)];
  }
  for (Index j = 0; j < n; ++j)
    if (parent_[at(j)] >= 0) count_[at(parent_[at(j)])] += count_[at(j)];
}

}  // namespace lacuna
