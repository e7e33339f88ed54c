// Stencils of several laws against the dense matrix: what is assembled, what is left out, what is lifted.
#include "sim/stencil_assembly.h"

#include "support/count_allocations.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

#include <numeric>

namespace lacuna::test {
namespace {

/// Different nodes below node_count, in any order.
std::vector<Index> random_nodes(Random& random, Index node_count, int count) {
  std::vector<Index> all(static_cast<size_t>(node_count));
  std::iota(all.begin(), all.end(), 0);
  for (size_t i = 0; i < static_cast<size_t>(count); ++i)
    std::swap(all[i], all[i + static_cast<size_t>(random.below(node_count - static_cast<Index>(i)))]);
  all.resize(static_cast<size_t>(count));
  return all;
}

/// Any symmetric Hessian, held as a dense matrix of its own.
struct AnyLaw {
  struct Derivatives {
    Vec12 gradient = Vec12::Zero();
    Mat12 hessian = Mat12::Zero();
    Mat3 block(int a, int b) const {
      EXPECT_LE(a, b) << "only upper blocks are promised";
      return hessian.block<3, 3>(3 * a, 3 * b);
    }
  };
  std::vector<std::vector<Index>> stencils;
  std::vector<Derivatives> elements;

  AnyLaw(Random& random, Index node_count, int count) {
    for (int i = 0; i < count; ++i) {
      const int nodes = random.between(1, 4);
      stencils.push_back(random_nodes(random, node_count, nodes));
      Derivatives& element = elements.emplace_back();
      for (int k = 0; k < 3 * nodes; ++k) element.gradient[k] = random.uniform(-1, 1);
      for (int r = 0; r < 3 * nodes; ++r)
        for (int c = r; c < 3 * nodes; ++c)
          element.hessian(r, c) = element.hessian(c, r) = random.uniform(-1, 1);
    }
  }
  size_t count() const { return stencils.size(); }
  std::span<const Index> nodes(size_t i) const { return stencils[i]; }
  const Derivatives& derivatives(size_t i) const { return elements[i]; }
};

/// A barrier with fixed normal and weights: the block of two nodes is w_a w_b k n n^T.
struct RankOneLaw {
  struct Derivatives {
    Vec12 gradient;
    Vec4 weights;
    Vec3 normal;
    double curvature;
    Mat3 block(int a, int b) const {
      return (curvature * weights[a] * weights[b]) * normal * normal.transpose();
    }
  };
  std::vector<std::vector<Index>> stencils;
  std::vector<Vec4> weights;
  std::vector<Vec3> normals;

  RankOneLaw(Random& random, Index node_count, int count) {
    for (int i = 0; i < count; ++i) {
      stencils.push_back(random_nodes(random, node_count, 4));
      weights.emplace_back(1, random.uniform(-1, 0), random.uniform(-1, 0), random.uniform(-1, 0));
      normals.push_back(random.direction());
    }
  }
  size_t count() const { return stencils.size(); }
  std::span<const Index> nodes(size_t i) const { return stencils[i]; }
  Derivatives derivatives(size_t i) const {
    Derivatives element{Vec12::Zero(), weights[i], normals[i], 3};
    for (int k = 0; k < 4; ++k) element.gradient.segment<3>(3 * k) = -2 * weights[i][k] * normals[i];
    return element;
  }
};

/// Gradient and Hessian over all nodes, known or not.
struct Dense {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;

  explicit Dense(Index node_count)
      : gradient(Eigen::VectorXd::Zero(3 * node_count)),
        hessian(Eigen::MatrixXd::Zero(3 * node_count, 3 * node_count)) {}

  template <class Law>
  void add(const Law& law) {
    for (size_t i = 0; i < law.count(); ++i) {
      const auto element = law.derivatives(i);
      const std::span<const Index> nodes = law.nodes(i);
      for (int a = 0; a < static_cast<int>(nodes.size()); ++a) {
        const Index row = 3 * nodes[static_cast<size_t>(a)];
        gradient.segment<3>(row) += element.gradient.template segment<3>(3 * a);
        for (int b = a; b < static_cast<int>(nodes.size()); ++b) {
          const Index column = 3 * nodes[static_cast<size_t>(b)];
          hessian.block<3, 3>(row, column) += element.block(a, b);
          if (a != b) hessian.block<3, 3>(column, row) += element.block(a, b).transpose();
        }
      }
    }
  }
};

/// Two laws, fixed stencils, and nodes some of which are known.
struct System {
  Random random;
  Index n;
  AnyLaw any;
  RankOneLaw rank_one;
  std::vector<Stencil> fixed;
  std::vector<Mat3> fixed_blocks;
  std::vector<std::uint8_t> is_known;
  std::vector<Vec3> motion;
  std::vector<double> mass;
  Dense stencils_alone, whole;

