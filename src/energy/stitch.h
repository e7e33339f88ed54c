// A stitch between points of n nodes: k/2 max(|d| - l, 0)^2, d = sum w_i x_i, sum w_i = 0. It pulls a vertex
// towards a vertex or a point of an edge until they are l apart, and goes slack. The energy is convex, so its
// Hessian needs no projection. docs/energies/stitch.md
#pragma once

#include "energy/element.h"

#include <algorithm>

namespace lacuna {

template <int n>
struct Stitch {
  static constexpr int node_count = n;

  struct Data {
    double stiffness = 0;                                  ///< N/m
    std::array<double, static_cast<size_t>(n)> weights{};  ///< their sum is zero
    double rest_length = 0;                                ///< m, l: slack below this
  };

  static double energy(const ElementPositions<n>& x, const Data& data) {
    return 0.5 * data.stiffness * square(std::max(gap(x, data).norm() - data.rest_length, 0.0));
  }

  static ElementGradient<n> gradient(const ElementPositions<n>& x, const Data& data) {
    const Vec3 d = gap(x, data), force = taut_part(d.norm(), data) * data.stiffness * d;
    ElementGradient<n> g;
    for (int i = 0; i < n; ++i) g.template segment<3>(3 * i) = data.weights[static_cast<size_t>(i)] * force;
    return g;
  }

  template <Projection = Projection::psd>
  static ElementDerivatives<n> derivatives(const ElementPositions<n>& x, const Data& data) {
    ElementDerivatives<n> result;
    result.gradient = gradient(x, data);
    const Mat3 K = curvature(gap(x, data), data);
    for (int a = 0; a < n; ++a)
      for (int b = a; b < n; ++b)
        result.hessian[block_index<n>(a, b)] =
            data.weights[static_cast<size_t>(a)] * data.weights[static_cast<size_t>(b)] * K;
    return result;
  }

  /// For a gap of 1 m.
  static double stiffness(const Data& data) { return data.stiffness; }
  static double node_stiffness(const Data& data) {
    double sum = 0;
    for (double w : data.weights) sum += square(w);
    return 3 * data.stiffness * sum;
  }

 private:
  /// From differences, which round less than positions far from the origin.
  static Vec3 gap(const ElementPositions<n>& x, const Data& data) {
    Vec3 sum = Vec3::Zero();
    for (size_t i = 1; i < x.size(); ++i) sum += data.weights[i] * (x[i] - x[0]);
    return sum;
  }

  /// 1 - l / |d| where it pulls: the tension over k |d|, and the curvature across it over k.
  static double taut_part(double length, const Data& data) {
    if (data.rest_length == 0) return 1;
    return length > data.rest_length ? 1 - data.rest_length / length : 0;
  }

  /// With respect to d: k along d, and less across.
  static Mat3 curvature(const Vec3& d, const Data& data) {
    const double length = d.norm(), across = taut_part(length, data);
    Mat3 K = data.stiffness * across * Mat3::Identity();
    if (across > 0 && across < 1) {
      const Vec3 u = d / length;
      K += data.stiffness * (1 - across) * u * u.transpose();
      copy_upper_to_lower(K);
    }
    return K;
  }
};

using VertexStitch = Stitch<2>;
using EdgeStitch = Stitch<3>;

inline VertexStitch::Data vertex_stitch(double stiffness, double rest_length = 0) {
  return {stiffness, {1, -1}, rest_length};
}

/// Node 0 to the point (1 - part) x_1 + part x_2.
inline EdgeStitch::Data edge_stitch(double stiffness, double part, double rest_length = 0) {
  return {stiffness, {1, part - 1, -part}, rest_length};
}

}  // namespace lacuna
