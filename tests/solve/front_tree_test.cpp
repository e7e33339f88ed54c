#include "solve/front_tree.h"

#include "support/eliminations.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lacuna::test {
namespace {

/// n nodes in a row: a tree with many branches once it is dissected.
BlockMatrix chain(Index n) {
  std::vector<Index> begin{0}, columns;
  for (Index row = 0; row < n; ++row) {
    columns.push_back(row);
    for (Index k = 1; k <= 4 && row + k < n; ++k) columns.push_back(row + k);
    begin.push_back(count_of(columns));
  }
  BlockMatrix a;
  a.swap_pattern(begin, columns);
  return a;
}

TEST(FrontTreeProperty, RowsLieWhereTheParentHasThem) {
  FrontTree tree;
  for (int trial = 0; trial < 60; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index n = random.between(1, 300);
    const BlockMatrix a = random_blocks(random, n, random.below(2 * n));
    tree.build(a, random_order(random, n));
    for (const Front& f : tree.fronts()) {
      ASSERT_TRUE(std::is_sorted(tree.rows(f).begin(), tree.rows(f).end()));
      if (f.parent < 0) {
        ASSERT_EQ(f.rest, 0);
        continue;
      }
      const Front& parent = tree.fronts()[static_cast<size_t>(f.parent)];
      const Index rest_slot = sliver_nodes * parent.pivot_slivers();
      for (size_t k = 0; k < tree.rows(f).size(); ++k) {
        const Index slot = tree.slots(f)[k];
        const Index place =
            slot < rest_slot ? parent.first + slot : tree.rows(parent)[static_cast<size_t>(slot - rest_slot)];
        ASSERT_EQ(tree.rows(f)[k], place);
      }
    }
  }
}

TEST(FrontTree, EveryBlockGoesSomewhere) {
  Random random;
  const BlockMatrix a = random_blocks(random, 100, 300);
  FrontTree tree;
  tree.build(a, random_order(random, 100));
  std::vector<int> used(static_cast<size_t>(a.block_count()), 0);
  for (const Front& f : tree.fronts())
    for (const FrontEntry& entry : tree.entries(f))
      ++used[static_cast<size_t>(entry.block < 0 ? ~entry.block : entry.block)];
  EXPECT_EQ(std::count(used.begin(), used.end(), 1), count_of(used));
}

/// Fronts that may be worked on at the same time, or one while another's update waits for it, must not share
/// memory: front by front as one thread does them, nothing that is needed later is written to.
TEST(FrontTreeProperty, UpdatesDoNotOverwriteWhatIsStillNeeded) {
  FrontTree tree;
  for (int trial = 0; trial < 20; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const bool is_chain = trial % 2 == 0;
    const Index n = random.between(1, is_chain ? 4000 : 400);
    const BlockMatrix a = is_chain ? chain(n) : random_blocks(random, n, 2 * n);
    tree.build(a, random_order(random, n));
    std::vector<Index> owner(static_cast<size_t>(tree.update_size()), -1);
    const auto range = [&](const Front& f) {
      return std::span(owner).subspan(static_cast<size_t>(f.update_begin),
                                      static_cast<size_t>(f.update_size()));
    };
    const auto visit = [&](Index s) {
      const Front& f = tree.fronts()[static_cast<size_t>(s)];
      for (Index& o : range(f)) o = s;
      for (Index child : tree.children(f))
        for (Index o : range(tree.fronts()[static_cast<size_t>(child)])) ASSERT_EQ(o, child);
    };
    std::vector<bool> is_done(tree.fronts().size(), false);
    for (const FrontTree::Subtree& subtree : tree.subtrees())
      for (Index s = subtree.begin; s <= subtree.root; ++s) {
        visit(s);
        is_done[static_cast<size_t>(s)] = true;
      }
    for (Index s : tree.shared_fronts()) {
      visit(s);
      is_done[static_cast<size_t>(s)] = true;
    }
    EXPECT_EQ(std::count(is_done.begin(), is_done.end(), false), 0) << "each is in one of the two lists";
  }
}

}  // namespace
}  // namespace lacuna::test
