// Drag of air: the force of the quadratic law 1/2 rho C A |u| u on a surface that moves at u relative to the
// air, with coefficients for the parts of u across and along the surface. docs/energies/loads.md
//
// Each function returns the matrix S of the force -|u| S u, kg/m. It is symmetric and positive semidefinite,
// so the force never pushes along u.
#pragma once

#include "base/types.h"

#include <numbers>

namespace lacuna {

struct DragLaw {
  double density = 0;     ///< kg/m^3
  double normal = 0;      ///< coefficient of the velocity across the surface
  double tangential = 0;  ///< along it
};

namespace detail {
/// 1/2 rho ( a e e^T + b (1 - e e^T) ).
inline Mat3 drag_matrix(const DragLaw& law, const Vec3& e, double along_e, double across_e) {
  return 0.5 * law.density * ((along_e - across_e) * e * e.transpose() + across_e * Mat3::Identity());
}
}  // namespace detail

/// Of a thin plate with this area vector, m^2. Both sides together.
inline Mat3 plate_drag(const DragLaw& law, const Vec3& area_vector) {
  const double area = area_vector.norm();
  if (!(area > 0)) return Mat3::Zero();
  return detail::drag_matrix(law, area_vector / area, law.normal * area, law.tangential * area);
}

/// Of a cylinder: across it counts the area that it shows, 2 r l, and along it its whole side, 2 pi r l.
inline Mat3 cylinder_drag(const DragLaw& law, const Vec3& axis, double radius) {
  const double length = axis.norm();
  if (!(length > 0)) return Mat3::Zero();
  const double shown = 2 * radius * length;
  return detail::drag_matrix(law, axis / length, law.tangential * std::numbers::pi * shown,
                             law.normal * shown);
}

/// Of a ball: the area that it shows, with the normal coefficient.
inline Mat3 ball_drag(const DragLaw& law, double radius) {
  return (0.5 * law.density * law.normal * std::numbers::pi * square(radius)) * Mat3::Identity();
}

}  // namespace lacuna
