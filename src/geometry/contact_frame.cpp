#include "geometry/contact_frame.h"

#include "base/check.h"

namespace lacuna {

namespace {

/// Any two directions that complete a unit vector.
Mat3x2 plane_basis(const Vec3& normal) {
  int axis = 0;
  normal.cwiseAbs().minCoeff(&axis);
  Mat3x2 basis;
  basis.col(0) = normal.cross(Vec3::Unit(axis)).normalized();
  basis.col(1) = normal.cross(basis.col(0));
  return basis;
}

}  // namespace

ContactFrame contact_frame(const ContactStencil& stencil, const StencilPoints& x) {
  LACUNA_ASSERT(stencil.kind != StencilKind::mollified, "nodes {} {} {} {}", stencil.nodes[0],
                stencil.nodes[1], stencil.nodes[2], stencil.nodes[3]);
  ContactFrame frame;
  frame.nodes = stencil.nodes;
  frame.node_count = node_count(stencil.kind);
  if (stencil.kind == StencilKind::plane) {
    frame.c = Vec4(1, -1, 0, 0);
    frame.basis = plane_basis(x[2]);
  } else if (stencil.kind == StencilKind::sphere) {
    frame.c = Vec4(1, -1, 0, 0);  // a radius that changes moves the wall along its normal
    frame.basis = plane_basis(round_contact(stencil, x).normal);
  } else {
    visit_closest(stencil.kind, stencil.region, x, [&](const auto& closest, const auto&) {
      frame.c.head<std::decay_t<decltype(closest)>::node_count>() = closest.c;
      frame.basis = tangent_basis(closest);
    });
  }
  return frame;
}

}  // namespace lacuna
