// Neo-Hookean density of a membrane, mu/2 (|F|^2 - 2) - mu ln J + lambda/2 (ln J)^2 with the plane-stress
// lambda of energy/shell_moduli.h; J is the change of area. docs/energies/membrane.md
#pragma once

#include "energy/lame.h"
#include "energy/membrane_strain.h"

#include <limits>

namespace lacuna {

/// Infinite for a triangle without area; derivatives are for J > 0 only.
struct MembraneNeoHookean {
  static double density(const Vec2& sigma, const Lame& m) { return neo_hookean_density(sigma, m); }
  static Vec2 gradient(const Vec2& sigma, const Lame& m) {
    return m.mu * sigma - pressure(sigma, m) * sigma.cwiseInverse();
  }
  static Mat2 hessian(const Vec2& sigma, const Lame& m) {
    const Vec2 inverse = sigma.cwiseInverse();
    Mat2 H = m.lambda * inverse * inverse.transpose();
    H.diagonal().array() += m.mu + pressure(sigma, m) * inverse.array().square();
    return H;
  }
  static double flip_stiffness(const Vec2& sigma, const Lame& m) {
    return m.mu + pressure(sigma, m) / (sigma[0] * sigma[1]);
  }
  static double twist_stiffness(const Vec2& sigma, const Lame& m) {
    return m.mu - pressure(sigma, m) / (sigma[0] * sigma[1]);
  }
  static Vec2 lean_stiffness(const Vec2& sigma, const Lame& m) {
    return m.mu - pressure(sigma, m) * sigma.array().square().inverse();
  }

  static double density(const Mat3x2& F, const Lame& m) {
    const double J = F.col(0).cross(F.col(1)).norm();
    if (!(J > 0)) return std::numeric_limits<double>::infinity();
    const GreenInvariants2 d = green_invariants(F);
    if (!d.is_small()) {
      const double log_J = std::log(J);
      return m.mu * (0.5 * d.trace - log_J) + 0.5 * m.lambda * square(log_J);
    }
    const double k = d.trace + d.determinant;  // J^2 - 1
    return 0.5 * m.mu * (log1p_remainder(k) - d.determinant) + 0.125 * m.lambda * square(std::log1p(k));
  }
  /// mu F - q F (F^T F)^-1, whose columns are f_2 x n / J^2 and n x f_1 / J^2 for n = f_1 x f_2.
  static Mat3x2 stress(const Mat3x2& F, const Lame& m) {
    const Vec3 n = F.col(0).cross(F.col(1));
    const double J2 = n.squaredNorm();
    const double q = (m.mu - 0.5 * m.lambda * std::log(J2)) / J2;
    Mat3x2 P;
    P.col(0) = m.mu * F.col(0) - q * F.col(1).cross(n);
    P.col(1) = m.mu * F.col(1) - q * n.cross(F.col(0));
    return P;
  }

 private:
  static double pressure(const Vec2& sigma, const Lame& m) {
    return m.mu - m.lambda * std::log(sigma[0] * sigma[1]);
  }
};

}  // namespace lacuna
