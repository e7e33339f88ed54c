#include "solve/block_cholesky.h"

#include "base/parallel.h"
#include "mesh/shape/solids.h"
#include "solve/minimum_degree.h"
#include "solve/nested_dissection.h"
#include "support/eliminations.h"
#include "support/newton_systems.h"
#include "support/random_blocks.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

std::vector<Vec3> solve(BlockCholesky& factor, const BlockMatrix& a, std::span<const Index> order,
                        std::span<const Vec3> b) {
  factor.analyse(a, order);
  std::vector<Vec3> x(b.size()), y(b.size());
  EXPECT_EQ(factor.factorise_and_solve(a, b, x), SolveOutcome::solved);
  factor.solve(b, y);
  EXPECT_TRUE(same_bits(x, y)) << "at once and one after the other";
  return x;
}

/// One solver for all, so that nothing of a pattern is left over in the next. Diagonals dominate: the
/// condition number is below 10, and answers are good to some hundred roundings.
TEST(BlockCholeskyProperty, SolvesLikeADenseMatrix) {
  BlockCholesky factor;
  for (int trial = 0; trial < 100; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index n = random.between(1, 80);
    const Index pairs = trial % 4 == 0 ? 20 * n : random.below(3 * n);  // every fourth is nearly dense
    const BlockMatrix a = random_blocks(random, n, pairs, 4. * n + 20);
    const std::vector<Vec3> b = random_vector(random, n);
    const std::vector<Vec3> x = solve(factor, a, random_order(random, n), b);
    EXPECT_TRUE(flat(x).isApprox(expand_dense(a).ldlt().solve(flat(b)), 1e-13)) << "trial " << trial;
  }
}

TEST(BlockCholesky, EmptyMatrixIsNoProblem) {
  BlockCholesky factor;
  EXPECT_EQ(factor.analyse(BlockMatrix(), {}), 0);
  EXPECT_EQ(factor.factorise_and_solve(BlockMatrix(), {}, {}), SolveOutcome::solved);
}

/// A hub with neighbours that have none else, in the best and in the worst order; and a dense block of more
/// than one block of pivots.
TEST(BlockCholesky, ArrowsAndDenseBlocks) {
  Random random;
  BlockCholesky factor;
  for (const bool is_dense : {false, true}) {
    constexpr Index n = 150;
    std::vector<Index> begin{0}, columns, order(static_cast<size_t>(n));
    for (Index row = 0; row < n; ++row) {
      for (Index c = row; c < n; ++c)
        if (is_dense || row == 0 || c == row) columns.push_back(c);
      begin.push_back(count_of(columns));
    }
    BlockMatrix a;
    a.swap_pattern(begin, columns);
    for (Mat3& block : a.values())
      for (double& entry : block.reshaped()) entry = random.uniform(-1, 1);
    for (Index row = 0; row < n; ++row) {
      Mat3& d = a.diagonal(row);
      d = (0.5 * (d + d.transpose())).eval() + 4. * n * Mat3::Identity();
    }
    const std::vector<Vec3> b = random_vector(random, n);
    std::iota(order.begin(), order.end(), 0);
    const Eigen::VectorXd expected = expand_dense(a).ldlt().solve(flat(b));
    EXPECT_TRUE(flat(solve(factor, a, order, b)).isApprox(expected, 1e-13));
    EXPECT_TRUE(flat(solve(factor, a, minimum_degree(a), b)).isApprox(expected, 1e-13));
  }
}

TEST(BlockCholesky, SaysWhenAPivotIsNotPositive) {
  Random random;
  BlockMatrix a = random_blocks(random, 50, 100, 40);
  std::vector<Vec3> b = random_vector(random, 50), x(b.size());
  BlockCholesky factor;
  factor.analyse(a, nested_dissection(a));
  for (const double bad : {-1., 0., std::numeric_limits<double>::quiet_NaN()})
    for (Index node : {0, 17, 49}) {
      const Mat3 good = a.diagonal(node);
      a.diagonal(node)(2, 2) = bad;
      EXPECT_EQ(factor.factorise(a), SolveOutcome::not_positive_definite) << node << ' ' << bad;
      a.diagonal(node) = good;
    }
  EXPECT_EQ(factor.factorise_and_solve(a, b, x), SolveOutcome::solved) << "and recovers";
}

/// Large enough for shared fronts and for fronts that several threads work on.
TEST(BlockCholesky, SameBitsForAnyThreadCount) {
  const Mesh mesh = box_solid({.resolution = {12, 12, 12}});
  NewtonSystem system = solid_system(mesh, {});
  add_contacts(system, mesh, 200, 1e5);
  BlockAssembly assembly(system.node_count, system.fixed);
  system.assemble_into(assembly);
  const std::vector<Index> order = nested_dissection(assembly.matrix());
  std::vector<Vec3> first;
  for (int threads : {1, 2, 4, 4, 4}) {
    const ThreadLimit limit(threads);
    BlockCholesky factor;
    const std::vector<Vec3> x = solve(factor, assembly.matrix(), order, system.force);
    if (first.empty()) first = x;
    EXPECT_TRUE(same_bits(first, x)) << threads << " threads";
  }
}

}  // namespace
}  // namespace lacuna::test
