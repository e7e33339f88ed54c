// Corotated linear elasticity, "as rigid as possible" with a term for volume: mu sum (s_i - 1)^2 + lambda/2
// (sum (s_i - 1))^2 = mu |F - R|^2 + lambda/2 tr(R^T F - I)^2, R the rotation of F. docs/energies/arap.md
#pragma once

#include "energy/elastic_law.h"
#include "energy/invariants.h"
#include "energy/lame.h"

namespace lacuna {

struct Arap {
  static constexpr ElasticLaw law = ElasticLaw::arap;
  static constexpr bool resists_inversion = false;

  static double density(const Vec3& sigma, const Lame& m) {
    const Vec3 e = sigma.array() - 1;
    return m.mu * e.squaredNorm() + 0.5 * m.lambda * square(e.sum());
  }
  static Vec3 gradient(const Vec3& sigma, const Lame& m) {
    const Vec3 e = sigma.array() - 1;
    return 2 * m.mu * e.array() + m.lambda * e.sum();
  }
  static Mat3 hessian(const Vec3&, const Lame& m) {
    return symmetric(Vec3::Constant(2 * m.mu + m.lambda), Vec3::Constant(m.lambda));
  }
  static Vec3 flip_stiffness(const Vec3&, const Lame& m) { return Vec3::Constant(2 * m.mu); }
  /// Has a pole where sigma_i + sigma_j is 0, which only inverted elements reach; bounded there.
  static Vec3 twist_stiffness(const Vec3& sigma, const Lame& m) {
    constexpr double least_sum = 1e-6;
    const double pull = 2 * m.lambda * (sigma.array() - 1).sum() - 4 * m.mu;
    const Vec3 sums(sigma[0] + sigma[1], sigma[1] + sigma[2], sigma[2] + sigma[0]);
    return 2 * m.mu + pull / sums.array().max(least_sum);
  }
};

}  // namespace lacuna
