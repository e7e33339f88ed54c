// A woven membrane with built-in limits (Codimensional IPC, section 4.2, after Clyde, Teran and Tamstorf
// 2017). In Green's strain E along warp and weft, per rest volume,
//
//   a11/2 eta(E11^2; L11^2) + a12 eta(E11 E22; L11 L22) + a22/2 eta(E22^2; L22^2) + G12 eta(E12^2; L12^2)
//
// with eta(z; Z) = -Z ln(1 - z/Z). It replaces a membrane. docs/energies/orthotropic_membrane.md
#pragma once

#include "energy/triangle.h"

namespace lacuna {

/// Pa.
struct OrthotropicModuli {
  double a11 = 0, a12 = 0, a22 = 0, g12 = 0;
};

/// Of E11, E22 and E12, in stretch as in compression.
struct OrthotropicLimits {
  double warp = 0, weft = 0, shear = 0;
};

/// Infinite where an entry of the strain reaches its limit.
struct OrthotropicMembrane {
  static constexpr int node_count = 3;

  struct Data {
    Mat2 inverse_edges;  ///< 1/m; columns along warp and weft
    double volume = 0;   ///< m^3, rest area times thickness
    OrthotropicModuli moduli;
    OrthotropicLimits limits;
  };

  /// Warp and weft are the orthonormal columns of `axes` (energy/triangle.h: rest_axes), in the plane of the
  /// rest edges.
  static Data data(const Mat2& rest_edges, const Mat2& axes, double thickness,
                   const OrthotropicModuli& moduli, const OrthotropicLimits& limits) {
    const TriangleRest rest = triangle_rest(rest_edges);
    return {rest.inverse_edges * axes, thickness * rest.area, moduli, limits};
  }

  static double energy(const ElementPositions<3>& x, const Data& data);
  static ElementGradient<3> gradient(const ElementPositions<3>& x, const Data& data);
  template <Projection projection = Projection::psd>
  static ElementDerivatives<3> derivatives(const ElementPositions<3>& x, const Data& data);

  static double stiffness(const Data& data) {
    return std::max(data.moduli.a11, data.moduli.a22) * data.volume;
  }
  static double node_stiffness(const Data& data) {
    return stiffness(data) * shape_gradients2(data.inverse_edges);
  }
};

/// The smallest of 1 - |E_ij| / L_ij.
double strain_limit_margin(const ElementPositions<3>& x, const OrthotropicMembrane::Data& data);

}  // namespace lacuna
