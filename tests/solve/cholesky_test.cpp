#include "solve/cholesky.h"

#include "base/parallel.h"
#include "mesh/shape/solids.h"
#include "solve/block_cholesky.h"
#include "support/newton_systems.h"
#include "support/random_blocks.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

class Cholesky : public testing::Test {
 protected:
  std::unique_ptr<DirectSolver> solver_ = make_direct_solver();
};

TEST_F(Cholesky, SolvesLikeADenseMatrix) {
  for (int trial = 0; trial < 20; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index n = random.between(1, 60);
    const BlockMatrix a = random_blocks(random, n, random.below(3 * n), 40);
    const std::vector<Vec3> b = random_vector(random, n);
    std::vector<Vec3> x(b.size());
    const SolveReport report = solver_->solve(a, b, x);
    ASSERT_EQ(report.outcome, SolveOutcome::solved) << report.why;
    // The condition number is below 10, so both answers are good to some hundred roundings.
    EXPECT_TRUE(flat(x).isApprox(expand_dense(a).llt().solve(flat(b)), 1e-13)) << "trial " << trial;
    EXPECT_LT(report.relative_residual, 1e-14);
  }
}

TEST_F(Cholesky, NodesWithoutNeighboursAreFine) {
  Random random;
  const BlockMatrix a = random_blocks(random, 100, 0, 10);
  const std::vector<Vec3> b = random_vector(random, 100);
  std::vector<Vec3> x(b.size());
  EXPECT_EQ(solver_->solve(a, b, x).outcome, SolveOutcome::solved);
}

/// `a` with rows of a unit block between its own: `own` of every 4 rows.
BlockMatrix with_lone_rows(const BlockMatrix& a, Index own) {
  const auto place = [&](Index row) { return row / own * 4 + row % own + 1; };
  std::vector<Index> begin, columns;
  std::vector<Mat3> values;
  for (Index row = 0, next = 0; row < place(a.row_count()) + 3; ++row) {
    begin.push_back(count_of(columns));
    const bool is_own = next < a.row_count() && place(next) == row;
    if (!is_own) {
      columns.push_back(row);
      values.push_back(Mat3::Identity());
      continue;
    }
    for (Index b = a.row_begins()[static_cast<size_t>(next)];
         b < a.row_begins()[static_cast<size_t>(next) + 1]; ++b) {
      columns.push_back(place(a.columns()[static_cast<size_t>(b)]));
      values.push_back(a.values()[static_cast<size_t>(b)]);
    }
    ++next;
  }
  begin.push_back(count_of(columns));
  BlockMatrix all;
  all.swap_pattern(begin, columns);
  std::copy(values.begin(), values.end(), all.values().begin());
  return all;
}

TEST_F(Cholesky, LeavesOutRowsThatStandAloneWithoutChangingABit) {
  for (const Index own : {1, 3}) {
    Random random(static_cast<std::uint64_t>(own));
    const BlockMatrix a = with_lone_rows(random_blocks(random, 300, 900, 40), own);
    const std::vector<Vec3> b = random_vector(random, a.row_count());
    std::vector<Vec3> x(b.size()), expected(b.size());
    ASSERT_EQ(solver_->solve(a, b, x).outcome, SolveOutcome::solved);
    BlockCholesky whole;
    EXPECT_EQ(whole.analyse(a, solver_->elimination().order), solver_->analyse(a));
    EXPECT_EQ(whole.size(), solver_->factor_size());
    ASSERT_EQ(whole.factorise_and_solve(a, b, expected), SolveOutcome::solved);
    EXPECT_TRUE(same_bits(x, expected)) << own;
  }
}

TEST_F(Cholesky, SeesWhichRowsStandAloneNow) {
  Random random;
  BlockMatrix a = with_lone_rows(random_blocks(random, 50, 100, 40), 1);
  const std::vector<Vec3> b = random_vector(random, a.row_count());
  std::vector<Vec3> x(b.size());
  ASSERT_EQ(solver_->solve(a, b, x).outcome, SolveOutcome::solved);
  a.diagonal(0) *= 2;  // stands alone, but not with a unit block any more
  ASSERT_EQ(solver_->solve(a, b, x).outcome, SolveOutcome::solved);
  EXPECT_TRUE(flat(x).isApprox(expand_dense(a).llt().solve(flat(b)), 1e-13));
  a = with_lone_rows(random_blocks(random, 0, 0), 1);
  x.resize(static_cast<size_t>(a.row_count()));
  EXPECT_EQ(solver_->solve(a, std::span(b).first(x.size()), x).outcome, SolveOutcome::solved);
  EXPECT_EQ(x.front(), b.front()) << "nothing but such rows";
}

TEST_F(Cholesky, EmptySystemIsSolved) {
  EXPECT_EQ(solver_->solve(BlockMatrix(), {}, {}).outcome, SolveOutcome::solved);
}

