// Dense arithmetic on a front. A sliver of twelve rows is stored column by column, so that a product of two
// slivers reads both as a stream, whatever the size of the front, without packing: this is the layout that
// fast matrix products copy their operands into (Goto and van de Geijn, Anatomy of high-performance matrix
// multiplication, 2008).
//
// Every number of the result comes from one chain of operations whose order depends only on its position, not
// on the distribution of rows over threads or the width of vectors.
#pragma once

#include "solve/front_tree.h"

namespace lacuna {

struct FrontMemory {
  FrontMemory(const Front& f, double* panels, double* updates)
      : panel(panels + f.panel_begin),
        update(updates + f.update_begin),
        pivots(f.pivots),
        rest(f.rest),
        pivot_slivers(f.pivot_slivers()),
        rest_slivers(f.rest_slivers()) {}

  double* panel;   ///< slivers of all rows; the diagonal of the factor holds reciprocals
  double* update;  ///< slivers of the rest, each up to its diagonal
  Index pivots, rest, pivot_slivers, rest_slivers;

  Index columns() const { return 3 * pivots; }
  Index slivers() const { return pivot_slivers + rest_slivers; }
  double* panel_sliver(Index sliver) const { return panel + std::int64_t{sliver} * sliver_rows * columns(); }
  double* update_sliver(Index sliver) const {
    return update + std::int64_t{sliver} * (sliver + 1) / 2 * sliver_rows * sliver_rows;
  }
};

/// Pivots are eliminated in blocks of this many nodes: 9 KB per sliver, two of which fit into the fastest
/// cache. A multiple of sliver_nodes.
constexpr Index block_nodes = 32;

/// Factorises the rows and columns of pivots begin to end, one block. Returns false if a pivot is not
/// positive.
bool factorise_pivots(const FrontMemory& front, Index begin, Index end);
/// Solves the columns of the same block in some slivers below, from `sliver` on.
void solve_slivers(const FrontMemory& front, Index sliver, Index slivers, Index begin, Index end);
/// Forms some slivers of the update, counted from the first of the rest: minus the products of the panel's
/// rows.
void form_update(const FrontMemory& front, Index sliver, Index slivers);

/// The part of a child's update to add: the columns of the parent's pivots, or the others.
enum class FrontPart : std::uint8_t { pivots, rest };
/// Adds a sliver of a child's update to its parent; `slots` are those of the child's rows in the parent.
void add_update(const FrontMemory& child, Index sliver, std::span<const Index> slots, FrontPart part,
                const FrontMemory& parent);

/// Solves with the front's part of L, in place: x has three numbers per row, including fillers.
void solve_forward(const FrontMemory& front, double* x);
/// Solves with its transpose; the rest of x is known.
void solve_backward(const FrontMemory& front, double* x);

}  // namespace lacuna
