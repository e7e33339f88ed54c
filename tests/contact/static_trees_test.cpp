// Static primitives in trees of their own: the same pairs as without that knowledge.
#include "contact/candidate_cache.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "support/allocations.h"
#include "support/random_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lacuna::test {
namespace {

std::vector<Pair> sorted(std::vector<Pair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

void expect_same(const Candidates& a, const Candidates& b) {
  EXPECT_EQ(sorted(a.vertex_triangle), sorted(b.vertex_triangle));
  EXPECT_EQ(sorted(a.edge_edge), sorted(b.edge_edge));
  EXPECT_EQ(sorted(a.vertex_edge), sorted(b.vertex_edge));
  EXPECT_EQ(sorted(a.vertex_vertex), sorted(b.vertex_vertex));
}

/// Every pair of `expected` is there, each pair once.
void expect_holds(const Candidates& found, const Candidates& expected) {
  const auto compare = [](const std::vector<Pair>& a, const std::vector<Pair>& b) {
    const std::vector<Pair> all = sorted(a);
    EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "a pair was found twice";
    EXPECT_TRUE(std::ranges::includes(all, sorted(b)));
  };
  compare(found.vertex_triangle, expected.vertex_triangle);
  compare(found.edge_edge, expected.edge_edge);
  compare(found.vertex_edge, expected.vertex_edge);
  compare(found.vertex_vertex, expected.vertex_vertex);
}

/// A scene twice: with static objects that are known as such, and with the same objects merely kinematic.
struct Twins {
  RandomScene told, untold;
  Random random;

  explicit Twins(std::uint64_t seed)
      : told(seed, Statics::told), untold(seed, Statics::untold), random(seed) {}

  /// Moves all but the static vertices.
  std::vector<Vec3> moved(double size) {
    std::vector<Vec3> y = told.x;
    for (Index v = 0; v < told.surface.vertex_count(); ++v)
      if (!told.surface.is_static(v))
        for (int k = 0; k < 3; ++k) y[static_cast<size_t>(v)][k] += random.uniform(-size, size);
    return y;
  }
  void set_kinematic(Index vertex, bool is_kinematic) {
    told.surface.set_kinematic(vertex, is_kinematic);
    untold.surface.set_kinematic(vertex, is_kinematic);
  }
};

/// The searches of one side.
struct Search {
  const Surface& surface;
  BroadPhase broad_phase{surface};
  CandidateCache cache{surface, 0.03};
  IntersectionCheck check{surface};
  ContactFinder finder{surface};

  Candidates near(Positions x, const ContactRange& range) {
    Candidates found;
    broad_phase.fit(x, range);
    broad_phase.find(found);
    return found;
  }
  Candidates in_parts(Positions x, const ContactRange& range) {
    Candidates all, part;
    broad_phase.fit(x, range);
    for (Index i = 0; i < broad_phase.part_count(); ++i) {
      broad_phase.find_part(i, part);
      const auto append = [](std::vector<Pair>& to, const std::vector<Pair>& from) {
        to.insert(to.end(), from.begin(), from.end());
      };
      append(all.vertex_triangle, part.vertex_triangle);
      append(all.edge_edge, part.edge_edge);
      append(all.vertex_edge, part.vertex_edge);
      append(all.vertex_vertex, part.vertex_vertex);
    }
    return all;
  }
  Candidates swept(Positions x_t0, Positions x_t1, const ContactRange& range) {
    Candidates found;
    broad_phase.fit_swept(x_t0, x_t1, range);
    broad_phase.find(found);
    return found;
  }
  std::vector<std::tuple<PairKind, Pair>> contacts(Positions x, double range) {
    std::vector<std::tuple<PairKind, Pair>> result;
    for (const Contact& c : finder.find(x, cache.near(x, range), range)) result.emplace_back(c.kind, c.pair);
    std::sort(result.begin(), result.end());
    return result;
  }
};

TEST(StaticTreesProperty, FindThePairsThatASearchOfEverythingFinds) {
  constexpr double rounding = 1e-5;  // m, far above that of single precision
  size_t static_pairs = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Twins twins(seed);
    Search told{twins.told.surface}, untold{twins.untold.surface};
    for (int step = 0; step < 6; ++step) {
      const double range = rounding + 0.03 * static_cast<double>(step % 3);
      const std::vector<Vec3>& x = twins.told.x;
      const std::vector<Vec3> x_t1 = twins.moved(0.1);
      const Candidates near = told.near(x, range);
      // Boxes are rounded outwards, and not the same way: a slightly larger range makes up for that.
      expect_holds(near, untold.near(x, range - rounding));
      expect_holds(untold.near(x, range + rounding), near);
      expect_same(told.in_parts(x, range), near);
      const Candidates swept = told.swept(x, x_t1, range);
      expect_holds(swept, untold.swept(x, x_t1, range - rounding));
      expect_holds(untold.swept(x, x_t1, range + rounding), swept);
      EXPECT_EQ(sorted(told.check.find(x)), sorted(untold.check.find(x)));
      EXPECT_EQ(told.contacts(x, 0.02), untold.contacts(x, 0.02));
      for (const Pair& pair : near.vertex_triangle)
        static_pairs +=
            twins.told.surface.is_static(pair[0]) ||
            twins.told.surface.is_static(twins.told.surface.triangles()[static_cast<size_t>(pair[1])][0]);
      twins.told.x = twins.untold.x = x_t1;
      if (step % 2 == 0) {  // pins come and go, and static vertices are let go one by one
        const auto v = static_cast<Index>(twins.random.below(x.size()));
        twins.set_kinematic(v, twins.random.below(2) == 0);
      }
    }
  }
  EXPECT_GT(static_pairs, 4000U) << "the scenes should have something to find";
}

TEST(StaticTrees, RangesMayDifferByVertex) {
  Twins twins(3);
  std::vector<double> ranges(twins.told.x.size());
  for (double& range : ranges) range = twins.random.uniform(0, 0.05);
  const ContactRange range{std::span<const double>(ranges)};
  Search told{twins.told.surface}, untold{twins.untold.surface};
  const Candidates a = told.near(twins.told.x, range), b = untold.near(twins.told.x, range);
  EXPECT_GE(a.size(), b.size()) << "static boxes take the largest range of all";
  ContactFinder finder(twins.told.surface);
  const size_t found = finder.find(twins.told.x, a, range).size();
  EXPECT_EQ(found, finder.find(twins.told.x, b, range).size());
  EXPECT_GT(found, 0U);
}

/// A static grid with a particle above it, which flies away.
TEST(StaticTrees, LoseNothingWhereTheMovingPartsFlyFarAway) {
  Mesh grid, particle;
  for (int i = 0; i < 20; ++i)
    for (int k = 0; k < 20; ++k) grid.vertices.emplace_back(0.1 * i, 0, 0.1 * k);
  for (Index i = 0; i + 1 < 20; ++i)
    for (Index k = 0; k + 1 < 20; ++k) {
      const Index v = 20 * i + k;
      grid.triangles.push_back({v, v + 1, v + 20});
      grid.triangles.push_back({v + 1, v + 21, v + 20});
    }
  particle.vertices = {Vec3(1, 1e-3, 1), Vec3(1.5, 1e-3, 1.5)};
  Surface surface;
  surface.add(grid, {.is_static = true});
  surface.add(particle, {});
  std::vector<Vec3> x = grid.vertices;
  x.insert(x.end(), particle.vertices.begin(), particle.vertices.end());
  BroadPhase broad_phase(surface);
  for (double far = 1; far < 1e300; far *= 30) {
    x.back() = Vec3(far, 1e-3, 0.5);
    Candidates found;
    broad_phase.fit(x, 2e-3);
    broad_phase.find(found);
    const bool is_found = std::any_of(found.vertex_triangle.begin(), found.vertex_triangle.end(),
                                      [](const Pair& pair) { return pair[0] == 400; });
    EXPECT_TRUE(is_found) << far;
  }
}

TEST(StaticTrees, TakeNoMemoryWhenSearchedAgain) {
  Twins twins(5);
  Search search{twins.told.surface};
  const std::vector<Vec3> x_t1 = twins.moved(1e-3);
  Candidates found;
  const auto search_all = [&] {
    search.broad_phase.fit(twins.told.x, 0.02);
    search.broad_phase.find(found);
    search.broad_phase.fit_swept(twins.told.x, x_t1, 0);
    search.broad_phase.find(found);
    (void)search.check.find(twins.told.x);
    (void)search.contacts(twins.told.x, 0.02);
  };
  search_all();
  const long before = allocation_count;
  search.broad_phase.fit(twins.told.x, 0.02);
  search.broad_phase.fit_swept(twins.told.x, x_t1, 0);
  search.broad_phase.find(found);
  (void)search.check.find(twins.told.x);
  EXPECT_EQ(allocation_count, before);
}

TEST(StaticTrees, VertexThatIsReleasedMovesAgain) {
  Mesh triangle;
  triangle.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
  triangle.triangles = {{0, 2, 1}};
  Surface surface;
  surface.add(triangle, {.is_static = true});
  EXPECT_TRUE(surface.is_kinematic(1) && surface.is_static(1));
  EXPECT_TRUE(surface.moving_vertices().empty());
  const Index revision = surface.static_revision();
  surface.set_kinematic(1, true);
  EXPECT_EQ(surface.static_revision(), revision) << "nothing has changed";
  surface.set_kinematic(1, false);
  surface.set_kinematic(1, true);
  EXPECT_FALSE(surface.is_static(1)) << "it may have moved meanwhile";
  EXPECT_EQ(surface.moving_vertices(), std::vector<Index>{1});
  EXPECT_NE(surface.static_revision(), revision);
}

}  // namespace
}  // namespace lacuna::test
