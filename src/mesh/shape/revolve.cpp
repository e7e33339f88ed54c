#include "mesh/shape/revolve.h"

#include "base/check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace lacuna {
namespace {

using std::numbers::pi;

struct PlacedRing {
  Ring ring;
  Index first;  // its first vertex

  Index vertex(Index i) const { return first + i % ring.count; }

  /// Middle of the edge from i to i + 1, in units of pi / count.
  std::int64_t middle(Index i) const { return 2 * std::int64_t{i} + 1 + ring.half_steps; }
};

void add_vertices(const Ring& ring, std::vector<Vec3>& vertices) {
  for (Index i = 0; i < ring.count; ++i) {
    const double angle = pi * (2.0 * i + ring.half_steps) / ring.count;
    vertices.emplace_back(ring.radius * std::cos(angle), ring.y, ring.radius * std::sin(angle));
  }
}

/// Fills the band between two rings. Of the two triangles that could come next it takes the one with the
/// shorter diagonal: for points on coaxial circles, the one whose outer edge has its middle at the smaller
/// angle, a comparison of integers. Both rings begin at angle 0 or half a step after it, so the edge between
/// the two first vertices belongs to the band, and the walk starts and ends there.
void add_band(const PlacedRing& a, const PlacedRing& b, std::vector<Triangle>& triangles) {
  const Index a_edges = a.ring.count > 1 ? a.ring.count : 0;
  const Index b_edges = b.ring.count > 1 ? b.ring.count : 0;
  for (Index i = 0, j = 0; i < a_edges || j < b_edges;) {
    const bool a_is_next =
        j == b_edges || (i < a_edges && a.middle(i) * b.ring.count < b.middle(j) * a.ring.count);
    if (a_is_next) {
      triangles.push_back({a.vertex(i), b.vertex(j), a.vertex(i + 1)});
      ++i;
    } else {
      triangles.push_back({a.vertex(i), b.vertex(j), b.vertex(j + 1)});
      ++j;
    }
  }
}

}  // namespace

double rim_edge(double radius, Index resolution) {
  return 2 * pi * radius / (static_cast<double>(rim_edges_per_resolution) * resolution);
}

Index row_count(double length, double edge) {
  return std::max<Index>(1, static_cast<Index>(std::lround(length / (row_height * edge))));
}

Index ring_count(double radius, double edge) {
  return std::max<Index>(3, static_cast<Index>(std::lround(2 * pi * radius / edge)));
}

double estimated_entries(double area, double edge) { return 6 * area / (row_height * edge * edge); }

Mesh revolve(std::span<const Ring> rings, Profile profile) {
  Mesh mesh;
  std::vector<PlacedRing> placed;
  for (const Ring& ring : rings) {
    LACUNA_CHECK(ring.count == 1 || ring.count >= 3, "ring of {} vertices", ring.count);
    LACUNA_CHECK((ring.count == 1) == (ring.radius == 0), "radius {} of {} vertices", ring.radius,
                 ring.count);
    placed.push_back({ring, count_of(mesh.vertices)});
    add_vertices(ring, mesh.vertices);
  }
  for (size_t k = 0; k + 1 < placed.size(); ++k) add_band(placed[k], placed[k + 1], mesh.triangles);
  if (profile == Profile::closed) add_band(placed.back(), placed.front(), mesh.triangles);
  return mesh;
}

}  // namespace lacuna
