// A spring of rest length zero between points of n nodes: k/2 |sum w_i x_i|^2, sum w_i = 0. Stitches hold a
// vertex to a vertex or to a point of an edge. docs/energies/stitch.md
#pragma once

#include "energy/element.h"

namespace lacuna {

template <int n>
struct Stitch {
  static constexpr int node_count = n;

  struct Data {
    double stiffness = 0;                                  ///< N/m
    std::array<double, static_cast<size_t>(n)> weights{};  ///< their sum is zero
  };

  static double energy(const ElementPositions<n>& x, const Data& data) {
    return 0.5 * data.stiffness * gap(x, data).squaredNorm();
  }

  static ElementGradient<n> gradient(const ElementPositions<n>& x, const Data& data) {
    const Vec3 force = data.stiffness * gap(x, data);
    ElementGradient<n> g;
    for (int i = 0; i < n; ++i) g.template segment<3>(3 * i) = data.weights[static_cast<size_t>(i)] * force;
    return g;
  }

  /// The Hessian is constant and positive semidefinite as it is.
  template <Projection = Projection::psd>
  static ElementDerivatives<n> derivatives(const ElementPositions<n>& x, const Data& data) {
    ElementDerivatives<n> d;
    d.gradient = gradient(x, data);
    for (int a = 0; a < n; ++a)
      for (int b = a; b < n; ++b)
        d.hessian[block_index<n>(a, b)] = data.stiffness * data.weights[static_cast<size_t>(a)] *
                                          data.weights[static_cast<size_t>(b)] * Mat3::Identity();
    return d;
  }

  /// Of a gap of 1 m.
  static double stiffness(const Data& data) { return data.stiffness; }
  static double node_stiffness(const Data& data) {
    double sum = 0;
    for (double w : data.weights) sum += square(w);
    return 3 * data.stiffness * sum;
  }

 private:
  /// By differences, which do not round as much as positions far from the origin.
  static Vec3 gap(const ElementPositions<n>& x, const Data& data) {
    Vec3 sum = Vec3::Zero();
    for (size_t i = 1; i < x.size(); ++i) sum += data.weights[i] * (x[i] - x[0]);
    return sum;
  }
};

using VertexStitch = Stitch<2>;
using EdgeStitch = Stitch<3>;

inline VertexStitch::Data vertex_stitch(double stiffness) { return {stiffness, {1, -1}}; }

/// Node 0 to the point (1 - part) x_1 + part x_2.
inline EdgeStitch::Data edge_stitch(double stiffness, double part) {
  return {stiffness, {1, part - 1, -part}};
}

}  // namespace lacuna
