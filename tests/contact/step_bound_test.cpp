#include "contact/step_bound.h"

#include "base/parallel.h"
#include "contact/intersection_check.h"
#include "mesh/shape/pleat.h"
#include "support/separated_scene.h"

#include <gtest/gtest.h>

#include <map>

namespace lacuna::test {
namespace {

std::vector<Vec3> advanced(const std::vector<Vec3>& x, const std::vector<Vec3>& dx, double t) {
  std::vector<Vec3> y(x.size());
  for (size_t v = 0; v < x.size(); ++v) y[v] = x[v] + t * dx[v];
  return y;
}

constexpr double range = 1e-3;  // pairs that stay farther apart than this on the way are left out

Candidates swept_candidates(const Surface& surface, const std::vector<Vec3>& x, const std::vector<Vec3>& dx) {
  BroadPhase broad_phase(surface);
  Candidates candidates;
  broad_phase.fit_swept(x, advanced(x, dx, 1), range);
  broad_phase.find(candidates);
  return candidates;
}

std::map<std::pair<PairKind, Pair>, double> gaps_by_pair(const Surface& surface, const std::vector<Vec3>& x) {
  std::map<std::pair<PairKind, Pair>, double> gaps;
  for (const Contact& contact : all_pairs(surface, x))
    gaps[{contact.kind, contact.pair}] = gap(surface, contact);
  return gaps;
}

/// A tenth of every gap is left anywhere along the allowed path, and more motion would have broken that.
void check_promise(const SeparatedScene& scene, std::uint64_t seed, int& limited) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const StepBound bound =
      bound_step(scene.surface, scene.x, scene.dx, swept_candidates(scene.surface, scene.x, scene.dx));
  ASSERT_GT(bound.time, 0);
  ASSERT_LE(bound.time, 1);
  const auto before = gaps_by_pair(scene.surface, scene.x);
  for (int sample = 1; sample <= 8; ++sample) {
    const auto x = advanced(scene.x, scene.dx, bound.time * sample / 8);
    for (const auto& [pair, gap] : gaps_by_pair(scene.surface, x))
      ASSERT_GE(gap, std::min(range, 0.1 * before.at(pair)) * (1 - 1e-9) - 1e-14) << "at sample " << sample;
    ASSERT_TRUE(IntersectionCheck(scene.surface).find(x).empty());
  }
  if (!bound.is_limited) {
    ASSERT_EQ(bound.time, 1);
    return;
  }
  ++limited;
  // The limiting pair has come down to what it may keep, within the tolerance of the search.
  const auto at_bound = gaps_by_pair(scene.surface, advanced(scene.x, scene.dx, bound.time));
  EXPECT_LE(at_bound.at({bound.kind, bound.pair}), 0.13 * before.at({bound.kind, bound.pair}));
}

TEST(StepBoundProperty, KeepsATenthOfEveryGapAndNoMore) {
  int limited = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    check_promise(SeparatedScene(seed, 40, 0.15, 0, 1e-6, 0.1), seed, limited);
  EXPECT_GT(limited, 30);
}

TEST(StepBoundProperty, KeepsATenthOfEveryGapBeyondAnOffset) {
  int limited = 0;
  for (std::uint64_t seed = 100; seed < 160; ++seed)
    check_promise(SeparatedScene(seed, 30, 0.15, 1e-2, 1e-8, 0.1), seed, limited);
  EXPECT_GT(limited, 30);
}

TEST(StepBoundProperty, DoesNotDependOnFartherCandidatesWithAKeptGap) {
  int limited = 0, would_have_differed = 0;
  for (std::uint64_t seed = 200; seed < 320; ++seed) {
    const SeparatedScene scene(seed, 40, 0.15, seed % 2 ? 1e-2 : 0, 1e-6, 0.1);
    constexpr double kept = 5e-3;
    const auto bound = [&](double searched, double kept_gap) {
      BroadPhase broad_phase(scene.surface);
      Candidates candidates;
      broad_phase.fit_swept(scene.x, advanced(scene.x, scene.dx, 1), searched);
      broad_phase.find(candidates);
      return bound_step(scene.surface, scene.x, scene.dx, candidates, {.kept_gap = kept_gap});
    };
    const StepBound near = bound(kept, kept), far = bound(20 * kept, kept);
    EXPECT_EQ(near.time, far.time) << "seed " << seed;
    EXPECT_EQ(near.is_limited, far.is_limited);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    would_have_differed += bound(kept, infinity).time != bound(20 * kept, infinity).time;
    limited += near.is_limited;
    const auto before = gaps_by_pair(scene.surface, scene.x);
    for (int sample = 1; sample <= 4; ++sample)
      for (const auto& [pair, gap] :
           gaps_by_pair(scene.surface, advanced(scene.x, scene.dx, near.time * sample / 4)))
        ASSERT_GE(gap, std::min(0.9 * kept, 0.1 * before.at(pair)) * (1 - 1e-9) - 1e-14);
  }
  EXPECT_GT(limited, 30);
  EXPECT_GT(would_have_differed, 0);
}

struct MovingCloth {
  Mesh mesh = pleated_sheet({.rows = 60, .noise_in_plane = 5e-4, .noise_in_height = 1e-4});
  Surface surface;
  std::vector<Vec3> dx;

