#include "geometry/packed_tree.h"

#include "base/random.h"

#include <gtest/gtest.h>

#include <set>

namespace lacuna {
namespace {

std::vector<Vec3> points_in_cube(Index count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> points;
  for (Index i = 0; i < count; ++i) points.emplace_back(random.uniform(), random.uniform(), random.uniform());
  return points;
}

PackedTree tree_over(const std::vector<Vec3>& points, double radius) {
  PackedTree tree;
  tree.build(count_of(points), [&](Index i) { return points[static_cast<size_t>(i)]; });
  tree.refit([&](Index i) { return box_around(points[static_cast<size_t>(i)], radius); });
  return tree;
}

std::set<Index> query(const PackedTree& tree, const Box4& box) {
  std::set<Index> found;
  tree.for_each_leaf(box, 0, [&](Index leaf) {
    for_each_lane(overlapping(tree.boxes(leaf), box), [&](int lane) { found.insert(tree.at(leaf, lane)); });
  });
  return found;
}

TEST(PackedTree, FindsEveryPointInABoxAtSizesAroundThePowersOfEight) {
  for (Index count : {1, 7, 8, 9, 63, 64, 65, 511, 512, 513, 5000}) {
    const auto points = points_in_cube(count, static_cast<std::uint64_t>(count));
    const PackedTree tree = tree_over(points, 1e-3);
    for (const Vec3& center : points_in_cube(20, 99)) {
      const double radius = 0.2;
      std::set<Index> expected;
      for (Index i = 0; i < count; ++i)
        if ((points[static_cast<size_t>(i)] - center).cwiseAbs().maxCoeff() <= radius + 1e-3)
          expected.insert(i);
      EXPECT_EQ(query(tree, box_around(center, radius)), expected) << count;
    }
  }
}

TEST(PackedTree, HoldsEveryPrimitiveOnceAlsoWhereAllCentresCoincide) {
  const std::vector<Vec3> points(100, Vec3(3, -2, 7));
  const PackedTree tree = tree_over(points, 0.5);
  EXPECT_EQ(query(tree, box_around(Vec3(3, -2, 7), 0)).size(), 100U);
  EXPECT_TRUE(query(tree, box_around(Vec3(4, -2, 7), 0.4)).empty());
}

TEST(PackedTree, VisitsLeavesFromTheGivenOneOn) {
  const PackedTree tree = tree_over(points_in_cube(5000, 1), 0.01);
  const Box4 everything = box_around(Vec3(0.5, 0.5, 0.5), 1);
  for (Index first : {0, 1, 7, 8, 63, 64, 100, tree.leaf_count() - 1}) {
    std::vector<Index> visited;
    tree.for_each_leaf(everything, first, [&](Index leaf) { visited.push_back(leaf); });
    ASSERT_EQ(count_of(visited), tree.leaf_count() - first);
    for (Index i = 0; i < count_of(visited); ++i) EXPECT_EQ(visited[static_cast<size_t>(i)], first + i);
  }
}

TEST(PackedTree, PutsNeighboursIntoTheSameLeaf) {
  // Sorted along the curve, the mean leaf of 8 of n points in a cube is about (8 / n)^(1/3) wide; unsorted it
  // would span most of the cube.
  const auto points = points_in_cube(8 * 512, 3);
  const PackedTree tree = tree_over(points, 0);
  double mean = 0;
  for (Index leaf = 0; leaf < tree.leaf_count(); ++leaf) {
    const Box4 box = tree.leaf_box(leaf);
    const Float4 extent = box.max - box.min;
    mean += (extent[0] + extent[1] + extent[2]) / 3 / tree.leaf_count();
  }
  EXPECT_LT(mean, 1.5 / 8);
}

TEST(Box, IsRoundedOutwards) {
  Random random(5);
  for (int i = 0; i < 100000; ++i) {
    const double scale = std::pow(10.0, random.uniform(-30, 30));
    const Vec3 x(random.uniform(-scale, scale), random.uniform(-scale, scale), random.uniform(-scale, scale));
    const double radius = random.below(2) ? 0 : scale * random.uniform();
    const Box4 box = box_around(x, radius);
    for (int k = 0; k < 3; ++k) {
      ASSERT_LE(static_cast<double>(box.min[k]), x[k] - radius);
      ASSERT_GE(static_cast<double>(box.max[k]), x[k] + radius);
      // and by no more than two units in the last place
      ASSERT_NEAR(static_cast<double>(box.max[k]), x[k] + radius, 2.5e-7 * std::abs(x[k] + radius) + 1e-37);
    }
  }
}

}  // namespace
}  // namespace lacuna
