#include "math/block_assembly.h"

#include "base/parallel.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lacuna::test {
namespace {

/// Random stencils with random Hessians; the diagonal blocks of a Hessian are symmetric.
struct Group {
  std::vector<Stencil> stencils;
  std::vector<Index> first_block;
  std::vector<Mat3> blocks;

  Group(Random& random, Index node_count, Index count, Index fewest_nodes) {
    for (Index s = 0; s < count; ++s) {
      Stencil stencil;
      stencil.node_count = std::min(node_count, random.between(fewest_nodes, 4));
      for (Index i = 0; i < stencil.node_count;) {
        const Index node = random.below(node_count);
        const auto end = stencil.nodes.begin() + i;
        if (std::find(stencil.nodes.begin(), end, node) == end)
          stencil.nodes[static_cast<size_t>(i++)] = node;
      }
      stencils.push_back(stencil);
      for (Index i = 0; i < stencil.node_count; ++i)
        for (Index j = i; j < stencil.node_count; ++j) {
          Mat3 block;
          for (double& entry : block.reshaped()) entry = random.uniform(-1, 1);
          blocks.push_back(i == j ? Mat3(block + block.transpose()) : block);
        }
    }
    pack_blocks(stencils, first_block);
  }

  void add_to(Eigen::MatrixXd& dense) const {
    for (size_t s = 0; s < stencils.size(); ++s) {
      auto b = static_cast<size_t>(first_block[s]);
      for (size_t i = 0; i < static_cast<size_t>(stencils[s].node_count); ++i)
        for (size_t j = i; j < static_cast<size_t>(stencils[s].node_count); ++j, ++b) {
          const Index p = 3 * stencils[s].nodes[i], q = 3 * stencils[s].nodes[j];
          dense.block<3, 3>(p, q) += blocks[b];
          if (i != j) dense.block<3, 3>(q, p) += blocks[b].transpose();
        }
    }
  }
};

/// Sums of fewer than 100 terms below 2 each, in two orders.
constexpr double tolerance = 100 * 200 * 2.3e-16;

TEST(BlockAssembly, AddsUpLikeADenseMatrix) {
  for (int trial = 0; trial < 20; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index n = random.between(1, 40);
    const Group fixed(random, n, random.below(60), 1);
    std::vector<double> mass;
    for (Index i = 0; i < n; ++i) mass.push_back(random.uniform(1, 2));
    BlockAssembly assembly(n, fixed.stencils);
    for (int iteration = 0; iteration < 4; ++iteration) {
      if (iteration == 2) assembly.begin_step();
      const Group passing(random, n, random.below(30), 1);
      assembly.set_passing(passing.stencils, passing.first_block);
      const BlockMatrix& a = assembly.assemble({fixed.blocks, passing.blocks, mass, {}});
      Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * n, 3 * n);
      fixed.add_to(dense);
      passing.add_to(dense);
      for (Index i = 0; i < 3 * n; ++i) dense(i, i) += mass[static_cast<size_t>(i / 3)];
      EXPECT_LE((expand_dense(a) - dense).cwiseAbs().maxCoeff(), tolerance) << "trial " << trial;
    }
  }
}

TEST(BlockAssembly, ScriptedNodesBecomeIdentity) {
  Random random;
  const Index n = 30;
  const Group fixed(random, n, 50, 4), passing(random, n, 20, 2);
  std::vector<std::uint8_t> is_known(n, 0);
  for (Index v : {0, 7, 8, 29}) is_known[static_cast<size_t>(v)] = 1;
  const std::vector<double> mass(n, 3.0);
  BlockAssembly assembly(n, fixed.stencils);
  assembly.set_passing(passing.stencils, passing.first_block);
  const Index blocks = assembly.matrix().block_count();
  Eigen::MatrixXd expected = expand_dense(assembly.assemble({fixed.blocks, passing.blocks, mass, {}}));
  for (Index i = 0; i < 3 * n; ++i)
    if (is_known[static_cast<size_t>(i / 3)]) {
      expected.row(i).setZero();
      expected.col(i).setZero();
      expected(i, i) = 1;
    }
  const BlockMatrix& a = assembly.assemble({fixed.blocks, passing.blocks, mass, is_known});
  EXPECT_EQ(expand_dense(a), expected);
  EXPECT_EQ(a.block_count(), blocks);
}