  explicit System(std::uint64_t seed, Index node_count = 30, int count = 60)
      : random(seed),
        n(node_count),
        any(random, n, count),
        rank_one(random, n, count / 2),
        motion(random_vector(random, n)),
        stencils_alone(n),
        whole(n) {
    for (Index i = 0; i < n; ++i) {
      is_known.push_back(random.chance(0.3) ? 1 : 0);
      mass.push_back(random.uniform(1, 2));
    }
    const AnyLaw elements(random, n, count);
    for (size_t e = 0; e < elements.count(); ++e) {
      Stencil& stencil = fixed.emplace_back();
      for (const Index node : elements.nodes(e))
        stencil.nodes[static_cast<size_t>(stencil.node_count++)] = node;
      for (int a = 0; a < stencil.node_count; ++a)
        for (int b = a; b < stencil.node_count; ++b)
          fixed_blocks.push_back(elements.derivatives(e).block(a, b));
    }
    stencils_alone.add(any);
    stencils_alone.add(rank_one);
    whole.add(any);
    whole.add(rank_one);
    whole.add(elements);
    for (Index i = 0; i < 3 * n; ++i) whole.hessian(i, i) += mass[static_cast<size_t>(i / 3)];
  }

  KnownNodes still() const { return {.is_known = is_known}; }
  KnownNodes moving() const { return {.is_known = is_known, .motion = motion}; }
  bool knows(Index row) const { return is_known[static_cast<size_t>(row / 3)] != 0; }
  BlockSources sources(const StencilAssembly& assembly) const {
    return {.fixed = fixed_blocks, .passing = assembly.blocks(), .mass = mass, .is_known = is_known};
  }
};

/// Sums of fewer than 200 terms below 2 each, times motions below 2, in two orders.
constexpr double tolerance = 200 * 400 * 2.3e-16;

TEST(StencilAssembly, HasTheGradientAndHessianOfTheUnknowns) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const System system(seed);
    StencilAssembly assembly;
    assembly.evaluate(system.still(), system.any, system.rank_one);
    ASSERT_EQ(assembly.stencils().size(), system.any.count() + system.rank_one.count());
    for (const Stencil& stencil : assembly.stencils())
      for (Index k = 0; k < stencil.node_count; ++k)
        EXPECT_FALSE(system.is_known[static_cast<size_t>(stencil.nodes[static_cast<size_t>(k)])]);

    BlockAssembly blocks(system.n, {});
    blocks.set_passing(assembly.stencils(), assembly.begins());
    const Eigen::MatrixXd found = expand_dense(blocks.assemble({{}, assembly.blocks(), {}, {}}));
    std::vector<Vec3> gradient(static_cast<size_t>(system.n), Vec3::Zero());
    assembly.add_gradient(gradient);
    const auto g = flat(gradient);
    for (Index r = 0; r < 3 * system.n; ++r) {
      EXPECT_NEAR(g[r], system.knows(r) ? 0 : system.stencils_alone.gradient[r], tolerance);
      for (Index c = 0; c < 3 * system.n; ++c)
        EXPECT_NEAR(found(r, c), system.knows(r) || system.knows(c) ? 0 : system.stencils_alone.hessian(r, c),
                    tolerance)
            << "seed " << seed;
    }
  }
}

TEST(StencilAssembly, SumsTheLengthsOfAllGradients) {
  const System system(1);
  StencilAssembly assembly;
  assembly.evaluate(system.still(), system.any, system.rank_one);
  double expected = 0;
  for (size_t i = 0; i < system.any.count(); ++i) expected += system.any.derivatives(i).gradient.norm();
  for (size_t i = 0; i < system.rank_one.count(); ++i)
    expected += system.rank_one.derivatives(i).gradient.norm();
  EXPECT_NEAR(assembly.gradient_sum(), expected, 1e-12 * expected);
}

