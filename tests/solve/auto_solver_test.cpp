#include "solve/auto_solver.h"

#include "mesh/shape/solids.h"
#include "support/newton_systems.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

struct Assembled {
  NewtonSystem system;
  BlockAssembly assembly;
  std::vector<Vec3> x;

  Assembled(const Mesh& mesh, const SolidMaterial& material, Index contacts)
      : system(solid_system(mesh, material)),
        assembly(system.node_count, system.fixed),
        x(system.force.size()) {
    if (contacts > 0) add_contacts(system, mesh, contacts, 1e5);
    system.assemble_into(assembly);
  }
  SolveReport solve_with(LinearSolver& solver) { return solver.solve(assembly.matrix(), system.force, x); }
};

TEST(AutoSolver, SoftSolidsInStiffContactAreSolvedByIteration) {
  Assembled soft(box_solid({.resolution = {10, 10, 10}}), {}, 100);
  AutoSolver solver;
  const SolveReport report = soft.solve_with(solver);
  EXPECT_EQ(report.outcome, SolveOutcome::solved);
  EXPECT_EQ(report.solver, "pcg");
  EXPECT_GT(report.iterations, 0);
}

TEST(AutoSolver, WhatIteratesBadlyIsFactorisedUntilTheStepEnds) {
  const Mesh mesh = box_solid({.size = {1, 0.05, 0.05}, .resolution = {60, 3, 3}});
  Assembled stiff(mesh, {.young = 1e9}, 0);
  AutoSolver solver;
  SolveReport report = stiff.solve_with(solver);
  EXPECT_EQ(report.outcome, SolveOutcome::solved);
  EXPECT_EQ(report.solver, "direct");
  EXPECT_NE(report.why.find("PCG"), std::string::npos) << report.why;
  const std::vector<Vec3> first = stiff.x;
  report = stiff.solve_with(solver);
  EXPECT_EQ(report.solver, "direct");
  EXPECT_TRUE(same_bits(first, stiff.x));
  Assembled soft(mesh, {.young = 1}, 0);
  solver.begin_step();
  EXPECT_EQ(soft.solve_with(solver).solver, "direct") << "one more step after the first failure";
  solver.begin_step();
  EXPECT_EQ(soft.solve_with(solver).solver, "pcg") << "then it tries again";
}

TEST(AutoSolver, AStepThatBeginsWellButFailsIsAFailure) {
  const Mesh mesh = box_solid({.size = {1, 0.05, 0.05}, .resolution = {60, 3, 3}});
  Assembled stiff(mesh, {.young = 1e9}, 0), soft(mesh, {.young = 1}, 0);
  AutoSolver solver;
  for (const Index pause : {1, 2, 4}) {
    solver.begin_step();
    EXPECT_EQ(soft.solve_with(solver).solver, "pcg");
    EXPECT_EQ(stiff.solve_with(solver).solver, "direct");
    EXPECT_EQ(solver.memory().direct_steps_left, pause);
    for (Index k = 0; k < pause; ++k) {
      solver.begin_step();
      EXPECT_EQ(soft.solve_with(solver).solver, "direct");
    }
  }
  solver.begin_step();
  EXPECT_EQ(soft.solve_with(solver).solver, "pcg");
  EXPECT_EQ(solver.memory().direct_steps, 0) << "a whole step without failure";
}

TEST(AutoSolver, RestoredOneContinuesWithTheSameBits) {
  const Mesh mesh = box_solid({.size = {1, 0.05, 0.05}, .resolution = {60, 3, 3}});
  Assembled before(mesh, {.young = 1e9}, 0), after(mesh, {.young = 1e8}, 10);
  AutoSolver solver, restored;
  EXPECT_EQ(before.solve_with(solver).outcome, SolveOutcome::solved);
  restored.set_memory(solver.memory());
  restored.begin_step();
  solver.begin_step();
  const SolveReport report = after.solve_with(solver);
  const std::vector<Vec3> expected = after.x;
  const SolveReport again = after.solve_with(restored);
  EXPECT_TRUE(same_bits(expected, after.x));
  EXPECT_EQ(report.solver, again.solver);
  EXPECT_EQ(report.why, again.why);
}

TEST(AutoSolver, SaysWhatIsWrongWithAMatrix) {
  Random random;
  BlockMatrix a = random_blocks(random, 50, 100, 40);
  std::vector<Vec3> b = random_vector(random, 50), x(b.size());
  AutoSolver solver;
  a.diagonal(7)(0, 0) = -1;
  EXPECT_EQ(solver.solve(a, b, x).outcome, SolveOutcome::not_positive_definite);
  b[3].x() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(solver.solve(a, b, x).outcome, SolveOutcome::not_finite);
  EXPECT_EQ(solver.solve(BlockMatrix(), {}, {}).outcome, SolveOutcome::solved);
}

}  // namespace
}  // namespace lacuna::test
