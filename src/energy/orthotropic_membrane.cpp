#include "energy/orthotropic_membrane.h"

#include "math/frame.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

/// E11, E22, E12.
Vec3 green_strain(const Mat3x2& F) {
  return 0.5 * Vec3(F.col(0).squaredNorm() - 1, F.col(1).squaredNorm() - 1, F.col(0).dot(F.col(1)));
}

/// eta(z; Z) of z/Z, over Z, and its derivatives by z; the second times Z.
double eta(double ratio) { return -std::log1p(-ratio); }
double eta_first(double ratio) { return 1 / (1 - ratio); }
double eta_second(double ratio) { return 1 / square(1 - ratio); }

/// Strains over their limits.
struct Ratios {
  double warp, weft, shear;
  Ratios(const Vec3& E, const OrthotropicLimits& l)
      : warp(E[0] / l.warp), weft(E[1] / l.weft), shear(E[2] / l.shear) {}
  double largest() const { return std::max({std::abs(warp), std::abs(weft), std::abs(shear)}); }
};

Vec3 first_derivatives(const Vec3& E, const Ratios& r, const OrthotropicModuli& m) {
  const double cross = m.a12 * eta_first(r.warp * r.weft);
  return {m.a11 * eta_first(square(r.warp)) * E[0] + cross * E[1],
          m.a22 * eta_first(square(r.weft)) * E[1] + cross * E[0],
          2 * m.g12 * eta_first(square(r.shear)) * E[2]};
}

/// eta'' z is eta'' Z times z/Z.
Mat3 second_derivatives(const Ratios& r, const OrthotropicModuli& m, const OrthotropicLimits& l) {
  const double cross = r.warp * r.weft, cross_second = m.a12 * eta_second(cross);
  const auto along = [](double ratio) {
    return 2 * eta_second(square(ratio)) * square(ratio) + eta_first(square(ratio));
  };
  Mat3 H = Mat3::Zero();
  H(0, 0) = m.a11 * along(r.warp) + cross_second * square(r.weft) * l.weft / l.warp;
  H(1, 1) = m.a22 * along(r.weft) + cross_second * square(r.warp) * l.warp / l.weft;
  H(0, 1) = H(1, 0) = cross_second * cross + m.a12 * eta_first(cross);
  H(2, 2) = 2 * m.g12 * along(r.shear);
  return H;
}

Mat3x2 stress(const Mat3x2& F, const Vec3& s) {
  Mat3x2 P;
  P.col(0) = s[0] * F.col(0) + 0.5 * s[2] * F.col(1);
  P.col(1) = 0.5 * s[2] * F.col(0) + s[1] * F.col(1);
  return P;
}

/// A rotation whose first two columns span the columns of F.
Mat3 surface_frame(const Mat3x2& F) {
  const double length = F.col(0).norm();
  Mat3 U = length > 0 ? frame_along(F.col(0) / length) : Mat3(Mat3::Identity());
  const double x = U.col(1).dot(F.col(1)), y = U.col(2).dot(F.col(1)), across = std::hypot(x, y);
  if (across > 0) turn_last_columns(U, {x / across, y / across});
  return U;
}

}  // namespace

double OrthotropicMembrane::energy(const ElementPositions<3>& x, const Data& data) {
  const OrthotropicModuli& m = data.moduli;
  const OrthotropicLimits& l = data.limits;
  const Ratios r(green_strain(deformation_gradient(x, data.inverse_edges)), l);
  if (!(r.largest() < 1)) return std::numeric_limits<double>::infinity();
  return data.volume * (0.5 * m.a11 * square(l.warp) * eta(square(r.warp)) +
                        m.a12 * l.warp * l.weft * eta(r.warp * r.weft) +
                        0.5 * m.a22 * square(l.weft) * eta(square(r.weft)) +
                        m.g12 * square(l.shear) * eta(square(r.shear)));
}

ElementGradient<3> OrthotropicMembrane::gradient(const ElementPositions<3>& x, const Data& data) {
  const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
  const Vec3 E = green_strain(F);
  const Vec3 s = first_derivatives(E, Ratios(E, data.limits), data.moduli);
  return triangle_gradient(stress(F, s), data.inverse_edges, data.volume);
}

// Over (f_1, f_2) the Hessian is sum psi_ab grad E_a grad E_b^T plus the stress times the identity. Out of
// the plane of the triangle only the latter acts, so that the 6x6 matrix splits into 4x4 and 2x2 blocks.
template <Projection projection>
ElementDerivatives<3> OrthotropicMembrane::derivatives(const ElementPositions<3>& x, const Data& data) {
  const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
  const Vec3 E = green_strain(F);
  const Ratios r(E, data.limits);
  const Vec3 s = first_derivatives(E, r, data.moduli);
  const Mat3 U = surface_frame(F);
  const Mat2 f = U.leftCols<2>().transpose() * F;

  Eigen::Matrix<double, 4, 3> G = Eigen::Matrix<double, 4, 3>::Zero();  // the gradients of E11, E22, E12
  G.block<2, 1>(0, 0) = f.col(0);
  G.block<2, 1>(2, 1) = f.col(1);
  G.block<2, 1>(0, 2) = 0.5 * f.col(1);
  G.block<2, 1>(2, 2) = 0.5 * f.col(0);
  Mat2 lean;
  lean << s[0], 0.5 * s[2], 0.5 * s[2], s[1];
  const Eigen::Matrix<double, 4, 3> GH = G * second_derivatives(r, data.moduli, data.limits);
  Eigen::Matrix4d in_plane = GH * G.transpose();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) in_plane.block<2, 2>(2 * i, 2 * j).diagonal().array() += lean(i, j);
  if constexpr (projection == Projection::psd) {
    in_plane = project_psd(in_plane).matrix;
    lean = project_psd(lean).matrix;
  }
  return triangle_derivatives(stress(F, s), in_plane, lean, U, data.inverse_edges, data.volume);
}

template ElementDerivatives<3> OrthotropicMembrane::derivatives<Projection::none>(const ElementPositions<3>&,
                                                                                  const Data&);
template ElementDerivatives<3> OrthotropicMembrane::derivatives<Projection::psd>(const ElementPositions<3>&,
                                                                                 const Data&);

double strain_limit_margin(const ElementPositions<3>& x, const OrthotropicMembrane::Data& data) {
  return 1 - Ratios(green_strain(deformation_gradient(x, data.inverse_edges)), data.limits).largest();
}

}  // namespace lacuna
