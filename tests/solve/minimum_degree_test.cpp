#include "solve/minimum_degree.h"

#include "solve/elimination_tree.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lacuna::test {
namespace {

/// One node is a neighbour of all others, which are not neighbours of each other: eliminated last, it makes
/// no fill, and eliminated first a dense matrix.
TEST(MinimumDegree, LeavesTheHubOfAnArrowToTheEnd) {
  constexpr Index n = 50;
  std::vector<Index> begin{0}, columns(static_cast<size_t>(n));
  std::iota(columns.begin(), columns.end(), 0);
  begin.push_back(n);
  for (Index row = 1; row < n; ++row) {
    columns.push_back(row);
    begin.push_back(count_of(columns));
  }
  BlockMatrix arrow;
  arrow.swap_pattern(begin, columns);
  const std::vector<Index> order = minimum_degree(arrow);
  EliminationTree tree;
  tree.build(arrow, order);
  EXPECT_EQ(std::accumulate(tree.column_count().begin(), tree.column_count().end(), 0), 2 * n - 1);
}

TEST(MinimumDegree, IsAPermutation) {
  Random random;
  for (Index n : {1, 2, 40}) {
    const BlockMatrix a = random_blocks(random, n, n);
    std::vector<Index> order = minimum_degree(a);
    std::sort(order.begin(), order.end());
    for (Index k = 0; k < n; ++k) EXPECT_EQ(order[static_cast<size_t>(k)], k);
  }
}

}  // namespace
}  // namespace lacuna::test
