// A sphere as contact sees it from inside: a container, which everything stays in, or a bowl. Two scripted
// vertices carry it: its centre, and one at the radius along the axis, so that a changing radius moves with
// the same steps, bounds and checkpoints as every other motion.
//
// A solid ball is not among them: edges and triangles can cut a convex obstacle between their vertices, so
// it is a particle with an offset (SurfaceObject::is_ball), which all primitives keep away from.
#pragma once

#include "contact/surface.h"
#include "geometry/round_wall.h"

namespace lacuna {

struct ContactSphere {
  Index center = -1, rim = -1;  ///< vertices
  Vec3 axis = Vec3(0, 1, 0);    ///< unit length; a bowl opens along it
  RoundKind kind = RoundKind::container;
  double radius = 0;  ///< m; 0: it changes, and `rim` carries it

  bool grows() const { return !(radius > 0); }
};

inline double radius_of(const ContactSphere& sphere, Positions x) {
  if (!sphere.grows()) return sphere.radius;
  return sphere.axis.dot(x[static_cast<size_t>(sphere.rim)] - x[static_cast<size_t>(sphere.center)]);
}

/// How far a vertex of the surface is from touching the wall, m; below zero outside.
inline double sphere_gap(const Surface& surface, const ContactSphere& sphere, Positions x, Index vertex) {
  const Vec3 from_center = x[static_cast<size_t>(vertex)] - x[static_cast<size_t>(sphere.center)];
  return radius_of(sphere, x) - radial_vector(sphere.kind, sphere.axis, from_center).norm() -
         0.5 * surface.offset_of(vertex);
}

}  // namespace lacuna
