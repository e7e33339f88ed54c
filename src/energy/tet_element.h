// Energy, gradient and projected Hessian of one linear tetrahedron, for any law of energy/solid_laws.h.
//
// With rest edges as columns of D_0 and current ones of D, F = D B, B = D_0^-1. For F = U diag(sigma) V^T the
// derivative of the stress is block diagonal in the frame U . V^T (Stomakhin et al. 2012; Smith, de Goes and
// Kim, Analytic Eigensystems for Isotropic Distortion Energies, 2019): the law's 3x3 Hessian acts on the
// diagonal entries, and for each pair (i, j) a 2x2 block with eigenvalues flip and twist on the entries ij
// and ji. So clamping one 3x3 and six numbers is the exact projection of dP/dF.
#pragma once

#include "energy/element.h"
#include "energy/solid_laws.h"
#include "math/psd.h"
#include "math/svd3.h"

#include <concepts>

namespace lacuna {

/// The four vertices of one tet, metres.
using TetPositions = ElementPositions<4>;

/// Upper blocks of the symmetric 12x12 matrix: (0,0) (0,1) (0,2) (0,3) (1,1) (1,2) (1,3) (2,2) (2,3) (3,3).
using TetHessian = std::array<Mat3, 10>;

struct TetRest {
  Mat3 inverse_edges;  ///< B, 1/m
  double volume = 0;   ///< m^3
};

using TetDerivatives = ElementDerivatives<4>;

/// x1 - x0, x2 - x0, x3 - x0 as columns.
inline Mat3 tet_edges(const TetPositions& x) { return from_columns(x[1] - x[0], x[2] - x[0], x[3] - x[0]); }

/// The rest shape must have a positive volume, whatever its size.
TetRest tet_rest(const TetPositions& x);

inline Mat3 deformation_gradient(const TetPositions& x, const TetRest& rest) {
  return tet_edges(x) * rest.inverse_edges;
}

/// The largest |sigma_i - 1|.
double largest_strain(const Mat3& F);

/// dP/dF of an isotropic law in its principal frame.
struct PrincipalStiffness {
  Mat3 stretch;      ///< d2Psi/dsigma_i dsigma_j
  Vec3 flip, twist;  ///< per pair 12, 23, 31
};

/// volume P B^T by vertex, for the stress P = dPsi/dF.
Vec12 tet_gradient(const Mat3& stress, const TetRest& rest);
TetHessian tet_hessian(const PrincipalStiffness& stiffness, const Svd3& svd, const TetRest& rest);

template <class Law>
concept HasDirectStress = requires(const Mat3& F, const Lame& material) {
  { Law::density(F, material) } -> std::same_as<double>;
  { Law::stress(F, material) } -> std::same_as<Mat3>;
};

namespace detail {

template <class Law>
Mat3 stress(const Mat3& F, const Svd3& svd, const Lame& material) {
  if constexpr (HasDirectStress<Law>)
    return Law::stress(F, material);
  else
    return svd.U * Law::gradient(svd.sigma, material).asDiagonal() * svd.V.transpose();
}

/// The stretches at which a law that resists inversion may be evaluated: in a crushed tet the smallest one is
/// known better, and to be positive, from the determinant.
template <class Law>
Vec3 admissible_stretches(const Mat3& F, const Svd3& svd) {
  if constexpr (Law::resists_inversion)
    return {svd.sigma[0], svd.sigma[1], F.determinant() / (svd.sigma[0] * svd.sigma[1])};
  else
    return svd.sigma;
}

template <class Law, Projection projection>
PrincipalStiffness principal_stiffness(const Vec3& sigma, const Lame& material) {
  PrincipalStiffness k{Law::hessian(sigma, material), Law::flip_stiffness(sigma, material),
                       Law::twist_stiffness(sigma, material)};
  if constexpr (projection == Projection::psd) {
    k.stretch = project_psd(k.stretch).matrix;
    k.flip = k.flip.cwiseMax(0);
    k.twist = k.twist.cwiseMax(0);
  }
  return k;
}

}  // namespace detail

/// J. Infinite where the law does not admit the shape.
template <class Law>
double tet_energy(const TetPositions& x, const TetRest& rest, const Lame& material) {
  const Mat3 F = deformation_gradient(x, rest);
  if constexpr (HasDirectStress<Law>)
    return rest.volume * Law::density(F, material);
  else
    return rest.volume * Law::density(svd3(F).sigma, material);
}

/// N. The energy must be finite there.
template <class Law>
Vec12 tet_gradient(const TetPositions& x, const TetRest& rest, const Lame& material) {
  const Mat3 F = deformation_gradient(x, rest);
  if constexpr (HasDirectStress<Law>)
    return tet_gradient(Law::stress(F, material), rest);
  else
    return tet_gradient(detail::stress<Law>(F, svd3(F), material), rest);
}

/// Both derivatives for the price of one singular value decomposition. The energy must be finite there.
template <class Law, Projection projection = Projection::psd>
TetDerivatives tet_gradient_hessian(const TetPositions& x, const TetRest& rest, const Lame& material) {
  const Mat3 F = deformation_gradient(x, rest);
  const Svd3 svd = svd3(F);
  const Vec3 sigma = detail::admissible_stretches<Law>(F, svd);
  return {tet_gradient(detail::stress<Law>(F, svd, material), rest),
          tet_hessian(detail::principal_stiffness<Law, projection>(sigma, material), svd, rest)};
}

template <class Law, Projection projection = Projection::psd>
TetHessian tet_hessian(const TetPositions& x, const TetRest& rest, const Lame& material) {
  const Mat3 F = deformation_gradient(x, rest);
  const Svd3 svd = svd3(F);
  const Vec3 sigma = detail::admissible_stretches<Law>(F, svd);
  return tet_hessian(detail::principal_stiffness<Law, projection>(sigma, material), svd, rest);
}

}  // namespace lacuna
