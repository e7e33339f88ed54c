// The negative part of the Hessian of a function of a distance, in closed form except for a scalar equation.
//
// With r^ the direction of the closest vector, q_a orthonormal directions of the parameters (geometry/
// closest_vector.h), f = c/|c|, rho = |c|, g_a = |r| c_a/|t_a|, the Hessian b'' grad grad^T + b' hess D is
//   alpha (f r^)(f r^)^T + beta sum_a [ rho (f q_a)(g_a r^)^T + rho (g_a r^)(f q_a)^T + (g_a r^)(g_a r^)^T ]
// where (u v) is the Kronecker product, alpha = rho^2 (4 b'' D + 2 b') > 0, beta = -2 b' > 0. Rotating the
// q_a (and with them the g_a) until g_1 and g_2 are orthogonal, with lengths gamma_a, leaves 2x2 blocks
//   beta ( gamma_a^2    rho gamma_a )
//        ( rho gamma_a  0           )        on (g^_a r^), (f q_a)
// with one negative eigenvalue each, plus the rank-one alpha term. So the negative eigenvalues -beta nu are
// the positive roots of a secular equation, with f = phi_1 g^_1 + phi_2 g^_2 + phi_3 e and zeta = beta/alpha:
//   zeta + phi_3^2 / nu + sum_a phi_a^2 nu / ((nu - n_a)(nu + m_a)) = 0
// where -n_a, m_a are the eigenvalues of the blocks over beta. One root lies below each n_a: at most two
// eigenpairs are negative, and finding these takes a few Newton steps. The positive part is the rest.
#pragma once

#include "base/types.h"

namespace lacuna {

/// In the basis (g^_1 r^), (g^_2 r^), (e r^), (f q_1), (f q_2), divided by beta.
struct BarrierSpectrum {
  std::array<double, 2> gamma;  ///< descending
  std::array<double, 2> phi;
  double phi3;
  double rho;
  double zeta;
};

using Vec5 = Eigen::Matrix<double, 5, 1>;
using Mat5 = Eigen::Matrix<double, 5, 5>;

/// The matrix of a spectrum.
Mat5 assembled(const BarrierSpectrum& spectrum);
/// The sum of -nu v v^T over its negative eigenvalues, with the sign reversed: positive semidefinite.
Mat5 negative_part(const BarrierSpectrum& spectrum);

/// The same with a single parameter: basis (g^ r^), (e r^), (f q).
struct BarrierSpectrum1 {
  double gamma, phi, phi3, rho, zeta;
};
Mat3 assembled(const BarrierSpectrum1& spectrum);
Mat3 negative_part(const BarrierSpectrum1& spectrum);

}  // namespace lacuna
