#include "contact/broad_phase.h"

#include "mesh/shape/pleat.h"
#include "support/brute_force.h"

#include <gtest/gtest.h>

#include <set>

namespace lacuna::test {
namespace {

std::set<Pair> as_set(const std::vector<Pair>& pairs) { return {pairs.begin(), pairs.end()}; }

/// Every pair of `expected` is there, none twice, and what is there beyond comes from rounding outwards only.
void expect_same(const std::vector<Pair>& found, const std::set<Pair>& expected,
                 const std::set<Pair>& tolerated) {
  const std::set<Pair> unique = as_set(found);
  EXPECT_EQ(unique.size(), found.size()) << "a pair was found twice";
  EXPECT_TRUE(std::ranges::includes(unique, expected)) << "missed a pair";
  EXPECT_TRUE(std::ranges::includes(tolerated, unique)) << "found a pair that may not collide or is far away";
}

void compare_with_brute_force(std::uint64_t seed, double range, double motion) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomScene scene(seed);
  const std::vector<Vec3> x_t1 = scene.moved(motion);
  BroadPhase broad_phase(scene.surface);
  Candidates found;
  if (motion > 0)
    broad_phase.fit_swept(scene.x, x_t1, range);
  else
    broad_phase.fit(scene.x, range);
  broad_phase.find(found);

  const BruteForce exact{scene, scene.x, x_t1, range};
  const BruteForce wider{scene, scene.x, x_t1, range + 1e-5};
  const auto e = exact.kinds(), w = wider.kinds();
  expect_same(found.vertex_triangle, exact.pairs(e.vertices, e.triangles, false),
              wider.pairs(w.vertices, w.triangles, false));
  expect_same(found.edge_edge, exact.pairs(e.edges, e.edges, true), wider.pairs(w.edges, w.edges, true));
  expect_same(found.vertex_edge, exact.pairs(e.free_vertices, e.free_edges, false),
              wider.pairs(w.free_vertices, w.free_edges, false));
  expect_same(found.vertex_vertex, exact.pairs(e.particles, e.particles, true),
              wider.pairs(w.particles, w.particles, true));

  std::vector<Pair> crossing;
  broad_phase.find_edge_triangle(crossing);
  expect_same(crossing, exact.pairs(e.edges, e.triangles, false), wider.pairs(w.edges, w.triangles, false));
}

TEST(BroadPhaseProperty, FindsEveryNearPairThatBruteForceFinds) {
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    compare_with_brute_force(seed, 0.02 * static_cast<double>(seed % 5), 0);
}

TEST(BroadPhaseProperty, FindsEverySweptPairThatBruteForceFinds) {
  for (std::uint64_t seed = 1000; seed < 1300; ++seed)
    compare_with_brute_force(seed, 0.01 * static_cast<double>(seed % 3),
                             0.05 * static_cast<double>(1 + seed % 7));
}

TEST(BroadPhase, LosesNothingWhenRefitFarFromWhereItWasBuilt) {
  RandomScene scene(7);
  BroadPhase reused(scene.surface), fresh(scene.surface);
  reused.fit(scene.x, 0.05);
  for (int step = 0; step < 20; ++step) {
    scene.x = scene.moved(0.1);
    Candidates a, b;
    reused.fit(scene.x, 0.05);
    reused.find(a);
    fresh.build(scene.x);
    fresh.fit(scene.x, 0.05);
    fresh.find(b);
    EXPECT_EQ(as_set(a.edge_edge), as_set(b.edge_edge));
    EXPECT_EQ(as_set(a.vertex_triangle), as_set(b.vertex_triangle));
  }
}

TEST(BroadPhase, GivesTheSameListForAnyThreadCount) {
  const Mesh mesh = pleated_sheet({.rows = 60, .noise_in_plane = 5e-4, .noise_in_height = 5e-5});
  Surface surface;
  surface.add(mesh, {});
  std::vector<Candidates> lists;
  for (int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    BroadPhase broad_phase(surface);
    broad_phase.fit(mesh.vertices, 2e-3);
    broad_phase.find(lists.emplace_back());
  }
  ASSERT_GT(lists[0].edge_edge.size(), 10000U);
  for (const Candidates& list : lists) {
    EXPECT_EQ(list.edge_edge, lists[0].edge_edge);
    EXPECT_EQ(list.vertex_triangle, lists[0].vertex_triangle);
  }
}

TEST(BroadPhase, HandlesEmptyAndTinySurfaces) {
  Surface nothing;
  BroadPhase empty(nothing);
  Candidates candidates;
  empty.fit({}, 1);
  empty.find(candidates);
  EXPECT_EQ(candidates.size(), 0U);

  Mesh two_points;
  two_points.vertices = {Vec3(0, 0, 0), Vec3(0, 0, 0)};
  Surface particles;
  particles.add(two_points, {});
  BroadPhase pair(particles);
  pair.fit(two_points.vertices, 0.1);
  pair.find(candidates);
  EXPECT_EQ(candidates.vertex_vertex, (std::vector<Pair>{{0, 1}}));
}

TEST(BroadPhase, KeepsItsPrecisionFarFromTheOrigin) {
  // 1 km away, single precision has a grid of 0.06 mm; relative to the first vertex nothing is lost.
  RandomScene scene(11);
  BroadPhase near(scene.surface), far(scene.surface);
  Candidates a, b;
  near.fit(scene.x, 1e-4);
  near.find(a);
  for (Vec3& x : scene.x) x += Vec3(1e3, -1e3, 1e3);
  far.fit(scene.x, 1e-4);
  far.find(b);
  EXPECT_EQ(as_set(a.edge_edge), as_set(b.edge_edge));
  EXPECT_EQ(as_set(a.vertex_triangle), as_set(b.vertex_triangle));
}

}  // namespace
}  // namespace lacuna::test
