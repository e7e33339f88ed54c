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
    const double sine = binormal.norm(), cosine = e0.dot(e1), size = std::sqrt(e0.squaredNorm() * e1.squaredNorm());
    if (!(size > 0))
      tangent = std::numeric_limits<double>::infinity();
    else  // two forms of the same, neither cancels
      tangent = cosine >= 0 ? sine / (size + cosine) : (size - cosine) / sine;
  }
};

/// Derivatives of E by the angle, E = k (2 T - r)^2, and those of E' that stay finite for a straight rod.
struct Moments {
  double first, second;
  double over_sine, over_tangent;  ///< E' / sin(phi), E' / tan(phi)

  Moments(double T, const RodBend::Data& data) {
    const double k = data.stiffness, r = data.rest_curvature, c = 1 + T * T;
    first = 2 * k * (2 * T - r) * c;
    second = 2 * k * c * (c + (2 * T - r) * T);
    // Towards the tip at T = 0 of a rod that is curved at rest E' / sin has no limit; it ends at 1e8 of its size.
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
    // Of a nearly straight rod the binormal is mostly rounding, and not orthogonal to the segments.
    const Vec3 across = b.binormal - along0.dot(b.binormal) * along0;
    const double sine = across.norm();
    normal = sine > 1e-14 * length0 * length1 ? Vec3(across / sine) : Vec3(frame_along(along0).col(1));
    across0 = normal.cross(along0);
    across1 = normal.cross(along1);
  }
};

ElementGradient<3> expanded(const Vec3& by_e0, const Vec3& by_e1) {
  ElementGradient<3> g;
  g << -by_e0, by_e0 - by_e1, by_e1;
  return g;
}

ElementGradient<3> gradient_of(const Frame& f, double first) {
  return expanded((-first / f.length0) * f.across0, (first / f.length1) * f.across1);
}

using Mat4 = Eigen::Matrix4d;

/// From the segments to the orthonormal combinations (x2 - x0) / sqrt 2, (x0 - 2 x1 + x2) / sqrt 6 of the nodes.
template <int n>
Eigen::Matrix<double, 2 * n, 2 * n> to_combinations(const Eigen::Matrix<double, 2 * n, 2 * n>& A) {
  const auto a = A.template topLeftCorner<n, n>(), b = A.template topRightCorner<n, n>();
  const auto c = A.template bottomLeftCorner<n, n>(), d = A.template bottomRightCorner<n, n>();
  const double half_root3 = 0.5 * std::sqrt(3.0);
  Eigen::Matrix<double, 2 * n, 2 * n> H;
  H.template topLeftCorner<n, n>() = 0.5 * ((a + d) + (b + c));
  H.template topRightCorner<n, n>() = half_root3 * ((d - a) + (b - c));
  H.template bottomLeftCorner<n, n>() = half_root3 * ((d - a) - (b - c));
  H.template bottomRightCorner<n, n>() = 1.5 * ((a + d) - (b + c));
  return H;
}

/// Over (e0, e1), each by its components along the columns of `plane`.
Mat4 in_plane_hessian(const Frame& f, const Moments& m, const Eigen::Matrix<double, 3, 2>& plane) {
  const auto flat = [&](const Vec3& v) -> Vec2 { return plane.transpose() * v; };
  const Vec2 t0 = flat(f.along0) / f.length0, n0 = flat(f.across0) / f.length0;
  const Vec2 t1 = flat(f.along1) / f.length1, n1 = flat(f.across1) / f.length1;
  Vec4 g;
  g << -n0, n1;
  Mat4 H = m.second * g * g.transpose();
  H.topLeftCorner<2, 2>() += m.first * (n0 * t0.transpose() + t0 * n0.transpose());
  H.bottomRightCorner<2, 2>() -= m.first * (n1 * t1.transpose() + t1 * n1.transpose());
  return H;
}

Mat2 out_of_plane_hessian(const Frame& f, const Moments& m) {
  const double mixed = -m.over_sine / (f.length0 * f.length1);
  Mat2 H;
  H << m.over_tangent / square(f.length0), mixed, mixed, m.over_tangent / square(f.length1);
  return H;
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

template <Projection projection>
ElementDerivatives<3> RodBend::derivatives(const ElementPositions<3>& x, const Data& data) {
  const Bend bend(x);
  const Frame f(bend);
  const Moments m(bend.tangent, data);
  Eigen::Matrix<double, 3, 2> plane;
  plane << f.along0, f.across0;
  Mat4 A = to_combinations<2>(in_plane_hessian(f, m, plane));
  Mat2 B = to_combinations<1>(out_of_plane_hessian(f, m));
  if constexpr (projection == Projection::psd) {
    A = project_psd(A).matrix;
    B = project_psd(B).matrix;
  }

  ElementDerivatives<3> d;
  d.gradient = gradient_of(f, m.first);
  const Mat3 normals = f.normal * f.normal.transpose();
  std::array<Mat3, 3> H;  // of the combinations: (0,0), (0,1), (1,1)
  for (size_t k = 0; k < 3; ++k) {
    const int i = k == 2, j = k > 0;
    const Eigen::Matrix<double, 3, 2> PA = plane * A.block<2, 2>(2 * i, 2 * j);
    H[k] = PA * plane.transpose() + B(i, j) * normals;
  }
  const Vec3 p = Vec3(-1, 0, 1) / std::sqrt(2.0), q = Vec3(1, -2, 1) / std::sqrt(6.0);
  for (int a = 1; a < 3; ++a)
    for (int b = a; b < 3; ++b)
      d.hessian[block_index<3>(a, b)] =
          p[a] * p[b] * H[0] + p[a] * q[b] * H[1] + q[a] * p[b] * H[1].transpose() + q[a] * q[b] * H[2];
  complete_first_node(d);
  return d;
}

template ElementDerivatives<3> RodBend::derivatives<Projection::none>(const ElementPositions<3>&, const Data&);
template ElementDerivatives<3> RodBend::derivatives<Projection::psd>(const ElementPositions<3>&, const Data&);

}  // namespace lacuna
