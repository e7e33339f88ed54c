// Rectangles in the xz plane, structured and unstructured.
#include "base/input_error.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/delaunay.h"
#include "mesh/shape/poisson_disk.h"
#include "mesh/shape/smooth_points.h"
#include "mesh/shape/surfaces.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace lacuna {
namespace {

using shape_check::require_count;
using shape_check::require_indexable;
using shape_check::require_positive;

/// Corners and evenly spaced points on the sides of [0, size], counter-clockwise.
std::vector<Vec2> rectangle_outline(const Vec2& size, double edge_length) {
  std::vector<Vec2> outline;
  const Vec2 corners[4] = {{0, 0}, {size.x(), 0}, size, {0, size.y()}};
  for (int side = 0; side < 4; ++side) {
    const Vec2 &from = corners[side], &to = corners[(side + 1) % 4];
    const auto count = std::max<Index>(1, static_cast<Index>(std::lround((to - from).norm() / edge_length)));
    for (Index i = 0; i < count; ++i)
      outline.emplace_back(from + (to - from) * (static_cast<double>(i) / count));
  }
  return outline;
}

}  // namespace

Mesh grid_surface(const GridShape& shape) {
  for (double length : shape.size) require_positive("grid.size", length);
  for (Index cells : shape.resolution) require_count("grid.resolution", cells, 1);
  const auto [nx, nz] = shape.resolution;
  require_indexable("grid.resolution", 6.0 * (nx + 1.0) * (nz + 1.0));
  Mesh mesh;
  for (Index k = 0; k <= nz; ++k) {
    for (Index i = 0; i <= nx; ++i) {
      mesh.vertices.emplace_back(shape.size.x() * (static_cast<double>(i) / nx - 0.5), 0.0,
                                 shape.size.y() * (static_cast<double>(k) / nz - 0.5));
    }
  }
  for (Index k = 0; k < nz; ++k) {
    for (Index i = 0; i < nx; ++i) {
      const Index a = k * (nx + 1) + i, b = a + nx + 1, c = b + 1, d = a + 1;
      if (shape.pattern == GridPattern::uniform || (i + k) % 2 == 0) {
        mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
      } else {
        mesh.triangles.insert(mesh.triangles.end(), {{a, b, d}, {b, c, d}});
      }
    }
  }
  return mesh;
}

void require_unstructured_grid(const UnstructuredGridShape& shape, const std::string& size_name,
                               const std::string& edge_name) {
  for (double length : shape.size) require_positive(size_name, length);
  require_positive(edge_name, shape.edge_length);
  const double h = shape.edge_length;
  // Delaunay tells points apart down to 1e-8 of the extent; neighbours may come to a tenth of h or of a side.
  constexpr double finest = 1e-6;
  for (double length : shape.size) {
    if (length < finest * shape.size.maxCoeff())
      throw InputError(
          size_name,
          fmt::format("{} is less than {} of the other side, {}", length, finest, shape.size.maxCoeff()),
          "use a rod for such a strip, or the structured grid");
  }
  if (h < finest * shape.size.maxCoeff())
    throw InputError(edge_name,
                     fmt::format("{} is less than {} of the side {}", h, finest, shape.size.maxCoeff()),
                     "choose a longer edge");
  require_indexable(edge_name, 7 * (shape.size.x() / h + 1) * (shape.size.y() / h + 1));
}

Mesh unstructured_grid_surface(const UnstructuredGridShape& shape) {
  require_unstructured_grid(shape, "unstructured-grid.size", "unstructured-grid.edge_length");
  const double h = shape.edge_length;
  std::vector<Vec2> points = rectangle_outline(shape.size, h);
  const Index fixed_count = count_of(points);
  points = poisson_disk(std::move(points), {shape.size, disk_diameter * h, outline_margin * h, shape.seed});
  sort_along_curve(std::span(points).subspan(static_cast<size_t>(fixed_count)), shape.size.maxCoeff());
  Delaunay triangulation(points);
  smooth_points(triangulation, points, fixed_count);

  Mesh mesh;
  mesh.triangles = triangulation.triangles();
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);  // x cross z is -y
  for (const Vec2& p : points) {
    mesh.vertices.emplace_back(p.x() - 0.5 * shape.size.x(), 0.0, p.y() - 0.5 * shape.size.y());
  }
  return mesh;
}

}  // namespace lacuna
