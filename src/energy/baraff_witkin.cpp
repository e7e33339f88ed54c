#include "energy/baraff_witkin.h"

#include <cmath>

namespace lacuna {

namespace {

/// Of a divisor: a thread without length has finite derivatives.
constexpr double least_stretch = 1e-6;

/// The unit vector along f, any if it vanishes.
Vec3 direction(const Vec3& f, double length) { return length > 0 ? Vec3(f / length) : Vec3::UnitX(); }

Mat3x2 stress(const Mat3x2& F, const BaraffWitkinModuli& m) {
  const double shear = m.shear * F.col(0).dot(F.col(1));
  Mat3x2 P;
  for (int k : {0, 1}) {
    const double length = F.col(k).norm();
    P.col(k) = m.stretch * (length - 1) * direction(F.col(k), length) + shear * F.col(1 - k);
  }
  return P;
}

/// Of 1/2 (|f| - 1)^2: 1 along f, 1 - 1/|f| across it.
template <Projection projection>
Mat3 thread_hessian(const Vec3& f) {
  const double length = f.norm();
  double across = 1 - 1 / std::max(length, least_stretch);
  if constexpr (projection == Projection::psd) across = std::max(across, 0.0);
  const Vec3 d = direction(f, length);
  return (1 - across) * d * d.transpose() + across * Mat3::Identity();
}

/// A matrix on sums a and differences b of two displacements, (x + y) / sqrt 2 and (x - y) / sqrt 2, as one
/// on x and y.
SurfaceHessian from_parities(const Mat3& on_sums, const Mat3& on_differences, const Mat3& mixed) {
  return {0.5 * (on_sums + on_differences + mixed + mixed.transpose()),
          0.5 * (on_sums - on_differences - mixed + mixed.transpose()),
          0.5 * (on_sums + on_differences - mixed - mixed.transpose())};
}

Mat3 across(const Vec3& d) { return Mat3::Identity() - d * d.transpose(); }

}  // namespace

template <Projection projection>
SurfaceHessian shear_hessian(const Mat3x2& F) {
  const Vec3 u = F.col(0), v = F.col(1);
  const double i = u.dot(v);
  if constexpr (projection == Projection::none)
    return {v * v.transpose(), v * u.transpose() + i * Mat3::Identity(), u * u.transpose()};

  // The components of g in sums and differences, p and q times unit vectors.
  const Vec3 sum = u + v, difference = v - u;
  const double p = std::sqrt(0.5) * sum.norm(), q = std::sqrt(0.5) * difference.norm();
  const Vec3 on_sum = direction(sum, sum.norm()), on_difference = direction(difference, difference.norm());
  const double trace = u.squaredNorm() + v.squaredNorm();
  const double root = std::sqrt(square(trace) + 12 * square(i)), lambda = 0.5 * (trace + root);
  // The positive eigenvector of (p^2 + i, p q; p q, q^2 - i), from the row in which nothing cancels.
  Vec2 mode = i >= 0 ? Vec2(0.5 * root + 2 * i, p * q) : Vec2(p * q, 0.5 * root - 2 * i);
  const double length = mode.norm();
  if (length > 0) mode /= length;

  Mat3 sums = lambda * square(mode[0]) * on_sum * on_sum.transpose();
  Mat3 differences = lambda * square(mode[1]) * on_difference * on_difference.transpose();
  const Mat3 mixed = lambda * mode[0] * mode[1] * on_sum * on_difference.transpose();
  if (i > 0)
    sums += i * across(on_sum);
  else
    differences -= i * across(on_difference);
  return from_parities(sums, differences, mixed);
}

double BaraffWitkin::energy(const ElementPositions<3>& x, const Data& data) {
  const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
  const double warp = F.col(0).norm() - 1, weft = F.col(1).norm() - 1, shear = F.col(0).dot(F.col(1));
  return 0.5 * data.volume *
         (data.moduli.stretch * (square(warp) + square(weft)) + data.moduli.shear * square(shear));
}

ElementGradient<3> BaraffWitkin::gradient(const ElementPositions<3>& x, const Data& data) {
  const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
  return triangle_gradient(stress(F, data.moduli), data.inverse_edges, data.volume);
}

template <Projection projection>
ElementDerivatives<3> BaraffWitkin::derivatives(const ElementPositions<3>& x, const Data& data) {
  const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
  const BaraffWitkinModuli& m = data.moduli;
  SurfaceHessian H = shear_hessian<projection>(F);
  H.uu = m.stretch * thread_hessian<projection>(F.col(0)) + m.shear * H.uu;
  H.uv *= m.shear;
  H.vv = m.stretch * thread_hessian<projection>(F.col(1)) + m.shear * H.vv;
  return triangle_derivatives(stress(F, m), H, data.inverse_edges, data.volume);
}

template SurfaceHessian shear_hessian<Projection::none>(const Mat3x2&);
template SurfaceHessian shear_hessian<Projection::psd>(const Mat3x2&);
template ElementDerivatives<3> BaraffWitkin::derivatives<Projection::none>(const ElementPositions<3>&,
                                                                           const Data&);
template ElementDerivatives<3> BaraffWitkin::derivatives<Projection::psd>(const ElementPositions<3>&,
                                                                          const Data&);

}  // namespace lacuna
