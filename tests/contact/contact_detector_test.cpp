// The detector against brute force over all pairs: near pairs, merged stencils without mollifier, and bounds
// on motion, none of which may depend on what was asked before or on threads.
#include "contact/contact_detector.h"

#include "base/parallel.h"
#include "mesh/shape/pleat.h"
#include "support/random_scene.h"
#include "support/separated_scene.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace lacuna::test {
namespace {

using enum StencilKind;
using PairKey = std::pair<PairKind, Pair>;

std::vector<Vec3> advanced(Positions x, Positions p, double t) {
  std::vector<Vec3> y(x.begin(), x.end());
  for (size_t v = 0; v < y.size(); ++v) y[v] += t * p[v];
  return y;
}

/// Squared distances of all pairs within range plus offset, by trying every one.
std::map<PairKey, double> near_by_brute_force(const Surface& surface, Positions x, double range) {
  std::map<PairKey, double> near;
  for (const Contact& pair : all_pairs(surface, x))
    if (std::sqrt(pair.distance2) < range + pair_offset(surface, pair.kind, pair.pair))
      near[{pair.kind, pair.pair}] = pair.distance2;
  return near;
}

std::map<PairKey, double> gaps_by_pair(const Surface& surface, Positions x) {
  std::map<PairKey, double> gaps;
  for (const Contact& pair : all_pairs(surface, x)) gaps[{pair.kind, pair.pair}] = gap(surface, pair);
  return gaps;
}

void expect_same(const std::vector<Contact>& a, const std::vector<Contact>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].pair, b[i].pair);
    ASSERT_EQ(a[i].kind, b[i].kind);
    ASSERT_EQ(a[i].region, b[i].region);
    ASSERT_EQ(a[i].distance2, b[i].distance2);
  }
}

TEST(ContactDetectorProperty, NearPairsAreThoseOfBruteForceAtAnyRange) {
  size_t total = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomScene scene(seed);
    ContactDetector detector(scene.surface, scene.x, {}, {.dhat = 0.02});
    // Small steps, so that lists are kept, and a range that changes from call to call.
    for (const double range : {0.02, 0.05, 0.001, 0.3, 0.02}) {
      const std::map<PairKey, double> expected = near_by_brute_force(scene.surface, scene.x, range);
      const std::vector<Contact>& found = detector.near_pairs(scene.x, range);
      ASSERT_EQ(found.size(), expected.size()) << "seed " << seed << ", range " << range;
      auto wanted = expected.begin();  // the map is sorted by kind and primitives, as the list must be
      for (const Contact& pair : found) {
        EXPECT_EQ(wanted->first, PairKey(pair.kind, pair.pair));
        EXPECT_NEAR(wanted->second, pair.distance2, 1e-14);  // of points in a box of 2 m
        ++wanted;
      }
      total += found.size();
      scene.x = scene.moved(1e-3);
    }
  }
  EXPECT_GT(total, 10000U);
}

TEST(ContactDetectorProperty, NearPairsDoNotDependOnWhatWasAskedBefore) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomScene scene(seed);
    const std::vector<Vec3> there = scene.moved(0.3), nearby = advanced(scene.x, scene.x, 1e-3);
    ContactDetector used(scene.surface, scene.x, {}, {.dhat = 0.02});
    ContactDetector fresh(scene.surface, scene.x, {}, {.dhat = 0.02});
    used.near_pairs(there, 0.1);
    used.find(nearby);
    expect_same(used.near_pairs(scene.x, 0.05), fresh.near_pairs(scene.x, 0.05));
  }
}

TEST(ContactDetector, NearPairsTakeTheRangeOfEachVertex) {
  Mesh dust;
  dust.vertices = {{0, 0, 0}, {0.1, 0, 0}, {5, 0, 0}, {5.1, 0, 0}};
  Surface surface;
  surface.add(dust, {});
  ContactDetector detector(surface, dust.vertices, {}, {.dhat = 0.01});
  const std::vector<double> ranges{0.15, 0.15, 0.05, 0.05};
  const auto& pairs = detector.near_pairs(dust.vertices, ContactRange(std::span<const double>(ranges)));
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].pair, (Pair{0, 1}));
  EXPECT_NEAR(pairs[0].distance2, 0.01, 1e-16);
}

