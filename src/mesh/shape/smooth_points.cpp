#include "mesh/shape/smooth_points.h"

#include "mesh/shape/hilbert.h"

#include <algorithm>
#include <utility>

namespace lacuna {
namespace {

/// Moves every free point to the area-weighted mean of the centroids of its triangles: a step towards a
/// centroidal patch tessellation (L. Chen, "Mesh smoothing schemes based on optimal Delaunay triangulations",
/// 2004), a cheap alternative to Lloyd's algorithm.
void smooth(Delaunay& mesh, std::vector<Vec2>& points, Index fixed_count) {
  for (Index v = fixed_count; v < count_of(points); ++v) {
    Vec2& x = points[static_cast<size_t>(v)];
    Vec2 sum = Vec2::Zero();
    double total = 0;
    mesh.for_each_around(v, [&](Index a, Index b) {
      const Vec2 &xa = points[static_cast<size_t>(a)], &xb = points[static_cast<size_t>(b)];
      const Vec2 u = xa - x, w = xb - x;
      const double area = u.x() * w.y() - u.y() * w.x();
      sum += area * (x + xa + xb) / 3.0;
      total += area;
    });
    const Vec2 target = sum / total;
    if (mesh.move(v, target)) x = target;
  }
  mesh.restore();
}

}  // namespace

void sort_along_curve(std::span<Vec2> points, double extent) {
  const auto place = [&](const Vec2& p) {
    const auto cell = [&](double c) { return static_cast<std::uint64_t>(65535.0 * c / extent); };
    return hilbert_place(cell(p.x()), cell(p.y()));
  };
  std::vector<std::pair<std::uint64_t, Vec2>> placed;
  placed.reserve(points.size());
  for (const Vec2& p : points) placed.emplace_back(place(p), p);
  std::stable_sort(placed.begin(), placed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::transform(placed.begin(), placed.end(), points.begin(), [](const auto& p) { return p.second; });
}

void smooth_points(Delaunay& mesh, std::vector<Vec2>& points, Index fixed_count) {
  constexpr int passes = 30;
  for (int pass = 0; pass < passes; ++pass) smooth(mesh, points, fixed_count);
}

}  // namespace lacuna
