// What every generated mesh must fulfil.
#pragma once

#include "mesh/measures.h"
#include "mesh/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace lacuna::test {

constexpr double degree = 0.017453292519943295;

/// No two vertices closer than 1e-9 of the mesh's size (up to unlucky rounding), all finite.
inline void expect_distinct_vertices(const Mesh& mesh) {
  const double cell = 1e-9 * bounds(mesh.vertices).size().norm();
  std::vector<std::array<std::int64_t, 3>> cells;
  for (const Vec3& x : mesh.vertices) {
    ASSERT_TRUE(x.allFinite());
    cells.push_back({std::llround(x.x() / cell), std::llround(x.y() / cell), std::llround(x.z() / cell)});
  }
  std::sort(cells.begin(), cells.end());
  EXPECT_EQ(std::adjacent_find(cells.begin(), cells.end()), cells.end()) << "duplicate vertices";
}

/// Vertices distinct and all used; manifold, oriented, with the given Euler characteristic.
inline void expect_sound_surface(const Mesh& mesh, const std::vector<Triangle>& triangles, Index euler) {
  expect_distinct_vertices(mesh);
  const SurfaceReport report = inspect_surface(triangles);
  EXPECT_TRUE(report.is_manifold());
  EXPECT_TRUE(report.is_oriented());
  EXPECT_EQ(report.euler_characteristic(), euler);
  if (mesh.tets.empty()) {
    EXPECT_EQ(report.vertex_count, count_of(mesh.vertices));
  }
}

inline bool are_equal(const Mesh& a, const Mesh& b) {
  return a.vertices == b.vertices && a.edges == b.edges && a.triangles == b.triangles && a.tets == b.tets;
}

/// Convergence order from the errors at two resolutions, one twice the other.
inline double order(double coarse_error, double fine_error) { return std::log2(coarse_error / fine_error); }

}  // namespace lacuna::test
