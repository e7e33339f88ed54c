#include "energy/triangle.h"

#include "base/check.h"

namespace lacuna {

namespace {

/// Completes derivatives from a function that gives the block of nodes a, b in {1, 2} in the frame of U.
template <class Block>
ElementDerivatives<3> turned_back(const ElementGradient<3>& gradient, const Mat3& U, const Block& block) {
  ElementDerivatives<3> d;
  d.gradient = gradient;
  for (int a = 1; a < 3; ++a)
    for (int b = a; b < 3; ++b) {
      const Mat3 UT = U * block(a - 1, b - 1);
      d.hessian[block_index<3>(a, b)] = UT * U.transpose();
    }
  complete_first_node(d);
  return d;
}

}  // namespace

Mat2 rest_edges(const ElementPositions<3>& X) {
  const Vec3 a = X[1] - X[0], b = X[2] - X[0];
  const double length = a.norm();
  Mat2 edges;
  edges << length, a.dot(b) / length, 0, a.cross(b).norm() / length;
  return edges;
}

Mat2 rest_edges(const std::array<Vec2, 3>& X) {
  Mat2 edges;
  edges << X[1] - X[0], X[2] - X[0];
  return edges;
}

TriangleRest triangle_rest(const Mat2& edges) {
  const double determinant = edges.determinant();
  LACUNA_ASSERT(determinant != 0, "rest edges {} {} {} {}", edges(0, 0), edges(1, 0), edges(0, 1),
                edges(1, 1));
  Mat2 adjugate;
  adjugate << edges(1, 1), -edges(0, 1), -edges(1, 0), edges(0, 0);
  return {adjugate / determinant, 0.5 * std::abs(determinant)};
}

Mat2 rest_axes(const ElementPositions<3>& X, const Vec3& along) {
  const Vec3 a = X[1] - X[0], n = a.cross(X[2] - X[0]);
  const Vec3 x = a.normalized(), y = n.cross(a).normalized();
  const Vec2 direction(x.dot(along), y.dot(along));
  if (!(direction.norm() > 1e-6 * along.norm())) return Mat2::Identity();
  const Vec2 d = direction.normalized();
  Mat2 axes;
  axes << d[0], -d[1], d[1], d[0];
  return axes;
}

[[gnu::noinline]] Mat3x2 deformation_gradient(const ElementPositions<3>& x, const Mat2& inverse_edges) {
  return triangle_edges(x) * inverse_edges;
}

ElementGradient<3> triangle_gradient(const Mat3x2& stress, const Mat2& inverse_edges, double volume) {
  const Mat3x2 G = volume * stress * inverse_edges.transpose();
  ElementGradient<3> gradient;
  gradient.segment<3>(3) = G.col(0);
  gradient.segment<3>(6) = G.col(1);
  complete_first_node<3>(gradient);
  return gradient;
}

// A displacement U y of node a changes F by U (y w_a^T) V^T, w_a = V^T B^T e_a.
ElementDerivatives<3> triangle_derivatives(const Mat3x2& stress, const PrincipalStiffness2& k,
                                           const Svd32& svd, const Mat2& inverse_edges, double volume) {
  const Mat2 W = volume * (inverse_edges * svd.V).transpose(), V = (inverse_edges * svd.V).transpose();
  const double same = 0.5 * (k.flip + k.twist), swapped = 0.5 * (k.flip - k.twist);
  const auto block = [&](int a, int b) {
    const double xx = W(0, a) * V(0, b), xy = W(0, a) * V(1, b), yx = W(1, a) * V(0, b),
                 yy = W(1, a) * V(1, b);
    Mat3 T = Mat3::Zero();
    T(0, 0) = k.stretch(0, 0) * xx + same * yy;
    T(1, 1) = k.stretch(1, 1) * yy + same * xx;
    T(0, 1) = k.stretch(0, 1) * xy + swapped * yx;
    T(1, 0) = k.stretch(0, 1) * yx + swapped * xy;
    T(2, 2) = k.lean[0] * xx + k.lean[1] * yy;
    return T;
  };
  return turned_back(triangle_gradient(stress, inverse_edges, volume), svd.U, block);
}

ElementDerivatives<3> triangle_derivatives(const Mat3x2& stress, const Eigen::Matrix4d& in_plane,
                                           const Mat2& lean, const Mat3& U, const Mat2& inverse_edges,
                                           double volume) {
  const auto block = [&](int a, int b) {
    Mat3 T = Mat3::Zero();
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        const double weight = volume * inverse_edges(a, i) * inverse_edges(b, j);
        T.topLeftCorner<2, 2>() += weight * in_plane.block<2, 2>(2 * i, 2 * j);
        T(2, 2) += weight * lean(i, j);
      }
    return T;
  };
  return turned_back(triangle_gradient(stress, inverse_edges, volume), U, block);
}

ElementDerivatives<3> triangle_derivatives(const Mat3x2& stress, const SurfaceHessian& hessian,
                                           const Mat2& inverse_edges, double volume) {
  const auto& [uu, uv, vv] = hessian;
  ElementDerivatives<3> d;
  d.gradient = triangle_gradient(stress, inverse_edges, volume);
  for (int a = 0; a < 2; ++a)
    for (int b = a; b < 2; ++b) {
      const Vec2 k = volume * inverse_edges.row(a), l = inverse_edges.row(b);
      d.hessian[block_index<3>(a + 1, b + 1)] =
          k[0] * l[0] * uu + k[1] * l[1] * vv + k[0] * l[1] * uv + k[1] * l[0] * uv.transpose();
    }
  complete_first_node(d);
  return d;
}

}  // namespace lacuna
