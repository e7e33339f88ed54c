#include "mesh/shape/solids.h"

#include "mesh/measures.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/icosphere.h"
#include "mesh/shape/spikes.h"
#include "mesh/shape/surfaces.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace lacuna {
namespace {

using shape_check::require_count;
using shape_check::require_indexable;
using shape_check::require_positive;

using std::numbers::pi;

/// Adds a tet with the orientation that makes its volume positive.
void add_tet(Mesh& mesh, Tet tet) {
  const auto& x = mesh.vertices;
  if (tet_volume(x[at(tet[0])], x[at(tet[1])], x[at(tet[2])], x[at(tet[3])]) < 0) std::swap(tet[2], tet[3]);
  mesh.tets.push_back(tet);
}

/// The eight corners of a cell: bit 0 of the number is x, bit 1 y, bit 2 z.
using Cell = std::array<Index, 8>;

/// Kuhn's split: one tet for each order of walking along x, y and z from corner 0 to corner 7. All cells
/// have the same diagonals, so neighbours fit.
void add_six_tets(Mesh& mesh, const Cell& cell) {
  constexpr std::array<std::array<size_t, 2>, 6> ways{{{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}}};
  for (const auto& [first, second] : ways) {
    const auto low = std::min(first, second), high = std::max(first, second);
    add_tet(mesh, {cell[0], cell[low], cell[high], cell[7]});
  }
}

/// One regular tet inside, four at the corners; every other cell is mirrored, so that diagonals fit.
void add_five_tets(Mesh& mesh, Cell cell, bool is_mirrored) {
  if (is_mirrored) {
    for (size_t i = 0; i < 8; i += 2) std::swap(cell[i], cell[i + 1]);
  }
  for (const auto& t :
       {std::array<size_t, 4>{1, 2, 4, 7}, {0, 1, 2, 4}, {3, 1, 2, 7}, {5, 1, 4, 7}, {6, 2, 4, 7}}) {
    add_tet(mesh, {cell[t[0]], cell[t[1]], cell[t[2]], cell[t[3]]});
  }
}

struct Section {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

/// Disk in the xz plane with vertices (x, 0, z).
Section disk_section(double radius, Index resolution) {
  Mesh disk = disk_surface({radius, resolution});
  return {std::move(disk.vertices), std::move(disk.triangles)};
}

/// Prisms between layer `low` and layer `high` (first vertices of two copies of the section). The diagonal of
/// a prism's side goes from its smaller section vertex below to its larger one above: neighbours agree.
void add_layer(Mesh& mesh, const Section& section, Index low, Index high) {
  for (Triangle t : section.triangles) {
    std::sort(t.begin(), t.end());
    const auto [a, b, c] = t;
    add_tet(mesh, {low + a, low + b, low + c, high + c});
    add_tet(mesh, {low + a, low + b, high + b, high + c});
    add_tet(mesh, {low + a, high + a, high + b, high + c});
  }
}

/// A tet of the lattice between the centre (coordinate 3) and a face of the icosahedron (0 to 2); points have
/// four coordinates whose sum is the frequency, and lie on the shell of the sum of the first three.
using LatticePoint = std::array<Index, 4>;

class ShellLattice {
 public:
  explicit ShellLattice(Index frequency) {
    first_.push_back(0);
    shells_.emplace_back(0);
    for (Index level = 1; level <= frequency; ++level) {
      first_.push_back(level == 1 ? 1 : first_.back() + shells_.back().vertex_count());
      shells_.emplace_back(level);
    }
  }

  Index vertex(Index face, const LatticePoint& p) const {
    const Index sum = p[0] + p[1] + p[2];
    const auto level = static_cast<size_t>(sum);
    return level == 0 ? 0 : first_[level] + shells_[level].vertex(face, {p[0], p[1], p[2]});
  }

  std::vector<Vec3> vertices(double radius) const {
    std::vector<Vec3> x{Vec3::Zero()};
    const auto frequency = static_cast<double>(shells_.size() - 1);
    for (size_t level = 1; level < shells_.size(); ++level) {
      for (const Vec3& direction : shells_[level].vertices()) {
        x.emplace_back(radius * static_cast<double>(level) / frequency * direction);
      }
    }
    return x;
  }

