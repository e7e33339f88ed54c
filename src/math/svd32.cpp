#include "math/svd32.h"

#include "math/frame.h"

#include <algorithm>
#include <limits>

namespace lacuna {

namespace {

/// Squares of the entries and their products neither overflow nor underflow.
bool is_moderate(const Mat3x2& F) {
  const double size2 = F.squaredNorm();
  return size2 > 1e-60 && size2 < 1e60;
}

/// Not inlined: within another function the compiler could contract products differently.
[[gnu::noinline]] Vec2 singular_values_of_moderate(const Mat3x2& F) {
  const Vec3 a = F.col(0), b = F.col(1);
  const double aa = a.squaredNorm(), bb = b.squaredNorm(), ab = a.dot(b);
  const double largest = std::sqrt(0.5 * (aa + bb + std::sqrt(square(aa - bb) + 4 * square(ab))));
  return {largest, std::min(a.cross(b).norm() / largest, largest)};
}

Svd32 svd32_of_moderate(const Mat3x2& F) {
  const Vec3 a = F.col(0), b = F.col(1);
  const Turn t = half_turn(a.squaredNorm() - b.squaredNorm(), 2 * a.dot(b));
  Svd32 svd;
  svd.sigma = singular_values_of_moderate(F);
  svd.V << t.cosine, -t.sine, t.sine, t.cosine;
  svd.U = frame_along((t.cosine * a + t.sine * b).normalized());
  // The image of the other right vector; its component along the first column of U is rounding.
  const Vec3 image = t.cosine * b - t.sine * a;
  const double x = svd.U.col(1).dot(image), y = svd.U.col(2).dot(image);
  const double length = std::sqrt(x * x + y * y);
  if (length > 0) turn_last_columns(svd.U, {x / length, y / length});
  return svd;
}

/// F = 2^exponent times the result, whose entries are near 1.
struct Scaled {
  Mat3x2 F;
  int exponent;
};
Scaled scaled(const Mat3x2& F) {
  const int exponent = std::ilogb(F.cwiseAbs().maxCoeff());
  return {F.unaryExpr([=](double x) { return std::scalbn(x, -exponent); }), exponent};
}
Vec2 scaled_back(const Vec2& sigma, int exponent) {
  return {std::scalbn(sigma[0], exponent), std::scalbn(sigma[1], exponent)};
}

bool is_finite(const Mat3x2& F) { return F.cwiseAbs().sum() <= std::numeric_limits<double>::max(); }

}  // namespace

Vec2 singular_values(const Mat3x2& F) {
  if (is_moderate(F)) return singular_values_of_moderate(F);
  if (!is_finite(F)) return Vec2::Constant(std::numeric_limits<double>::quiet_NaN());
  if (F.isZero(0)) return Vec2::Zero();
  const auto [G, exponent] = scaled(F);
  return scaled_back(singular_values_of_moderate(G), exponent);
}

Svd32 svd32(const Mat3x2& F) {
  if (is_moderate(F)) return svd32_of_moderate(F);
  if (!is_finite(F)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {Mat3::Constant(nan), Vec2::Constant(nan), Mat2::Constant(nan)};
  }
  if (F.isZero(0)) return {Mat3::Identity(), Vec2::Zero(), Mat2::Identity()};
  const auto [G, exponent] = scaled(F);
  Svd32 svd = svd32_of_moderate(G);
  svd.sigma = scaled_back(svd.sigma, exponent);
  return svd;
}

}  // namespace lacuna
