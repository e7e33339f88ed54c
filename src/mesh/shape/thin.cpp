#include "mesh/shape/thin.h"

#include "base/input_error.h"
#include "base/random.h"
#include "mesh/measures.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/transform.h"

#include <fmt/core.h>

#include <cmath>

namespace lacuna {
namespace {

using shape_check::require_count;
using shape_check::require_indexable;
using shape_check::require_positive;

/// Place of a particle in units of the spacing. Hexagonal: rows along x, layers ABAB along y.
Vec3 lattice_place(LatticePattern pattern, Index i, Index j, Index k) {
  Vec3 cell(i, j, k);
  if (pattern == LatticePattern::cubic) return cell;
  const double row = std::sqrt(3.0) / 2, layer = std::sqrt(2.0 / 3.0);
  const double shifted = j % 2;
  return {i + 0.5 * ((k + j) % 2), layer * j, row * (k + shifted / 3)};
}

}  // namespace

Mesh rod(const RodShape& shape) {
  require_positive("rod.length", shape.length);
  require_count("rod.segments", shape.segments, 1);
  require_indexable("rod.segments", 3.0 * (shape.segments + 1.0));
  shape_check::require_direction("rod.axis", shape.axis);
  const Vec3 axis = shape.axis.normalized();
  Mesh mesh;
  for (Index i = 0; i <= shape.segments; ++i) {
    mesh.vertices.emplace_back(shape.length * (static_cast<double>(i) / shape.segments - 0.5) * axis);
    if (i > 0) mesh.edges.push_back({i - 1, i});
  }
  return mesh;
}

Mesh particle_box(const ParticleBoxShape& shape) {
  for (Index count : shape.counts) require_count("particles.counts", count, 1);
  require_positive("particles.spacing", shape.spacing);
  if (!(std::isfinite(shape.jitter) && shape.jitter >= 0)) {
    throw InputError("particles.jitter",
                     fmt::format("must be zero or a positive number, not {}", shape.jitter),
                     "lengths are in metres; at half the spacing neighbours may meet");
  }
  const auto [nx, ny, nz] = shape.counts;
  require_indexable("particles.counts", 3.0 * nx * ny * nz);
  Mesh mesh;
  for (Index k = 0; k < nz; ++k) {
    for (Index j = 0; j < ny; ++j) {
      for (Index i = 0; i < nx; ++i) {
        mesh.vertices.emplace_back(shape.spacing * lattice_place(shape.pattern, i, j, k));
      }
    }
  }
  translate(mesh, -bounds(mesh.vertices).center());
  Random random(shape.seed);
  if (shape.jitter > 0) {
    for (Vec3& x : mesh.vertices) {
      for (double& c : x) c += random.uniform(-shape.jitter, shape.jitter);
    }
  }
  return mesh;
}

}  // namespace lacuna
