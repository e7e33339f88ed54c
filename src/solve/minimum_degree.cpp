#include "solve/minimum_degree.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace lacuna {

std::vector<Index> minimum_degree(const BlockMatrix& matrix) {
  const Index n = matrix.row_count();
  const std::vector<float> values(static_cast<size_t>(matrix.block_count()));  // Eigen requires values
  const Eigen::Map<const Eigen::SparseMatrix<float>> lower(
      n, n, matrix.block_count(), matrix.row_begins().data(), matrix.columns().data(), values.data());
  Eigen::AMDOrdering<Index>::PermutationType order;
  const Eigen::SparseMatrix<float> pattern = lower;
  Eigen::AMDOrdering<Index>()(pattern.selfadjointView<Eigen::Lower>(), order);
  return {order.indices().begin(), order.indices().end()};
}

}  // namespace lacuna
