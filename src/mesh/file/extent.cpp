#include "mesh/file/extent.h"

#include <Eigen/Geometry>

#include <limits>

namespace lacuna {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// v with its largest component made 1 in size; zero stays zero.
Vec3 scaled(const Vec3& v) {
  const double size = v.cwiseAbs().maxCoeff();
  return size > 0 ? Vec3(v / size) : v;
}

/// The cross product with plus instead of minus: bounds the size of the terms.
Vec3 absolute_cross(const Vec3& u, const Vec3& v) {
  const Vec3 a = u.cwiseAbs();
  const Vec3 b = v.cwiseAbs();
  return {a.y() * b.z() + a.z() * b.y(), a.z() * b.x() + a.x() * b.z(), a.x() * b.y() + a.y() * b.x()};
}

}  // namespace

bool has_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = scaled(b - a);
  const Vec3 v = scaled(c - a);
  // Each factor carries two roundings (difference, scaling), each product one, the sum one: below 4 epsilon.
  const Vec3 rounding = 4 * epsilon * absolute_cross(u, v);
  return (u.cross(v).cwiseAbs().array() > rounding.array()).any();
}

Extent volume_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = scaled(b - a);
  const Vec3 v = scaled(c - a);
  const Vec3 w = scaled(d - a);
  const double volume = u.dot(v.cross(w));
  const double rounding = 8 * epsilon * u.cwiseAbs().dot(absolute_cross(v, w));
  if (volume > rounding) return Extent::positive;
  return volume < -rounding ? Extent::negative : Extent::none;
}

}  // namespace lacuna
