#include "mesh/shape/surfaces.h"

#include "mesh/shape/check_parameters.h"
#include "mesh/shape/icosphere.h"
#include "mesh/shape/spikes.h"

#include <array>

namespace lacuna {
namespace {

using shape_check::require_count;
using shape_check::require_indexable;
using shape_check::require_positive;

/// Numbers the lattice points on the surface of a box in the order of the lattice, x fastest.
class BoxLattice {
 public:
  explicit BoxLattice(const std::array<Index, 3>& cells) : cells_(cells) {}

  Index vertex(const std::array<Index, 3>& p) const {
    const Index nx = cells_[0] + 1, ny = cells_[1] + 1;
    const Index wall = 2 * nx + 2 * (ny - 2);  // vertices of a layer inside
    const Index layers_below = p[2] == 0 ? 0 : nx * ny + (p[2] - 1) * wall;
    if (p[2] == 0 || p[2] == cells_[2]) return layers_below + p[1] * nx + p[0];
    if (p[1] == 0) return layers_below + p[0];
    const Index rows_below = nx + (p[1] - 1) * 2;
    if (p[1] == cells_[1]) return layers_below + rows_below + p[0];
    return layers_below + rows_below + (p[0] == 0 ? 0 : 1);
  }

 private:
  std::array<Index, 3> cells_;
};

/// One side of the box: normal along +-axis; (axis, u, v) is right-handed, so (u, v) turns about +axis.
void add_side(const BoxLattice& lattice, const std::array<Index, 3>& cells, size_t axis, bool is_far,
              std::vector<Triangle>& triangles) {
  const size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (Index j = 0; j < cells[v]; ++j) {
    for (Index i = 0; i < cells[u]; ++i) {
      const auto corner = [&](Index di, Index dj) {
        std::array<Index, 3> p{};
        p[axis] = is_far ? cells[axis] : 0;
        p[u] = i + di;
        p[v] = j + dj;
        return lattice.vertex(p);
      };
      const Index a = corner(0, 0), b = corner(is_far ? 1 : 0, is_far ? 0 : 1), c = corner(1, 1),
                  d = corner(is_far ? 0 : 1, is_far ? 1 : 0);
      if ((i + j) % 2 == 0) {
        triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
      } else {
        triangles.insert(triangles.end(), {{a, b, d}, {b, c, d}});
      }
    }
  }
}

}  // namespace

Mesh box_surface(const BoxShape& shape) {
  for (double length : shape.size) require_positive("box.size", length);
  for (Index cells : shape.resolution) require_count("box.resolution", cells, 1);
  const auto& n = shape.resolution;
  const double sides =
      static_cast<double>(n[0]) * n[1] + static_cast<double>(n[1]) * n[2] + static_cast<double>(n[2]) * n[0];
  require_indexable("box.resolution", 12 * sides);
  Mesh mesh;
  const BoxLattice lattice(n);
  for (Index k = 0; k <= n[2]; ++k) {
    for (Index j = 0; j <= n[1]; ++j) {
      const bool is_inside = k > 0 && k < n[2] && j > 0 && j < n[1];
      for (Index i = 0; i <= n[0]; i += is_inside ? n[0] : 1) {
        const Vec3 cell(static_cast<double>(i) / n[0], static_cast<double>(j) / n[1],
                        static_cast<double>(k) / n[2]);
        mesh.vertices.emplace_back((cell.array() - 0.5).matrix().cwiseProduct(shape.size));
      }
    }
  }
  for (size_t axis = 0; axis < 3; ++axis) {
    add_side(lattice, n, axis, true, mesh.triangles);
    add_side(lattice, n, axis, false, mesh.triangles);
  }
  return mesh;
}

Mesh sphere_surface(const SphereShape& shape) {
  require_positive("sphere.radius", shape.radius);
  require_count("sphere.resolution", shape.resolution, 1);
  require_indexable("sphere.resolution", 60.0 * shape.resolution * shape.resolution);
  const Icosphere sphere(shape.resolution);
  Mesh mesh;
  mesh.vertices = sphere.vertices();
  for (Vec3& x : mesh.vertices) x *= shape.radius;
  add_spikes(shape, mesh.vertices);
  mesh.triangles = sphere.triangles();
  return mesh;
}

}  // namespace lacuna
