#include "math/block_matrix.h"

#include "base/parallel.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

namespace lacuna::test {
namespace {

TEST(BlockMatrix, MultipliesLikeADenseMatrix) {
  for (int trial = 0; trial < 20; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index n = random.between(1, 60);
    const BlockMatrix a = random_blocks(random, n, random.below(4 * n));
    const std::vector<Vec3> x = random_vector(random, n);
    std::vector<Vec3> y(x.size());
    a.multiply(x, y);
    const Eigen::MatrixXd dense = expand_dense(a);
    EXPECT_TRUE(dense.isApprox(dense.transpose(), 0));
    // A row adds 3n products in two different orders: 3n eps times the sum of their sizes.
    EXPECT_LE((dense * flat(x) - flat(y)).cwiseAbs().maxCoeff(),
              3 * n * 2.3e-16 * (dense.cwiseAbs() * flat(x).cwiseAbs()).maxCoeff());
  }
}

TEST(BlockMatrix, ProductHasTheSameBitsForAnyThreadCount) {
  Random random;
  const BlockMatrix a = random_blocks(random, 3000, 20000);
  const std::vector<Vec3> x = random_vector(random, 3000);
  std::vector<Vec3> one(x.size()), many(x.size());
  {
    const ThreadLimit limit(1);
    a.multiply(x, one);
  }
  const ThreadLimit limit(4);
  a.multiply(x, many);
  EXPECT_TRUE(same_bits(one, many));
}

TEST(BlockMatrix, FindsItsBlocksAndNoOthers) {
  Random random;
  const BlockMatrix a = random_blocks(random, 40, 100);
  Index found = 0;
  for (Index row = 0; row < 40; ++row)
    for (Index column = row; column < 40; ++column)
      if (const Index b = a.find(row, column); b >= 0) {
        EXPECT_EQ(a.columns()[static_cast<size_t>(b)], column);
        ++found;
      }
  EXPECT_EQ(found, a.block_count());
}

TEST(BlockMatrix, EmptyOneMultipliesNothing) {
  const BlockMatrix a;
  a.multiply({}, {});
  EXPECT_EQ(a.row_count(), 0);
  EXPECT_TRUE(is_finite(a));
}

TEST(BlockMatrix, NoticesWhatIsNotFinite) {
  Random random;
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    BlockMatrix a = random_blocks(random, 20, 30);
    EXPECT_TRUE(is_finite(a));
    a.values()[17](2, 1) = bad;
    EXPECT_FALSE(is_finite(a));
  }
}

}  // namespace
}  // namespace lacuna::test
