// Friction of one contact, lagged and smoothed as in IPC (section 5): with the normal force, the plane of
// contact and the closest points frozen, the work mu lambda f0(|u|) of the sliding u = P^T sum c_i (x_i -
// x_i^n) is a function of positions. Below a sliding of epsilon (time step times the velocity that counts as
// rest), f0 is a cubic whose derivative f1 rises smoothly from 0 to 1.
#pragma once

#include "geometry/contact_frame.h"

#include <optional>

namespace lacuna {

/// f0, in m, and f1 / y, in 1/m, of a sliding y >= 0 in m.
struct FrictionFunction {
  double value, first_over_y;

  static FrictionFunction at(double y, double epsilon) {
    if (y >= epsilon) return {y, 1 / y};
    const double part = y / epsilon;
    return {y * part * (1 - part / 3) + epsilon / 3, (2 - part) / epsilon};
  }
  /// f1', in 1/m.
  static double slope(double y, double epsilon) { return y < epsilon ? 2 * (1 - y / epsilon) / epsilon : 0; }
};

/// A contact that rubs.
struct FrictionStencil : ContactFrame {
  double force = 0;  ///< mu lambda, in the units of the gradient; negative if the weight of the contact is
};

/// Displacements since the start of the step of the nodes of a stencil, m.
using StencilDisplacements = std::array<Vec3, 4>;

inline StencilDisplacements gather(const FrictionStencil& stencil, Positions displacements) {
  StencilDisplacements dx;
  dx.fill(Vec3::Zero());
  for (size_t i = 0; i < static_cast<size_t>(stencil.node_count); ++i)
    dx[i] = displacements[static_cast<size_t>(stencil.nodes[i])];
  return dx;
}

inline StencilDisplacements gather(const FrictionStencil& stencil, Positions x, Positions x_start) {
  StencilDisplacements dx;
  dx.fill(Vec3::Zero());
  for (size_t i = 0; i < static_cast<size_t>(stencil.node_count); ++i) {
    const auto node = static_cast<size_t>(stencil.nodes[i]);
    dx[i] = x[node] - x_start[node];
  }
  return dx;
}

/// The friction of a contact at x whose largest force is `force`: coefficient of friction times normal force,
/// in the units of the gradient, whatever law the normal force comes from. Nothing for nearly parallel edges,
/// whose tangent plane is not defined, and where there is no force.
std::optional<FrictionStencil> lag_friction(const ContactStencil& stencil, const StencilPoints& x,
                                            double force);

/// Sliding in the plane of contact, m.
Vec2 sliding(const FrictionStencil& stencil, const StencilDisplacements& dx);

double friction_energy(const FrictionStencil& stencil, const StencilDisplacements& dx, double epsilon);

/// 3 per node, the rest is zero.
Vec12 friction_gradient(const FrictionStencil& stencil, const StencilDisplacements& dx, double epsilon);

struct FrictionDerivatives {
  Vec12 gradient;
  Mat3 hessian;  ///< K, positive semidefinite
  Vec4 c;        ///< of the stencil

  /// d2E / dx_i dx_j
  Mat3 block(int i, int j) const { return c[i] * c[j] * hessian; }
};
/// Curvature along the sliding: f1', or f1 / y, with which the quadratic model is never below the work.
enum class FrictionCurvature : std::uint8_t { tangent, secant };

/// The Hessian is exact for the tangent and a positive force; a negative one counts as zero there.
FrictionDerivatives friction_derivatives(const FrictionStencil& stencil, const StencilDisplacements& dx,
                                         double epsilon,
                                         FrictionCurvature curvature = FrictionCurvature::tangent);

/// Friction whose force is proportional to the sliding, and right at a sliding of y >= 0.
FrictionDerivatives secant_friction(const FrictionStencil& stencil, const StencilDisplacements& dx, double y,
                                    double epsilon);

/// Gradient after a sliding from u to u + du by the quadratic model at u, over mu lambda.
Vec2 predict_unit_friction(const Vec2& u, const Vec2& du, double epsilon, FrictionCurvature curvature);

}  // namespace lacuna
