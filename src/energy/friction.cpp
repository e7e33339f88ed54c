#include "energy/friction.h"

namespace lacuna {

namespace {

Vec12 scattered(const FrictionStencil& stencil, const Vec3& at_contact) {
  Vec12 g = Vec12::Zero();
  for (int i = 0; i < stencil.node_count; ++i) g.segment<3>(3 * i) = stencil.c[i] * at_contact;
  return g;
}

double curvature_along(double y, double epsilon, FrictionCurvature curvature) {
  return curvature == FrictionCurvature::secant ? FrictionFunction::at(y, epsilon).first_over_y
                                                : FrictionFunction::slope(y, epsilon);
}

}  // namespace

Vec2 sliding(const FrictionStencil& stencil, const StencilDisplacements& dx) {
  Vec3 relative = Vec3::Zero();
  for (int i = 0; i < stencil.node_count; ++i) relative += stencil.c[i] * dx[static_cast<size_t>(i)];
  return stencil.basis.transpose() * relative;
}

std::optional<FrictionStencil> lag_friction(const ContactStencil& stencil, const StencilPoints& x,
                                            double force) {
  if (stencil.kind == StencilKind::mollified || !(force != 0)) return std::nullopt;
  return FrictionStencil{contact_frame(stencil, x), force};
}

double friction_energy(const FrictionStencil& stencil, const StencilDisplacements& dx, double epsilon) {
  return stencil.force * FrictionFunction::at(sliding(stencil, dx).norm(), epsilon).value;
}

Vec12 friction_gradient(const FrictionStencil& stencil, const StencilDisplacements& dx, double epsilon) {
  const Vec2 u = sliding(stencil, dx);
  const double factor = stencil.force * FrictionFunction::at(u.norm(), epsilon).first_over_y;
  return scattered(stencil, stencil.basis * (factor * u));
}

FrictionDerivatives friction_derivatives(const FrictionStencil& stencil, const StencilDisplacements& dx,
                                         double epsilon, FrictionCurvature curvature) {
  const Vec2 u = sliding(stencil, dx);
  const double y = u.norm();
  const double first_over_y = FrictionFunction::at(y, epsilon).first_over_y;
  FrictionDerivatives derivatives;
  derivatives.c = stencil.c;
  derivatives.gradient = scattered(stencil, stencil.basis * (stencil.force * first_over_y * u));
  // Eigenvalues f1' along the sliding and f1/y across: sums of what is not negative, never a difference.
  const double along = curvature_along(y, epsilon, curvature);
  const double force = std::max(0.0, stencil.force);
  if (y > 0) {
    const Vec3 direction = stencil.basis * (u / y), across = stencil.basis * (Vec2(-u[1], u[0]) / y);
    derivatives.hessian = (force * along) * direction * direction.transpose() +
                          (force * first_over_y) * across * across.transpose();
  } else {
    derivatives.hessian = (force * along) * stencil.basis * stencil.basis.transpose();
  }
  return derivatives;
}

FrictionDerivatives secant_friction(const FrictionStencil& stencil, const StencilDisplacements& dx, double y,
                                    double epsilon) {
  const double secant = stencil.force * FrictionFunction::at(y, epsilon).first_over_y;
  FrictionDerivatives derivatives;
  derivatives.c = stencil.c;
  derivatives.gradient = scattered(stencil, stencil.basis * (secant * sliding(stencil, dx)));
  derivatives.hessian = std::max(0.0, secant) * stencil.basis * stencil.basis.transpose();
  return derivatives;
}

Vec2 predict_unit_friction(const Vec2& u, const Vec2& du, double epsilon, FrictionCurvature curvature) {
  const double y = u.norm();
  const double across = FrictionFunction::at(y, epsilon).first_over_y;
  const double along = curvature_along(y, epsilon, curvature);
  const Vec2 direction = y > 0 ? Vec2(u / y) : Vec2::Zero();
  return across * (u + du) + (along - across) * direction.dot(du) * direction;
}

}  // namespace lacuna
