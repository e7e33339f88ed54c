#include "mesh/shape/panel.h"

#include "base/input_error.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/poisson_disk.h"
#include "mesh/shape/polyline.h"
#include "mesh/shape/smooth_points.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace lacuna {
namespace {

struct Extent {
  Vec2 lower, size;
};

Extent extent_of(const std::vector<Vec2>& points) {
  Vec2 lower = points[0], upper = points[0];
  for (const Vec2& p : points) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  return {lower, upper - lower};
}

void check(const PanelShape& shape) {
  require_simple("panel.outline", shape.outline, Polyline::closed);
  shape_check::require_positive("panel.edge_length", shape.edge_length);
  const double h = shape.edge_length;
  const Vec2 size = extent_of(shape.outline).size;
  for (double length : size) shape_check::require_positive("panel.outline", length);
  // Delaunay tells points apart down to 1e-8 of the extent; at a corner of a degree neighbours come to h
  // / 60.
  constexpr double finest = 1e-5;
  if (h < finest * size.maxCoeff())
    throw InputError("panel.edge_length",
                     fmt::format("{} is less than {} of the extent, {}", h, finest, size.maxCoeff()),
                     "choose a longer edge");
  shape_check::require_indexable("panel.edge_length", 7 * (size.x() / h + 1) * (size.y() / h + 1));
}

std::vector<Vec2> sampled(const std::vector<Vec2>& outline, double edge_length) {
  std::vector<Vec2> samples;
  for (size_t i = 0; i < outline.size(); ++i) {
    const Vec2 &from = outline[i], &to = outline[(i + 1) % outline.size()];
    const Index count = panel_side_count((to - from).norm(), edge_length);
    for (Index k = 0; k < count; ++k)
      samples.emplace_back(from + (to - from) * (static_cast<double>(k) / count));
  }
  return samples;
}

}  // namespace

Index panel_side_count(double length, double edge_length) {
  // Sides of equal length differ by rounding: a length near a half-integer number of edges must round the
  // same way.
  constexpr double rounding = 1e-6;
  return std::max<Index>(1, static_cast<Index>(std::floor(length / edge_length + 0.5 + rounding)));
}

Mesh panel_surface(const PanelShape& shape) {
  check(shape);
  const double h = shape.edge_length;
  const auto [lower, size] = extent_of(shape.outline);
  std::vector<Vec2> corners = shape.outline;  // seen from `lower`
  for (Vec2& p : corners) p -= lower;
  std::vector<Vec2> points = sampled(corners, h);
  const Index fixed_count = count_of(points);
  const auto is_well_inside = [&](const Vec2& p) {
    return signed_distance(p, corners) < -outline_margin * h;
  };
  points = poisson_disk(std::move(points), {size, disk_diameter * h, 0, shape.seed, is_well_inside});
  sort_along_curve(std::span(points).subspan(static_cast<size_t>(fixed_count)), size.maxCoeff());
  Delaunay triangulation(points);
  for (Index v = 0; v < fixed_count; ++v) triangulation.require_edge(v, (v + 1) % fixed_count);
  triangulation.restore();
  smooth_points(triangulation, points, fixed_count);

  Mesh mesh;
  mesh.triangles = triangulation.enclosed_triangles();
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);  // x cross z is -y
  for (const Vec2& p : points) {
    mesh.texture_coordinates.emplace_back(p + lower);
    mesh.vertices.emplace_back(p.x() + lower.x(), 0.0, p.y() + lower.y());
  }
  mesh.texture_triangles = mesh.triangles;
  return mesh;
}

}  // namespace lacuna
