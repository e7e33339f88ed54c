// Stable neo-Hookean density a/2 (|F|^2 - 3) + b/2 (J - alpha)^2 - a/2 ln(|F|^2 + 1), alpha = 1 + 3 a / (4
// b), less its value at rest (Smith, de Goes and Kim, Stable Neo-Hookean Flesh Simulation, 2018, equation
// 14). With a = 4/3 mu and b = lambda + 5/6 mu it agrees with linear elasticity at rest (their section 3.4).
// docs/energies/stable_neo_hookean.md
#pragma once

#include "energy/elastic_law.h"
#include "energy/invariants.h"
#include "energy/lame.h"

namespace lacuna {

struct StableNeoHookean {
  static constexpr ElasticLaw law = ElasticLaw::stable_neo_hookean;
  static constexpr bool resists_inversion = false;

  static double density(const Vec3& sigma, const Lame& m) {
    const Vec3 e = sigma.array() - 1;
    const double trace = 2 * e.sum() + e.squaredNorm();
    // |F|^2 - 3 - 2 (J - 1)
    const double shear = e.squaredNorm() - 2 * (e[0] * e[1] + e[1] * e[2] + e[2] * e[0]) - 2 * e.prod();
    return density(trace, shear, volume_change(sigma), m);
  }
  static Vec3 gradient(const Vec3& sigma, const Lame& m) {
    return shear_stiffness(sigma.squaredNorm(), m) * sigma +
           pressure(volume_change(sigma), m) * volume_gradient(sigma);
  }
  static Mat3 hessian(const Vec3& sigma, const Lame& m) {
    const double size2 = sigma.squaredNorm(), softening = 2 * a(m) / square(size2 + 1);
    const Vec3 g = volume_gradient(sigma);
    const Vec3 diagonal =
        shear_stiffness(size2, m) + softening * sigma.array().square() + b(m) * g.array().square();
    return symmetric(diagonal, softening * pair_products(sigma) + b(m) * pair_products(g) +
                                   pressure(volume_change(sigma), m) * left_out_by_pair(sigma));
  }
  static Vec3 flip_stiffness(const Vec3& sigma, const Lame& m) {
    return shear_stiffness(sigma.squaredNorm(), m) -
           pressure(volume_change(sigma), m) * left_out_by_pair(sigma).array();
  }
  static Vec3 twist_stiffness(const Vec3& sigma, const Lame& m) {
    return shear_stiffness(sigma.squaredNorm(), m) +
           pressure(volume_change(sigma), m) * left_out_by_pair(sigma).array();
  }

  static double density(const Mat3& F, const Lame& m) {
    const GreenInvariants d = green_invariants(F);
    const double dJ = F.determinant() - 1;
    // J^2 - 1 = trace + higher_minors = 2 dJ + dJ^2
    const double shear = d.is_small() ? dJ * dJ - d.higher_minors : d.trace - 2 * dJ;
    return density(d.trace, shear, dJ, m);
  }
  /// First Piola-Kirchhoff stress dPsi/dF.
  static Mat3 stress(const Mat3& F, const Lame& m) {
    const Mat3 C = cofactors(F);
    return shear_stiffness(F.squaredNorm(), m) * F + pressure(F.col(0).dot(C.col(0)) - 1, m) * C;
  }

 private:
  static double a(const Lame& m) { return 4.0 / 3 * m.mu; }
  static double b(const Lame& m) { return m.lambda + 5.0 / 6 * m.mu; }

  /// trace = |F|^2 - 3, shear = trace - 2 dJ, dJ = J - 1.
  static double density(double trace, double shear, double dJ, const Lame& m) {
    return 0.5 * a(m) * (log1p_remainder(0.25 * trace) + 0.75 * shear) + 0.5 * b(m) * dJ * dJ;
  }
  /// a (1 - 1 / (|F|^2 + 1)).
  static double shear_stiffness(double size2, const Lame& m) { return a(m) * size2 / (size2 + 1); }
  /// dPsi/dJ = b (J - alpha), where b (alpha - 1) = 3/4 a = mu.
  static double pressure(double dJ, const Lame& m) { return b(m) * dJ - m.mu; }
};

}  // namespace lacuna
