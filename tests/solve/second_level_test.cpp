#include "base/parallel.h"
#include "mesh/shape/solids.h"
#include "solve/auto_solver.h"
#include "solve/coarse_space.h"
#include "solve/vector_operations.h"
#include "support/newton_systems.h"
#include "support/random_blocks.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

/// A body, with some rows that stand alone at the end: nodes known to move nowhere.
struct Body {
  Mesh mesh;
  NewtonSystem system;
  BlockAssembly assembly;
  std::vector<Vec3> positions;

  Body(Mesh given, const SolidMaterial& material, Index contacts = 0, Index known = 0)
      : mesh(std::move(given)),
        system(with_known(solid_system(mesh, material), known)),
        assembly(system.node_count, system.fixed),
        positions(mesh.vertices) {
    positions.resize(system.force.size(), Vec3(0.1, 0.2, 0.3));
    if (contacts > 0) add_contacts(system, mesh, contacts, 10);
    system.assemble_into(assembly);
  }
  static NewtonSystem with_known(NewtonSystem system, Index known) {
    system.node_count += known;
    system.mass.resize(static_cast<size_t>(system.node_count), 1);
    system.force.resize(static_cast<size_t>(system.node_count), Vec3(1, 2, 3));
    return system;
  }
  const BlockMatrix& matrix() const { return assembly.matrix(); }
  std::vector<Vec3> zero() const { return std::vector<Vec3>(positions.size(), Vec3::Zero()); }
};

Mesh sheet(Index resolution) {
  return box_solid({.size = {1, 1, 0.02}, .resolution = {resolution, resolution, 1}}, CellSplit::five);
}

TEST(Aggregates, HoldEveryNodeOnceExceptThoseThatStandAlone) {
  const Body body(sheet(30), {}, 20, 5);
  Aggregates aggregates;
  aggregates.build(body.matrix(), 24);
  std::vector<Index> seen(body.positions.size(), 0);
  for (Index k = 0; k < aggregates.count(); ++k) {
    EXPECT_GT(aggregates.nodes(k).size(), 0u);
    for (Index v : aggregates.nodes(k)) {
      ++seen[static_cast<size_t>(v)];
      EXPECT_EQ(aggregates.of_node()[static_cast<size_t>(v)], k);
    }
  }
  for (size_t v = 0; v < seen.size(); ++v) EXPECT_EQ(seen[v], v < body.mesh.vertices.size() ? 1 : 0) << v;
  // Remnants join others, so that the average stays near the size asked for.
  EXPECT_LT(aggregates.count(), 2 * count_of(body.mesh.vertices) / 24);
}

TEST(CoarseSpace, ReproducesRigidMotionsExactly) {
  const Body body(sheet(20), {}, 20, 5);
  CoarseSpace space;
  ASSERT_EQ(space.build(body.matrix(), body.positions), SolveOutcome::solved);
  std::vector<Vec3> motion = body.zero(), force = body.zero(), found = body.zero();
  for (size_t v = 0; v < body.mesh.vertices.size(); ++v)
    motion[v] = Vec3(1, 2, 3) + Vec3(-0.5, 1, 2).cross(body.positions[v]);
  body.matrix().multiply(motion, force);
  space.add_correction(force, found);
  // The coarse matrix has a condition number of about 1e5.
  EXPECT_TRUE(flat(found).isApprox(flat(motion), 1e-9));
}

TEST(CoarseSpace, IsSymmetricAndPositive) {
  const Body body(sheet(12), {}, 20, 5);
  CoarseSpace space;
  ASSERT_EQ(space.build(body.matrix(), body.positions), SolveOutcome::solved);
  Random random(3);
  for (int trial = 0; trial < 10; ++trial) {
    const auto n = count_of(body.positions);
    const std::vector<Vec3> a = random_vector(random, n), b = random_vector(random, n);
    std::vector<Vec3> qa = body.zero(), qb = body.zero();
    space.add_correction(a, qa);
    space.add_correction(b, qb);
    EXPECT_GT(dot(a, qa), 0);
    EXPECT_NEAR(dot(a, qb), dot(b, qa), 1e-9 * std::sqrt(dot(a, qa) * dot(b, qb)));
  }
}

TEST(CoarseSpace, CopesWithRotationsThatMoveNothing) {
  Body body(sheet(12), {});
  const std::vector<Vec3> shape = body.positions;
  for (const double factor : {0.0, 1e-12}) {  // all nodes in one point, or on one line
    for (size_t v = 0; v < shape.size(); ++v)
      body.positions[v] = factor * shape[v] + Vec3(factor > 0 ? shape[v].x() : 1, 0, 0);
    CoarseSpace space;
    ASSERT_EQ(space.build(body.matrix(), body.positions), SolveOutcome::solved);
    std::vector<Vec3> z = body.zero();
    space.add_correction(body.system.force, z);
    EXPECT_TRUE(flat(z).allFinite());
  }
}

SolveReport solve_two_levels(const Body& body, std::vector<Vec3>& x, ContactBlock block = ContactBlock::all) {
  Pcg solver({.max_iterations = 1000,
              .contact_block = block,
              .positions = body.positions,
              .first_level_iterations = 10});
  x.resize(body.positions.size());
  return solver.solve(body.matrix(), body.system.force, x);
}

