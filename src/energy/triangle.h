// A triangle of a shell as a map from its rest plane to space, and the derivatives of functions of that map.
//
// With rest edges as columns of a 2x2 matrix D_0 and current ones of a 3x2 matrix D, F = D B, B = D_0^-1. For
// F = U [diag(sigma); 0] V^T the second derivative of an isotropic function of F is block diagonal in the
// frame U . V^T, as for solids (energy/tet_element.h): a 2x2 matrix on the stretches, flip and twist on the
// pair of shears, and one number for each principal direction leaning out of the plane. Clamping
// these is the exact projection of the 6x6 matrix.
#pragma once

#include "energy/element.h"
#include "math/svd32.h"

namespace lacuna {

struct TriangleRest {
  Mat2 inverse_edges;  ///< B, 1/m
  double area = 0;     ///< m^2
};

/// x1 - x0 and x2 - x0 as columns, in the triangle's own frame: the first edge lies along its x axis.
Mat2 rest_edges(const ElementPositions<3>& X);
/// The same in the plane of a pattern (texture coordinates times metres per unit). May be mirrored.
Mat2 rest_edges(const std::array<Vec2, 3>& X);

/// The area must not be zero.
TriangleRest triangle_rest(const Mat2& edges);

/// In the frame of rest_edges(X): the direction `along`, projected onto the plane of the triangle, and the
/// one orthogonal to it, as columns. The axes of that frame if the direction is normal to the triangle.
Mat2 rest_axes(const ElementPositions<3>& X, const Vec3& along);

inline Mat3x2 triangle_edges(const ElementPositions<3>& x) {
  Mat3x2 D;
  D.col(0) = x[1] - x[0];
  D.col(1) = x[2] - x[0];
  return D;
}

/// F. Never inlined, so that all callers get the same bits: a finite energy then implies finite derivatives.
Mat3x2 deformation_gradient(const ElementPositions<3>& x, const Mat2& inverse_edges);

/// Sum over the nodes of |grad of their shape function|^2, 1/m^2.
inline double shape_gradients2(const Mat2& inverse_edges) {
  return inverse_edges.squaredNorm() + inverse_edges.colwise().sum().squaredNorm();
}

/// Second derivative of an isotropic function in its principal frame.
struct PrincipalStiffness2 {
  Mat2 stretch;        ///< d2Psi/dsigma_i dsigma_j
  double flip, twist;  ///< (Psi_1 - Psi_2) / (sigma_1 - sigma_2), (Psi_1 + Psi_2) / (sigma_1 + sigma_2)
  Vec2 lean;           ///< Psi_i / sigma_i

  PrincipalStiffness2 projected() const {
    return {project_psd(stretch).matrix, std::max(flip, 0.0), std::max(twist, 0.0), lean.cwiseMax(0)};
  }
};

/// Second derivative of any function of F = (f_u, f_v), over (f_u, f_v).
struct SurfaceHessian {
  Mat3 uu, uv, vv;
};

/// volume P B^T by node, for P = dPsi/dF.
ElementGradient<3> triangle_gradient(const Mat3x2& stress, const Mat2& inverse_edges, double volume);

ElementDerivatives<3> triangle_derivatives(const Mat3x2& stress, const PrincipalStiffness2& stiffness,
                                           const Svd32& svd, const Mat2& inverse_edges, double volume);

/// For any function of F. In the frame of U, the second derivative is `in_plane` on the entries (f_1, f_2) of
/// the first two rows, and `lean` on those of the third.
ElementDerivatives<3> triangle_derivatives(const Mat3x2& stress, const Eigen::Matrix4d& in_plane,
                                           const Mat2& lean, const Mat3& U, const Mat2& inverse_edges,
                                           double volume);

ElementDerivatives<3> triangle_derivatives(const Mat3x2& stress, const SurfaceHessian& hessian,
                                           const Mat2& inverse_edges, double volume);

}  // namespace lacuna
