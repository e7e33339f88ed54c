// Fixed corotated density mu |F - R|^2 + lambda/2 (J - 1)^2, R the rotation of F (Stomakhin et al.,
// Energetically Consistent Invertible Elasticity, 2012). docs/energies/fixed_corotated.md
#pragma once

#include "energy/elastic_law.h"
#include "energy/invariants.h"
#include "energy/lame.h"

namespace lacuna {

struct FixedCorotated {
  static constexpr ElasticLaw law = ElasticLaw::fixed_corotated;
  static constexpr bool resists_inversion = false;

  static double density(const Vec3& sigma, const Lame& m) {
    const Vec3 e = sigma.array() - 1;
    return m.mu * e.squaredNorm() + 0.5 * m.lambda * square(volume_change(sigma));
  }
  static Vec3 gradient(const Vec3& sigma, const Lame& m) {
    return 2 * m.mu * (sigma.array() - 1).matrix() + m.lambda * volume_change(sigma) * volume_gradient(sigma);
  }
  static Mat3 hessian(const Vec3& sigma, const Lame& m) {
    const Vec3 g = volume_gradient(sigma);
    const Vec3 diagonal = 2 * m.mu + m.lambda * g.array().square();
    return symmetric(diagonal,
                     m.lambda * (volume_change(sigma) * left_out_by_pair(sigma) + pair_products(g)));
  }
  static Vec3 flip_stiffness(const Vec3& sigma, const Lame& m) {
    return 2 * m.mu - m.lambda * volume_change(sigma) * left_out_by_pair(sigma).array();
  }
  /// Tends to minus infinity as sigma_i + sigma_j tends to 0, which only inverted elements reach; bounded
  /// there.
  static Vec3 twist_stiffness(const Vec3& sigma, const Lame& m) {
    constexpr double least_sum = 1e-6;
    const Vec3 sums(sigma[0] + sigma[1], sigma[1] + sigma[2], sigma[2] + sigma[0]);
    return 2 * m.mu + m.lambda * volume_change(sigma) * left_out_by_pair(sigma).array() -
           4 * m.mu / sums.array().max(least_sum);
  }
};

}  // namespace lacuna
