// The tree of dense fronts of a multifrontal factorisation (Duff and Reid 1983; Liu, The multifrontal method
// for sparse matrix solution: theory and practice, 1992).
//
// A front holds the columns of one supernode, its pivots, and the other rows that they touch, the rest.
// Eliminating the pivots produces an update of the rest, which is added to the parent. The tree knows
// everything except the numbers: the rows, their positions in the parent, the place of each block of the
// matrix, and the memory of each front.
//
// Rows of a front are stored in slivers of four nodes, twelve scalars; pivots and rest each start a sliver,
// and their last slivers are padded with zeros. A row's `slot` counts nodes with these fillers.
#pragma once

#include "solve/supernodes.h"

namespace lacuna {

constexpr Index sliver_nodes = 4, sliver_rows = 12;
constexpr Index sliver_count(Index nodes) { return (nodes + sliver_nodes - 1) / sliver_nodes; }

struct Front {
  Index first = 0;             ///< position of its first pivot
  Index pivots = 0, rest = 0;  ///< nodes
  Index parent = -1;           ///< a front; children have smaller numbers than parents
  Index child_begin = 0, child_end = 0;
  Index row_begin = 0;  ///< of the rest, ascending, in rows() and slots()
  Index entry_begin = 0, entry_end = 0;
  std::int64_t panel_begin = 0, update_begin = 0, vector_begin = 0;

  Index columns() const { return 3 * pivots; }
  Index pivot_slivers() const { return sliver_count(pivots); }
  Index rest_slivers() const { return sliver_count(rest); }
  Index slivers() const { return pivot_slivers() + rest_slivers(); }
  /// Numbers in the panel, slivers of all rows by columns, and in the update, the lower triangle in slivers.
  std::int64_t panel_size() const { return std::int64_t{slivers()} * sliver_rows * columns(); }
  std::int64_t update_size() const {
    return std::int64_t{rest_slivers()} * (rest_slivers() + 1) / 2 * sliver_rows * sliver_rows;
  }
};

/// A block of the matrix and its place in a panel.
struct FrontEntry {
  Index block;           ///< ~block if it is to be transposed
  Index sliver, offset;  ///< offset in the sliver
};

class FrontTree {
 public:
  /// order[k] is the k-th node to eliminate.
  void build(const BlockMatrix& a, std::span<const Index> order);

  std::span<const Front> fronts() const { return fronts_; }
  std::span<const Index> order() const { return supernodes_.order(); }
  std::span<const Index> children(const Front& f) const {
    return std::span(children_).subspan(static_cast<size_t>(f.child_begin),
                                        static_cast<size_t>(f.child_end - f.child_begin));
  }
  /// Per row of the rest: its slot in the parent.
  std::span<const Index> slots(const Front& f) const {
    return std::span(slots_).subspan(static_cast<size_t>(f.row_begin), static_cast<size_t>(f.rest));
  }
  /// Per row of the rest: its position in the elimination.
  std::span<const Index> rows(const Front& f) const {
    return std::span(rows_).subspan(static_cast<size_t>(f.row_begin), static_cast<size_t>(f.rest));
  }
  std::span<const FrontEntry> entries(const Front& f) const {
    return std::span(entries_).subspan(static_cast<size_t>(f.entry_begin),
                                       static_cast<size_t>(f.entry_end - f.entry_begin));
  }

  /// Operations of a factorisation and numbers in the factor, without the zeros of merged supernodes.
  double flops() const { return flops_; }
  double factor_size() const { return factor_size_; }
  /// Numbers to be stored.
  std::int64_t panel_size() const { return panel_size_; }
  std::int64_t update_size() const { return update_size_; }
  std::int64_t vector_size() const { return vector_size_; }

  /// Independent subtrees, each small enough for one thread: the fronts from begin to root, inclusive. The
  /// fronts above them are shared.
  struct Subtree {
    Index begin, root;
  };
  std::span<const Subtree> subtrees() const { return subtrees_; }
  /// Ascending.
  std::span<const Index> shared_fronts() const { return shared_; }

 private:
  void list_fronts();
  void list_children();
  void collect_rows();
  void place_entries(const BlockMatrix& a);
  void count_work();
  void cut_into_subtrees();
  void place_updates();
  /// Places the updates of a subtree, from `begin` on; returns the memory they take.
  std::int64_t stack_updates(const Subtree& subtree, std::int64_t begin);

  EliminationTree tree_;
  Supernodes supernodes_;
  std::vector<Front> fronts_;
  std::vector<Index> children_, rows_, slots_;
  std::vector<FrontEntry> entries_;
  std::vector<Subtree> subtrees_;
  std::vector<Index> shared_;
  double flops_ = 0, factor_size_ = 0;
  std::int64_t panel_size_ = 0, update_size_ = 0, vector_size_ = 0;

  /// Memory that is free once the fronts from `owner` up to the requesting one are done.
  struct FreeRange {
    std::int64_t begin, end;
    Index owner;
  };
  std::vector<FreeRange> free_;
  std::vector<Index> place_, mark_, depth_;
  std::vector<Index> first_;  ///< the first descendant of a front
  std::vector<double> work_;  ///< of a front and all below
};

}  // namespace lacuna
