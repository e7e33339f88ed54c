// Energy, gradient and Hessian of one contact: weight * stiffness * m(x) b(D - xi^2), with the barrier b of
// energy/barrier.h, and m = 1 except for nearly parallel edges. Pure functions of a stencil and the positions
// of its nodes (gather). The Hessian is projected to the nearest positive semidefinite matrix;
// docs/energies/contact.md.
#pragma once

#include "energy/barrier.h"
#include "geometry/contact_stencil.h"
#include "math/psd.h"

namespace lacuna {

/// Units of the barrier for a weight of 1 and a stiffness of 1.
enum class BarrierUnits : std::uint8_t {
  length4,  ///< b as in IPC: the stiffness is in N/m^3 (times h^2 where the objective is)
  length    ///< b dhat / S^2: with areas as weights the stiffness is a pressure, Pa
};

struct ContactLaw {
  double dhat;           ///< m, beyond the offset
  double stiffness = 1;  ///< kappa
  BarrierUnits units = BarrierUnits::length4;

  /// stiffness * (b, b', b'') at a squared distance, for a weight of 1.
  LogBarrier barrier(double distance2, double offset2) const {
    const double activation = LogBarrier::activation(std::sqrt(offset2), dhat);
    LogBarrier b = LogBarrier::at(distance2 - offset2, activation);
    const double scale = units == BarrierUnits::length ? stiffness * dhat / square(activation) : stiffness;
    b.value *= scale;
    b.first *= scale;
    b.second *= scale;
    return b;
  }
};

/// Index of the block (i, j), i <= j, in the list of upper blocks of a stencil with that many nodes, row by
/// row.
constexpr size_t upper_block(int i, int j, int nodes) {
  const int place = i * nodes - i * (i - 1) / 2 + (j - i);
  return static_cast<size_t>(place);
}

struct ContactDerivatives {
  Vec12 gradient;                ///< 3 per node; the rest is zero
  std::array<Mat3, 10> hessian;  ///< upper_block(i, j, node_count): d2E / dx_i dx_j; the rest is not set
  int node_count = 0;

  /// d2E / dx_i dx_j, i <= j.
  const Mat3& block(int i, int j) const { return hessian[upper_block(i, j, node_count)]; }
};

/// Infinite at gap zero, zero beyond offset + dhat.
double contact_energy(const ContactStencil& stencil, const StencilPoints& x, const ContactLaw& law);

/// 3 per node, the rest is zero. The gap must not be zero.
Vec12 contact_gradient(const ContactStencil& stencil, const StencilPoints& x, const ContactLaw& law);

/// The normal force, with which the two sides push each other apart, in the units of the gradient; friction
/// needs it. It is proportional to the weight, so negative if the weight is. Not for mollified edges, whose
/// torque belongs to no normal.
double contact_normal_force(const ContactStencil& stencil, const StencilPoints& x, const ContactLaw& law);

/// Gradient and Hessian together, which costs little more than the Hessian.
ContactDerivatives contact_derivatives(const ContactStencil& stencil, const StencilPoints& x,
                                       const ContactLaw& law, Projection projection = Projection::psd);

}  // namespace lacuna
