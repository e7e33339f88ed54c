#include "mesh/topology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace lacuna {
namespace {

const std::vector<Triangle> tetrahedron{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

std::vector<Triangle> random_triangles(unsigned seed, Index count, Index vertex_count) {
  std::mt19937 random(seed);
  std::vector<Triangle> triangles(static_cast<size_t>(count));
  for (Triangle& t : triangles) {
    do {
      for (Index& v : t) v = static_cast<Index>(random() % static_cast<unsigned>(vertex_count));
    } while (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]);
  }
  return triangles;
}

std::vector<Tet> random_tets(unsigned seed, Index count, Index vertex_count) {
  std::mt19937 random(seed);
  std::vector<Tet> tets(static_cast<size_t>(count));
  for (Tet& t : tets) {
    std::set<Index> corners;
    while (corners.size() < 4)
      corners.insert(static_cast<Index>(random() % static_cast<unsigned>(vertex_count)));
    std::copy(corners.begin(), corners.end(), t.begin());
    std::shuffle(t.begin(), t.end(), random);
  }
  return tets;
}

Edge sorted(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

TEST(Topology, EdgesAndNeighboursMatchBruteForce) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    const auto triangles =
        random_triangles(seed, 1 + static_cast<Index>(seed), 4 + static_cast<Index>(seed) / 3);
    std::map<Edge, std::vector<Index>> expected;
    for (Index t = 0; t < count_of(triangles); ++t) {
      const Triangle& v = triangles[static_cast<size_t>(t)];
      for (size_t i = 0; i < 3; ++i) expected[sorted(v[i], v[(i + 1) % 3])].push_back(t);
    }
    const EdgeTriangles adjacency = edge_triangles(triangles);
    ASSERT_EQ(adjacency.edges.size(), expected.size());
    EXPECT_EQ(adjacency.edges, unique_edges(triangles));
    Index e = 0;
    for (const auto& [edge, around] : expected) {
      EXPECT_EQ(adjacency.edges[static_cast<size_t>(e)], edge);
      const auto found = adjacency.at(e++);
      EXPECT_TRUE(std::equal(found.begin(), found.end(), around.begin(), around.end()));
    }
    for (size_t t = 0; t < triangles.size(); ++t) {
      for (size_t i = 0; i < 3; ++i) {
        const auto side = static_cast<size_t>(adjacency.of_triangle[t][i]);
        EXPECT_EQ(adjacency.edges[side], sorted(triangles[t][i], triangles[t][(i + 1) % 3]));
      }
    }
  }
}

TEST(Topology, BoundaryOfTetsMatchesBruteForce) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    const auto tets = random_tets(seed, 1 + static_cast<Index>(seed), 5 + static_cast<Index>(seed) / 4);
    std::map<std::set<Index>, int> uses;
    for (const Tet& t : tets) {
      for (size_t i = 0; i < 4; ++i) {
        std::set<Index> face(t.begin(), t.end());
        face.erase(t[i]);
        ++uses[face];
      }
    }
    const TetBoundary boundary = tet_boundary(tets);
    EXPECT_EQ(std::count_if(uses.begin(), uses.end(), [](const auto& use) { return use.second == 1; }),
              count_of(boundary.triangles));
    for (size_t i = 0; i < boundary.triangles.size(); ++i) {
      const Triangle& face = boundary.triangles[i];
      EXPECT_EQ(uses[std::set<Index>(face.begin(), face.end())], 1);
      const Tet& behind = tets[static_cast<size_t>(boundary.tets[i])];
      for (Index v : face) EXPECT_NE(std::find(behind.begin(), behind.end(), v), behind.end());
    }
    EXPECT_TRUE(std::is_sorted(boundary.tets.begin(), boundary.tets.end()));
  }
}

