// Bending of a shell at an edge between two triangles: k (theta - theta_0)^2 |e| / h (Grinspun et al.,
// Discrete Shells, 2003), h a third of the mean height of the triangles at rest. docs/energies/hinge.md
//
// Nodes: the edge runs from 1 to 2, the triangles are (0, 1, 2) and (3, 2, 1). With s the foot of node 0 on
// the edge, u = dx_0 - (1 - s) dx_1 - s dx_2 its motion relative to it, m the unit vector from foot to node,
// h their distance, nu = e^ x m, and tau the part of dx_2 - dx_1 across the edge over |e|, the wing rotates
// about the edge by
//   u.nu / h - (u.nu)(u.m) / h^2 - (u.e^)(tau.nu) / h - (tau.nu)(tau.m) / 2
// to second order. The angle is the difference of two such wings; its derivatives are read off.
//
// Projection, if more than grad grad^T is kept (BendCurvature::full). With a = u.nu / h, b = u.m / h, c =
// u.e^ / h of each wing (0 and 3) and d = theta - theta_0, the Hessian over 2 k |e| / h is the quadratic form
//   (a_3 - a_0)^2 - 2 d (a_3 b_3 - a_0 b_0) - 2 d (c_3 tau.nu_3 - c_0 tau.nu_0)
//     - d ((tau.nu_3)(tau.m_3) - (tau.nu_0)(tau.m_0))
// The positive part of the first line is in energy/fold_modes.h, except for its last term: a 2x2 matrix K
// between (c_0, c_3) and tau, whose positive part is 1/2 (|K^T|, K; K^T, |K|). Each variable is divided by
// the norm of its gradient, so that thin triangles are not overweighted. The second line is d sin(theta)
// times a reflection. The sum of the three positive parts needs no eigenvalue solver. It is never below the
// Hessian; compared with the nearest semidefinite matrix in node coordinates its trace is about a tenth
// larger at random angles, and equal for small ones.
#pragma once

#include "energy/element.h"
#include "energy/fold_modes.h"

namespace lacuna {

/// The angle by which the triangle (3, 2, 1) is rotated out of the plane of (0, 1, 2), in [-pi, pi].
double dihedral_angle(const ElementPositions<4>& x);

/// Infinite if an area or the edge is zero, where the angle is not defined.
struct Hinge {
  static constexpr int node_count = 4;

  struct Data {
    double stiffness = 0;   ///< J/rad^2, k |e| / h
    double rest_angle = 0;  ///< differences of angles are taken modulo 2 pi: a fold may pass through pi
    double height = 0;      ///< m, mean of the two triangles at rest
  };

  /// k in N m (energy/shell_moduli.h), with lengths and the angle from the rest shape.
  static Data data(const ElementPositions<4>& X, double k);
  /// The same from the rest length of the edge and the sum of both rest areas, which a pattern provides.
  static Data data(double edge_length, double area_sum, double k, double rest_angle = 0);

  static double energy(const ElementPositions<4>& x, const Data& data);
  static ElementGradient<4> gradient(const ElementPositions<4>& x, const Data& data);
  template <Projection projection = Projection::psd, BendCurvature curvature = BendCurvature::angle>
  static ElementDerivatives<4> derivatives(const ElementPositions<4>& x, const Data& data);

  static double stiffness(const Data& data) { return 2 * data.stiffness; }
  static Data yielded(const ElementPositions<4>& x, Data data, const PlasticFlow& flow);
  static std::span<double> rest_numbers(Data& data) { return {&data.rest_angle, 1}; }
  /// |grad theta|^2 is 4 / height^2 for two equilateral triangles.
  static double node_stiffness(const Data& data) { return 8 * data.stiffness / square(data.height); }
};

}  // namespace lacuna
