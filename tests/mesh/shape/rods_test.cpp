#include "base/input_error.h"
#include "geometry/distance.h"
#include "mesh/shape/shape_expectations.h"
#include "mesh/shape/thin.h"

#include <limits>
#include <map>

namespace lacuna {
namespace {

/// Smallest distance between edges of different rods.
double smallest_gap(const Mesh& mesh) {
  const Components rods = connected_components(mesh);
  double gap = std::numeric_limits<double>::infinity();
  const auto x = [&](Index v) { return mesh.vertices[static_cast<size_t>(v)]; };
  for (const Edge& a : mesh.edges) {
    for (const Edge& b : mesh.edges) {
      if (rods.of_vertex[static_cast<size_t>(a[0])] >= rods.of_vertex[static_cast<size_t>(b[0])]) continue;
      gap = std::min(gap, std::sqrt(edge_edge_distance2(x(a[0]), x(a[1]), x(b[0]), x(b[1]))));
    }
  }
  return gap;
}

TEST(RodBundle, HasTheCountsOfTheBraidsAndTheHair) {
  for (const auto& [rows, rods] : {std::pair{3, 2}, {4, 4}, {30, 638}, {35, 886}}) {
    const Mesh mesh = rod_bundle({.rows = rows, .segments = 5});
    EXPECT_EQ(count_of(mesh.vertices), 6 * rods);
    EXPECT_EQ(count_of(mesh.edges), 5 * rods);
    EXPECT_EQ(connected_components(mesh).count, rods);
  }
}

TEST(RodBundle, IsARoundBundleAlongAnyAxis) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, -2, 0), Vec3(0, 0, 1), Vec3(1, 2, -3)}) {
    const Mesh mesh = rod_bundle({.rows = 12, .pitch = 0.01, .length = 0.5, .segments = 3, .axis = axis});
    test::expect_distinct_vertices(mesh);
    for (const Vec3& x : mesh.vertices) {
      const double along = x.dot(axis.normalized());
      EXPECT_LE(std::abs(along), 0.25 + 1e-12);
      EXPECT_LT((x - along * axis.normalized()).norm(), 5.5 * 0.01);
    }
    EXPECT_NEAR(smallest_gap(mesh), 0.01, 1e-12);
    EXPECT_LT((mesh.vertices[3] - mesh.vertices[0] - 0.5 * axis.normalized()).norm(), 1e-12);
  }
}

TEST(RodBundle, JitterShortensTheBeginningsAndKeepsTheEnds) {
  const Mesh mesh = rod_bundle(
      {.rows = 20, .length = 0.2, .segments = 4, .axis = {1, 0, 0}, .length_jitter = 0.04, .seed = 2});
  double shortest = 1, longest = 0;
  for (size_t first = 0; first < mesh.vertices.size(); first += 5) {
    EXPECT_NEAR(mesh.vertices[first + 4].x(), 0.1, 1e-15);
    const double length = (mesh.vertices[first + 4] - mesh.vertices[first]).norm();
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
    for (size_t i = first; i < first + 4; ++i)
      EXPECT_NEAR((mesh.vertices[i + 1] - mesh.vertices[i]).norm(), length / 4, 1e-15);
  }
  EXPECT_GE(shortest, 0.16);
  EXPECT_LT(shortest, 0.162);
  EXPECT_GT(longest, 0.198);
  EXPECT_TRUE(test::are_equal(rod_bundle({.length_jitter = 0.01, .seed = 3}),
                              rod_bundle({.length_jitter = 0.01, .seed = 3})));
}

TEST(Net, RodsPassOverAndUnderEachOtherInTurn) {
  const NetShape shape{.size = {1, 2}, .counts = {4, 6}, .segments = 24, .weave = 0.01};
  const Mesh mesh = net(shape);
  EXPECT_EQ(count_of(mesh.vertices), 10 * 25);
  EXPECT_EQ(connected_components(mesh).count, 10);
  EXPECT_NEAR((bounds(mesh.vertices).size() - Vec3(1, 0.02, 2)).norm(), 0, 1e-12);
  // 24 edges have vertices on all crossings: rod j along x is as high there as rod k along z is low.
  for (Index j = 0; j < 4; ++j) {
    for (Index k = 0; k < 6; ++k) {
      const Vec3 a = mesh.vertices[static_cast<size_t>(25 * j + 2 + 4 * k)];
      const Vec3 b = mesh.vertices[static_cast<size_t>(25 * (4 + k) + 3 + 6 * j)];
      EXPECT_NEAR((a - b - Vec3(0, (j + k) % 2 == 0 ? 0.02 : -0.02, 0)).norm(), 0, 1e-15) << j << " " << k;
    }
  }
}

