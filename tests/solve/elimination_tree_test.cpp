#include "solve/elimination_tree.h"

#include "support/eliminations.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lacuna::test {
namespace {

TEST(EliminationTree, PostorderHasChildrenRightBeforeTheirParents) {
  std::vector<Index> order;
  sort_into_postorder(std::vector<Index>{3, 4, 3, 5, 5, -1, -1}, order);
  EXPECT_EQ(order, (std::vector<Index>{0, 2, 3, 1, 4, 5, 6}));
  sort_into_postorder({}, order);
  EXPECT_TRUE(order.empty());
}

/// Against the definition, on patterns from no neighbours at all to nearly dense.
TEST(EliminationTreeProperty, ParentsAndColumnCountsAreThoseOfTheFill) {
  EliminationTree tree;
  for (int trial = 0; trial < 60; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index n = random.between(1, 50);
    const BlockMatrix a = random_blocks(random, n, random.below(4 * n));
    tree.build(a, random_order(random, n));
    ASSERT_TRUE(
        std::is_permutation(tree.order().begin(), tree.order().end(), random_order(random, n).begin()));
    const auto filled = filled_pattern(a, tree.order());
    for (size_t j = 0; j < static_cast<size_t>(n); ++j) {
      Index count = 0, parent = -1;
      for (size_t i = static_cast<size_t>(n); i-- > j;)
        if (filled[i][j]) {
          ++count;
          if (i > j) parent = static_cast<Index>(i);
        }
      ASSERT_EQ(tree.parent()[j], parent) << "trial " << trial << " column " << j;
      ASSERT_EQ(tree.column_count()[j], count) << "trial " << trial << " column " << j;
    }
  }
}

}  // namespace
}  // namespace lacuna::test
