// Smooth factor that fades out the contact of nearly parallel edges, where the line-line distance is not
// differentiable (IPC, section 6.2 and supplement): m(x) = (2 - c/eps) c/eps for c < eps, else 1, with
// c = |u x v|^2 of the current edges u, v and eps = 1e-3 |U|^2 |V|^2 of the rest edges U, V.
#pragma once

#include "base/types.h"

namespace lacuna {

/// Node order (a0, a1, b0, b1); u = a1 - a0, v = b1 - b0.
struct EdgeEdgeMollifier {
  double value = 1;
  bool is_active = false;  ///< false: value is 1 and all derivatives vanish

  /// Threshold eps from the rest shape of the two edges.
  static double threshold(const Vec3& rest_u, const Vec3& rest_v) {
    return 1e-3 * rest_u.squaredNorm() * rest_v.squaredNorm();
  }
};

EdgeEdgeMollifier edge_edge_mollifier(const Vec3& u, const Vec3& v, double threshold);
Vec12 edge_edge_mollifier_gradient(const Vec3& u, const Vec3& v, double threshold);
Mat12 edge_edge_mollifier_hessian(const Vec3& u, const Vec3& v, double threshold);

}  // namespace lacuna
