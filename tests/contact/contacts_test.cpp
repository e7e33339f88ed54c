#include "contact/contacts.h"

#include "base/parallel.h"
#include "contact/broad_phase.h"
#include "geometry/distance.h"
#include "mesh/shape/pleat.h"
#include "support/separated_scene.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(ContactFinder, KeepsThePairsInRangeOfTheirOffsetAndNoOthers) {
  const SeparatedScene scene(5, 60, 0.15, 0.02, 1e-4, 0);
  const std::vector<Contact> all = all_pairs(scene.surface, scene.x);
  BroadPhase broad_phase(scene.surface);
  Candidates candidates;
  broad_phase.fit(scene.x, 0.05);
  broad_phase.find(candidates);
  const auto found = ContactFinder(scene.surface).find(scene.x, candidates, 0.05);
  size_t expected = 0;
  for (const Contact& contact : all) expected += std::sqrt(contact.distance2) < 0.05 + 0.02;
  EXPECT_EQ(found.size(), expected);
  EXPECT_GT(expected, 10U);
  for (const Contact& contact : found) {
    EXPECT_LT(gap(scene.surface, contact), 0.05);
    EXPECT_NEAR(gap(scene.surface, contact), std::sqrt(contact.distance2) - 0.02, 1e-15);
  }
}

TEST(ContactFinder, NamesTheClosestFeatures) {
  Mesh triangle, dust;
  triangle.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
  triangle.triangles = {{0, 2, 1}};
  dust.vertices = {Vec3(0.25, 0.1, 0.25), Vec3(-0.1, 0, -0.1), Vec3(0.5, 0.1, -0.1)};
  Surface surface;
  surface.add(triangle, {.offset = 0.01});
  surface.add(dust, {.offset = 0.03});
  std::vector<Vec3> x = triangle.vertices;
  x.insert(x.end(), dust.vertices.begin(), dust.vertices.end());
  Candidates candidates;
  candidates.vertex_triangle = {{3, 0}, {4, 0}, {5, 0}};
  const auto contacts = ContactFinder(surface).find(x, candidates, 0.2);
  ASSERT_EQ(contacts.size(), 3U);
  const auto region = [&](size_t i) { return static_cast<PointTriangleRegion>(contacts[i].region); };
  EXPECT_EQ(region(0), PointTriangleRegion::face);
  EXPECT_EQ(region(1), PointTriangleRegion::vertex_0);
  EXPECT_EQ(region(2), PointTriangleRegion::edge_20);  // the triangle's corners are 0, 2, 1
  EXPECT_DOUBLE_EQ(pair_offset(surface, PairKind::vertex_triangle, contacts[0].pair), 0.02);
  EXPECT_NEAR(gap(surface, contacts[0]), 0.08, 1e-15);
  EXPECT_NEAR(smallest_gap(surface, contacts), 0.08, 1e-15);
}

TEST(ContactFinder, KeepsTheDigitsOfAGapFarBelowTheOffset) {
  Mesh dust;
  dust.vertices = {Vec3(0, 0, 0), Vec3(1e-3 + 1e-8, 0, 0)};
  Surface surface;
  surface.add(dust, {.offset = 1e-3});
  Candidates candidates;
  candidates.vertex_vertex = {{0, 1}};
  const auto contacts = ContactFinder(surface).find(dust.vertices, candidates, 1e-4);
  ASSERT_EQ(contacts.size(), 1U);
  // The coordinate itself is rounded to 1e-19; squaring costs a few units of 1e-3.
  EXPECT_NEAR(smallest_gap(surface, contacts), 1e-8, 2e-18);
}

TEST(ContactFinder, GivesTheSameListForAnyThreadCount) {
  const Mesh mesh = pleated_sheet({.rows = 60, .noise_in_plane = 5e-4, .noise_in_height = 5e-5});
  Surface surface;
  surface.add(mesh, {});
  BroadPhase broad_phase(surface);
  Candidates candidates;
  broad_phase.fit(mesh.vertices, 1.2e-3);
  broad_phase.find(candidates);
  std::vector<std::vector<Contact>> lists;
  for (int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    lists.push_back(ContactFinder(surface).find(mesh.vertices, candidates, 1.2e-3));
  }
  ASSERT_GT(lists[0].size(), 1000U);
  for (const auto& list : lists) {
    ASSERT_EQ(list.size(), lists[0].size());
    for (size_t i = 0; i < list.size(); ++i) {
      ASSERT_EQ(list[i].pair, lists[0][i].pair);
      ASSERT_EQ(list[i].distance2, lists[0][i].distance2);
    }
  }
}

}  // namespace
}  // namespace lacuna::test
