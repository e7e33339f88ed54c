// The element types of Gmsh, by their numbers in MSH files (Gmsh reference manual, "MSH file format").
#pragma once

#include <cstdint>

namespace lacuna {

enum class GmshShape { point, line, triangle, quad, tet, other };

struct GmshElement {
  int node_count;
  GmshShape shape;   ///< its corners are the first nodes
  const char* name;  ///< plural, for messages
};

/// Null for a type we do not know.
inline const GmshElement* gmsh_element(std::int64_t type) {
  using enum GmshShape;
  static constexpr GmshElement elements[] = {
      {2, line, "lines"},
      {3, triangle, "triangles"},
      {4, quad, "quads"},
      {4, tet, "tets"},
      {8, other, "hexahedra"},
      {6, other, "prisms"},
      {5, other, "pyramids"},
      {3, line, "second-order lines"},
      {6, triangle, "second-order triangles"},
      {9, quad, "second-order quads"},
      {10, tet, "second-order tets"},
      {27, other, "second-order hexahedra"},
      {18, other, "second-order prisms"},
      {14, other, "second-order pyramids"},
      {1, point, "points"},
      {8, quad, "second-order quads"},
      {20, other, "second-order hexahedra"},
      {15, other, "second-order prisms"},
      {13, other, "second-order pyramids"},
      {9, triangle, "third-order triangles"},
      {10, triangle, "third-order triangles"},
      {12, triangle, "fourth-order triangles"},
      {15, triangle, "fourth-order triangles"},
      {15, triangle, "fifth-order triangles"},
      {21, triangle, "fifth-order triangles"},
      {4, line, "third-order lines"},
      {5, line, "fourth-order lines"},
      {6, line, "fifth-order lines"},
      {20, tet, "third-order tets"},
      {35, tet, "fourth-order tets"},
      {56, tet, "fifth-order tets"},
  };
  return type >= 1 && type <= 31 ? &elements[type - 1] : nullptr;
}

inline int gmsh_corner_count(GmshShape shape) {
  switch (shape) {
    case GmshShape::point:
      return 1;
    case GmshShape::line:
      return 2;
    case GmshShape::triangle:
      return 3;
    case GmshShape::quad:
    case GmshShape::tet:
      return 4;
    default:
      return 0;
  }
}

}  // namespace lacuna
