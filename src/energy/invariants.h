// Invariants in which the densities of solids are written, in two families: functions of the principal
// stretches sigma (signed, math/svd3.h) for Hessians, and functions of F for energies and stresses, which
// need no singular values.
//
// A density near rest is the second-order remainder of terms that cancel to first order. Written in F it
// would keep an error of 2^-53 mu, as much as the whole energy at a strain of 1e-8, and a line search close
// to the solution would compare noise. Written in sigma - 1 or in C - I, below, the error is 2^-53 mu times
// the strain.
#pragma once

#include "energy/lame.h"
#include "math/frame.h"

#include <cmath>
#include <limits>

namespace lacuna {

/// Every Vec3 "per pair" lists the pairs of principal axes in the order 12, 23, 31; this is the entry of the
/// third axis.
inline Vec3 left_out_by_pair(const Vec3& v) { return {v[2], v[0], v[1]}; }

/// sigma_i sigma_j per pair.
inline Vec3 pair_products(const Vec3& sigma) {
  return {sigma[0] * sigma[1], sigma[1] * sigma[2], sigma[2] * sigma[0]};
}
/// dJ/dsigma_i: the product of the other two.
inline Vec3 volume_gradient(const Vec3& sigma) {
  return {sigma[1] * sigma[2], sigma[2] * sigma[0], sigma[0] * sigma[1]};
}
/// J - 1.
inline double volume_change(const Vec3& sigma) {
  const Vec3 e = sigma.array() - 1;
  return e.sum() + e[0] * e[1] + e[1] * e[2] + e[2] * e[0] + e.prod();
}

/// A symmetric matrix from its diagonal and one entry per pair.
inline Mat3 symmetric(const Vec3& diagonal, const Vec3& per_pair) {
  Mat3 A;
  A << diagonal[0], per_pair[0], per_pair[2],  //
      per_pair[0], diagonal[1], per_pair[1],   //
      per_pair[2], per_pair[1], diagonal[2];
  return A;
}

/// dJ/dF = J F^-T, defined for any F.
inline Mat3 cofactors(const Mat3& F) {
  return from_columns(F.col(1).cross(F.col(2)), F.col(2).cross(F.col(0)), F.col(0).cross(F.col(1)));
}

/// Of D = F^T F - I, twice Green's strain.
struct GreenInvariants {
  double trace;          ///< |F|^2 - 3
  double squared_norm;   ///< of D
  double higher_minors;  ///< sum of the 2x2 principal minors plus the determinant: J^2 - 1 - trace
  bool is_small() const { return squared_norm < 0.25; }
};

inline GreenInvariants green_invariants(const Mat3& F) {
  const Vec3 x = F.col(0), y = F.col(1), z = F.col(2);
  const double a = x.squaredNorm() - 1, b = y.squaredNorm() - 1, c = z.squaredNorm() - 1;
  const double d = x.dot(y), e = x.dot(z), f = y.dot(z);
  const double minors = (a * b - d * d) + (a * c - e * e) + (b * c - f * f);
  const double determinant = a * (b * c - f * f) + d * (e * f - d * c) + e * (d * f - e * b);
  return {a + b + c, a * a + b * b + c * c + 2 * (d * d + e * e + f * f), minors + determinant};
}

/// x - log(1 + x), without cancellation: with s = x / (2 + x), log(1 + x) = 2 atanh(s) and x - 2 s = s x.
inline double log1p_remainder(double x) {
  if (!(std::abs(x) < 0.25)) return x - std::log1p(x);
  const double s = x / (2 + x), t = s * s;  // t < 0.021: the terms left out are below 1e-17 of the sum
  double series = 1.0 / 21;
  for (int k = 19; k >= 3; k -= 2) series = 1.0 / k + t * series;
  return s * (x - 2 * t * series);
}

/// mu/2 (|F|^2 - n) - mu ln J + lambda/2 (ln J)^2 of the n stretches, descending; infinite for J <= 0.
template <class Stretches>
double neo_hookean_density(const Stretches& sigma, const Lame& m) {
  if (!(sigma[sigma.size() - 1] > 0)) return std::numeric_limits<double>::infinity();
  double shear = 0, log_J = 0;
  for (const double s : sigma) {
    const double e = s - 1;
    shear += 0.5 * e * e + log1p_remainder(e);
    log_J += std::log1p(e);
  }
  return m.mu * shear + 0.5 * m.lambda * square(log_J);
}

}  // namespace lacuna
