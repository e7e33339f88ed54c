// Slabs between two moving primitives: lower bounds on their distance (internal to ccd.cpp).
#pragma once

#include "geometry/ccd_pairs.h"

#include <array>
#include <cmath>
#include <limits>

namespace lacuna::detail {

/// A moving pair, relative to its first vertex: this changes no distance, and keeps the small differences
/// that matter in the leading digits.
template <class Pair>
struct Motion {
  static constexpr int n = Pair::first + Pair::second;
  using Vertices = typename Pair::Vertices;
  Vertices x, dx;
  double rounding, rounding_rate;  ///< a slab width at time t is off by rounding + t rounding_rate at most
  double measuring_error;          ///< the part of `rounding` that is not in the positions themselves

  Motion(const Vertices& x0, const Vertices& dx0) {
    double x2 = 0, dx2 = 0;
    for (int i = 0; i < n; ++i) {
      x[i] = x0[i] - x0[0];
      dx[i] = dx0[i] - dx0[0];
      x2 += x[i].squaredNorm();
      dx2 += dx[i].squaredNorm();
    }
    // In units of the coordinates here, for differences, motion and dot products; and in units of the
    // coordinates as given, for the positions x + t dx that the caller will compute.
    constexpr double here = 20 * std::numeric_limits<double>::epsilon();
    constexpr double given = 4 * std::numeric_limits<double>::epsilon();
    measuring_error = here * std::sqrt(x2);
    rounding = measuring_error + given * x0[0].norm();
    rounding_rate = here * std::sqrt(dx2) + given * dx0[0].norm();
  }

  Vertices at(double t) const {
    Vertices y;
    for (int i = 0; i < n; ++i) y[i] = x[i] + t * dx[i];
    return y;
  }

  /// The two primitives approach each other by at most this per unit time: the largest displacement on each
  /// side, after subtracting the mean, which moves both.
  double speed() const {
    Vec3 mean = dx[0];
    for (int i = 1; i < n; ++i) mean += dx[i];
    mean /= n;
    double first2 = 0, second2 = 0;
    for (int i = 0; i < n; ++i) {
      double& side2 = i < Pair::first ? first2 : second2;
      side2 = std::max(side2, (dx[i] - mean).squaredNorm());
    }
    return std::sqrt(first2) + std::sqrt(second2) + rounding_rate;
  }
};

/// Width of the slab between the primitives along a unit direction, and for how long it stays above a floor.
/// Both err on the safe side by the rounding of all their inputs.
template <class Pair>
struct Slab {
  static constexpr int count = Pair::first * Pair::second;
  Vec3 direction;
  std::array<double, count> width, rate;

  // NOLINTNEXTLINE(modernize-pass-by-value): a Vec3 holds its numbers itself, there is nothing to move
  Slab(const Motion<Pair>& motion, const typename Pair::Vertices& x, const Vec3& n, double t) : direction(n) {
    for (int i = 0, k = 0; i < Pair::first; ++i)
      for (int j = Pair::first; j < motion.n; ++j, ++k) {
        width[k] = direction.dot(x[i] - x[j]) - (motion.rounding + t * motion.rounding_rate);
        rate[k] = direction.dot(motion.dx[i] - motion.dx[j]) - motion.rounding_rate;
      }
  }
  double least_width() const {
    double least = width[0];
    for (int k = 1; k < count; ++k) least = width[k] < least ? width[k] : least;
    return least;
  }
  /// Implies time_above(floor) > duration in floating point, without its divisions: an early exit must not
  /// change the result.
  bool stays_above(double floor, double duration) const {
    bool stays = true;
    for (int k = 0; k < count; ++k) stays = stays & (width[k] - floor >= -1.000001 * duration * rate[k]);
    return stays;
  }
  /// All widths grow, from a width above `floor` before `charge` was subtracted.
  bool opens_from(double floor, double charge) const {
    bool opens = true;
    for (int k = 0; k < count; ++k) opens = opens & (rate[k] >= 0) & (width[k] + charge > floor);
    return opens;
  }
  double time_above(double floor) const {
    double time = std::numeric_limits<double>::infinity();
    for (int k = 0; k < count; ++k)
      if (rate[k] < 0) time = std::min(time, (floor - width[k]) / rate[k]);
    return time;
  }
};

/// Smallest t > 0 with a + b t + c t^2 = 0, for a > 0; infinite if there is none, 0 if that cannot be
/// determined.
inline double first_root(double a, double b, double c) {
  const double discriminant = b * b - 4 * a * c;
  if (std::isnan(discriminant)) return 0;
  if (!(discriminant >= 0)) return std::numeric_limits<double>::infinity();
  const double root = std::sqrt(discriminant);
  if (b < 0) return 2 * a / (root - b);
  return c < 0 ? (b + root) / (-2 * c) : std::numeric_limits<double>::infinity();
}

/// For how long the slab along n + t m stays above a floor, for any m. A pair that rotates rigidly soon
/// leaves a slab of fixed direction. Along n + t m widths are quadratic functions of time, and |n + t m| is
/// at most 1 + t |n m| + t^2 m^2 / 2.
template <class Pair>
double time_above_turning(const Motion<Pair>& motion, const typename Pair::Vertices& x, const Vec3& n,
                          const Vec3& m, double t, double floor) {
  const double m2 = m.squaredNorm(), size = std::sqrt(m2);
  // The rounding of Slab, for a direction of length 1 + t |m|.
  const double charge = motion.rounding + t * motion.rounding_rate;
  const double a0 = floor + charge;
  const double a1 = floor * std::abs(n.dot(m)) + motion.rounding_rate + size * charge;
  const double a2 = 0.5 * floor * m2 + size * motion.rounding_rate;
  double time = std::numeric_limits<double>::infinity();
  for (int i = 0; i < Pair::first; ++i)
    for (int j = Pair::first; j < motion.n; ++j) {
      const Vec3 d = x[i] - x[j], e = motion.dx[i] - motion.dx[j];
      const double width = n.dot(d) - a0;
      if (!(width > 0)) return 0;
      time = std::min(time, first_root(width, n.dot(e) + m.dot(d) - a1, m.dot(e) - a2));
    }
  return time;
}

}  // namespace lacuna::detail
