// Orthonormal frames and half angles, the building blocks of closed-form eigenvalue and singular value
// problems.
#pragma once

#include "base/types.h"

#include <cmath>

namespace lacuna {

inline Mat3 from_columns(const Vec3& a, const Vec3& b, const Vec3& c) {
  Mat3 A;
  A.col(0) = a;
  A.col(1) = b;
  A.col(2) = c;
  return A;
}

/// A rotation whose first column is the unit vector n. No square root and no special case near the poles:
/// Duff et al., Building an Orthonormal Basis, Revisited, JCGT 2017.
inline Mat3 frame_along(const Vec3& n) {
  const double sign = std::copysign(1.0, n[2]);
  const double a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
  return from_columns(n, Vec3(1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]),
                      Vec3(b, sign + n[1] * n[1] * a, -n[1]));
}

/// A rotation of the plane by its cosine and sine.
struct Turn {
  double cosine = 1, sine = 0;
  Turn operator*(const Turn& other) const {
    return {cosine * other.cosine - sine * other.sine, sine * other.cosine + cosine * other.sine};
  }
  Turn inverse() const { return {cosine, -sine}; }
};

/// Half the angle of (x, y), which lies in [-pi/2, pi/2]; zero for a vector shorter than 1e-150, whose
/// squared length underflows.
inline Turn half_turn(double x, double y) {
  const double length = std::sqrt(x * x + y * y);
  if (!(length > 1e-150)) return {};
  // (1 + cos, sin) and (|sin|, 1 - cos) both point along half the angle; the longer one loses no digits.
  const double cosine = x / length, sine = y / length;
  const double c = x >= 0 ? 1 + cosine : std::abs(sine);
  const double s = x >= 0 ? sine : std::copysign(1 - cosine, y);
  const double scale = 1 / std::sqrt(c * c + s * s);
  return {c * scale, s * scale};
}

/// Rotates the last two columns of a frame about the first.
inline void turn_last_columns(Mat3& frame, const Turn& t) {
  const Vec3 a = frame.col(1), b = frame.col(2);
  frame.col(1) = t.cosine * a + t.sine * b;
  frame.col(2) = t.cosine * b - t.sine * a;
}

}  // namespace lacuna
