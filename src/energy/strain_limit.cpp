#include "energy/strain_limit.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

/// z of a stretch, and its derivative.
struct Side {
  double onset, rate;
  double operator()(double sigma) const { return rate * (sigma - onset); }
};
Side upper(const StretchLimits& l) { return {l.onset, 1 / (l.limit - l.onset)}; }
Side lower(const StretchLimits& l) { return {l.lower_onset, -1 / (l.lower_onset - l.lower_limit)}; }

bool is_idle(const Vec2& sigma, const StretchLimits& l) {
  return sigma[0] <= l.onset && !(l.has_lower() && sigma[1] < l.lower_onset);
}

Vec2 slopes(const Vec2& sigma, const StrainLimit::Data& data) {
  const StretchLimits& l = data.limits;
  const auto slope = [&](double z) { return barrier_slope(data.shape, z); };
  const Side up = upper(l);
  Vec2 g = up.rate * Vec2(slope(up(sigma[0])), slope(up(sigma[1])));
  if (!l.has_lower()) return g;
  const Side down = lower(l);
  return g + down.rate * Vec2(slope(down(sigma[0])), slope(down(sigma[1])));
}

/// 0 / 0 is 0: no slope, no stiffness.
double quotient(double a, double b) { return a == 0 ? 0 : a / b; }

PrincipalStiffness2 principal_stiffness(const Vec2& sigma, const Vec2& g, const StrainLimit::Data& data) {
  PrincipalStiffness2 k{Mat2::Zero(), 0, quotient(g.sum(), sigma.sum()),
                        Vec2(quotient(g[0], sigma[0]), quotient(g[1], sigma[1]))};
  const auto add = [&](const Side& side) {
    const double first = side(sigma[0]), second = side(sigma[1]), rate2 = square(side.rate);
    k.stretch(0, 0) += rate2 * barrier_curvature(data.shape, first);
    k.stretch(1, 1) += rate2 * barrier_curvature(data.shape, second);
    k.flip += rate2 * barrier_slope_difference(data.shape, std::max(first, second), std::min(first, second));
  };
  add(upper(data.limits));
  if (data.limits.has_lower()) add(lower(data.limits));
  return k;
}

}  // namespace

double StrainLimit::energy(const ElementPositions<3>& x, const Data& data) {
  const StretchLimits& l = data.limits;
  const auto value = [&](double z) { return barrier_value(data.shape, z); };
  const Vec2 sigma = singular_values(deformation_gradient(x, data.inverse_edges));
  if (is_idle(sigma, l)) return 0;
  const Side up = upper(l);
  // Tests z rather than sigma: the derivatives test the same number.
  if (!(up(sigma[0]) < 1)) return std::numeric_limits<double>::infinity();
  double b = value(up(sigma[0])) + value(up(sigma[1]));
  if (l.has_lower()) {
    const Side down = lower(l);
    if (!(down(sigma[1]) < 1)) return std::numeric_limits<double>::infinity();
    b += value(down(sigma[0])) + value(down(sigma[1]));
  }
  return data.weight * b;
}

ElementGradient<3> StrainLimit::gradient(const ElementPositions<3>& x, const Data& data) {
  const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
  if (is_idle(singular_values(F), data.limits)) return ElementGradient<3>::Zero();
  const Svd32 svd = svd32(F);
  const Mat3x2 stress = svd.U.leftCols<2>() * slopes(svd.sigma, data).asDiagonal() * svd.V.transpose();
  return triangle_gradient(stress, data.inverse_edges, data.weight);
}

template <Projection projection>
ElementDerivatives<3> StrainLimit::derivatives(const ElementPositions<3>& x, const Data& data) {
  const Mat3x2 F = deformation_gradient(x, data.inverse_edges);
  if (is_idle(singular_values(F), data.limits)) {
    ElementDerivatives<3> nothing;
    nothing.gradient.setZero();
    nothing.hessian.fill(Mat3::Zero());
    return nothing;
  }
  const Svd32 svd = svd32(F);
  const Vec2 g = slopes(svd.sigma, data);
  PrincipalStiffness2 k = principal_stiffness(svd.sigma, g, data);
  // Only a lower limit gives negative eigenvalues: b is increasing and convex.
  if constexpr (projection == Projection::psd) {
    k.flip = std::max(k.flip, 0.0);
    k.twist = std::max(k.twist, 0.0);
    k.lean = k.lean.cwiseMax(0);
  }
  const Mat3x2 stress = svd.U.leftCols<2>() * g.asDiagonal() * svd.V.transpose();
  return triangle_derivatives(stress, k, svd, data.inverse_edges, data.weight);
}

template ElementDerivatives<3> StrainLimit::derivatives<Projection::none>(const ElementPositions<3>&,
                                                                          const Data&);
template ElementDerivatives<3> StrainLimit::derivatives<Projection::psd>(const ElementPositions<3>&,
                                                                         const Data&);

double strain_limit_margin(const ElementPositions<3>& x, const StrainLimit::Data& data) {
  const StretchLimits& l = data.limits;
  const Vec2 sigma = singular_values(deformation_gradient(x, data.inverse_edges));
  const double margin = 1 - upper(l)(sigma[0]);
  return l.has_lower() ? std::min(margin, 1 - lower(l)(sigma[1])) : margin;
}

}  // namespace lacuna
