// A mesh as it is read or generated: vertices and simplices of any dimension, nothing derived.
#pragma once

#include "base/types.h"

#include <string>
#include <vector>

namespace lacuna {

struct Mesh {
  std::vector<Vec3> vertices;  ///< metres
  std::vector<Edge> edges;     ///< free-standing segments only (rods, seams), not the sides of triangles
  std::vector<Triangle> triangles;
  std::vector<Tet> tets;  ///< positive volume: (x1-x0) . (x2-x0) x (x3-x0) > 0

  std::vector<Vec2> texture_coordinates;    ///< empty, or indexed by texture_triangles
  std::vector<Triangle> texture_triangles;  ///< empty, or one per triangle: corners in texture space
};

}  // namespace lacuna