// ---- stencils without mollifier

/// The nodes of a stencil on each side.
std::array<std::set<Index>, 2> sides_of(const ContactStencil& s) {
  const int first = s.kind == edge_edge || s.kind == mollified ? 2 : 1;
  std::array<std::set<Index>, 2> sides;
  for (int k = 0; k < node_count(s.kind); ++k)
    sides[k < first ? 0 : 1].insert(s.nodes[static_cast<size_t>(k)]);
  return sides;
}

/// The vertices of the closest features of a pair, one set for each side.
std::array<std::set<Index>, 2> features_of(const Surface& surface, const Contact& pair) {
  const auto i = static_cast<size_t>(pair.pair[0]), j = static_cast<size_t>(pair.pair[1]);
  const auto on_edge = [](const Edge& e, size_t part) {  // 0 and 1 are the ends, 2 is inside
    return part == 2 ? std::set<Index>{e[0], e[1]} : std::set<Index>{e[part]};
  };
  switch (pair.kind) {
    case PairKind::vertex_triangle: {
      const Triangle& t = surface.triangles()[j];
      if (pair.region < 3) return {std::set{pair.pair[0]}, {t[pair.region]}};
      if (pair.region == 6) return {std::set{pair.pair[0]}, {t[0], t[1], t[2]}};
      const size_t side = pair.region - 3U;
      return {std::set{pair.pair[0]}, {t[side], t[(side + 1) % 3]}};
    }
    case PairKind::edge_edge:
      return {on_edge(surface.edges()[i], pair.region / 3), on_edge(surface.edges()[j], pair.region % 3)};
    case PairKind::vertex_edge:
      return {std::set{pair.pair[0]}, on_edge(surface.edges()[j], pair.region)};
    default:
      return {std::set{pair.pair[0]}, {pair.pair[1]}};
  }
}

bool is_edge_pair_at_an_end(const Contact& pair) {
  return pair.kind == PairKind::edge_edge && static_cast<EdgeEdgeRegion>(pair.region) != EdgeEdgeRegion::a_b;
}

using Sides = std::set<std::set<Index>>;
Sides unordered(const std::array<std::set<Index>, 2>& sides) { return {sides[0], sides[1]}; }

/// Every closest pair of features is there once, with the number of pairs of a vertex that share it, or 1.
void check_crossing_stencils(const Surface& surface, const std::vector<Contact>& pairs,
                             const std::vector<ContactStencil>& stencils) {
  std::map<Sides, double> expected;
  for (const Contact& pair : pairs)
    expected[unordered(features_of(surface, pair))] += is_edge_pair_at_an_end(pair) ? 0 : 1;
  ASSERT_EQ(stencils.size(), expected.size());
  for (const ContactStencil& stencil : stencils) {
    EXPECT_NE(stencil.kind, mollified);
    const auto wanted = expected.find(unordered(sides_of(stencil)));
    ASSERT_NE(wanted, expected.end());
    EXPECT_EQ(stencil.weight, std::max(1.0, wanted->second));
  }
}

TEST(ContactDetectorProperty, CrossingEdgesAndFeaturesAreEachThereOnceWithoutMollifier) {
  size_t only_seen_by_edges = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RandomScene scene(seed);
    const double dhat = 0.04;
    ContactDetector detector(scene.surface, scene.x, {}, {.dhat = dhat, .edge_pairs = EdgePairs::crossing});
    const std::vector<Contact> pairs = detector.near_pairs(scene.x, dhat);
    const std::vector<ContactStencil> stencils = detector.find(scene.x);
    check_crossing_stencils(scene.surface, pairs, stencils);
    std::set<Sides> seen_by_vertices;
    for (const Contact& pair : pairs)
      if (!is_edge_pair_at_an_end(pair)) seen_by_vertices.insert(unordered(features_of(scene.surface, pair)));
    only_seen_by_edges += stencils.size() - seen_by_vertices.size();
    ASSERT_NEAR(smallest_gap(stencils, scene.x), smallest_gap(scene.surface, pairs),
                1e-9 * std::abs(smallest_gap(scene.surface, pairs)) + 1e-12);
  }
  EXPECT_GT(only_seen_by_edges, 0U) << "such as a rod's edge and a corner of a cloth";
}

