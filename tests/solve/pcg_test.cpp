#include "solve/pcg.h"

#include "base/parallel.h"
#include "mesh/shape/solids.h"
#include "support/newton_systems.h"
#include "support/random_blocks.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(Pcg, SolvesLikeADenseMatrix) {
  Pcg solver({.tolerance = 1e-12, .max_iterations = 1000});
  for (int trial = 0; trial < 20; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index n = random.between(1, 60);
    BlockMatrix a = random_blocks(random, n, random.below(3 * n), 40);
    if (trial % 2 == 1)
      for (Index row = 0; row < n; ++row) a.stiff_rows().push_back(random.chance(0.5) ? 1 : 0);
    const std::vector<Vec3> b = random_vector(random, n);
    std::vector<Vec3> x(b.size());
    const SolveReport report = solver.solve(a, b, x);
    ASSERT_EQ(report.outcome, SolveOutcome::solved);
    // The condition number is below 10.
    EXPECT_TRUE(flat(x).isApprox(expand_dense(a).llt().solve(flat(b)), 1e-11)) << "trial " << trial;
    EXPECT_LT(report.relative_residual, 2e-12);
  }
}

TEST(Pcg, StiffnessOfContactDoesNotCostIterations) {
  const Mesh mesh = box_solid({.resolution = {8, 8, 8}});
  std::vector<Index> iterations;
  for (const double relative : {1e1, 1e3, 1e6}) {
    NewtonSystem system = solid_system(mesh, {});
    add_contacts(system, mesh, 100, relative);
    BlockAssembly assembly(system.node_count, system.fixed);
    system.assemble_into(assembly);
    std::vector<Vec3> x(system.force.size());
    Pcg solver({.tolerance = 1e-6});
    const SolveReport report = solver.solve(assembly.matrix(), system.force, x);
    EXPECT_EQ(report.outcome, SolveOutcome::solved);
    EXPECT_GT(solver.preconditioner().contact_count(), 0);
    iterations.push_back(report.iterations);
  }
  EXPECT_LE(iterations[2], iterations[0] + 5);
}

TEST(Pcg, SolutionHasTheSameBitsForAnyThreadCount) {
  const Mesh mesh = box_solid({.resolution = {14, 14, 14}});
  NewtonSystem system = solid_system(mesh, {});
  add_contacts(system, mesh, 200, 1e5);
  BlockAssembly assembly(system.node_count, system.fixed);
  system.assemble_into(assembly);
  std::vector<Vec3> x[2];
  Index iterations[2];
  for (int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    x[threads - 1].resize(system.force.size());
    const SolveReport report = Pcg().solve(assembly.matrix(), system.force, x[threads - 1]);
    EXPECT_EQ(report.outcome, SolveOutcome::solved);
    iterations[threads - 1] = report.iterations;
  }
  EXPECT_EQ(iterations[0], iterations[1]);
  EXPECT_TRUE(same_bits(x[0], x[1]));
}

TEST(Pcg, EarlierSystemsLeaveNoTraceInTheBits) {
  Random random;
  const BlockMatrix other = random_blocks(random, 80, 100, 40), a = random_blocks(random, 70, 200, 40);
  const std::vector<Vec3> b = random_vector(random, 70), c = random_vector(random, 80);
  std::vector<Vec3> x(70), y(70), scratch(80);
  Pcg used, fresh;
  EXPECT_EQ(used.solve(other, c, scratch).outcome, SolveOutcome::solved);
  EXPECT_EQ(used.solve(a, b, x).outcome, SolveOutcome::solved);
  EXPECT_EQ(fresh.solve(a, b, y).outcome, SolveOutcome::solved);
  EXPECT_TRUE(same_bits(x, y));
}

TEST(Pcg, SaysWhenTheMatrixIsNotPositiveDefinite) {
  Random random;
  const std::vector<Vec3> b = random_vector(random, 50);
  std::vector<Vec3> x(b.size());
  BlockMatrix a = random_blocks(random, 50, 100, 40);
  a.diagonal(31)(1, 1) = -1;
  EXPECT_EQ(Pcg().solve(a, b, x).outcome, SolveOutcome::not_positive_definite) << "seen in a diagonal block";
  const BlockMatrix hidden = random_blocks(random, 50, 400, 1.8);
  EXPECT_EQ(Pcg({.tolerance = 1e-10}).solve(hidden, b, x).outcome, SolveOutcome::not_positive_definite)
      << "seen in a direction";
}

TEST(Pcg, SingularButConsistentSystemsAreSolved) {
  const Mesh mesh = box_solid({.resolution = {3, 3, 3}});
  NewtonSystem system = solid_system(mesh, {});
  system.mass.assign(system.mass.size(), 0);
  BlockAssembly assembly(system.node_count, system.fixed);
  system.assemble_into(assembly);
  Random random;
  std::vector<Vec3> wanted = random_vector(random, system.node_count), b(wanted.size()), x(wanted.size());
  assembly.matrix().multiply(wanted, b);
  EXPECT_EQ(Pcg().solve(assembly.matrix(), b, x).outcome, SolveOutcome::solved);
  BlockMatrix zero = random_blocks(random, 5, 0);
  for (Mat3& block : zero.values()) block.setZero();
  b.resize(5);
  x.resize(5);
  EXPECT_EQ(Pcg().solve(zero, b, x).outcome, SolveOutcome::not_positive_definite);
}

TEST(Pcg, SaysWhenIterationsOrNumbersRunOut) {
  Random random;
  BlockMatrix a = random_blocks(random, 50, 100, 40);
  std::vector<Vec3> b = random_vector(random, 50), x(b.size());
  const SolveReport report = Pcg({.tolerance = 1e-12, .max_iterations = 2}).solve(a, b, x);
  EXPECT_EQ(report.outcome, SolveOutcome::not_converged);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_LT(report.relative_residual, 1);
  EXPECT_GT(flat(x).dot(flat(b)), 0) << "what there is points downhill";
  a.values()[20](0, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Pcg().solve(a, b, x).outcome, SolveOutcome::not_finite);
}

TEST(Pcg, NothingToDo) {
  EXPECT_EQ(Pcg().solve(BlockMatrix(), {}, {}).outcome, SolveOutcome::solved);
  Random random;
  const BlockMatrix a = random_blocks(random, 20, 30, 40);
  const std::vector<Vec3> b(20, Vec3::Zero());
  std::vector<Vec3> x(20, Vec3::Ones());
  const SolveReport report = Pcg().solve(a, b, x);
  EXPECT_EQ(report.outcome, SolveOutcome::solved);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(flat(x).norm(), 0);
}

}  // namespace
}  // namespace lacuna::test
