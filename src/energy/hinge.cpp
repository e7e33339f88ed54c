#include "energy/hinge.h"

#include "energy/translation_free.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace lacuna {

namespace {

struct Normals {
  Vec3 e, n1, n2;  ///< the edge, and twice the areas of the triangles

  explicit Normals(const ElementPositions<4>& x)
      : e(x[2] - x[1]), n1((x[1] - x[0]).cross(x[2] - x[0])), n2((x[2] - x[3]).cross(x[1] - x[3])) {}
};

/// atan2 keeps its digits when flat and when folded, unlike acos. n2 x n1 = e (n1 . (x3 - x1)).
double angle(const Normals& n, const ElementPositions<4>& x) {
  return std::atan2(-n.e.norm() * n.n1.dot(x[3] - x[1]), n.n1.dot(n.n2));
}

double angle_difference(double a, double b) { return std::remainder(a - b, 2 * std::numbers::pi); }

/// One triangle as it turns about the edge, in the words of the header.
struct Wing {
  Vec4 k;        ///< u = sum k_i dx_i
  Vec3 nu, m;
  double inverse_height;
};

struct Wings {
  Vec3 axis;                 ///< e^
  Vec4 tilt;                 ///< tau = sum tilt_i dx_i across the axis
  std::array<Wing, 2> wing;  ///< of nodes 0 and 3: theta is the second minus the first
};

Wings wings(const ElementPositions<4>& x, const Normals& n) {
  const double length = n.e.norm();
  Wings w;
  w.axis = n.e / length;
  w.tilt = Vec4(0, -1, 1, 0) / length;
  const double s0 = (x[0] - x[1]).dot(n.e) / square(length), s3 = (x[3] - x[1]).dot(n.e) / square(length);
  const double area1 = n.n1.norm(), area2 = n.n2.norm();
  const Vec3 nu0 = n.n1 / area1, nu3 = -n.n2 / area2;
  w.wing = {Wing{Vec4(1, s0 - 1, -s0, 0), nu0, nu0.cross(w.axis), length / area1},
            Wing{Vec4(0, s3 - 1, -s3, 1), nu3, nu3.cross(w.axis), length / area2}};
  return w;
}

Vec12 angle_gradient(const Wings& w) {
  const Vec3 a = -w.wing[0].inverse_height * w.wing[0].nu, b = w.wing[1].inverse_height * w.wing[1].nu;
  Vec12 g;
  for (int i = 0; i < 4; ++i) g.segment<3>(3 * i) = w.wing[0].k[i] * a + w.wing[1].k[i] * b;
  return g;
}

/// Adds factor times the Hessian of the angle.
void add_angle_hessian(const Wings& w, double factor, Mat12& H) {
  for (const double sign : {-1.0, 1.0}) {
    const Wing& wing = w.wing[sign > 0];
    const double c = sign * factor, h = wing.inverse_height;
    Mat3 turn = -c * wing.nu * wing.m.transpose();
    turn += turn.transpose().eval();
    const Mat3 slide = (-c * h) * w.axis * wing.nu.transpose();
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        const double kk = wing.k[a] * wing.k[b], tt = w.tilt[a] * w.tilt[b];
        H.block<3, 3>(3 * a, 3 * b) += (h * h * kk + 0.5 * tt) * turn + (wing.k[a] * w.tilt[b]) * slide +
                                       (w.tilt[a] * wing.k[b]) * slide.transpose();
      }
  }
}

}  // namespace

double dihedral_angle(const ElementPositions<4>& x) { return angle(Normals(x), x); }

Hinge::Data Hinge::data(const ElementPositions<4>& X, double k) {
  const Normals n(X);
  return data(n.e.norm(), 0.5 * (n.n1.norm() + n.n2.norm()), k, angle(n, X));
}

Hinge::Data Hinge::data(double edge_length, double area_sum, double k, double rest_angle) {
  const double height = area_sum / edge_length;
  return {k * edge_length / (height / 3), rest_angle, height};
}

double Hinge::energy(const ElementPositions<4>& x, const Data& data) {
  const Normals n(x);
  if (!(n.n1.squaredNorm() > 0 && n.n2.squaredNorm() > 0)) return std::numeric_limits<double>::infinity();
  return data.stiffness * square(angle_difference(angle(n, x), data.rest_angle));
}

ElementGradient<4> Hinge::gradient(const ElementPositions<4>& x, const Data& data) {
  const Normals n(x);
  return 2 * data.stiffness * angle_difference(angle(n, x), data.rest_angle) * angle_gradient(wings(x, n));
}

template <Projection projection>
ElementDerivatives<4> Hinge::derivatives(const ElementPositions<4>& x, const Data& data) {
  const Normals n(x);
  const Wings w = wings(x, n);
  const double difference = angle_difference(angle(n, x), data.rest_angle);
  const Vec12 g = angle_gradient(w);
  Mat12 H = (2 * data.stiffness * g) * g.transpose();
  add_angle_hessian(w, 2 * data.stiffness * difference, H);
  if constexpr (projection == Projection::psd) H = positive_part(H);
  ElementDerivatives<4> d;
  d.gradient = 2 * data.stiffness * difference * g;
  for (int a = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b) d.hessian[block_index<4>(a, b)] = H.block<3, 3>(3 * a, 3 * b);
  for (int a = 0; a < 4; ++a) copy_upper_to_lower(d.hessian[block_index<4>(a, a)]);
  return d;
}

template ElementDerivatives<4> Hinge::derivatives<Projection::none>(const ElementPositions<4>&, const Data&);
template ElementDerivatives<4> Hinge::derivatives<Projection::psd>(const ElementPositions<4>&, const Data&);

}  // namespace lacuna