/// Two long edges that cross at an angle far below the mollifier's threshold, or are exactly parallel.
std::vector<ContactStencil> stencils_of_two_rods(double angle, EdgePairs edge_pairs) {
  Mesh rod;
  rod.vertices = {{-1, 0, 0}, {1, 0, 0}};
  rod.edges = {{0, 1}};
  Surface surface;
  std::vector<Vec3> x = rod.vertices;
  surface.add(rod, {});
  const Vec3 direction(std::cos(angle), std::sin(angle), 0);
  for (size_t end = 0; end < 2; ++end) {
    rod.vertices[end] = (end == 0 ? -0.5 : 0.7) * direction + Vec3(0, 0, 0.01);
    x.push_back(rod.vertices[end]);
  }
  surface.add(rod, {});
  ContactDetector detector(surface, x, {}, {.dhat = 0.015, .edge_pairs = edge_pairs});
  return detector.find(x);
}

TEST(ContactDetector, NearlyParallelEdgesThatCrossKeepTheirPairAndParallelOnesTheirEnds) {
  // Ends are 0.018 m from the other rod, out of reach: without the pair of edges nothing would be left.
  const auto crossed = stencils_of_two_rods(0.03, EdgePairs::crossing);
  ASSERT_EQ(crossed.size(), 1U);
  EXPECT_EQ(crossed[0].kind, edge_edge);
  EXPECT_EQ(crossed[0].weight, 1);
  for (const ContactStencil& stencil : stencils_of_two_rods(0.03, EdgePairs::mollified))
    EXPECT_EQ(stencil.kind, mollified);

  const auto parallel = stencils_of_two_rods(0, EdgePairs::crossing);
  ASSERT_EQ(parallel.size(), 2U);
  for (const ContactStencil& stencil : parallel) {
    EXPECT_EQ(stencil.kind, point_edge);
    EXPECT_EQ(stencil.weight, 1) << "the pair of edges adds nothing to that of the vertex";
  }
}

TEST(ContactDetectorDeathTest, AreasNeedTheMollifier) {
  const SeparatedScene scene(0, 5, 0.15, 0, 1e-4, 0);
  EXPECT_DEATH(
      ContactDetector(scene.surface, scene.x, {},
                      {.dhat = 0.1, .weights = ContactWeights::area, .edge_pairs = EdgePairs::crossing}),
      "areas are weights of mollified edges");
}

// ---- bounds

struct Limits {
  double gap_fraction, kept_of_dhat;
};
class ContactBoundsProperty : public testing::TestWithParam<Limits> {};
INSTANTIATE_TEST_SUITE_P(KeptGaps, ContactBoundsProperty,
                         testing::Values(Limits{0.1, 0.1}, Limits{0.5, 0.01}, Limits{0.2, 1}, Limits{0.9, 3},
                                         Limits{0.1, 20}));

