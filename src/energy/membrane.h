// In-plane elasticity of one triangle of a shell, for an isotropic law of the stretches (sigma_1, sigma_2) of
// F per rest volume (Pa): density, gradient, hessian, and without division by a term that may vanish
//
//   flip_stiffness    (Psi_1 - Psi_2) / (sigma_1 - sigma_2)
//   twist_stiffness   (Psi_1 + Psi_2) / (sigma_1 + sigma_2)
//   lean_stiffness    Psi_i / sigma_i
//
// and, where they need no singular values, `density` and `stress` (dPsi/dF) of F itself.
// docs/energies/membrane.md
#pragma once

#include "energy/membrane_arap.h"
#include "energy/membrane_neo_hookean.h"
#include "energy/membrane_stvk.h"
#include "energy/triangle.h"

namespace lacuna {

template <class Law>
concept HasDirectMembraneStress = requires(const Mat3x2& F, const Lame& material) {
  Law::stress(F, material);
};

template <class Law>
struct Membrane {
  static constexpr int node_count = 3;

  struct Data {
    Mat2 inverse_edges;  ///< 1/m
    double volume = 0;   ///< m^3, rest area times thickness
    Lame material;       ///< Pa, of plane stress
  };

  static Data data(const Mat2& rest_edges, double thickness, const Lame& material) {
    const TriangleRest rest = triangle_rest(rest_edges);
    return {rest.inverse_edges, thickness * rest.area, material};
  }

  static double energy(const ElementPositions<3>& x, const Data& data) {
    const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
    if constexpr (HasDirectMembraneStress<Law>)
      return data.volume * Law::density(F, data.material);
    else
      return data.volume * Law::density(singular_values(F), data.material);
  }

  static ElementGradient<3> gradient(const ElementPositions<3>& x, const Data& data) {
    const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
    if constexpr (HasDirectMembraneStress<Law>)
      return triangle_gradient(Law::stress(F, data.material), data.inverse_edges, data.volume);
    else
      return triangle_gradient(stress(F, svd32(F), data.material), data.inverse_edges, data.volume);
  }

  template <Projection projection = Projection::psd>
  static ElementDerivatives<3> derivatives(const ElementPositions<3>& x, const Data& data) {
    const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
    const Svd32 svd = svd32(F);
    PrincipalStiffness2 k{
        Law::hessian(svd.sigma, data.material), Law::flip_stiffness(svd.sigma, data.material),
        Law::twist_stiffness(svd.sigma, data.material), Law::lean_stiffness(svd.sigma, data.material)};
    if constexpr (projection == Projection::psd) k = k.projected();
    return triangle_derivatives(stress(F, svd, data.material), k, svd, data.inverse_edges, data.volume);
  }

  static double stiffness(const Data& data) {
    return (2 * data.material.mu + data.material.lambda) * data.volume;
  }
  static double node_stiffness(const Data& data) {
    return stiffness(data) * shape_gradients2(data.inverse_edges);
  }

 private:
  static Mat3x2 stress(const Mat3x2& F, const Svd32& svd, const Lame& material) {
    if constexpr (HasDirectMembraneStress<Law>)
      return Law::stress(F, material);
    else
      return svd.U.leftCols<2>() * Law::gradient(svd.sigma, material).asDiagonal() * svd.V.transpose();
  }
};

}  // namespace lacuna
