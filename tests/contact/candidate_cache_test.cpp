#include "contact/candidate_cache.h"

#include "contact/contacts.h"
#include "support/separated_scene.h"

#include <gtest/gtest.h>

#include <set>

namespace lacuna::test {
namespace {

using Key = std::pair<PairKind, Pair>;

std::set<Key> closer_than(const Surface& surface, const std::vector<Vec3>& x, double range) {
  std::set<Key> pairs;
  for (const Contact& contact : all_pairs(surface, x))
    if (gap(surface, contact) < range) pairs.insert({contact.kind, contact.pair});
  return pairs;
}

std::set<Key> all_of(const Candidates& candidates) {
  std::set<Key> pairs;
  const auto add = [&](PairKind kind, const std::vector<Pair>& list) {
    for (const Pair& pair : list) pairs.insert({kind, pair});
  };
  add(PairKind::vertex_triangle, candidates.vertex_triangle);
  add(PairKind::edge_edge, candidates.edge_edge);
  add(PairKind::vertex_edge, candidates.vertex_edge);
  add(PairKind::vertex_vertex, candidates.vertex_vertex);
  return pairs;
}

TEST(CandidateCacheProperty, HoldsEveryNearPairDuringARandomWalk) {
  Index searches = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SeparatedScene scene(seed, 30, 0.15, 0.01, 0.01, 0.004);
    CandidateCache cache(scene.surface, 0.04);
    Random random(seed);
    for (int step = 0; step < 30; ++step) {
      const auto& candidates = all_of(cache.near(scene.x, 0.03));
      EXPECT_TRUE(std::ranges::includes(candidates, closer_than(scene.surface, scene.x, 0.03))) << step;
      for (Vec3& x : scene.x)
        x += Vec3(random.uniform(-2e-3, 2e-3), random.uniform(-2e-3, 2e-3), random.uniform(-2e-3, 2e-3));
    }
    EXPECT_GT(cache.reuse_count(), cache.search_count()) << "the slack should pay";
    searches += cache.search_count();
  }
  EXPECT_GT(searches, 10) << "the walk should use the slack up";
}

TEST(CandidateCacheProperty, HoldsEveryPairThatMeetsOnTheWay) {
  for (std::uint64_t seed = 20; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SeparatedScene scene(seed, 30, 0.15, 0.01, 0.01, 0.02);
    CandidateCache cache(scene.surface, 0.03);
    cache.near(scene.x, 0.01);
    for (double scale : {0.1, 0.5, 5.0, 0.2}) {  // within the slack, and far beyond it
      std::vector<Vec3> x_t1 = scene.x;
      for (size_t v = 0; v < x_t1.size(); ++v) x_t1[v] += scale * scene.dx[v];
      const auto candidates = all_of(cache.along(scene.x, x_t1, 0.01));
      for (int sample = 0; sample <= 4; ++sample) {
        std::vector<Vec3> x = scene.x;
        for (size_t v = 0; v < x.size(); ++v) x[v] += 0.25 * sample * scale * scene.dx[v];
        EXPECT_TRUE(std::ranges::includes(candidates, closer_than(scene.surface, x, 0.01)));
      }
    }
  }
}

TEST(CandidateCache, KnowsTheRangeInWhichItsListIsComplete) {
  SeparatedScene scene(1, 30, 0.15, 0.01, 0.01, 0.01);
  CandidateCache cache(scene.surface, 0.05);
  EXPECT_EQ(cache.guaranteed_range(scene.x), -std::numeric_limits<double>::infinity());
  const auto candidates = all_of(cache.near(scene.x, 0.02));
  EXPECT_NEAR(cache.guaranteed_range(scene.x), 0.07, 1e-15);
  std::vector<Vec3> x = scene.x;
  double largest = 0;
  for (size_t v = 0; v < x.size(); ++v) {
    x[v] += scene.dx[v];
    largest = std::max(largest, scene.dx[v].norm());
  }
  const double range = cache.guaranteed_range(x);
  EXPECT_NEAR(range, 0.07 - 2 * largest, 1e-15);
  EXPECT_TRUE(std::ranges::includes(candidates, closer_than(scene.surface, x, range)));
  scene.surface.set_kinematic(0, true);
  EXPECT_EQ(cache.guaranteed_range(x), -std::numeric_limits<double>::infinity());
}

TEST(CandidateCache, SearchesAgainWhenMoreRangeIsAsked) {
  const SeparatedScene scene(1, 20, 0.15, 0, 0.01, 0.02);
  CandidateCache cache(scene.surface, 0.01);
  cache.near(scene.x, 0.01);
  cache.near(scene.x, 0.02);
  EXPECT_EQ(cache.search_count(), 1);
  EXPECT_TRUE(
      std::ranges::includes(all_of(cache.near(scene.x, 0.3)), closer_than(scene.surface, scene.x, 0.3)));
  EXPECT_EQ(cache.search_count(), 2);
}

}  // namespace
}  // namespace lacuna::test
