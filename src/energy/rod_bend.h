// Bending of a rod at the node between two segments: E I (|kb| - |kb|_0)^2 / (l_0 + l_1) with rest lengths
// and the curvature |kb| = 2 tan(phi / 2) of Bergou et al., Discrete Elastic Rods, 2008, phi the angle
// between the segments. At a branch, every pair of segments bends. docs/energies/rod.md
//
// Motions out of the plane of the segments and within it do not mix. In displacements over segment lengths,
// the Hessian is 2x2 for the former and as in energy/fold_modes.h for the latter, so its eigenvalues are
// known and clamping them is the exact projection in these coordinates (BendCurvature::full).
#pragma once

#include "energy/element.h"
#include "energy/fold_modes.h"

namespace lacuna {

/// Nodes in order; the middle one is between the segments. Infinite when folded by pi and for segments
/// without length. With a rest curvature the energy has a cusp at the straight rod, where the direction of
/// bending is undefined.
struct RodBend {
  static constexpr int node_count = 3;

  struct Data {
    double stiffness = 0;       ///< J, E I / (l_0 + l_1)
    double rest_curvature = 0;  ///< |kb| at rest, 0 for a straight rod
    double length = 0;          ///< m, mean of both rest lengths
  };

  /// E I in N m^2 (energy/shell_moduli.h).
  static Data data(double rest_length_0, double rest_length_1, double bend_stiffness,
                   double rest_curvature = 0) {
    const double sum = rest_length_0 + rest_length_1;
    return {bend_stiffness / sum, rest_curvature, 0.5 * sum};
  }

  static double energy(const ElementPositions<3>& x, const Data& data);
  static ElementGradient<3> gradient(const ElementPositions<3>& x, const Data& data);
  template <Projection projection = Projection::psd, BendCurvature curvature = BendCurvature::full>
  static ElementDerivatives<3> derivatives(const ElementPositions<3>& x, const Data& data);

  static double stiffness(const Data& data) { return 2 * data.stiffness; }
  /// The threshold is one of |kb|, which is the angle where that is small.
  static Data yielded(const ElementPositions<3>& x, Data data, const PlasticFlow& flow);
  static std::span<double> rest_numbers(Data& data) { return {&data.rest_curvature, 1}; }
  /// |grad phi|^2 is 6 / l^2 for a straight rod.
  static double node_stiffness(const Data& data) { return 12 * data.stiffness / square(data.length); }
};

/// 2 tan(phi / 2), infinite when folded; rest_curvature is its value for the rest shape.
double rod_curvature(const ElementPositions<3>& x);

}  // namespace lacuna
