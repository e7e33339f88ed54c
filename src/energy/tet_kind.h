// Tets of a law as an element kind (energy/element.h).
#pragma once

#include "energy/inversion_bound.h"
#include "energy/tet_element.h"

namespace lacuna {

template <class Law_>
struct TetKind {
  using Law = Law_;
  static constexpr int node_count = 4;
  struct Data {
    TetRest rest;
    Lame lame;
  };

  static double energy(const TetPositions& x, const Data& d) { return tet_energy<Law>(x, d.rest, d.lame); }
  static Vec12 gradient(const TetPositions& x, const Data& d) { return tet_gradient<Law>(x, d.rest, d.lame); }
  template <Projection projection = Projection::psd>
  static TetDerivatives derivatives(const TetPositions& x, const Data& d) {
    return tet_gradient_hessian<Law, projection>(x, d.rest, d.lame);
  }
  static double stiffness(const Data& d) { return (d.lame.mu + std::abs(d.lame.lambda)) * d.rest.volume; }
  static double node_stiffness(const Data& d) {
    const Mat3& B = d.rest.inverse_edges;  // rows are the shape gradients of corners 1 to 3
    const double gradients2 = B.squaredNorm() + B.colwise().sum().squaredNorm();
    return (2 * d.lame.mu + d.lame.lambda) * d.rest.volume * gradients2;
  }
  static double step_bound(const TetPositions& x, const TetPositions& p,
                           const Data&) requires(Law::resists_inversion) {
    return inversion_bound(x, p);
  }
  static bool is_admissible(const TetPositions& x, const Data&) requires(Law::resists_inversion) {
    return (x[1] - x[0]).dot((x[2] - x[0]).cross(x[3] - x[0])) > 0;
  }
  static double strain(const TetPositions& x, const Data& d) {
    return largest_strain(deformation_gradient(x, d.rest));
  }

  static Data yielded(const TetPositions& x, Data d, const PlasticFlow& flow) {
    d.rest.inverse_edges = flowed_rest(deformation_gradient(x, d.rest), d.rest.inverse_edges, flow);
    return d;
  }
  static std::span<double> rest_numbers(Data& d) { return {d.rest.inverse_edges.data(), 9}; }
};

}  // namespace lacuna
