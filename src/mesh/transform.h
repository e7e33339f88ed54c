// Places and repeats meshes. Element orientation survives: a mirrored copy has its triangles and tets
// reversed, so surfaces stay outward and volumes positive.
#pragma once

#include "mesh/mesh.h"

#include <array>

namespace lacuna {

/// Rx Ry Rz, angles in degrees: z is applied first. Exact for multiples of 90 degrees.
Mat3 euler_rotation(const Vec3& degrees);

/// About `axis` (any nonzero length), right-handed, degrees. Exact for multiples of 90 about a main axis.
Mat3 axis_rotation(const Vec3& axis, double degrees);

void translate(Mesh& mesh, const Vec3& offset);

/// Per axis, about the origin; negative factors mirror, zero is an InputError.
void scale(Mesh& mesh, const Vec3& factors);

/// About the origin by a rotation of the above kind.
void rotate(Mesh& mesh, const Mat3& rotation);

/// About `center`.
void rotate(Mesh& mesh, const Mat3& rotation, const Vec3& center);

/// Reverses every triangle and tet, nothing else.
void flip_orientation(Mesh& mesh);

/// Appends the vertices and elements of `other` to those of `mesh`.
void append(Mesh& mesh, const Mesh& other);

struct ArrayParam {
  std::array<Index, 3> counts{1, 1, 1};  ///< copies along x, y, z
  Vec3 spacing = Vec3::Ones();           ///< m, between the origins of neighbouring copies
};

/// Copies on a lattice centred on the original, x fastest, then y, then z.
Mesh array(const Mesh& mesh, const ArrayParam& param);

struct StackParam {
  Index count = 1;
  double gap = 0.01;   ///< m, between the bounding boxes of neighbours
  Vec3 turn{0, 0, 0};  ///< degrees, Euler, added from copy to copy about the copy's bounding box centre
};

/// Copies on top of each other, upwards (y), the first where the original is.
Mesh stack(const Mesh& mesh, const StackParam& param);

}  // namespace lacuna
