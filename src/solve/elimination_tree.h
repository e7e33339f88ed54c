// The elimination tree of a symmetric matrix of blocks: the parent of a column is the first row below the
// diagonal in that column of the Cholesky factor. Columns in different branches are independent. All counts
// are in nodes, that is blocks, not scalars.
//
// Mathematics: Liu, The role of elimination trees in sparse factorization, 1990 (tree, postorder); Gilbert,
// Ng and Peyton, An efficient algorithm to compute row and column counts for sparse Cholesky factorization,
// 1994.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

/// The nodes of a forest, children before their parent, siblings in ascending order. parent[v] is -1 for a
/// root.
void sort_into_postorder(std::span<const Index> parent, std::vector<Index>& order);

class EliminationTree {
 public:
  /// order[k] is the k-th node to eliminate. It is changed into a postorder of the tree: the fill is the
  /// same, and columns of one subtree are contiguous.
  void build(const BlockMatrix& a, std::span<const Index> order);

  /// Node at each position of the elimination.
  std::span<const Index> order() const { return order_; }
  /// By position: the parent, or -1; and the number of blocks in a column of the factor, including the
  /// diagonal.
  std::span<const Index> parent() const { return parent_; }
  std::span<const Index> column_count() const { return count_; }

  /// A block below the diagonal of a node's column.
  struct Entry {
    Index node;   ///< of its row
    Index block;  ///< ~block if the matrix stores its transpose
  };
  /// Of two neighbours one is above the other in the tree, so these are the same for every postorder.
  std::span<const Entry> column(Index node) const {
    const Range& range = columns_[static_cast<size_t>(node)];
    return std::span(entries_).subspan(static_cast<size_t>(range.begin),
                                       static_cast<size_t>(range.end - range.begin));
  }

 private:
  void find_parents(const BlockMatrix& a);
  void renumber();
  void count_columns();

  struct Range {
    Index begin, end;
  };
  std::vector<Range> columns_;
  std::vector<Entry> entries_;
  std::vector<Index> order_, place_, parent_, count_;
  std::vector<Index> ancestor_, sorted_, rank_;  // scratch
  std::vector<Index> first_, newest_first_, newest_leaf_;
};

}  // namespace lacuna
