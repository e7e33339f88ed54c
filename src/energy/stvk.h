// Saint Venant-Kirchhoff density mu |E|^2 + lambda/2 tr(E)^2 in Green's strain E = (F^T F - I) / 2.
// docs/energies/stvk.md
#pragma once

#include "energy/elastic_law.h"
#include "energy/invariants.h"
#include "energy/lame.h"

namespace lacuna {

struct StVenantKirchhoff {
  static constexpr ElasticLaw law = ElasticLaw::stvk;
  static constexpr bool resists_inversion = false;

  static double density(const Vec3& sigma, const Lame& m) {
    const Vec3 E = strain(sigma);
    return m.mu * E.squaredNorm() + 0.5 * m.lambda * square(E.sum());
  }
  static Vec3 gradient(const Vec3& sigma, const Lame& m) {
    const Vec3 E = strain(sigma);
    return sigma.array() * (2 * m.mu * E.array() + m.lambda * E.sum());
  }
  static Mat3 hessian(const Vec3& sigma, const Lame& m) {
    const Vec3 E = strain(sigma);
    const Vec3 diagonal =
        2 * m.mu * E.array() + m.lambda * E.sum() + (2 * m.mu + m.lambda) * sigma.array().square();
    return symmetric(diagonal, m.lambda * pair_products(sigma));
  }
  static Vec3 flip_stiffness(const Vec3& sigma, const Lame& m) {
    return squares_minus_one(sigma, m) + m.mu * pair_products(sigma);
  }
  static Vec3 twist_stiffness(const Vec3& sigma, const Lame& m) {
    return squares_minus_one(sigma, m) - m.mu * pair_products(sigma);
  }

  static double density(const Mat3& F, const Lame& m) {
    const GreenInvariants d = green_invariants(F);
    return 0.25 * m.mu * d.squared_norm + 0.125 * m.lambda * square(d.trace);
  }
  /// First Piola-Kirchhoff stress dPsi/dF.
  static Mat3 stress(const Mat3& F, const Lame& m) {
    const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
    const Mat3 second_piola = 2 * m.mu * E + m.lambda * E.trace() * Mat3::Identity();
    return F * second_piola;
  }

 private:
  static Vec3 strain(const Vec3& sigma) { return 0.5 * (sigma.array() - 1) * (sigma.array() + 1); }

  /// mu (sigma_i^2 + sigma_j^2 - 1) + lambda tr(E) per pair.
  static Vec3 squares_minus_one(const Vec3& sigma, const Lame& m) {
    const Vec3 squares = sigma.cwiseAbs2();
    const Vec3 sums(squares[0] + squares[1], squares[1] + squares[2], squares[2] + squares[0]);
    return m.mu * (sums.array() - 1) + m.lambda * strain(sigma).sum();
  }
};

}  // namespace lacuna