TEST_P(ContactBoundsProperty, EveryGapKeepsWhatTheLimitsSayAllAlong) {
  const auto [fraction, kept] = GetParam();
  constexpr double dhat = 0.01;
  int limited = 0;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    const SeparatedScene scene(seed, 40, 0.15, seed % 2 ? 0.01 : 0, 1e-6, 0.1);
    ContactDetector detector(scene.surface, scene.x, {}, {.dhat = dhat});
    const MotionBound bound =
        detector.bound(scene.x, scene.dx, {.gap_fraction = fraction, .kept_of_dhat = kept});
    ASSERT_GT(bound.time, 0);
    ASSERT_LE(bound.time, 1);
    limited += bound.time < 1;
    EXPECT_EQ(bound.time < 1, bound.vertices[0] >= 0);
    const auto before = gaps_by_pair(scene.surface, scene.x);
    for (int sample = 1; sample <= 6; ++sample)
      for (const auto& [pair, gap] :
           gaps_by_pair(scene.surface, advanced(scene.x, scene.dx, bound.time * sample / 6)))
        ASSERT_GE(gap, std::min(0.9 * kept * dhat, fraction * before.at(pair)) * (1 - 1e-9) - 1e-14)
            << "seed " << seed << ", sample " << sample;
  }
  EXPECT_GT(limited, 10);
}

TEST(ContactDetector, ASmallerKeptGapLetsAHeadOnMotionGoFarther) {
  Mesh dust;
  dust.vertices = {{0, 0, 0}, {1, 0, 0}};
  Surface surface;
  surface.add(dust, {});
  const std::vector<Vec3> p{Vec3(2, 0, 0), Vec3(0, 0, 0)};
  ContactDetector detector(surface, dust.vertices, {}, {.dhat = 0.1});
  double last = 0;
  for (const double kept : {20.0, 1.0, 0.1, 0.01}) {
    const MotionBound bound = detector.bound(dust.vertices, p, {.gap_fraction = 0.5, .kept_of_dhat = kept});
    const double gap = 1 - 2 * bound.time, wanted = std::min(0.5, kept * 0.1);
    EXPECT_GE(gap, 0.9 * wanted);
    EXPECT_LE(gap, 1.1 * wanted);
    EXPECT_GT(bound.time, last);
    EXPECT_EQ(bound.vertices, (std::array<Index, 2>{0, 1}));
    last = bound.time;
  }
}

/// Dust above a plane that vertex 3 carries; vertex 2 is kinematic, behind the plane.
struct DustOverPlane {
  Mesh dust;
  Surface surface;
  std::vector<Vec3> x;
  std::vector<ContactPlane> planes{{3, Vec3(0, 1, 0)}};

  DustOverPlane() {
    dust.vertices = {{0, 1, 0}, {3, 0.05, 0}, {6, -1, 0}};
    surface.add(dust, {.offset = 0.02});
    surface.set_kinematic(2, true);
    x = dust.vertices;
    x.emplace_back(0, 0, 0);
  }
};

TEST(ContactDetector, HalfSpacesLimitMotionAndTouchWhatIsNear) {
  const DustOverPlane scene;
  ContactDetector detector(scene.surface, scene.x, scene.planes, {.dhat = 0.1});
  const auto& stencils = detector.find(scene.x);
  ASSERT_EQ(stencils.size(), 1U);
  EXPECT_EQ(stencils[0].kind, plane);
  EXPECT_EQ(stencils[0].nodes, (std::array<Index, 4>{1, 3, -1, -1}));
  EXPECT_NEAR(plane_gap(scene.surface, scene.planes[0], scene.x, 1), 0.04, 1e-15);

  const std::vector<Vec3> fall(4, Vec3(0, -1, 0)), rise{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 1, 0}};
  // Everything falls with the plane: nothing comes closer.
  EXPECT_EQ(detector.bound(scene.x, fall, {}).time, 1);
  // The plane rises towards vertex 1, whose gap is 0.04: the smaller of a fraction and a part of dhat is
  // left.
  for (const auto& [fraction, kept, left] :
       {std::array{0.1, 0.1, 0.004}, std::array{0.5, 0.1, 0.01}, std::array{0.5, 0.01, 0.001}}) {
    const MotionBound bound = detector.bound(scene.x, rise, {.gap_fraction = fraction, .kept_of_dhat = kept});
    EXPECT_NEAR(bound.time, 0.04 - left, 1e-15);
    EXPECT_EQ(bound.vertices, (std::array<Index, 2>{1, 3}));
  }
  EXPECT_EQ(detector.bound(scene.x, rise, {.t_max = 0.01}).time, 0.01);
}

