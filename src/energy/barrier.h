// The logarithmic barrier of IPC (section 4.2; with an offset as in Codimensional IPC, section 5.1), as a
// function of the squared distance s = D - xi^2 beyond an offset xi, active below S = 2 xi dhat + dhat^2:
//   b(s) = -(s - S)^2 ln(s / S)
// With y = 1 - s/S and L = -log1p(-y), nothing cancels near the activation, where y is small:
//   b = S^2 y^2 L     b' = -S (2 y L + y^2 / (1 - y))     b'' = 2 L + 4 y / (1 - y) + y^2 / (1 - y)^2
// Twice continuously differentiable at S, zero beyond; infinite at s <= 0. b is in m^4.
#pragma once

#include <cmath>
#include <limits>

namespace lacuna {

struct LogBarrier {
  double value, first, second;

  /// s: squared distance less squared offset, m^2; activation: S, m^2.
  static LogBarrier at(double s, double activation) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(s < activation)) return {0, 0, 0};
    if (!(s > 0)) return {infinity, -infinity, infinity};
    const double y = (activation - s) / activation, rest = s / activation;
    // The accurate form of the logarithm: log1p(-y) near the activation, log(s / S) at tiny gaps.
    const double L = y < 0.5 ? -std::log1p(-y) : -std::log(rest);
    const double q = y / rest;
    return {activation * activation * y * y * L, -activation * y * (2 * L + q), 2 * L + q * (4 + q)};
  }

  /// S for an offset and dhat, both in m.
  static double activation(double offset, double dhat) { return dhat * (2 * offset + dhat); }
};

}  // namespace lacuna