TEST(Topology, BoundaryOfOneTetLooksOutwards) {
  const std::vector<Tet> tets{{0, 1, 2, 3}};
  EXPECT_EQ(boundary_triangles(tets), tetrahedron);
  EXPECT_EQ(unique_edges(tets), (std::vector<Edge>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
}

TEST(Topology, ElementsAtVerticesMatchBruteForce) {
  const auto triangles = random_triangles(7, 40, 12);
  const VertexElements at_vertex = vertex_triangles(triangles, 14);
  ASSERT_EQ(at_vertex.first.size(), 15u);
  for (Index v = 0; v < 14; ++v) {
    std::vector<Index> expected;
    for (Index t = 0; t < 40; ++t) {
      const Triangle& corners = triangles[static_cast<size_t>(t)];
      if (std::find(corners.begin(), corners.end(), v) != corners.end()) expected.push_back(t);
    }
    const auto found = at_vertex.at(v);
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
  }
}

TEST(Topology, ClosedTetrahedronIsASphere) {
  const SurfaceReport report = inspect_surface(tetrahedron);
  EXPECT_TRUE(report.is_closed());
  EXPECT_TRUE(report.is_manifold());
  EXPECT_TRUE(report.is_oriented());
  EXPECT_EQ(report.euler_characteristic(), 2);
}

TEST(Topology, OpenSurfaceIsManifoldButNotClosed) {
  const std::vector<Triangle> open(tetrahedron.begin(), tetrahedron.begin() + 3);
  EXPECT_FALSE(is_closed(open));
  EXPECT_TRUE(is_manifold(open));
  EXPECT_EQ(euler_characteristic(open), 1);
  // The missing face is (0, 2, 1), so its three sides are run through the other way.
  EXPECT_EQ(boundary_edges(open), (std::vector<Edge>{{0, 1}, {2, 0}, {1, 2}}));
}

TEST(Topology, TwoCellsThatShareOnlyAVertexAreNotManifold) {
  std::vector<Triangle> pinched = tetrahedron;
  for (Triangle t : tetrahedron) {
    for (Index& v : t) v = v == 0 ? 0 : v + 3;
    pinched.push_back(t);
  }
  const SurfaceReport report = inspect_surface(pinched);
  EXPECT_TRUE(report.is_closed());
  EXPECT_EQ(report.nonmanifold_vertex_count, 1);
  EXPECT_FALSE(report.is_manifold());
}

TEST(Topology, ThreeTrianglesAtAnEdgeAreNotManifold) {
  const SurfaceReport report = inspect_surface(std::vector<Triangle>{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}});
  EXPECT_EQ(report.nonmanifold_edge_count, 1);
  EXPECT_FALSE(report.is_manifold());
}

TEST(Topology, FlippedTriangleIsFound) {
  std::vector<Triangle> flipped = tetrahedron;
  std::swap(flipped[2][0], flipped[2][1]);
  EXPECT_EQ(inspect_surface(flipped).misoriented_edge_count, 3);
  EXPECT_FALSE(is_oriented(flipped));
}

TEST(Topology, TriangleThatNamesAVertexTwiceIsFound) {
  EXPECT_EQ(inspect_surface(std::vector<Triangle>{{0, 1, 1}}).repeated_corner_count, 1);
}

TEST(Topology, NothingHasNoTopology) {
  EXPECT_TRUE(unique_edges(Triangles{}).empty());
  EXPECT_TRUE(boundary_triangles({}).empty());
  EXPECT_FALSE(is_closed({}));
  EXPECT_EQ(connected_components({}).count, 0);
}

TEST(Topology, ComponentsAreNumberedByFirstVertex) {
  Mesh mesh;
  mesh.vertices.resize(9);
  mesh.edges = {{8, 1}};
  mesh.triangles = {{3, 2, 5}};
  mesh.tets = {{0, 6, 5, 7}};
  const Components components = connected_components(mesh);
  EXPECT_EQ(components.count, 3);
  EXPECT_EQ(components.of_vertex, (std::vector<Index>{0, 1, 0, 0, 2, 0, 0, 0, 1}));
}

TEST(Topology, ALargeGridIsADisk) {
  constexpr Index n = 707;  // a million triangles
  std::vector<Triangle> triangles;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const Index a = i * (n + 1) + j, b = a + 1, c = a + n + 1, d = c + 1;
      triangles.push_back({a, b, d});
      triangles.push_back({a, d, c});
    }
  }
  const SurfaceReport report = inspect_surface(triangles);
  EXPECT_EQ(report.vertex_count, (n + 1) * (n + 1));
  EXPECT_EQ(report.edge_count, 3 * n * n + 2 * n);
  EXPECT_EQ(report.boundary_edge_count, 4 * n);
  EXPECT_EQ(report.euler_characteristic(), 1);
  EXPECT_TRUE(report.is_manifold());
  EXPECT_TRUE(report.is_oriented());
}

}  // namespace
}  // namespace lacuna
