// A matrix laid out as a sparse Cholesky factorisation wants it: nodes in the order of their elimination,
// lower triangle, columns of scalars. Left to itself CHOLMOD permutes and transposes every matrix it is
// given, number by number, twice; here whole blocks are written where they belong.
//
// The order is changed into a postorder of the elimination tree (Liu, The role of elimination trees in sparse
// factorization, 1990): the same fill, and supernodes stand together.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

class EliminatedMatrix {
 public:
  /// order[k] is the node to eliminate as number k.
  void set_pattern(const BlockMatrix& a, std::span<const Index> order);
  /// After set_pattern() of the same pattern.
  void set_values(const BlockMatrix& a);

  ScalarMatrix& scalars() { return scalars_; }

  /// From one entry per node of the matrix to its place in the elimination, and back.
  void permute(std::span<const Vec3> by_node, std::span<Vec3> by_place) const;
  void restore(std::span<const Vec3> by_place, std::span<Vec3> by_node) const;

 private:
  /// Below the diagonal of a column: the place of its row and the stored block that it is.
  struct Entry {
    Index place, block;
    bool is_transposed;  // with respect to what is stored
  };
  template <class Visit>
  static void for_each_neighbour(const BlockMatrix& a, Index node, Visit&& visit);
  void sort_into_postorder(const BlockMatrix& a);
  void number_places();
  void collect_entries(const BlockMatrix& a);

  std::vector<Index> order_, place_;  // node at a place, place of a node
  std::vector<Index> begin_;          // of a column's entries
  std::vector<Entry> entries_;
  ScalarMatrix scalars_;
};

}  // namespace lacuna
