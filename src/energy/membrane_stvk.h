// Saint Venant-Kirchhoff density of a membrane, mu |E|^2 + lambda/2 tr(E)^2 with E = (F^T F - I) / 2 and the
// plane-stress lambda of energy/shell_moduli.h. docs/energies/membrane.md
#pragma once

#include "energy/lame.h"
#include "energy/membrane_strain.h"

namespace lacuna {

/// Finite for every shape: a triangle may lose its area.
struct MembraneStvk {
  static double density(const Vec2& sigma, const Lame& m) {
    const Vec2 E = strain(sigma);
    return m.mu * E.squaredNorm() + 0.5 * m.lambda * square(E.sum());
  }
  static Vec2 gradient(const Vec2& sigma, const Lame& m) {
    return sigma.cwiseProduct(lean_stiffness(sigma, m));
  }
  static Mat2 hessian(const Vec2& sigma, const Lame& m) {
    Mat2 H = m.lambda * sigma * sigma.transpose();
    H.diagonal() += lean_stiffness(sigma, m) + 2 * m.mu * sigma.cwiseAbs2();
    return H;
  }
  static double flip_stiffness(const Vec2& sigma, const Lame& m) {
    return squares_minus_one(sigma, m) + m.mu * sigma[0] * sigma[1];
  }
  static double twist_stiffness(const Vec2& sigma, const Lame& m) {
    return squares_minus_one(sigma, m) - m.mu * sigma[0] * sigma[1];
  }
  static Vec2 lean_stiffness(const Vec2& sigma, const Lame& m) {
    const Vec2 E = strain(sigma);
    return 2 * m.mu * E.array() + m.lambda * E.sum();
  }

  static double density(const Mat3x2& F, const Lame& m) {
    const GreenInvariants2 d = green_invariants(F);
    return 0.25 * m.mu * d.squared_norm + 0.125 * m.lambda * square(d.trace);
  }
  static Mat3x2 stress(const Mat3x2& F, const Lame& m) {
    const Mat2 D = F.transpose() * F - Mat2::Identity();
    const Mat2 second_piola = m.mu * D + 0.5 * m.lambda * D.trace() * Mat2::Identity();
    return F * second_piola;
  }

 private:
  static Vec2 strain(const Vec2& sigma) { return 0.5 * (sigma.array() - 1) * (sigma.array() + 1); }

  static double squares_minus_one(const Vec2& sigma, const Lame& m) {
    return m.mu * (sigma.squaredNorm() - 1) + m.lambda * strain(sigma).sum();
  }
};

}  // namespace lacuna