/// Fixed and passing stencils, some of whose nodes are scripted and move.
struct Scripted {
  Random random;
  Index n;
  Group fixed, passing;
  std::vector<double> mass;
  std::vector<std::uint8_t> is_known;
  std::vector<Vec3> motion;
  BlockAssembly assembly;

  explicit Scripted(std::uint64_t stream, Index node_count = 40, Index count = 60)
      : random(stream),
        n(node_count),
        fixed(random, n, count, 1),
        passing(random, n, count / 2, 1),
        motion(random_vector(random, n)),
        assembly(n, fixed.stencils) {
    for (Index i = 0; i < n; ++i) {
      mass.push_back(random.uniform(1, 2));
      is_known.push_back(random.chance(0.3) ? 1 : 0);
    }
    assembly.set_passing(passing.stencils, passing.first_block);
  }
  BlockSources sources() const { return {fixed.blocks, passing.blocks, mass, is_known}; }
};

TEST(BlockAssembly, LiftedTheSystemHasTheSolutionOfTheWholeOne) {
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    Scripted it(trial);
    const Eigen::MatrixXd whole =
        expand_dense(it.assembly.assemble({it.fixed.blocks, it.passing.blocks, it.mass, {}}));
    std::vector<Vec3> solution = random_vector(it.random, it.n), right_hand_side = solution;
    for (size_t v = 0; v < solution.size(); ++v)
      if (it.is_known[v]) solution[v] = it.motion[v];
    const Eigen::VectorXd product = whole * flat(solution);
    for (size_t v = 0; v < solution.size(); ++v)
      right_hand_side[v] = product.segment<3>(3 * static_cast<Eigen::Index>(v));
    const BlockMatrix& reduced = it.assembly.assemble(it.sources());
    it.assembly.lift(it.sources(), it.motion, right_hand_side);
    for (size_t v = 0; v < solution.size(); ++v) {
      if (it.is_known[v]) {
        EXPECT_EQ(right_hand_side[v], it.motion[v]);
      }
    }
    EXPECT_LE((flat(right_hand_side) - expand_dense(reduced) * flat(solution)).cwiseAbs().maxCoeff(),
              10 * tolerance)
        << "trial " << trial;
  }
}

TEST(BlockAssembly, ReadsTheBlocksOfFixedStencilsWhateverPassesOrIsScripted) {
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    Scripted it(trial);
    it.assembly.assemble(it.sources());
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * it.n, 3 * it.n);
    it.fixed.add_to(dense);
    std::vector<Mat3> sums;
    it.assembly.sum_fixed(it.fixed.blocks, sums);
    for (Index i = 0; i < it.n; ++i)
      for (Index j = 0; j < it.n; ++j)
        EXPECT_LE((it.assembly.fixed_block(sums, i, j) - dense.block<3, 3>(3 * i, 3 * j)).norm(), tolerance)
            << "trial " << trial << ", block " << i << ", " << j;
  }
}

TEST(BlockAssembly, MatrixAndLiftFromSumsEqualThoseFromTheBlocks) {
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    Scripted it(trial);
    const Eigen::MatrixXd from_blocks = expand_dense(it.assembly.assemble(it.sources()));
    std::vector<Vec3> lifted(static_cast<size_t>(it.n), Vec3::Zero()), lifted_sums = lifted;
    it.assembly.lift(it.sources(), it.motion, lifted);

    const BlockRange later{count_of(it.fixed.blocks) / 3, count_of(it.fixed.blocks) / 2};
    std::vector<Mat3> sums;
    it.assembly.sum_fixed(it.fixed.blocks, sums, later);
    it.assembly.add_fixed(it.fixed.blocks, later, sums);
    BlockSources summed = it.sources();
    summed.fixed = sums;
    summed.is_fixed_summed = true;
    EXPECT_LE((expand_dense(it.assembly.assemble(summed)) - from_blocks).cwiseAbs().maxCoeff(), tolerance)
        << "trial " << trial;
    it.assembly.lift(summed, it.motion, lifted_sums);
    EXPECT_LE((flat(lifted_sums) - flat(lifted)).cwiseAbs().maxCoeff(), tolerance) << "trial " << trial;
  }
}

TEST(BlockAssembly, LiftsAndSumsHaveTheSameBitsForAnyThreadCount) {
  const Scripted it(1, 2000, 10000);
  std::vector<Mat3> sums[2];
  std::vector<Vec3> lifted[2];
  for (int threads : {1, 4}) {
    const ThreadLimit limit(threads);
    const size_t at = threads == 1 ? 0 : 1;
    it.assembly.sum_fixed(it.fixed.blocks, sums[at]);
    lifted[at].assign(static_cast<size_t>(it.n), Vec3::Zero());
    it.assembly.lift(it.sources(), it.motion, lifted[at]);
  }
  EXPECT_TRUE(same_bits(sums[0], sums[1]));
  EXPECT_TRUE(same_bits(lifted[0], lifted[1]));
}

