// The frame in which the two sides of a contact slide: the closest points as combinations of the nodes, and
// the plane of contact. Geometry alone, without the normal force.
#pragma once

#include "geometry/contact_stencil.h"

namespace lacuna {

struct ContactFrame {
  std::array<Index, 4> nodes{-1, -1, -1, -1};
  int node_count = 0;
  Vec4 c = Vec4::Zero();  ///< of the closest vector: r = sum c_i x_i
  Mat3x2 basis;           ///< P, orthonormal, orthogonal to r
};

/// Of any stencil but mollified edges: nearly parallel edges have no plane of contact that varies smoothly.
ContactFrame contact_frame(const ContactStencil& stencil, const StencilPoints& x);

}  // namespace lacuna
