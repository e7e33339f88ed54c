// Which columns of a Cholesky factor are eliminated together. Columns with the same rows below them form a
// supernode (Liu, Ng and Peyton, On finding supernodes for sparse matrix computations, 1993); small ones are
// then merged with their parents, at the price of some stored zeros, as long as that saves time (Duff and
// Reid, The multifrontal solution of indefinite sparse symmetric linear systems, 1983).
#pragma once

#include "solve/elimination_tree.h"

namespace lacuna {

class Supernodes {
 public:
  /// Reorders the tree's columns: those of a supernode are contiguous, and supernodes are in a postorder.
  void build(const EliminationTree& tree);

  Index count() const { return count_of(parent_); }
  /// Node at each position of the elimination.
  std::span<const Index> order() const { return order_; }
  /// Columns column_begins()[s] to column_begins()[s + 1] are those of supernode s.
  std::span<const Index> column_begins() const { return column_begin_; }
  /// Rows below the columns, in nodes.
  std::span<const Index> rest_count() const { return rest_; }
  /// A supernode, or -1.
  std::span<const Index> parent() const { return parent_; }

 private:
  void find_fundamental(const EliminationTree& tree);
  void unite();
  void sort(const EliminationTree& tree);

  // Of the final supernodes.
  std::vector<Index> order_, column_begin_, rest_, parent_;
  /// A supernode without stored zeros: its own columns; the number of columns including merged ones; the rows
  /// below; and the supernode it was merged into, or itself.
  struct Part {
    Index begin, end, columns, rest, parent, target;
  };
  std::vector<Part> parts_;
  std::vector<Index> part_of_, child_begin_, children_, tops_, rank_, sorted_, above_;
};

}  // namespace lacuna
