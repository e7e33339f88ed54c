// Groups of neighbouring nodes, the coarse nodes of a second level (coarse_space.h). They depend on the
// matrix alone, so that a resumed run makes the same ones.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

/// Whether all blocks of a row beside its diagonal are zero: those of known nodes, which scripts move, are
/// stored as zeros.
bool is_uncoupled(const BlockMatrix& a, Index row);

class Aggregates {
 public:
  /// Groups the nodes of `a` into connected aggregates of `size` nodes, fewer where a body or the space
  /// between aggregates ends. Uncoupled rows belong to none: their own block solves them exactly.
  void build(const BlockMatrix& a, Index size);

  Index count() const { return count_of(begin_) - 1; }
  /// Of a node, or -1.
  std::span<const Index> of_node() const { return of_node_; }
  /// The nodes of one, ascending.
  std::span<const Index> nodes(Index aggregate) const {
    return std::span(nodes_).subspan(static_cast<size_t>(begin_[static_cast<size_t>(aggregate)]),
                                     static_cast<size_t>(begin_[static_cast<size_t>(aggregate) + 1] -
                                                         begin_[static_cast<size_t>(aggregate)]));
  }

 private:
  Index next_seed(Index& next_node);
  void grow(const BlockMatrix& a, Index seed, Index size);
  Index neighbour_of_grown(const BlockMatrix& a) const;
  void list_nodes();

  std::vector<Index> of_node_;
  std::vector<Index> begin_{0}, nodes_;
  std::vector<Index> grown_, seeds_;  // scratch: nodes of the aggregate that grows, and those next to others
  size_t next_in_seeds_ = 0;
  Index made_ = 0;
};

}  // namespace lacuna