TEST(SecondLevel, KeepsIterationsBoundedAsABodyIsRefined) {
  std::vector<Index> one, two;
  for (const Index resolution : {20, 40, 80}) {
    const Body body(sheet(resolution), {.young = 1e6});
    std::vector<Vec3> x(body.positions.size());
    one.push_back(Pcg({.max_iterations = 5000}).solve(body.matrix(), body.system.force, x).iterations);
    const SolveReport report = solve_two_levels(body, x);
    EXPECT_EQ(report.outcome, SolveOutcome::solved);
    EXPECT_NE(report.why.find("second level"), std::string::npos) << report.why;
    EXPECT_LE(report.relative_residual, 1.1e-3);
    two.push_back(report.iterations);
  }
  EXPECT_GT(one[2], 1.4 * one[0]) << "the first level alone";
  EXPECT_LT(two[2], 1.5 * two[0]);
  EXPECT_LT(3 * two[2], one[2]);
}

TEST(SecondLevel, HasTheSameBitsForAnyThreadCount) {
  const Body body(sheet(50), {.young = 1e6}, 300, 7);
  std::vector<Vec3> x[2];
  for (int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    EXPECT_EQ(solve_two_levels(body, x[threads - 1], ContactBlock::none).outcome, SolveOutcome::solved);
  }
  EXPECT_TRUE(same_bits(x[0], x[1]));
}

TEST(SecondLevel, SolvesKnownRowsAndContacts) {
  const Body body(sheet(30), {.young = 1e6}, 300, 7);
  for (const ContactBlock block : {ContactBlock::all, ContactBlock::if_small, ContactBlock::none}) {
    std::vector<Vec3> x;
    EXPECT_EQ(solve_two_levels(body, x, block).outcome, SolveOutcome::solved);
    for (size_t v = body.mesh.vertices.size(); v < x.size(); ++v)
      EXPECT_LT((x[v] - Vec3(1, 2, 3)).norm(), 1e-2) << "mass 1, force (1, 2, 3)";
  }
}

TEST(SecondLevel, LeavesKnownRowsInsideABodyExactlyWhereTheyAre) {
  Body body(sheet(40), {.young = 1e6}, 100);
  std::vector<std::uint8_t> is_known(body.positions.size(), 0);
  for (size_t v = 0; v < is_known.size(); ++v) is_known[v] = body.positions[v].x() < -0.45 ? 1 : 0;
  BlockSources sources = body.system.sources();
  sources.is_known = is_known;
  const BlockMatrix& matrix = body.assembly.assemble(sources);
  std::vector<Vec3> b = body.system.force, x(b.size());
  for (size_t v = 0; v < b.size(); ++v)
    if (is_known[v]) b[v].setZero();
  Pcg solver({.max_iterations = 1000, .positions = body.positions, .first_level_iterations = 10});
  const SolveReport report = solver.solve(matrix, b, x);
  EXPECT_EQ(report.outcome, SolveOutcome::solved);
  EXPECT_NE(report.why.find("second level"), std::string::npos) << report.why;
  Index known = 0;
  for (size_t v = 0; v < x.size(); ++v)
    if (is_known[v]) {
      ++known;
      EXPECT_EQ(x[v], Vec3::Zero().eval()) << v;
    }
  EXPECT_GT(known, 20);
}

TEST(SecondLevel, IsLeftOutWhereItsMatrixIsSingular) {
  Body body(sheet(20), {.young = 1e6});
  body.system.mass.assign(body.system.mass.size(), 0);  // free to move as a whole
  body.system.assemble_into(body.assembly);
  std::vector<Vec3> x;
  const SolveReport report = solve_two_levels(body, x);
  EXPECT_NE(report.outcome, SolveOutcome::not_finite);
  EXPECT_TRUE(flat(x).allFinite());
}

TEST(AutoSolver, LargeSystemsWithPositionsGetASecondLevel) {
  const Body body(sheet(40), {.young = 1e6});
  // A sheet of this size is factorised faster; the budget makes conjugate gradients continue.
  AutoSolver solver({.budget = 100, .large_rows = 1000, .cholesky = {}}), plain;
  std::vector<Vec3> x = body.zero(), expected = body.zero();
  solver.set_positions(body.positions);
  const SolveReport report = solver.solve(body.matrix(), body.system.force, x);
  EXPECT_EQ(report.outcome, SolveOutcome::solved);
  EXPECT_EQ(report.solver, "pcg");
  EXPECT_NE(report.why.find("second level"), std::string::npos) << report.why;
  plain.set_positions(body.positions);
  const SolveReport small = plain.solve(body.matrix(), body.system.force, expected);
  EXPECT_EQ(small.why.find("second level"), std::string::npos) << "below large_rows";
  EXPECT_TRUE(flat(x).isApprox(flat(expected), 1e-2));
  AutoSolver unaware;
  EXPECT_EQ(unaware.solve(body.matrix(), body.system.force, x).outcome, small.outcome);
  EXPECT_TRUE(same_bits(x, expected)) << "positions change nothing below large_rows";
}

}  // namespace
}  // namespace lacuna::test
