#include "energy/tet_element.h"

#include "base/check.h"

namespace lacuna {

namespace {

/// volume (dF/dx_a)^T dP/dF (dF/dx_b), rotated into the principal frame: w_a = V^T B^T e_a, and a
/// displacement U y of vertex a changes F by U (y w_a^T) V^T.
struct PrincipalBlocks {
  Mat3 same, stretch, swapped;  // the coefficients of (ij, ij), of (ii, jj) and of (ij, ji)

  PrincipalBlocks(const PrincipalStiffness& k, double volume) {
    const Vec3 sum = 0.5 * volume * (k.flip + k.twist), difference = 0.5 * volume * (k.flip - k.twist);
    stretch = volume * k.stretch;
    same = symmetric(stretch.diagonal(), sum);
    swapped = symmetric(Vec3::Zero(), difference);
  }

  Mat3 operator()(const Vec3& w_a, const Vec3& w_b) const {
    const Vec3 diagonal = same * w_a.cwiseProduct(w_b);
    Mat3 T;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i)
        T(i, j) = i == j ? diagonal[i] : stretch(i, j) * w_a[i] * w_b[j] + swapped(i, j) * w_a[j] * w_b[i];
    return T;
  }
};

}  // namespace

TetRest tet_rest(const TetPositions& x) {
  const Mat3 D = tet_edges(x);
  const Mat3 C = cofactors(D);
  const double determinant = D.col(0).dot(C.col(0));
  LACUNA_ASSERT(determinant > 0, "six volumes {}", determinant);
  return {C.transpose() / determinant, determinant / 6};
}

double largest_strain(const Mat3& F) { return (svd3(F).sigma.array() - 1).abs().maxCoeff(); }

Vec12 tet_gradient(const Mat3& stress, const TetRest& rest) {
  const Mat3 G = rest.volume * stress * rest.inverse_edges.transpose();
  Vec12 gradient;
  gradient.segment<3>(0) = -(G.col(0) + G.col(1) + G.col(2));
  for (int i = 0; i < 3; ++i) gradient.segment<3>(3 * i + 3) = G.col(i);
  return gradient;
}

TetHessian tet_hessian(const PrincipalStiffness& stiffness, const Svd3& svd, const TetRest& rest) {
  const PrincipalBlocks blocks(stiffness, rest.volume);
  const Mat3 W = (rest.inverse_edges * svd.V).transpose();
  const auto block = [&](int a, int b) -> Mat3 {
    const Mat3 T = blocks(W.col(a), W.col(b));
    const Mat3 UT = svd.U * T;
    return UT * svd.U.transpose();
  };
  TetHessian H;
  H[4] = block(0, 0);
  H[5] = block(0, 1);
  H[6] = block(0, 2);
  H[7] = block(1, 1);
  H[8] = block(1, 2);
  H[9] = block(2, 2);
  for (int i : {4, 7, 9}) copy_upper_to_lower(H[static_cast<size_t>(i)]);
  // Translations change nothing: each row and column of blocks sums to zero.
  H[1] = -(H[4] + H[5].transpose() + H[6].transpose());
  H[2] = -(H[5] + H[7] + H[8].transpose());
  H[3] = -(H[6] + H[8] + H[9]);
  H[0] = -(H[1] + H[2] + H[3]);
  copy_upper_to_lower(H[0]);
  return H;
}

}  // namespace lacuna
