// A half-space as contact sees it: everything on the side of the normal is free.
#pragma once

#include "contact/surface.h"

namespace lacuna {

struct ContactPlane {
  Index vertex = -1;            ///< carries a point of the plane
  Vec3 normal = Vec3(0, 1, 0);  ///< unit length, into the free side
};

/// How far a vertex of the surface is from touching the plane, m; below zero behind it.
inline double plane_gap(const Surface& surface, const ContactPlane& plane, Positions x, Index vertex) {
  const Vec3 from_plane = x[static_cast<size_t>(vertex)] - x[static_cast<size_t>(plane.vertex)];
  return plane.normal.dot(from_plane) - 0.5 * surface.offset_of(vertex);
}

}  // namespace lacuna