 private:
  std::vector<Index> first_;
  std::vector<Icosphere> shells_;
};

LatticePoint raised(LatticePoint p, std::initializer_list<size_t> coordinates) {
  for (size_t i : coordinates) ++p[i];
  return p;
}

/// Octahedron between the corner tets, cut around its shortest diagonal, which gives the best four tets.
void add_octahedron(Mesh& mesh, const ShellLattice& lattice, Index face, const LatticePoint& base) {
  const auto corner = [&](size_t i, size_t j) { return lattice.vertex(face, raised(base, {i, j})); };
  const Index ab = corner(0, 1), ac = corner(0, 2), ad = corner(0, 3), bc = corner(1, 2), bd = corner(1, 3),
              cd = corner(2, 3);
  // Each row: the two ends of a diagonal, then the ring around it.
  const std::array<std::array<Index, 6>, 3> cuts{
      {{ab, cd, ac, ad, bd, bc}, {ac, bd, ab, ad, cd, bc}, {ad, bc, ab, ac, cd, bd}}};
  const auto length = [&](const std::array<Index, 6>& cut) {
    return (mesh.vertices[at(cut[0])] - mesh.vertices[at(cut[1])]).norm();
  };
  size_t best = 0;
  for (size_t i = 1; i < 3; ++i) {
    if (length(cuts[i]) < (1 - 1e-9) * length(cuts[best])) best = i;  // ties must not depend on rounding
  }
  const auto& cut = cuts[best];
  for (size_t i = 0; i < 4; ++i) add_tet(mesh, {cut[0], cut[1], cut[2 + i], cut[2 + (i + 1) % 4]});
}

/// The upright tet, the octahedron and the upside-down tet that begin at a lattice point, as far as they fit.
void add_lattice_cell(Mesh& mesh, const ShellLattice& lattice, Index face, const LatticePoint& base) {
  const auto vertex = [&](const LatticePoint& p, std::initializer_list<size_t> up) {
    return lattice.vertex(face, raised(p, up));
  };
  add_tet(mesh, {vertex(base, {0}), vertex(base, {1}), vertex(base, {2}), vertex(base, {3})});
  LatticePoint hole = base;
  if (--hole[3] < 0) return;
  add_octahedron(mesh, lattice, face, hole);
  if (--hole[3] < 0) return;
  add_tet(mesh, {vertex(hole, {1, 2, 3}), vertex(hole, {0, 2, 3}), vertex(hole, {0, 1, 3}),
                 vertex(hole, {0, 1, 2})});
}

/// The tet between a face and the centre, cut into frequency^3 tets.
void add_face_tets(Mesh& mesh, const ShellLattice& lattice, Index face, Index frequency) {
  for (Index a = 0; a < frequency; ++a) {
    for (Index b = 0; a + b < frequency; ++b) {
      for (Index c = 0; a + b + c < frequency; ++c) {
        add_lattice_cell(mesh, lattice, face, {a, b, c, frequency - 1 - a - b - c});
      }
    }
  }
}

std::vector<Vec3> box_vertices(const BoxShape& shape) {
  const auto [nx, ny, nz] = shape.resolution;
  std::vector<Vec3> x;
  for (Index k = 0; k <= nz; ++k) {
    for (Index j = 0; j <= ny; ++j) {
      for (Index i = 0; i <= nx; ++i) {
        const Vec3 part(static_cast<double>(i) / nx, static_cast<double>(j) / ny,
                        static_cast<double>(k) / nz);
        x.emplace_back((part.array() - 0.5).matrix().cwiseProduct(shape.size));
      }
    }
  }
  return x;
}

Cell box_cell(const BoxShape& shape, Index i, Index j, Index k) {
  const Index nx = shape.resolution[0] + 1, ny = shape.resolution[1] + 1;
  Cell cell;
  for (Index c = 0; c < 8; ++c) {
    cell[static_cast<size_t>(c)] = ((k + (c >> 2)) * ny + j + (c >> 1 & 1)) * nx + i + (c & 1);
  }
  return cell;
}

}  // namespace

Mesh box_solid(const BoxShape& shape, CellSplit split) {
  for (double length : shape.size) require_positive("box.size", length);
  for (Index cells : shape.resolution) require_count("box.resolution", cells, 1);
  const auto [nx, ny, nz] = shape.resolution;
  require_indexable("box.resolution", 24.0 * nx * ny * nz);
  require_indexable("box.resolution", 3.0 * (nx + 1.0) * (ny + 1.0) * (nz + 1.0));
  Mesh mesh;
  mesh.vertices = box_vertices(shape);
  for (Index k = 0; k < nz; ++k) {
    for (Index j = 0; j < ny; ++j) {
      for (Index i = 0; i < nx; ++i) {
        const Cell cell = box_cell(shape, i, j, k);
        split == CellSplit::six ? add_six_tets(mesh, cell) : add_five_tets(mesh, cell, (i + j + k) % 2 == 1);
      }
    }
  }
  return mesh;
}

Mesh mat_solid(const MatShape& shape) {
  require_positive("mat.size", shape.size);
  require_positive("mat.thickness", shape.thickness);
  require_count("mat.nodes", shape.nodes, 2);
  require_indexable("mat.nodes", 24.0 * (shape.nodes - 1.0) * (shape.nodes - 1.0));
  return box_solid({{shape.size, shape.thickness, shape.size}, {shape.nodes - 1, 1, shape.nodes - 1}});
}

Mesh sphere_solid(const SphereShape& shape) {
  require_positive("sphere.radius", shape.radius);
  require_count("sphere.resolution", shape.resolution, 1);
  require_indexable("sphere.resolution", 80.0 * std::pow(shape.resolution, 3));
  const ShellLattice lattice(shape.resolution);
  Mesh mesh;
  mesh.vertices = lattice.vertices(shape.radius);
  add_spikes(shape, mesh.vertices);
  for (Index face = 0; face < Icosphere::face_count; ++face) {
    add_face_tets(mesh, lattice, face, shape.resolution);
  }
  return mesh;
}

Mesh cylinder_solid(const CylinderShape& shape) {
  require_positive("cylinder.radius", shape.radius);
  require_positive("cylinder.height", shape.height);
  require_count("cylinder.resolution", shape.resolution, 1);
  const double n = shape.resolution;
  const double layers_wanted = shape.height * n / shape.radius;
  require_indexable("cylinder.resolution", 72 * n * n * (layers_wanted + 1));
  const Section section = disk_section(shape.radius, shape.resolution);
  const auto layers = std::max<Index>(1, static_cast<Index>(std::lround(layers_wanted)));
  const Index per_layer = count_of(section.vertices);
  Mesh mesh;
  for (Index k = 0; k <= layers; ++k) {
    const double y = shape.height * (static_cast<double>(k) / layers - 0.5);
    for (const Vec3& p : section.vertices) mesh.vertices.emplace_back(p.x(), y, p.z());
  }
  for (Index k = 0; k < layers; ++k) add_layer(mesh, section, k * per_layer, (k + 1) * per_layer);
  return mesh;
}

Mesh torus_solid(const TorusShape& shape) {
  require_positive("torus.radius", shape.radius);
  require_positive("torus.tube_radius", shape.tube_radius);
  shape_check::require_smaller("torus.tube_radius", shape.tube_radius, shape.radius, "torus.radius");
  require_count("torus.resolution", shape.resolution, 1);
  const double n = shape.resolution;
  const double layers_wanted = 2 * pi * shape.radius * n / shape.tube_radius;
  require_indexable("torus.resolution", 72 * n * n * (layers_wanted + 1));
  const Section section = disk_section(shape.tube_radius, shape.resolution);
  const auto layers = std::max<Index>(3, static_cast<Index>(std::lround(layers_wanted)));
  const Index per_layer = count_of(section.vertices);
  Mesh mesh;
  for (Index k = 0; k < layers; ++k) {
    const double angle = 2 * pi * k / layers;
    for (const Vec3& p : section.vertices) {
      const double r = shape.radius + p.x();
      mesh.vertices.emplace_back(r * std::cos(angle), p.z(), r * std::sin(angle));
    }
  }
  for (Index k = 0; k < layers; ++k) add_layer(mesh, section, k * per_layer, (k + 1) % layers * per_layer);
  return mesh;
}

}  // namespace lacuna