TEST(Net, KeepsItsRodsApartWithAnySegments) {
  for (Index segments : {8, 9, 10, 11, 13, 17, 30}) {
    const Mesh mesh = net({.counts = {4, 3}, .segments = segments, .weave = 1e-3});
    // Chords of the sine wave cut its height to cos(pi/4) at worst.
    EXPECT_GT(smallest_gap(mesh), 0.99 * std::sqrt(2.0) * 1e-3) << segments;
  }
}

TEST(Net, JoinedRodsShareTheirCrossings) {
  for (const auto& counts : {std::array<Index, 2>{20, 20}, {3, 5}, {1, 1}, {1, 4}}) {
    for (Index segments : {1, 7, 50}) {
      const Mesh mesh = net({.size = {2, 3}, .counts = counts, .segments = segments, .joined = true});
      test::expect_distinct_vertices(mesh);
      EXPECT_EQ(connected_components(mesh).count, 1);
      EXPECT_NEAR((bounds(mesh.vertices).size() - Vec3(2, 0, 3)).norm(), 0, 1e-12);
      std::map<Index, Index> vertices_of_valence;
      const VertexElements edges = vertex_edges(mesh.edges, count_of(mesh.vertices));
      for (Index v = 0; v < count_of(mesh.vertices); ++v) ++vertices_of_valence[count_of(edges.at(v))];
      EXPECT_EQ(vertices_of_valence[4], counts[0] * counts[1]);
      EXPECT_EQ(vertices_of_valence[1], 2 * (counts[0] + counts[1]));
      EXPECT_EQ(vertices_of_valence[4] + vertices_of_valence[1] + vertices_of_valence[2],
                count_of(mesh.vertices));
      for (const Edge& e : mesh.edges) {
        const Vec3 d = mesh.vertices[static_cast<size_t>(e[1])] - mesh.vertices[static_cast<size_t>(e[0])];
        EXPECT_NEAR(std::min(std::abs(d.x()), std::abs(d.z())), 0, 1e-12);
      }
    }
  }
  EXPECT_EQ(count_of(net({.counts = {5, 5}, .segments = 50, .joined = true}).edges), 10 * 50);
}

template <class Call>
void expect_refused(const std::string& where, const Call& call) {
  try {
    call();
    ADD_FAILURE() << "should have named " << where;
  } catch (const InputError& error) {
    EXPECT_EQ(error.where, where) << error.what();
  }
}

TEST(Rods, BadParametersAreNamed) {
  constexpr Index huge = 1 << 20;
  const double nan = std::nan("");
  expect_refused("rod-bundle.rows", [] { rod_bundle({.rows = 2}); });
  expect_refused("rod-bundle.rows", [] { rod_bundle({.rows = huge}); });
  expect_refused("rod-bundle.pitch", [] { rod_bundle({.pitch = 0}); });
  expect_refused("rod-bundle.length", [&] { rod_bundle({.length = nan}); });
  expect_refused("rod-bundle.segments", [] { rod_bundle({.segments = 0}); });
  expect_refused("rod-bundle.axis", [] { rod_bundle({.axis = {0, 0, 0}}); });
  expect_refused("rod-bundle.length_jitter", [] { rod_bundle({.length = 0.1, .length_jitter = 0.1}); });
  expect_refused("rod-bundle.length_jitter", [&] { rod_bundle({.length_jitter = nan}); });
  expect_refused("net.size", [] { net({.size = {0, 1}}); });
  expect_refused("net.counts", [] { net({.counts = {0, 1}}); });
  expect_refused("net.segments", [] { net({.counts = {20, 2}, .segments = 39}); });
  expect_refused("net.segments", [] { net({.segments = 0, .joined = true}); });
  expect_refused("net.segments", [] { net({.counts = {huge, huge}, .segments = 1, .joined = true}); });
  expect_refused("net.weave", [] { net({.weave = 0}); });
  EXPECT_NO_THROW(net({.weave = 0, .joined = true}));
}

}  // namespace
}  // namespace lacuna
