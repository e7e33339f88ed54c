#include "energy/strain_limit_bound.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

/// F along the motion, and a bound on the error of F(t) at rounded positions, which grows linearly.
struct Motion {
  Mat3x2 F, P;
  double error_start, error_rate;

  Motion(const ElementPositions<3>& x, const ElementPositions<3>& p, const Mat2& B)
      : F(deformation_gradient(x, B)),
        P(deformation_gradient(p, B)),
        error_start(error(x, B)),
        error_rate(error(p, B)) {}

  Mat3x2 at(double t) const { return F + t * P; }
  double error_at(double t) const { return error_start + t * error_rate; }

 private:
  /// Differences of rounded coordinates, a product with B, and as much again for singular values: some ten
  /// roundings, once here and once where the energy is evaluated.
  static double error(const ElementPositions<3>& x, const Mat2& B) {
    constexpr double rounding = 64 * 0x1p-53;
    const double coordinates = std::sqrt(x[0].squaredNorm() + x[1].squaredNorm() + x[2].squaredNorm());
    return rounding * B.norm() * coordinates;
  }
};

/// sigma_1 with its error, which is convex as well, and its slope.
struct Stretch {
  double value, slope;
};
Stretch largest_stretch(const Motion& motion, double t) {
  const Svd32 svd = svd32(motion.at(t));
  const double slope = svd.U.col(0).dot(motion.P * svd.V.col(0)) + motion.error_rate;
  return {svd.sigma[0] + motion.error_at(t), slope};
}

/// Newton's method approaches the crossing from above, chords from below.
double upper_bound(const Motion& motion, double limit) {
  const double now = singular_values(motion.F)[0];
  const double target = limit - kept_strain * (limit - now), tolerance = 1e-3 * (target - now);
  double low = 0, low_value = now + motion.error_start, high = 1;
  if (!(low_value <= target)) return 0;
  if (singular_values(motion.at(1))[0] + motion.error_at(1) <= target) return 1;
  for (int i = 0; i < 60 && target - low_value > tolerance; ++i) {
    const Stretch stretch = largest_stretch(motion, high);
    const double newton = high - (stretch.value - target) / stretch.slope;
    double high_value = stretch.value;
    for (double t : {newton, low + (target - low_value) * (high - low) / (high_value - low_value)}) {
      if (!(t > low && t < high)) continue;
      const double value = singular_values(motion.at(t))[0] + motion.error_at(t);
      if (value <= target) {
        low = t;
        low_value = value;
      } else {
        high = t;
        high_value = value;
      }
    }
  }
  return low;
}

double smallest_eigenvalue(const Mat2& A) {
  return 0.5 * (A(0, 0) + A(1, 1)) - std::hypot(0.5 * (A(0, 0) - A(1, 1)), 0.5 * (A(0, 1) + A(1, 0)));
}

/// Whether sigma_2 >= target on [a, b]; it is known at a.
bool stays_above(const Motion& motion, double a, double b, double target) {
  const Mat3x2 A = motion.at(a), B = motion.at(b);
  const double error = motion.error_at(b);
  if (!(singular_values(B)[1] - error >= target)) return false;
  return smallest_eigenvalue(A.transpose() * B) - 2 * error * (A.norm() + B.norm()) >= square(target);
}

double lower_bound(const Motion& motion, double limit, double end) {
  const double now = singular_values(motion.F)[1];
  const double target = limit + kept_strain * (now - limit);
  if (!(now - motion.error_start >= target)) return 0;
  double t = 0, step = end;
  for (int i = 0; i < 200 && t < end && step > 1e-3 * t; ++i) {
    const double next = std::min(t + step, end);
    if (stays_above(motion, t, next, target))
      t = next;
    else
      step *= 0.5;
  }
  return t;
}

/// c0 + c1 t + c2 t^2.
struct Quadratic {
  double c0, c1, c2;

  double operator()(double t) const { return c0 + t * (c1 + t * c2); }

  /// The first t > 0 where it reaches `level` > c0; infinite if never.
  double first_above(double level) const {
    const double discriminant = c1 * c1 + 4 * (level - c0) * c2;
    if (!(discriminant >= 0)) return HUGE_VAL;
    const double root = std::sqrt(discriminant);
    if (c1 >= 0) return 2 * (level - c0) / (c1 + root);
    return c2 > 0 ? (root - c1) / (2 * c2) : HUGE_VAL;
  }
  double largest_size(double t) const {
    const double turn = -c1 / (2 * c2);
    const double between = turn > 0 && turn < t ? std::abs((*this)(turn)) : 0;
    return std::max({std::abs(c0), std::abs((*this)(t)), between});
  }
};

/// While |E| <= level - error on [0, t]. The root aims at twice the error, so that the check passes at once.
double strain_bound(const Quadratic& E, double limit, double error) {
  const double level = limit - kept_strain * (limit - std::abs(E.c0)), aim = level - 2 * error;
  if (!(std::abs(E.c0) < aim)) return 0;
  const Quadratic negative{-E.c0, -E.c1, -E.c2};
  double t = std::min({1.0, E.first_above(aim), negative.first_above(aim)});
  while (t > 1e-300 && !(E.largest_size(t) <= level - error)) t *= 0.9;
  return t > 1e-300 ? t : 0;
}

}  // namespace

double strain_limit_bound(const ElementPositions<3>& x, const ElementPositions<3>& p,
                          const StrainLimit::Data& data) {
  const Motion motion(x, p, data.inverse_edges);
  const double bound = upper_bound(motion, data.limits.limit);
  return data.limits.has_lower() && bound > 0 ? lower_bound(motion, data.limits.lower_limit, bound) : bound;
}

double strain_limit_bound(const ElementPositions<3>& x, const ElementPositions<3>& p,
                          const OrthotropicMembrane::Data& data) {
  const OrthotropicLimits& limits = data.limits;
  Motion motion(x, p, data.inverse_edges);
  // |f_i|^2 < 1 + 2 L_i along the path, so f_i moves by less than twice that: beyond, squares only add
  // rounding.
  const double reach = 2.1 * std::sqrt(1 + 2 * std::max(limits.warp, limits.weft)) /
                       std::max(motion.P.col(0).norm(), motion.P.col(1).norm());
  const double unit = reach < 1 ? reach : 1;
  motion.P *= unit;
  motion.error_rate *= unit;
  const double size = motion.F.norm() + motion.P.norm();
  const double error = 2 * size * motion.error_at(1) + 16 * 0x1p-53 * (1 + square(size));
  const auto strain = [&](int i, int j) -> Quadratic {
    const Vec3 f = motion.F.col(i), g = motion.F.col(j), p_i = motion.P.col(i), p_j = motion.P.col(j);
    return {0.5 * (f.dot(g) - (i == j)), 0.5 * (f.dot(p_j) + g.dot(p_i)), 0.5 * p_i.dot(p_j)};
  };
  return unit * std::min({strain_bound(strain(0, 0), limits.warp, error),
                          strain_bound(strain(1, 1), limits.weft, error),
                          strain_bound(strain(0, 1), limits.shear, error)});
}

}  // namespace lacuna