  explicit MovingCloth(double motion) {
    surface.add(mesh, {});
    Random random(3);
    for (size_t v = 0; v < mesh.vertices.size(); ++v)
      dx.emplace_back(random.uniform(-motion, motion), random.uniform(-motion, motion),
                      random.uniform(-motion, motion));
  }
};

TEST(StepBound, IsTheSameForAnyThreadCount) {
  const MovingCloth cloth(2e-3);
  const Candidates candidates = swept_candidates(cloth.surface, cloth.mesh.vertices, cloth.dx);
  std::vector<StepBound> bounds;
  for (int threads : {1, 2, 4, 1, 2}) {
    const ThreadLimit limit(threads);
    bounds.push_back(bound_step(cloth.surface, cloth.mesh.vertices, cloth.dx, candidates));
  }
  ASSERT_TRUE(bounds[0].is_limited);
  for (const StepBound& bound : bounds) {
    EXPECT_EQ(bound.time, bounds[0].time);
    EXPECT_EQ(bound.pair, bounds[0].pair);
    EXPECT_EQ(bound.kind, bounds[0].kind);
  }
}

TEST(StepBound, IsTheSameForAnyOrderOfPairsThatNearlyTie) {
  // Cells of two particles each that meet at the same time but for rounding, just beyond an offset.
  Mesh dust;
  Candidates candidates;
  std::vector<Vec3> dx;
  Random random(6);
  for (Index cell = 0; cell < 1500; ++cell) {
    const double angle = random.uniform(0, 6.28), gap = random.uniform(0.5e-8, 1e-8);
    const Vec3 center(10 * std::cos(angle), cell * 0.1, 10 * std::sin(angle));
    const Vec3 axis(std::cos(3 * angle), 0, std::sin(3 * angle));
    dust.vertices.push_back(center);
    dust.vertices.emplace_back(center + (1e-3 + gap) * axis);
    dx.emplace_back(0.5 * gap * (1 + 1e-12 * random.uniform()) * 1e8 * axis);
    dx.emplace_back(-dx.back());
    candidates.vertex_vertex.push_back({2 * cell, 2 * cell + 1});
  }
  Surface surface;
  surface.add(dust, {.offset = 1e-3});
  const StepBound forward = bound_step(surface, dust.vertices, dx, candidates);
  ASSERT_TRUE(forward.is_limited);
  for (int trial = 0; trial < 50; ++trial) {
    for (size_t i = candidates.vertex_vertex.size() - 1; i > 0; --i)
      std::swap(candidates.vertex_vertex[i], candidates.vertex_vertex[random.below(i + 1)]);
    const StepBound shuffled = bound_step(surface, dust.vertices, dx, candidates);
    ASSERT_EQ(shuffled.time, forward.time);
  }
}

TEST(StepBound, WalksAClothForManyStepsWithoutIntersection) {
  MovingCloth cloth(1e-3);
  std::vector<Vec3> x = cloth.mesh.vertices;
  IntersectionCheck check(cloth.surface);
  Random random(9);
  for (int step = 0; step < 30; ++step) {
    for (Vec3& d : cloth.dx)
      d = Vec3(random.uniform(-1e-3, 1e-3), random.uniform(-1e-3, 1e-3), random.uniform(-1e-3, 1e-3));
    const StepBound bound =
        bound_step(cloth.surface, x, cloth.dx, swept_candidates(cloth.surface, x, cloth.dx));
    x = advanced(x, cloth.dx, bound.time);
    ASSERT_TRUE(check.find(x).empty()) << "step " << step;
  }
}

TEST(StepBound, OfNothingOrOfNoMotionIsTheWholeStep) {
  const MovingCloth cloth(1e-3);
  const std::vector<Vec3> still(cloth.dx.size(), Vec3::Zero());
  EXPECT_EQ(bound_step(cloth.surface, cloth.mesh.vertices, cloth.dx, {}).time, 1);
  const Candidates near = swept_candidates(cloth.surface, cloth.mesh.vertices, cloth.dx);
  const StepBound bound = bound_step(cloth.surface, cloth.mesh.vertices, still, near, {.t_max = 0.5});
  EXPECT_EQ(bound.time, 0.5);
  EXPECT_FALSE(bound.is_limited);
}

TEST(StepBound, IsZeroForAPairThatStartsInContact) {
  Mesh dust;
  dust.vertices = {Vec3(0, 0, 0), Vec3(0.5, 0, 0)};
  Surface surface;
  surface.add(dust, {.offset = 0.5});
  const std::vector<Vec3> still(2, Vec3::Zero());
  Candidates candidates;
  candidates.vertex_vertex = {{0, 1}};
  const StepBound bound = bound_step(surface, dust.vertices, still, candidates);
  EXPECT_EQ(bound.time, 0);
  EXPECT_TRUE(bound.is_limited);
}

}  // namespace
}  // namespace lacuna::test
