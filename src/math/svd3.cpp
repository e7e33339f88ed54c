#include "math/svd3.h"

#include "math/eigen3.h"
#include "math/frame.h"

#include <algorithm>
#include <limits>

namespace lacuna {

namespace {

/// The unit vector that F stretches most, up to a residual of rounding.
Vec3 leading_direction(const Mat3& F) {
  const Mat3 S = F.transpose() * F;
  const Eigenpair3 isolated = isolated_eigenpair(S);
  if (isolated.is_largest) return isolated.vector;
  const Mat3 frame = frame_along(isolated.vector);
  const Vec3 a = frame.col(1), b = frame.col(2);
  const Vec3 Sa = S * a, Sb = S * b;
  const Turn t = half_turn(a.dot(Sa) - b.dot(Sb), 2 * a.dot(Sb));
  return t.cosine * a + t.sine * b;
}

/// F of a size whose fourth power neither overflows nor underflows.
Svd3 svd3_of_moderate(const Mat3& F) {
  Svd3 svd;
  svd.V = frame_along(leading_direction(F));
  const Vec3 image = F * svd.V.col(0);
  svd.sigma[0] = image.norm();
  svd.U = frame_along(image / svd.sigma[0]);

  // Now U^T F V = [sigma_0, 0; 0, M] up to rounding. M = R(alpha) diag(s, t) R(-beta) is the sum of a
  // multiple q of the rotation by alpha - beta and a multiple r of a reflection with the angle alpha + beta;
  // s, t = q +- r.
  const Vec3 a = F * svd.V.col(1), b = F * svd.V.col(2);
  const double m00 = svd.U.col(1).dot(a), m01 = svd.U.col(1).dot(b);
  const double m10 = svd.U.col(2).dot(a), m11 = svd.U.col(2).dot(b);
  const double rotation_x = 0.5 * (m00 + m11), rotation_y = 0.5 * (m10 - m01);
  const double reflection_x = 0.5 * (m00 - m11), reflection_y = 0.5 * (m10 + m01);
  const double q = std::sqrt(square(rotation_x) + square(rotation_y));
  const double r = std::sqrt(square(reflection_x) + square(reflection_y));
  const Turn difference = half_turn(rotation_x, rotation_y), sum = half_turn(reflection_x, reflection_y);
  turn_last_columns(svd.U, sum * difference);
  turn_last_columns(svd.V, sum * difference.inverse());
  svd.sigma[1] = q + r;
  svd.sigma[2] = q - r;
  svd.sigma[0] = std::max(svd.sigma[0], svd.sigma[1]);  // rounding may swap equal ones
  return svd;
}

Svd3 svd3_of_extreme(const Mat3& F) {
  const double size = F.cwiseAbs().sum() / 9;
  if (size == 0) return {Mat3::Identity(), Vec3::Zero(), Mat3::Identity()};
  if (!(size <= std::numeric_limits<double>::max())) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {Mat3::Constant(nan), Vec3::Constant(nan), Mat3::Constant(nan)};
  }
  const int exponent = std::ilogb(size);
  Svd3 svd = svd3_of_moderate(F.unaryExpr([=](double x) { return std::scalbn(x, -exponent); }));
  svd.sigma = svd.sigma.unaryExpr([=](double x) { return std::scalbn(x, exponent); });
  return svd;
}

}  // namespace

Svd3 svd3(const Mat3& F) {
  const double size2 = F.squaredNorm();
  return size2 > 1e-60 && size2 < 1e60 ? svd3_of_moderate(F) : svd3_of_extreme(F);
}

}  // namespace lacuna
