// Keeps the stretches of a triangle below a limit s (Codimensional IPC, section 4.1): stiffness times rest
// volume times the sum over the singular values of F of
//
//   b = -z^2 ln(1 - z),   z = (sigma - onset) / (limit - onset),   for sigma > onset, else 0
//
// and the mirrored function for a lower limit, or another barrier of z (energy/gap_barrier.h). It is added to
// a membrane. docs/energies/strain_limit.md
#pragma once

#include "energy/gap_barrier.h"
#include "energy/triangle.h"

namespace lacuna {

struct StretchLimits {
  double onset = 1, limit = 0;              ///< upper: limit > onset >= 0
  double lower_onset = 0, lower_limit = 0;  ///< lower: lower_limit < lower_onset <= onset; none if both are 0
  bool has_lower() const { return lower_onset > lower_limit; }
};

/// Infinite for sigma_1 >= limit and for sigma_2 <= lower_limit.
struct StrainLimit {
  static constexpr int node_count = 3;

  struct Data {
    Mat2 inverse_edges;  ///< 1/m
    double weight = 0;   ///< J, rest volume times stiffness
    StretchLimits limits;
    BarrierShape shape = BarrierShape::log;
  };

  /// `stiffness` in Pa.
  static Data data(const Mat2& rest_edges, double thickness, const StretchLimits& limits,
                   double stiffness = 1) {
    const TriangleRest rest = triangle_rest(rest_edges);
    return {rest.inverse_edges, stiffness * thickness * rest.area, limits};
  }

  static double energy(const ElementPositions<3>& x, const Data& data);
  static ElementGradient<3> gradient(const ElementPositions<3>& x, const Data& data);
  template <Projection projection = Projection::psd>
  static ElementDerivatives<3> derivatives(const ElementPositions<3>& x, const Data& data);

  static double stiffness(const Data& data) { return data.weight / width(data); }
  static double node_stiffness(const Data& data) {
    return data.weight / square(width(data)) * shape_gradients2(data.inverse_edges);
  }

 private:
  static double width(const Data& data) { return data.limits.limit - data.limits.onset; }
};

/// The remaining fraction of the range between onset and limit: (limit - sigma_1) / (limit - onset), or its
/// counterpart for the lower limit if that is smaller. Above 1 where the limit does not act, at most 0 where
/// the energy is infinite.
double strain_limit_margin(const ElementPositions<3>& x, const StrainLimit::Data& data);

}  // namespace lacuna
