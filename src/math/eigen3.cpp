#include "math/eigen3.h"

#include "math/frame.h"

#include <algorithm>
#include <limits>

namespace lacuna {

namespace {

/// The largest root of x^3 - 3 x - 2 r for r in [0, 1], 2 cos(acos(r) / 3), which lies in [sqrt(3), 2].
/// The polynomial is within 1.1e-5 of it; the slope of the cubic is at least 6 there, so each of the two
/// Newton steps squares the error.
double largest_root(double r) {
  double x = 1.73206086 + r * (0.33282344 + r * (-0.09184387 + r * (0.03502438 - r * 0.0080708)));
  for (int i = 0; i < 2; ++i) x -= (x * (x * x - 3) - 2 * r) / (3 * (x * x - 1));
  return x;
}

/// A column of the adjugate of B - x I, which is a positive multiple of v v^T for the eigenvector v to the
/// largest eigenvalue x of B: the column with the largest diagonal entry.
Vec3 eigenvector(const Mat3& B, double x) {
  const double a = B(0, 0) - x, b = B(1, 1) - x, c = B(2, 2) - x;
  const double d = B(1, 0), e = B(2, 0), f = B(2, 1);
  const double aa = b * c - f * f, bb = a * c - e * e, cc = a * b - d * d;
  const double ab = e * f - d * c, ac = d * f - e * b, bc = d * e - a * f;
  if (aa >= bb && aa >= cc) return Vec3(aa, ab, ac).normalized();
  return bb >= cc ? Vec3(ab, bb, bc).normalized() : Vec3(ac, bc, cc).normalized();
}

}  // namespace

Eigenpair3 isolated_eigenpair(const Mat3& A) {
  // A = mean I + spread B, where the eigenvalues of B are 2 cos(phi + 2 pi k / 3).
  const double mean = A.trace() / 3;
  const double a = A(0, 0) - mean, b = A(1, 1) - mean, c = A(2, 2) - mean;
  const double d = A(1, 0), e = A(2, 0), f = A(2, 1);
  const double spread2 = (a * a + b * b + c * c + 2 * (d * d + e * e + f * f)) / 6;
  // Three equal eigenvalues up to rounding (or not a number): any vector will do.
  if (!(spread2 > 1e-31 * mean * mean)) return {mean, Vec3(1, 0, 0), true};

  const double spread = std::sqrt(spread2), scale = 1 / spread;
  Mat3 B;
  B << a, d, e, d, b, f, e, f, c;
  B *= scale;
  const double half_determinant = 0.5 * B.determinant();
  const bool is_largest = half_determinant >= 0;
  if (!is_largest) B = -B;
  const double x = largest_root(std::min(std::abs(half_determinant), 1.0));
  return {is_largest ? mean + spread * x : mean - spread * x, eigenvector(B, x), is_largest};
}

namespace {

Eigen3 eigen3_of_moderate(const Mat3& A) {
  const Eigenpair3 isolated = isolated_eigenpair(A);
  Mat3 V = frame_along(isolated.vector);
  const Vec3 Av = A * V.col(1), Aw = A * V.col(2);
  const double vv = V.col(1).dot(Av), vw = V.col(1).dot(Aw), ww = V.col(2).dot(Aw);
  turn_last_columns(V, half_turn(vv - ww, 2 * vw));
  const double mean = 0.5 * (vv + ww), radius = 0.5 * std::sqrt(square(vv - ww) + square(2 * vw));
  if (isolated.is_largest) return {Vec3(isolated.value, mean + radius, mean - radius), V};
  return {Vec3(mean + radius, mean - radius, isolated.value), from_columns(V.col(1), V.col(2), V.col(0))};
}

}  // namespace

Eigen3 eigen3(const Mat3& A) {
  const double size = A.cwiseAbs().sum();
  if (size > 1e-60 && size < 1e60) return eigen3_of_moderate(A);
  if (size == 0) return {Vec3::Zero(), Mat3::Identity()};
  if (!(size <= std::numeric_limits<double>::max())) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {Vec3::Constant(nan), Mat3::Constant(nan)};
  }
  const int exponent = std::ilogb(size);
  Eigen3 eigen = eigen3_of_moderate(A.unaryExpr([=](double x) { return std::scalbn(x, -exponent); }));
  eigen.values = eigen.values.unaryExpr([=](double x) { return std::scalbn(x, exponent); });
  return eigen;
}

}  // namespace lacuna