TEST(BlockAssembly, PatternGrowsWithinAStepAndStartsAnewInTheNext) {
  const std::vector<Stencil> fixed = stencils_of(std::vector<Tet>{{0, 1, 2, 3}});
  const std::vector<Stencil> first{{{5, 4, -1, -1}, 2}}, second{{{6, 0, -1, -1}, 2}};
  const std::vector<Index> begin{0};
  BlockAssembly assembly(7, fixed);
  const Index alone = assembly.matrix().block_count();
  EXPECT_EQ(alone, 7 + 6);
  assembly.set_passing(first, begin);
  EXPECT_EQ(assembly.matrix().block_count(), alone + 1);
  assembly.set_passing(second, begin);
  EXPECT_EQ(assembly.matrix().block_count(), alone + 2) << "what was seen in this step stays";
  EXPECT_GE(assembly.matrix().find(4, 5), 0);
  assembly.begin_step();
  assembly.set_passing(second, begin);
  EXPECT_EQ(assembly.matrix().block_count(), alone + 1);
  EXPECT_EQ(assembly.matrix().find(4, 5), -1);
  assembly.begin_step();
  assembly.set_passing({}, {});
  EXPECT_EQ(assembly.matrix().block_count(), alone);
}

TEST(BlockAssembly, EarlierStepsLeaveNoTraceInTheBits) {
  Random random;
  const Group fixed(random, 500, 2000, 4), old(random, 500, 300, 2), now(random, 500, 300, 2);
  BlockAssembly used(500, fixed.stencils), fresh(500, fixed.stencils);
  used.set_passing(old.stencils, old.first_block);
  used.assemble({fixed.blocks, old.blocks, {}, {}});
  used.begin_step();
  for (BlockAssembly* assembly : {&used, &fresh}) {
    assembly->set_passing(now.stencils, now.first_block);
    assembly->assemble({fixed.blocks, now.blocks, {}, {}});
  }
  EXPECT_TRUE(same_bits(used.matrix().columns(), fresh.matrix().columns()));
  EXPECT_TRUE(same_bits(used.matrix().values(), fresh.matrix().values()));
}

TEST(BlockAssembly, MatrixHasTheSameBitsForAnyThreadCount) {
  Random random;
  const Group fixed(random, 2000, 10000, 4), passing(random, 2000, 3000, 2);
  std::vector<Mat3> values[2];
  for (int threads : {1, 4}) {
    const ThreadLimit limit(threads);
    BlockAssembly assembly(2000, fixed.stencils);
    assembly.set_passing(passing.stencils, passing.first_block);
    const auto found = assembly.assemble({fixed.blocks, passing.blocks, {}, {}}).values();
    values[threads == 1 ? 0 : 1].assign(found.begin(), found.end());
  }
  EXPECT_TRUE(same_bits(values[0], values[1]));
}

TEST(BlockAssembly, BlocksOfAStencilMayLieAnywhere) {
  const std::vector<Stencil> stencils{{{0, 1, -1, -1}, 2}, {{2, 1, -1, -1}, 2}};
  const std::vector<Index> first_block{4, 1};
  std::vector<Mat3> blocks(7);
  for (size_t b = 0; b < blocks.size(); ++b) blocks[b].setConstant(static_cast<double>(b));
  blocks[2](0, 1) = 9;
  BlockAssembly assembly(3, {});
  assembly.set_passing(stencils, first_block);
  const BlockMatrix& a = assembly.assemble({{}, blocks, {}, {}});
  EXPECT_EQ(a.values()[static_cast<size_t>(a.find(0, 1))], Mat3::Constant(5));
  EXPECT_EQ(a.values()[static_cast<size_t>(a.find(1, 2))], blocks[2].transpose());
  EXPECT_EQ(a.diagonal(1), Mat3::Constant(6 + 3));
}

TEST(BlockAssembly, WithoutNodesIsEmpty) {
  BlockAssembly assembly(0, {});
  assembly.set_passing({}, {});
  EXPECT_EQ(assembly.assemble({}).row_count(), 0);
}

}  // namespace
}  // namespace lacuna::test