TEST_F(Cholesky, SaysWhenTheMatrixIsNotPositiveDefinite) {
  Random random;
  BlockMatrix a = random_blocks(random, 50, 100, 40);
  const std::vector<Vec3> b = random_vector(random, 50);
  std::vector<Vec3> x(b.size());
  a.diagonal(31)(1, 1) = -1;
  EXPECT_EQ(solver_->solve(a, b, x).outcome, SolveOutcome::not_positive_definite);
  a.diagonal(31)(1, 1) = 40;
  EXPECT_EQ(solver_->solve(a, b, x).outcome, SolveOutcome::solved) << "and recovers";
}

TEST_F(Cholesky, SaysWhenTheMatrixIsSingular) {
  const Mesh mesh = box_solid({.resolution = {3, 3, 3}});
  NewtonSystem system = solid_system(mesh, {});
  system.mass.assign(system.mass.size(), 0);  // now rigid motions cost nothing
  BlockAssembly assembly(system.node_count, system.fixed);
  system.assemble_into(assembly);
  std::vector<Vec3> x(system.force.size());
  EXPECT_EQ(solver_->solve(assembly.matrix(), system.force, x).outcome, SolveOutcome::not_positive_definite);
}

TEST_F(Cholesky, SaysWhenANumberIsNotFinite) {
  Random random;
  BlockMatrix a = random_blocks(random, 50, 100, 40);
  std::vector<Vec3> b = random_vector(random, 50), x(b.size());
  b[3].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solver_->solve(a, b, x).outcome, SolveOutcome::not_finite);
  b[3].y() = 1;
  a.values()[20](0, 2) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(solver_->solve(a, b, x).outcome, SolveOutcome::not_finite);
}

NewtonSystem stacked_system(const Mesh& mesh, Index contacts) {
  NewtonSystem system = solid_system(mesh, {});
  add_contacts(system, mesh, contacts, 1e5);
  return system;
}

TEST_F(Cholesky, SolutionHasTheSameBitsForAnyThreadCount) {
  const Mesh mesh = box_solid({.resolution = {12, 12, 12}});
  const NewtonSystem system = stacked_system(mesh, 200);
  BlockAssembly assembly(system.node_count, system.fixed);
  system.assemble_into(assembly);
  std::vector<Vec3> x[2];
  for (int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    auto& answer = x[threads - 1];
    answer.resize(system.force.size());
    const SolveReport report = make_direct_solver()->solve(assembly.matrix(), system.force, answer);
    EXPECT_EQ(report.outcome, SolveOutcome::solved);
    EXPECT_LT(report.relative_residual, 1e-9) << "stiff contact costs some digits, not all";
  }
  EXPECT_TRUE(same_bits(x[0], x[1]));
}

TEST_F(Cholesky, RestoredOrderGivesTheSameBits) {
  const Mesh mesh = box_solid({.resolution = {8, 8, 8}});
  const NewtonSystem before = stacked_system(mesh, 20), after = stacked_system(mesh, 60);
  BlockAssembly assembly(before.node_count, before.fixed);
  before.assemble_into(assembly);
  std::vector<Vec3> x(before.force.size()), y(x.size()), z(x.size());
  ASSERT_EQ(solver_->solve(assembly.matrix(), before.force, x).outcome, SolveOutcome::solved);
  const auto restored = make_direct_solver();
  restored->set_elimination(solver_->elimination());
  assembly.begin_step();
  after.assemble_into(assembly);
  ASSERT_EQ(solver_->solve(assembly.matrix(), after.force, y).outcome, SolveOutcome::solved);
  ASSERT_EQ(restored->solve(assembly.matrix(), after.force, z).outcome, SolveOutcome::solved);
  EXPECT_TRUE(same_bits(y, z));
  EXPECT_EQ(restored->elimination().order, solver_->elimination().order);
  EXPECT_EQ(restored->elimination().flops, solver_->elimination().flops);
}

TEST_F(Cholesky, KeepsTheOrderWhileItIsGoodAndTheAnalysisWhileThePatternStays) {
  const Mesh mesh = box_solid({.resolution = {8, 8, 8}});
  NewtonSystem system = solid_system(mesh, {});
  BlockAssembly assembly(system.node_count, system.fixed);
  std::vector<Vec3> x(system.force.size());
  const auto solve = [&] {
    system.assemble_into(assembly);
    ASSERT_EQ(solver_->solve(assembly.matrix(), system.force, x).outcome, SolveOutcome::solved);
  };
  solve();
  solve();
  EXPECT_EQ(solver_->ordering_count(), 1);
  EXPECT_EQ(solver_->analysis_count(), 1);
  add_contacts(system, mesh, 1, 1e3);
  solve();
  EXPECT_EQ(solver_->ordering_count(), 1) << "one contact changes little";
  EXPECT_EQ(solver_->analysis_count(), 2);
  add_contacts(system, mesh, 400, 1e3);
  solve();
  EXPECT_EQ(solver_->ordering_count(), 2) << "many join opposite sides of the box";
}

}  // namespace
}  // namespace lacuna::test
