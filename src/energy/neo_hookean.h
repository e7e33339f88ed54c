// Neo-Hookean density mu/2 (|F|^2 - 3) - mu ln J + lambda/2 (ln J)^2 (Bonet and Wood).
// docs/energies/neo_hookean.md
#pragma once

#include "energy/elastic_law.h"
#include "energy/invariants.h"
#include "energy/lame.h"

#include <limits>

namespace lacuna {

/// Infinite for J <= 0; derivatives are for J > 0 only.
struct NeoHookean {
  static constexpr ElasticLaw law = ElasticLaw::neo_hookean;
  static constexpr bool resists_inversion = true;

  static double density(const Vec3& sigma, const Lame& m) { return neo_hookean_density(sigma, m); }
  static Vec3 gradient(const Vec3& sigma, const Lame& m) {
    const double pressure = m.mu - m.lambda * std::log(sigma.prod());
    return m.mu * sigma - pressure * sigma.cwiseInverse();
  }
  static Mat3 hessian(const Vec3& sigma, const Lame& m) {
    const Vec3 inverse = sigma.cwiseInverse();
    const double pressure = m.mu - m.lambda * std::log(sigma.prod());
    const Vec3 diagonal = m.mu + (pressure + m.lambda) * inverse.array().square();
    return symmetric(diagonal, m.lambda * pair_products(inverse));
  }
  static Vec3 flip_stiffness(const Vec3& sigma, const Lame& m) {
    return m.mu + pressure_per_pair(sigma, m).array();
  }
  static Vec3 twist_stiffness(const Vec3& sigma, const Lame& m) {
    return m.mu - pressure_per_pair(sigma, m).array();
  }

  static double density(const Mat3& F, const Lame& m) {
    const double J = F.determinant();
    if (!(J > 0)) return std::numeric_limits<double>::infinity();
    const GreenInvariants d = green_invariants(F);
    if (!d.is_small()) {
      const double log_J = std::log(J);
      return m.mu * (0.5 * d.trace - log_J) + 0.5 * m.lambda * square(log_J);
    }
    const double k = d.trace + d.higher_minors;  // J^2 - 1
    return 0.5 * m.mu * (log1p_remainder(k) - d.higher_minors) + 0.125 * m.lambda * square(std::log1p(k));
  }
  /// First Piola-Kirchhoff stress dPsi/dF.
  static Mat3 stress(const Mat3& F, const Lame& m) {
    const Mat3 C = cofactors(F);
    const double J = F.col(0).dot(C.col(0));
    return m.mu * F - ((m.mu - m.lambda * std::log(J)) / J) * C;
  }

 private:
  static Vec3 pressure_per_pair(const Vec3& sigma, const Lame& m) {
    const double pressure = m.mu - m.lambda * std::log(sigma.prod());
    return pressure * pair_products(sigma).cwiseInverse();
  }
};

}  // namespace lacuna
