#include "contact/broad_phase.h"

#include "contact/candidate_cache.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "mesh/shape/pleat.h"
#include "support/brute_force.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
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

TEST(BroadPhase, SeesWhatHasChangedOnTheSurface) {
  Mesh triangle, rod;
  triangle.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
  triangle.triangles = {{0, 2, 1}};
  rod.vertices = {Vec3(0.25, -1, 0.25), Vec3(0.25, 1, 0.25)};
  rod.edges = {{0, 1}};
  Surface surface;
  surface.add(triangle, {.is_kinematic = true});
  surface.add(rod, {.is_kinematic = true});
  std::vector<Vec3> x = triangle.vertices;
  x.insert(x.end(), rod.vertices.begin(), rod.vertices.end());
  BroadPhase broad_phase(surface);
  CandidateCache cache(surface, 0.1);
  IntersectionCheck check(surface);
  const auto pairs = [&] {
    Candidates candidates;
    broad_phase.fit(x, 0.01);
    broad_phase.find(candidates);
    EXPECT_EQ(cache.near(x, 0.01).size() >= candidates.size(), true);
    return candidates.size();
  };
  EXPECT_EQ(pairs(), 0U);
  EXPECT_TRUE(check.find(x).empty());
  surface.set_kinematic(3, false);  // the rod is let go
  EXPECT_GT(pairs(), 0U);
  EXPECT_EQ(check.find(x).size(), 1U);
  surface.disable(0, 1);
  EXPECT_EQ(pairs(), 0U);
  EXPECT_TRUE(check.find(x).empty());
  surface.add(rod, {});  // and another one falls in
  x.insert(x.end(), {Vec3(0.2, -1, 0.2), Vec3(0.2, 1, 0.2)});
  EXPECT_GT(pairs(), 0U);
  EXPECT_EQ(check.find(x).size(), 1U);
}

TEST(BroadPhase, TakesAnyRange) {
  Mesh dust;
  for (int i = 0; i < 5; ++i) dust.vertices.emplace_back(i, 0, 0);
  Surface surface;
  surface.add(dust, {});
  for (double range : {1e3, 1e39, 1e300, std::numeric_limits<double>::infinity()}) {
    BroadPhase broad_phase(surface);
    Candidates candidates;
    broad_phase.fit(dust.vertices, range);
    broad_phase.find(candidates);
    EXPECT_EQ(candidates.vertex_vertex.size(), 10U) << range;
  }
}

TEST(BroadPhase, TakesARangeForEachVertex) {
  Mesh dust;
  for (int i = 0; i < 4; ++i) dust.vertices.emplace_back(i, 0, 0);
  Surface surface;
  surface.add(dust, {});
  const std::vector<double> of_vertex = {1.5, 0.7, 0.1, 0.1};  // means: 1.1, 0.4, 0.1 between neighbours
  const ContactRange range{std::span<const double>(of_vertex)};
  BroadPhase broad_phase(surface);
  Candidates candidates;
  broad_phase.fit(dust.vertices, range);
  broad_phase.find(candidates);
  EXPECT_EQ(candidates.vertex_vertex, (std::vector<Pair>{{0, 1}}));
  EXPECT_EQ(ContactFinder(surface).find(dust.vertices, candidates, range).size(), 1U);
  CandidateCache cache(surface, 0.5);  // and its slack is on top, also in the mean
  EXPECT_EQ(cache.near(dust.vertices, range).vertex_vertex, (std::vector<Pair>{{0, 1}}));
  EXPECT_EQ(cache.near(dust.vertices, ContactRange(2.0)).vertex_vertex.size(), 5U);
}

TEST(BroadPhase, LosesNoPairToAVertexThatFliesAway) {
  Mesh dust;
  for (int i = 0; i < 64; ++i) dust.vertices.emplace_back(0.1 * i, 0, 0);
  Surface surface;
  surface.add(dust, {});
  for (double far : {1e30, 1e39, 1e200, std::numeric_limits<double>::infinity(), std::nan("")}) {
    dust.vertices[40].y() = far;
    BroadPhase broad_phase(surface);
    Candidates candidates;
    broad_phase.fit(dust.vertices, 0.15);
    broad_phase.find(candidates);
    std::set<Pair> found(candidates.vertex_vertex.begin(), candidates.vertex_vertex.end());
    for (Index i = 0; i + 1 < 64; ++i) {
      if (i == 39 || i == 40) continue;
      EXPECT_TRUE(found.contains({i, i + 1})) << far << " " << i;
    }
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
