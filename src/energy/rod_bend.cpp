#include "energy/rod_bend.h"

#include "math/frame.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

struct Bend {
  Vec3 e0, e1, binormal;  ///< binormal = e0 x e1
  double tangent;         ///< of half the angle

  explicit Bend(const ElementPositions<3>& x) : e0(x[1] - x[0]), e1(x[2] - x[1]), binormal(e0.cross(e1)) {
    const double sine = binormal.norm(), cosine = e0.dot(e1),
                 size = std::sqrt(e0.squaredNorm() * e1.squaredNorm());
    if (!(size > 0))
      tangent = std::numeric_limits<double>::infinity();
    else  // two forms of the same value, neither cancels
      tangent = cosine >= 0 ? sine / (size + cosine) : (size - cosine) / sine;
  }
};

/// Derivatives of E = k (2 T - r)^2 with respect to the angle, and quotients of E' that stay finite for a
/// straight rod.
struct Moments {
  double first, second;
  double over_sine, over_tangent;  ///< E' / sin(phi), E' / tan(phi)

  Moments(double T, const RodBend::Data& data) {
    const double k = data.stiffness, r = data.rest_curvature, c = 1 + T * T;
    first = 2 * k * (2 * T - r) * c;
    second = 2 * k * c * (c + (2 * T - r) * T);
    // For a rod that is curved at rest E' / sin has no limit towards the cusp at T = 0; it is capped at 1e8
    // of its size.
    const double straightening = r > 0 ? r / std::max(2 * T, 1e-8 * r) : 0;
    over_sine = 2 * k * c * c * (1 - straightening);
    over_tangent = 2 * k * c * (1 - T * T) * (1 - straightening);
  }
};

/// Unit vectors along the segments, across them in their plane, and normal to it; any plane if straight.
struct Frame {
  Vec3 along0, across0, along1, across1, normal;
  double length0, length1;

  explicit Frame(const Bend& b) : length0(b.e0.norm()), length1(b.e1.norm()) {
    along0 = b.e0 / length0;
    along1 = b.e1 / length1;
    // The binormal of a nearly straight rod is mostly rounding, and not orthogonal to the segments.
    const Vec3 across = b.binormal - along0.dot(b.binormal) * along0;
    const double sine = across.norm();
    normal = sine > 1e-14 * length0 * length1 ? Vec3(across / sine) : Vec3(frame_along(along0).col(1));
    across0 = normal.cross(along0);
    across1 = normal.cross(along1);
  }
};

ElementGradient<3> expanded(const Vec3& by_e0, const Vec3& by_e1) {
  ElementGradient<3> g;
  g.segment<3>(0) = -by_e0;
  g.segment<3>(3) = by_e0 - by_e1;
  g.segment<3>(6) = by_e1;
  return g;
}

ElementGradient<3> gradient_of(const Frame& f, double first) {
  return expanded((-first / f.length0) * f.across0, (first / f.length1) * f.across1);
}

/// Blocks over (e0, e1).
struct SegmentHessian {
  Mat3 h00, h01, h11;
};

ElementDerivatives<3> expanded(const ElementGradient<3>& gradient, const SegmentHessian& H) {
  ElementDerivatives<3> d;
  d.gradient = gradient;
  d.hessian[block_index<3>(1, 1)] = (H.h00 + H.h11) - (H.h01 + H.h01.transpose());
  d.hessian[block_index<3>(1, 2)] = H.h01 - H.h11;
  d.hessian[block_index<3>(2, 2)] = H.h11;
  complete_first_node(d);
  return d;
}

SegmentHessian plain_hessian(const Frame& f, const Moments& m) {
  const Vec3 t0 = f.along0 / f.length0, n0 = f.across0 / f.length0, b0 = f.normal / f.length0;
  const Vec3 t1 = f.along1 / f.length1, n1 = f.across1 / f.length1, b1 = f.normal / f.length1;
  const Mat3 turn0 = n0 * t0.transpose(), turn1 = n1 * t1.transpose();
  return {m.second * n0 * n0.transpose() + m.first * (turn0 + turn0.transpose()) +
              m.over_tangent * b0 * b0.transpose(),
          -m.second * n0 * n1.transpose() - m.over_sine * b0 * b1.transpose(),
          m.second * n1 * n1.transpose() - m.first * (turn1 + turn1.transpose()) +
              m.over_tangent * b1 * b1.transpose()};
}

/// Out of the plane the matrix (A, -B; -B, A) on displacements over lengths has the eigenvalues A - B and A +
/// B.
SegmentHessian positive_hessian(const Frame& f, const Moments& m, BendCurvature curvature) {
  const FoldModes modes(curvature == BendCurvature::full ? m.first : 0, m.second);
  const Vec3 fold0 = (-modes.turn * f.across0 - modes.stretch * f.along0) / f.length0;
  const Vec3 fold1 = (modes.turn * f.across1 - modes.stretch * f.along1) / f.length1;
  const Vec3 shear0 = (modes.shear * f.across0 + modes.signed_shear * f.along0) / f.length0;
  const Vec3 shear1 = (modes.shear * f.across1 - modes.signed_shear * f.along1) / f.length1;
  const double sum = std::max(m.over_tangent - m.over_sine, 0.0),
               difference = std::max(m.over_tangent + m.over_sine, 0.0);
  const double same = 0.5 * (sum + difference), mixed = 0.5 * (sum - difference);
  const Mat3 normals = f.normal * f.normal.transpose();
  return {fold0 * fold0.transpose() + shear0 * shear0.transpose() + same / square(f.length0) * normals,
          fold0 * fold1.transpose() + shear0 * shear1.transpose() + mixed / (f.length0 * f.length1) * normals,
          fold1 * fold1.transpose() + shear1 * shear1.transpose() + same / square(f.length1) * normals};
}

}  // namespace

double rod_curvature(const ElementPositions<3>& x) { return 2 * Bend(x).tangent; }

double RodBend::energy(const ElementPositions<3>& x, const Data& data) {
  return data.stiffness * square(2 * Bend(x).tangent - data.rest_curvature);
}

ElementGradient<3> RodBend::gradient(const ElementPositions<3>& x, const Data& data) {
  const Bend bend(x);
  return gradient_of(Frame(bend), Moments(bend.tangent, data).first);
}

RodBend::Data RodBend::yielded(const ElementPositions<3>& x, Data data, const PlasticFlow& flow) {
  const double elastic = rod_curvature(x) - data.rest_curvature;
  if (std::isfinite(elastic)) data.rest_curvature += elastic - flowed(elastic, flow);
  return data;
}

template <Projection projection, BendCurvature curvature>
ElementDerivatives<3> RodBend::derivatives(const ElementPositions<3>& x, const Data& data) {
  const Bend bend(x);
  const Frame f(bend);
  const Moments m(bend.tangent, data);
  return expanded(gradient_of(f, m.first),
                  projection == Projection::psd ? positive_hessian(f, m, curvature) : plain_hessian(f, m));
}

template ElementDerivatives<3> RodBend::derivatives<Projection::none>(const ElementPositions<3>&,
                                                                      const Data&);
template ElementDerivatives<3> RodBend::derivatives<Projection::psd>(const ElementPositions<3>&, const Data&);
template ElementDerivatives<3> RodBend::derivatives<Projection::psd, BendCurvature::angle>(
    const ElementPositions<3>&, const Data&);

}  // namespace lacuna