TEST(ContactDetectorProperty, BoundsAndStencilsDoNotDependOnWhatWasAskedBefore) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SeparatedScene scene(seed, 40, 0.15, 0.01, 1e-6, 0.1);
    const DetectorSettings settings{.dhat = 0.02};
    ContactDetector used(scene.surface, scene.x, {}, settings), fresh(scene.surface, scene.x, {}, settings);
    const std::vector<Vec3> before = advanced(scene.x, scene.dx, -0.02);
    used.find(before);
    used.bound(before, scene.dx, {.kept_of_dhat = 5});
    const MotionBound a = used.bound(scene.x, scene.dx, {}), b = fresh.bound(scene.x, scene.dx, {});
    EXPECT_EQ(a.time, b.time) << "seed " << seed;
    EXPECT_EQ(used.find(scene.x), fresh.find(scene.x));
  }
}

TEST(ContactDetector, FindsAgainAfterTheSurfaceHasChanged) {
  SeparatedScene scene(3, 40, 0.15, 0.01, 1e-6, 0.1);
  ContactDetector used(scene.surface, scene.x, {}, {.dhat = 0.05});
  const std::vector<ContactStencil> before = used.find(scene.x);
  EXPECT_EQ(used.find(scene.x), before);
  used.near_pairs(scene.x, 0.2);
  EXPECT_EQ(used.find(scene.x), before);
  for (Index v = 0; v < scene.surface.vertex_count(); ++v) scene.surface.set_kinematic(v, true);
  EXPECT_TRUE(used.find(scene.x).empty());
  EXPECT_FALSE(before.empty());
  for (Index v = 0; v < scene.surface.vertex_count(); ++v) scene.surface.set_kinematic(v, false);
  EXPECT_EQ(used.find(scene.x), before);
}

TEST(ContactDetector, AnswersHaveTheSameBitsForAnyThreadCount) {
  const Mesh mesh = pleated_sheet({.rows = 40, .noise_in_plane = 5e-4, .noise_in_height = 5e-5});
  Surface surface;
  surface.add(mesh, {});
  const std::vector<Vec3> p(mesh.vertices.size(), Vec3(0, -1e-2, 0));
  struct Answers {
    std::vector<Contact> pairs;
    std::vector<ContactStencil> stencils, crossing;
    double time;
  };
  const auto answers = [&](int threads) {
    const ThreadLimit limit(threads);
    ContactDetector detector(surface, mesh.vertices, {}, {.dhat = 1.2e-3});
    ContactDetector crossing(surface, mesh.vertices, {}, {.dhat = 1.2e-3, .edge_pairs = EdgePairs::crossing});
    return Answers{detector.near_pairs(mesh.vertices, 2e-3), detector.find(mesh.vertices),
                   crossing.find(mesh.vertices), detector.bound(mesh.vertices, p, {}).time};
  };
  const Answers one = answers(1), four = answers(4);
  ASSERT_GT(one.pairs.size(), 1000U);
  expect_same(one.pairs, four.pairs);
  EXPECT_EQ(one.stencils, four.stencils);
  EXPECT_EQ(one.crossing, four.crossing);
  EXPECT_EQ(one.time, four.time);
}

TEST(ContactDetector, FindsAnEdgeThroughATriangle) {
  Mesh triangle, rod;
  triangle.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.triangles = {{0, 1, 2}};
  rod.vertices = {{0.2, 0.2, -1}, {0.2, 0.2, 1}};
  rod.edges = {{0, 1}};
  Surface surface;
  surface.add(triangle, {});
  surface.add(rod, {});
  std::vector<Vec3> x = triangle.vertices;
  x.insert(x.end(), rod.vertices.begin(), rod.vertices.end());
  ContactDetector detector(surface, x, {}, {.dhat = 0.01});
  EXPECT_EQ(detector.intersections(x).size(), 1U);
  x[4].z() = -0.5;
  EXPECT_TRUE(detector.intersections(x).empty());
}

}  // namespace
}  // namespace lacuna::test
