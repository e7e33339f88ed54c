#include "mesh/file/vtk_cells.h"

#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {
namespace {

enum class Shape { point, chain, strip, polygon, pixel, tet, other };

struct CellKind {
  std::int64_t type;
  Shape shape;
  std::size_t corner_count;  ///< at least this many points; the corners come first
  const char* reduced_name;  ///< of curved cells, of which only the corners are read
  const char* unread_name;   ///< of unsupported cells
};

constexpr CellKind kinds[] = {
    {1, Shape::point, 0, nullptr, nullptr},
    {2, Shape::point, 0, nullptr, nullptr},
    {3, Shape::chain, 2, nullptr, nullptr},
    {4, Shape::chain, 2, nullptr, nullptr},
    {5, Shape::polygon, 3, nullptr, nullptr},
    {6, Shape::strip, 3, nullptr, nullptr},
    {7, Shape::polygon, 3, nullptr, nullptr},
    {8, Shape::pixel, 4, nullptr, nullptr},
    {9, Shape::polygon, 4, nullptr, nullptr},
    {10, Shape::tet, 4, nullptr, nullptr},
    {11, Shape::other, 0, nullptr, "voxels"},
    {12, Shape::other, 0, nullptr, "hexahedra"},
    {13, Shape::other, 0, nullptr, "prisms"},
    {14, Shape::other, 0, nullptr, "pyramids"},
    {21, Shape::chain, 2, "second-order lines", nullptr},
    {22, Shape::polygon, 3, "second-order triangles", nullptr},
    {23, Shape::polygon, 4, "second-order quads", nullptr},
    {24, Shape::tet, 4, "second-order tets", nullptr},
    {28, Shape::polygon, 4, "second-order quads", nullptr},
    {34, Shape::polygon, 3, "second-order triangles", nullptr},
    {68, Shape::chain, 2, "Lagrange lines", nullptr},
    {69, Shape::polygon, 3, "Lagrange triangles", nullptr},
    {70, Shape::polygon, 4, "Lagrange quads", nullptr},
    {71, Shape::tet, 4, "Lagrange tets", nullptr},
};

void require_points(const RawMesh& raw, const VtkCell& cell, std::size_t needs) {
  if (cell.points.size() >= needs) return;
  throw InputError(cell.line > 0 ? fmt::format("{}:{}", raw.name, cell.line)
                                 : fmt::format("{}, cell {} (counting from 0)", raw.name, cell.number),
                   fmt::format("a cell has {} points, its type needs {}", cell.points.size(), needs),
                   "the cell is truncated or its type is wrong");
}

}  // namespace

void add_vtk_cell(RawMesh& raw, const VtkCell& cell) {
  const auto* kind = std::find_if(std::begin(kinds), std::end(kinds),
                                  [&](const CellKind& k) { return k.type == cell.type; });
  if (kind == std::end(kinds) || kind->shape == Shape::other) {
    ++raw.unread_elements[kind == std::end(kinds) ? fmt::format("cells of type {}", cell.type)
                                                  : kind->unread_name];
    return;
  }
  require_points(raw, cell, kind->corner_count);
  std::span<const Index> points = cell.points;
  if (kind->reduced_name) {
    ++raw.reduced_elements[kind->reduced_name];
    points = points.first(kind->corner_count);
  }
  switch (kind->shape) {
    case Shape::chain:
      return raw.add_polyline(points, cell.line);
    case Shape::strip:
      return raw.add_strip(points, cell.line);
    case Shape::polygon:
      return raw.add_face(points, cell.line);
    case Shape::pixel:  // a quad whose corners go in rows
      return raw.add_face(std::array{points[0], points[1], points[3], points[2]}, cell.line);
    case Shape::tet:
      return raw.add_tet({points[0], points[1], points[2], points[3]}, cell.line);
    default:
      return;  // a point: every point is a vertex already
  }
}

}  // namespace lacuna
