// Stretching of a segment of a rod: E A / 2 (l / l_0 - 1)^2 l_0. docs/energies/rod.md
#pragma once

#include "energy/element.h"

namespace lacuna {

struct RodStretch {
  static constexpr int node_count = 2;

  struct Data {
    double stiffness = 0;    ///< E A, N (energy/shell_moduli.h)
    double rest_length = 0;  ///< m
  };

  static double energy(const ElementPositions<2>& x, const Data& data) {
    const double change = (x[1] - x[0]).norm() - data.rest_length;
    return 0.5 * data.stiffness * square(change) / data.rest_length;
  }

  static ElementGradient<2> gradient(const ElementPositions<2>& x, const Data& data) {
    const Vec3 e = x[1] - x[0];
    const double length = e.norm();
    ElementGradient<2> g;
    g.tail<3>() = tension(length, data) * direction(e, length);
    g.head<3>() = -g.tail<3>();
    return g;
  }

  /// Eigenvalues are E A / l_0 along the segment and tension / length across it.
  template <Projection projection = Projection::psd>
  static ElementDerivatives<2> derivatives(const ElementPositions<2>& x, const Data& data) {
    const Vec3 e = x[1] - x[0];
    const double length = e.norm(), along = data.stiffness / data.rest_length;
    const Vec3 d = direction(e, length);
    double across = tension(length, data) / length;
    if constexpr (projection == Projection::psd) across = across > 0 ? across : 0;
    const Mat3 K = (along - across) * d * d.transpose() + across * Mat3::Identity();
    ElementDerivatives<2> result;
    result.gradient.tail<3>() = tension(length, data) * d;
    result.hessian[block_index<2>(1, 1)] = K;
    complete_first_node(result);
    return result;
  }

  static double stiffness(const Data& data) { return data.stiffness * data.rest_length; }
  static double node_stiffness(const Data& data) { return 2 * data.stiffness / data.rest_length; }

 private:
  static double tension(double length, const Data& data) {
    return data.stiffness * (length - data.rest_length) / data.rest_length;
  }
  /// An arbitrary direction for a segment without length.
  static Vec3 direction(const Vec3& e, double length) {
    return length > 0 ? Vec3(e / length) : Vec3::UnitX();
  }
};

}  // namespace lacuna
