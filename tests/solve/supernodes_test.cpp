#include "solve/supernodes.h"

#include "support/eliminations.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lacuna::test {
namespace {

Supernodes supernodes_of(const BlockMatrix& a, std::span<const Index> order) {
  EliminationTree tree;
  tree.build(a, order);
  Supernodes supernodes;
  supernodes.build(tree);
  return supernodes;
}

TEST(Supernodes, DenseMatrixIsOne) {
  Random random;
  const BlockMatrix a = random_blocks(random, 20, 5000);
  const Supernodes s = supernodes_of(a, random_order(random, 20));
  ASSERT_EQ(s.count(), 1);
  EXPECT_EQ(s.rest_count()[0], 0);
  EXPECT_EQ(s.parent()[0], -1);
}

TEST(Supernodes, NodesWithoutNeighboursStayApart) {
  Random random;
  const Supernodes s = supernodes_of(random_blocks(random, 20, 0), random_order(random, 20));
  EXPECT_EQ(s.count(), 20);
}

/// Supernodes partition the columns, parents come later, and each has room for all that its columns touch.
TEST(SupernodesProperty, HoldTheFillOfTheirColumns) {
  for (int trial = 0; trial < 60; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index n = random.between(1, 60);
    const BlockMatrix a = random_blocks(random, n, random.below(3 * n));
    const Supernodes s = supernodes_of(a, random_order(random, n));
    ASSERT_EQ(s.column_begins().front(), 0);
    ASSERT_EQ(s.column_begins().back(), n);
    const auto filled = filled_pattern(a, s.order());
    for (size_t k = 0; k < static_cast<size_t>(s.count()); ++k) {
      const auto begin = static_cast<size_t>(s.column_begins()[k]);
      const auto end = static_cast<size_t>(s.column_begins()[k + 1]);
      ASSERT_LT(begin, end);
      Index touched = 0, first = -1;
      for (size_t row = static_cast<size_t>(n); row-- > end;)
        if (std::find(filled[row].begin() + static_cast<std::ptrdiff_t>(begin),
                      filled[row].begin() + static_cast<std::ptrdiff_t>(end),
                      true) != filled[row].begin() + static_cast<std::ptrdiff_t>(end)) {
          ++touched;
          first = static_cast<Index>(row);
        }
      ASSERT_EQ(s.rest_count()[k], touched) << "trial " << trial << " supernode " << k;
      if (first < 0) {
        ASSERT_EQ(s.parent()[k], -1);
      } else {
        ASSERT_LE(s.column_begins()[static_cast<size_t>(s.parent()[k])], first);
        ASSERT_GT(s.column_begins()[static_cast<size_t>(s.parent()[k]) + 1], first);
      }
    }
  }
}

}  // namespace
}  // namespace lacuna::test
