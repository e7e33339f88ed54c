// Corotated linear elasticity of a membrane, mu sum (sigma_i - 1)^2 + lambda/2 (sum (sigma_i - 1))^2 with the
// plane-stress lambda of energy/shell_moduli.h. docs/energies/arap.md
#pragma once

#include "base/types.h"
#include "energy/lame.h"

namespace lacuna {

/// Finite for every shape: a triangle may lose its area, where the derivatives have a kink.
struct MembraneArap {
  static double density(const Vec2& sigma, const Lame& m) {
    const Vec2 e = sigma.array() - 1;
    return m.mu * e.squaredNorm() + 0.5 * m.lambda * square(e.sum());
  }
  static Vec2 gradient(const Vec2& sigma, const Lame& m) {
    const Vec2 e = sigma.array() - 1;
    return 2 * m.mu * e.array() + m.lambda * e.sum();
  }
  static Mat2 hessian(const Vec2&, const Lame& m) {
    Mat2 H = Mat2::Constant(m.lambda);
    H.diagonal().array() += 2 * m.mu;
    return H;
  }
  static double flip_stiffness(const Vec2&, const Lame& m) { return 2 * m.mu; }
  static double twist_stiffness(const Vec2& sigma, const Lame& m) {
    return 2 * m.mu + (2 * m.lambda * (sigma.sum() - 2) - 4 * m.mu) / std::max(sigma.sum(), least_stretch);
  }
  static Vec2 lean_stiffness(const Vec2& sigma, const Lame& m) {
    return 2 * m.mu + (m.lambda * (sigma.sum() - 2) - 2 * m.mu) / sigma.array().max(least_stretch);
  }

 private:
  /// Of the divisors: a collapsed triangle has finite derivatives.
  static constexpr double least_stretch = 1e-6;
};

}  // namespace lacuna