/// Whatever the unknowns do: with the right-hand side of the whole matrix in their rows, lifting makes that
/// of the system whose known rows are identity.
TEST(StencilAssembly, LiftedWithTheElementsTheSystemHasTheSolutionOfTheWholeOne) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    System system(seed);
    std::vector<Vec3> solution = random_vector(system.random, system.n);
    for (size_t v = 0; v < solution.size(); ++v)
      if (system.is_known[v]) solution[v] = system.motion[v];
    const Eigen::VectorXd product = system.whole.hessian * flat(solution);
    std::vector<Vec3> right_hand_side(solution.size());
    for (size_t v = 0; v < solution.size(); ++v)
      right_hand_side[v] = product.segment<3>(3 * static_cast<Eigen::Index>(v));

    StencilAssembly assembly;
    assembly.evaluate(system.moving(), system.any, system.rank_one);
    BlockAssembly blocks(system.n, system.fixed);
    blocks.set_passing(assembly.stencils(), assembly.begins());
    const BlockMatrix& reduced = blocks.assemble(system.sources(assembly));
    assembly.lift(right_hand_side);
    blocks.lift(system.sources(assembly), system.motion, right_hand_side);
    const Eigen::VectorXd expected = expand_dense(reduced) * flat(solution);
    EXPECT_LE((flat(right_hand_side) - expected).cwiseAbs().maxCoeff(), tolerance) << "seed " << seed;
  }
}

TEST(StencilAssembly, LiftsNothingWhileNothingKnownMoves) {
  const System system(2);
  StencilAssembly assembly;
  assembly.evaluate(system.moving(), system.any, system.rank_one);
  assembly.evaluate(system.still(), system.any, system.rank_one);
  const std::vector<Vec3> before(static_cast<size_t>(system.n), Vec3(1, 2, 3));
  std::vector<Vec3> after = before;
  assembly.lift(after);
  EXPECT_TRUE(same_bits(before, after));
}

TEST(StencilAssembly, MotionChangesNeitherBlocksNorGradients) {
  const System system(3);
  StencilAssembly still, moving;
  still.evaluate(system.still(), system.any, system.rank_one);
  moving.evaluate(system.moving(), system.any, system.rank_one);
  EXPECT_TRUE(same_bits(still.blocks(), moving.blocks()));
  EXPECT_EQ(still.begins(), moving.begins());
  EXPECT_EQ(still.gradient_sum(), moving.gradient_sum());
}

TEST(StencilAssembly, AnEmptyLawAddsNothing) {
  const System system(4);
  Random random;
  const AnyLaw none(random, system.n, 0);
  StencilAssembly one, three;
  one.evaluate(system.still(), system.any);
  three.evaluate(system.still(), none, system.any, none);
  EXPECT_TRUE(same_bits(one.blocks(), three.blocks()));
  EXPECT_EQ(one.begins(), three.begins());
  three.evaluate(system.still(), none);
  EXPECT_TRUE(three.stencils().empty());
  EXPECT_EQ(three.gradient_sum(), 0);
}

TEST(StencilAssembly, HasTheSameBitsForAnyThreadCount) {
  const System system(5, 600, 4000);
  std::vector<Mat3> blocks[2];
  std::vector<Vec3> sums[2];
  for (const int threads : {1, 4}) {
    const ThreadLimit limit(threads);
    const size_t at = threads == 1 ? 0 : 1;
    StencilAssembly assembly;
    assembly.evaluate(system.moving(), system.any, system.rank_one);
    BlockAssembly matrix(system.n, system.fixed);
    matrix.set_passing(assembly.stencils(), assembly.begins());
    blocks[at] = assembly.blocks();
    sums[at].assign(static_cast<size_t>(system.n), Vec3::Zero());
    assembly.add_gradient(sums[at]);
    assembly.lift(sums[at]);
    matrix.lift(system.sources(assembly), system.motion, sums[at]);
    sums[at].emplace_back(assembly.gradient_sum(), 0, 0);
  }
  EXPECT_TRUE(same_bits(blocks[0], blocks[1]));
  EXPECT_TRUE(same_bits(sums[0], sums[1]));
}

TEST(StencilAssembly, AllocatesNothingInTheSteadyState) {
  const System system(6);
  StencilAssembly assembly;
  std::vector<Vec3> sum(static_cast<size_t>(system.n), Vec3::Zero());
  const auto step = [&] {
    assembly.evaluate(system.moving(), system.any, system.rank_one);
    assembly.add_gradient(sum);
    assembly.lift(sum);
  };
  step();
  const long before = allocation_count;
  step();
  assembly.evaluate(system.still(), system.rank_one);
  step();
  EXPECT_EQ(allocation_count - before, 0);
  EXPECT_GT(before, 0) << "the counter should be linked in";
}

}  // namespace
}  // namespace lacuna::test
