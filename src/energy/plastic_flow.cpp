#include "energy/plastic_flow.h"

#include "math/svd3.h"
#include "math/svd32.h"

namespace lacuna {

namespace {

/// F = U diag(s) V^T becomes U diag(s') V^T with B V diag(s' / s) V^T in place of B, which leaves the frame
/// of the rest shape as it is.
template <int n>
Eigen::Matrix<double, n, n> flowed_rest(const Eigen::Matrix<double, n, 1>& sigma,
                                        const Eigen::Matrix<double, n, n>& V,
                                        const Eigen::Matrix<double, n, n>& inverse_edges,
                                        const PlasticFlow& flow) {
  Eigen::Matrix<double, n, 1> ratio;
  for (int k = 0; k < n; ++k) {
    const double strain = sigma[k] - 1;
    ratio[k] = sigma[k] > least_flowing_stretch ? 1 + (flowed(strain, flow) - strain) / sigma[k] : 1;
  }
  if ((ratio.array() == 1).all()) return inverse_edges;
  return inverse_edges * V * ratio.asDiagonal() * V.transpose();
}

}  // namespace

Mat2 flowed_rest(const Mat3x2& F, const Mat2& inverse_edges, const PlasticFlow& flow) {
  const Svd32 svd = svd32(F);
  return flowed_rest<2>(svd.sigma, svd.V, inverse_edges, flow);
}

Mat3 flowed_rest(const Mat3& F, const Mat3& inverse_edges, const PlasticFlow& flow) {
  const Svd3 svd = svd3(F);
  return flowed_rest<3>(svd.sigma, svd.V, inverse_edges, flow);
}

}  // namespace lacuna
