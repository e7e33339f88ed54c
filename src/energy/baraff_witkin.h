// A membrane of threads that stretch along warp and weft and shear against each other (Baraff and Witkin,
// Large Steps in Cloth Simulation, 1998), per rest volume
//
//   k/2 ((|f_u| - 1)^2 + (|f_v| - 1)^2) + G/2 (f_u . f_v)^2
//
// with the columns f_u, f_v of F along warp and weft. docs/energies/baraff_witkin.md
#pragma once

#include "energy/triangle.h"

namespace lacuna {

/// Pa.
struct BaraffWitkinModuli {
  double stretch = 0;  ///< k
  double shear = 0;    ///< G
};

/// Young's modulus along both threads, and the shear modulus of an isotropic sheet. Threads do not contract
/// each other: Poisson's ratio acts in shear alone.
constexpr BaraffWitkinModuli baraff_witkin_moduli(double young, double poisson) {
  return {young, young / (2 * (1 + poisson))};
}

/// Finite for every shape.
struct BaraffWitkin {
  static constexpr int node_count = 3;

  struct Data {
    Mat2 inverse_edges;  ///< 1/m; columns along warp and weft
    double volume = 0;   ///< m^3, rest area times thickness
    BaraffWitkinModuli moduli;
  };

  /// Warp and weft are the orthonormal columns of `axes` (energy/triangle.h: rest_axes), in the plane of the
  /// rest edges.
  static Data data(const Mat2& rest_edges, const Mat2& axes, double thickness,
                   const BaraffWitkinModuli& moduli) {
    const TriangleRest rest = triangle_rest(rest_edges);
    return {rest.inverse_edges * axes, thickness * rest.area, moduli};
  }

  static double energy(const ElementPositions<3>& x, const Data& data);
  static ElementGradient<3> gradient(const ElementPositions<3>& x, const Data& data);
  template <Projection projection = Projection::psd>
  static ElementDerivatives<3> derivatives(const ElementPositions<3>& x, const Data& data);

  static double stiffness(const Data& data) {
    return std::max(data.moduli.stretch, data.moduli.shear) * data.volume;
  }
  static double node_stiffness(const Data& data) {
    return stiffness(data) * shape_gradients2(data.inverse_edges);
  }
};

/// The second derivative of 1/2 (f_u . f_v)^2 by (f_u, f_v), or its positive part in closed form.
///
/// With i = f_u . f_v it is g g^T + i (0, I; I, 0), g = (f_v, f_u). On sums (a, a) the second term is i, on
/// differences (a, -a) it is -i, and g has a component in each. So of one parity, that of the sign of i, the
/// plane normal to that component has the eigenvalue |i|, of the other -|i|, and on the two components there
/// is a 2x2 matrix with the trace |f_u|^2 + |f_v|^2 and the determinant -3 i^2: one positive eigenvalue.
template <Projection projection>
SurfaceHessian shear_hessian(const Mat3x2& F);

}  // namespace lacuna
