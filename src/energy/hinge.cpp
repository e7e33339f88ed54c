#include "energy/hinge.h"

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

/// One triangle rotating about the edge, in the notation of the header.
struct Wing {
  Vec4 k;  ///< u = sum k_i dx_i
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

/// Gradient and Hessian from a function that gives the block of nodes a, b in 1..3.
template <class Block>
ElementDerivatives<4> completed(const Vec12& gradient, const Block& block) {
  ElementDerivatives<4> d;
  d.gradient = gradient;
  for (int a = 1; a < 4; ++a)
    for (int b = a; b < 4; ++b) d.hessian[block_index<4>(a, b)] = block(a, b);
  complete_first_node(d);
  return d;
}

/// The Hessian without the second derivatives of the angle.
ElementDerivatives<4> angle_derivatives(const Wings& w, double scale, double difference) {
  const Vec12 g = angle_gradient(w), scaled = scale * g;
  return completed(difference * scaled, [&](int a, int b) {
    return Mat3(scaled.segment<3>(3 * a) * g.segment<3>(3 * b).transpose());
  });
}

/// scale (grad grad^T + difference hess) of the angle.
ElementDerivatives<4> plain_derivatives(const Wings& w, double scale, double difference) {
  const Vec12 g = angle_gradient(w);
  return completed(scale * difference * g, [&](int a, int b) {
    Mat3 H = g.segment<3>(3 * a) * g.segment<3>(3 * b).transpose();
    for (const double sign : {-1.0, 1.0}) {
      const Wing& wing = w.wing[sign > 0];
      const double c = sign * difference, h = wing.inverse_height;
      const double turn = h * h * wing.k[a] * wing.k[b] + 0.5 * w.tilt[a] * w.tilt[b];
      H -= c * turn * (wing.nu * wing.m.transpose() + wing.m * wing.nu.transpose());
      H -= c * h * wing.k[a] * w.tilt[b] * w.axis * wing.nu.transpose();
      H -= c * h * w.tilt[a] * wing.k[b] * wing.nu * w.axis.transpose();
    }
    return Mat3(scale * H);
  });
}

/// A matrix as a sum of terms that act on combinations of nodes.
struct PositiveTerms {
  Vec12 fold, shear;          ///< one rank-one term each, across the edge
  Mat2 slide;                 ///< on the motions of both tips along the edge, over |k_i|
  std::array<Vec3, 2> mixed;  ///< couples these with the tilt
  Mat3 lean;                  ///< on the tilt of the edge
};

/// As derived in the header.
PositiveTerms positive_terms(const Wings& w, double difference) {
  const auto& [first, second] = w.wing;
  const double size = std::abs(difference);
  const FoldModes f(difference, 1);
  PositiveTerms t;
  const Vec3 fold0 = -first.inverse_height * (f.turn * first.nu + f.stretch * first.m);
  const Vec3 fold1 = second.inverse_height * (f.turn * second.nu - f.stretch * second.m);
  const Vec3 shear0 = first.inverse_height * (f.shear * first.nu + f.signed_shear * first.m);
  const Vec3 shear1 = second.inverse_height * (f.shear * second.nu - f.signed_shear * second.m);
  for (int i = 0; i < 4; ++i) {
    t.fold.segment<3>(3 * i) = first.k[i] * fold0 + second.k[i] * fold1;
    t.shear.segment<3>(3 * i) = first.k[i] * shear0 + second.k[i] * shear1;
  }

  // |K| = (K K^T)^(1/2) of 2x2 matrices in closed form: (S + sqrt(det S)) / sqrt(tr S + 2 sqrt(det S)).
  const double tilt = w.tilt.norm();
  const double r0 = first.inverse_height * first.k.norm() * tilt,
               r1 = second.inverse_height * second.k.norm() * tilt;
  const double x = first.m.dot(second.m), y = first.nu.dot(second.m);  // cosine and sine of the fold
  const double determinant = r0 * r1 * std::abs(y);
  const double half = 0.5 * size / std::sqrt(r0 * r0 + r1 * r1 + 2 * determinant);
  t.slide << half * (r0 * r0 + determinant), -half * r0 * r1 * x, -half * r0 * r1 * x,
      half * (r1 * r1 + determinant);
  t.mixed = {0.5 * difference * r0 * first.nu, -0.5 * difference * r1 * second.nu};
  const Mat3 plane = first.m * first.m.transpose() + first.nu * first.nu.transpose();
  t.lean = half * (r0 * r0 * first.nu * first.nu.transpose() + r1 * r1 * second.nu * second.nu.transpose());
  const Mat3 twice = first.nu * first.m.transpose() - second.nu * second.m.transpose();
  t.lean += (half * determinant + 0.5 * square(tilt) * size * std::abs(y)) * plane +
            0.25 * square(tilt) * difference * (twice + twice.transpose());
  return t;
}

ElementDerivatives<4> positive_derivatives(const Wings& w, double scale, double difference) {
  const PositiveTerms t = positive_terms(w, difference);
  const Vec4 tilt = w.tilt.normalized(), k0 = w.wing[0].k.normalized(), k1 = w.wing[1].k.normalized();
  const Mat3 along = w.axis * w.axis.transpose();
  const std::array<Mat3, 2> mixed = {w.axis * t.mixed[0].transpose(), w.axis * t.mixed[1].transpose()};
  return completed(scale * difference * angle_gradient(w), [&](int a, int b) {
    const double slide = t.slide(0, 0) * k0[a] * k0[b] + t.slide(1, 1) * k1[a] * k1[b] +
                         t.slide(0, 1) * (k0[a] * k1[b] + k1[a] * k0[b]);
    Mat3 H = t.fold.segment<3>(3 * a) * t.fold.segment<3>(3 * b).transpose();
    H += t.shear.segment<3>(3 * a) * t.shear.segment<3>(3 * b).transpose();
    H += slide * along + tilt[a] * tilt[b] * t.lean;
    H += tilt[b] * (k0[a] * mixed[0] + k1[a] * mixed[1]);
    H += tilt[a] * (k0[b] * mixed[0] + k1[b] * mixed[1]).transpose();
    return Mat3(scale * H);
  });
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

Hinge::Data Hinge::yielded(const ElementPositions<4>& x, Data data, const PlasticFlow& flow) {
  const double elastic = angle_difference(dihedral_angle(x), data.rest_angle), kept = flowed(elastic, flow);
  if (kept != elastic) data.rest_angle = angle_difference(data.rest_angle + elastic, kept);
  return data;
}

template <Projection projection, BendCurvature curvature>
ElementDerivatives<4> Hinge::derivatives(const ElementPositions<4>& x, const Data& data) {
  const Normals n(x);
  const Wings w = wings(x, n);
  const double difference = angle_difference(angle(n, x), data.rest_angle);
  if constexpr (projection == Projection::psd && curvature == BendCurvature::angle)
    return angle_derivatives(w, 2 * data.stiffness, difference);
  else if constexpr (projection == Projection::psd)
    return positive_derivatives(w, 2 * data.stiffness, difference);
  else
    return plain_derivatives(w, 2 * data.stiffness, difference);
}

template ElementDerivatives<4> Hinge::derivatives<Projection::none>(const ElementPositions<4>&, const Data&);
template ElementDerivatives<4> Hinge::derivatives<Projection::psd>(const ElementPositions<4>&, const Data&);
template ElementDerivatives<4> Hinge::derivatives<Projection::psd, BendCurvature::full>(
    const ElementPositions<4>&, const Data&);

}  // namespace lacuna
