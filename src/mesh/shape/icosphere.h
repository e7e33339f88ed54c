// The geodesic sphere: each face of an icosahedron cut into frequency^2 triangles. All vertices have 6
// neighbours except for 12 with 5, and the density is nearly uniform.
#pragma once

#include "base/types.h"

#include <array>
#include <vector>

namespace lacuna {

class Icosphere {
 public:
  static constexpr Index face_count = 20;

  explicit Icosphere(Index frequency) : frequency_(frequency) {}

  Index vertex_count() const { return 10 * frequency_ * frequency_ + 2; }

  /// Vertex at lattice coordinates (a, b, c) of a face, a + b + c = frequency; the same for all faces there.
  Index vertex(Index face, const std::array<Index, 3>& lattice) const;

  /// All vertices, on the unit sphere.
  std::vector<Vec3> vertices() const;

  /// Outward triangles, face by face.
  std::vector<Triangle> triangles() const;

 private:
  Index frequency_;
};

}  // namespace lacuna
