// Pressure on a closed surface of triangles: E = -P V, with the enclosed volume V. docs/energies/loads.md
//
// Everything is formed from differences of positions, so neither the origin nor the place of the surface
// matters. A triangle with the area vector A = 1/2 (x_1 - x_0) x (x_2 - x_0) gives each corner the force
// P A / 3. On a closed surface these sums are exactly -dE/dx: around a vertex the terms by which they differ
// from P/6 sum x_1 x x_2 cancel.
//
// The same holds for the Hessian below: only its sum over a closed surface is d2E/dx2. It must not be
// projected triangle by triangle. It couples the mean motion of the corners with their relative motion and
// vanishes on either of them, so its positive part would be a spring between the surface and the ground, and
// its negative part is what lets an inflated surface rotate against its own tension. Solvers take all of it,
// or none where the whole matrix would not be positive definite.
#pragma once

#include "base/types.h"

namespace lacuna {

using TrianglePositions = std::array<Vec3, 3>;

/// m^2, along the normal.
inline Vec3 area_vector(const TrianglePositions& x) { return 0.5 * (x[1] - x[0]).cross(x[2] - x[0]); }

/// N, on each corner of a triangle.
inline Vec3 pressure_force(const TrianglePositions& x, double pressure) {
  return pressure / 3 * area_vector(x);
}

/// N/m: the blocks of corners (0, 1), (0, 2) and (1, 2); those on the diagonal are zero. Differentiating the
/// force gives [edge opposite to b]_x for corners a and b, which is the same as this, its symmetric part,
/// when summed: P/4 times the distance of the third corner from the centroid.
inline std::array<Mat3, 3> pressure_hessian(const TrianglePositions& x, double pressure) {
  const auto block = [&](size_t a, size_t b, size_t c) {
    const Vec3 w = pressure / 12 * ((x[c] - x[a]) + (x[c] - x[b]));
    Mat3 cross;
    cross << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
    return cross;
  };
  return {block(0, 1, 2), block(2, 0, 1).transpose(), block(1, 2, 0)};
}

/// m^3: the volume that a triangle sweeps along its normal if its corners move along straight lines. Its sum
/// over a closed surface is the change of the enclosed volume. The area vector is quadratic in time, so
/// Simpson's rule is exact.
inline double swept_volume(const TrianglePositions& from, const TrianglePositions& to) {
  TrianglePositions middle;
  Vec3 motion = Vec3::Zero();
  for (size_t k = 0; k < 3; ++k) {
    middle[k] = 0.5 * (from[k] + to[k]);
    motion += to[k] - from[k];
  }
  return motion.dot(area_vector(from) + 4 * area_vector(middle) + area_vector(to)) / 18;
}

}  // namespace lacuna
