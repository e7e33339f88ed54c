#include "solve/eliminated_matrix.h"

#include "support/random_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lacuna::test {
namespace {

Eigen::MatrixXd lower_triangle(const ScalarMatrix& scalars) {
  const auto n = static_cast<Eigen::Index>(scalars.column_begin.size()) - 1;
  Eigen::MatrixXd lower = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index c = 0; c < n; ++c)
    for (Index k = scalars.column_begin[static_cast<size_t>(c)];
         k < scalars.column_begin[static_cast<size_t>(c) + 1]; ++k)
      lower(scalars.rows[static_cast<size_t>(k)], c) = scalars.values[static_cast<size_t>(k)];
  return lower;
}

struct Permuted {
  Index n;
  BlockMatrix a;
  EliminatedMatrix eliminated;

  explicit Permuted(Random& random, Index nodes, Index blocks)
      : n(nodes), a(random_blocks(random, nodes, blocks)) {
    std::vector<Index> order(static_cast<size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    for (size_t k = order.size(); k > 1; --k)
      std::swap(order[k - 1], order[static_cast<size_t>(random.uniform(0, 1) * static_cast<double>(k))]);
    eliminated.set_pattern(a, order);
    eliminated.set_values(a);
  }

  /// Columns of P, three per node.
  Eigen::MatrixXd permutation() const {
    Eigen::MatrixXd P(3 * n, 3 * n);
    std::vector<Vec3> unit(static_cast<size_t>(n)), image(static_cast<size_t>(n));
    for (Eigen::Index c = 0; c < 3 * n; ++c) {
      std::fill(unit.begin(), unit.end(), Vec3::Zero());
      unit[static_cast<size_t>(c / 3)][c % 3] = 1;
      eliminated.permute(unit, image);
      P.col(c) = Eigen::Map<Eigen::VectorXd>(image.data()->data(), 3 * n);
    }
    return P;
  }
};

TEST(EliminatedMatrix, IsTheMatrixWithItsNodesPermuted) {
  Random random;
  Permuted p(random, 30, 70);
  const Eigen::MatrixXd P = p.permutation();
  EXPECT_TRUE((P * P.transpose()).isIdentity(0));
  const Eigen::MatrixXd expected =
      Eigen::MatrixXd(P * expand_dense(p.a) * P.transpose()).triangularView<Eigen::Lower>();
  EXPECT_EQ(lower_triangle(p.eliminated.scalars()), expected);
}

TEST(EliminatedMatrix, RowsOfAColumnAscend) {
  Random random;
  Permuted p(random, 50, 200);
  const ScalarMatrix& s = p.eliminated.scalars();
  for (size_t c = 0; c + 1 < s.column_begin.size(); ++c) {
    EXPECT_EQ(s.rows[static_cast<size_t>(s.column_begin[c])], static_cast<Index>(c));
    EXPECT_TRUE(std::is_sorted(s.rows.begin() + s.column_begin[c], s.rows.begin() + s.column_begin[c + 1]));
  }
}

/// In a postorder the first row below the diagonal of a factor's column, its parent, has all its descendants
/// right before it.
TEST(EliminatedMatrix, StandsInAPostorderOfItsEliminationTree) {
  Random random;
  Permuted p(random, 60, 90);
  Eigen::MatrixXd pattern = Eigen::MatrixXd(lower_triangle(p.eliminated.scalars())).cwiseAbs();
  const Eigen::Index n = pattern.rows();
  std::vector<Eigen::Index> first(static_cast<size_t>(n));  // the least of a node and its descendants
  std::iota(first.begin(), first.end(), 0);
  for (Eigen::Index c = 0; c < n; ++c) {
    for (Eigen::Index i = c + 1; i < n; ++i)
      for (Eigen::Index j = c + 1; j <= i; ++j)
        if (pattern(i, c) != 0 && pattern(j, c) != 0) pattern(i, j) = 1;
    Eigen::Index parent = c + 1;
    while (parent < n && pattern(parent, c) == 0) ++parent;
    if (parent == n) continue;
    const Eigen::Index end = c + 1;
    EXPECT_TRUE(end == parent || first[static_cast<size_t>(parent - 1)] >= end) << c << " below " << parent;
    first[static_cast<size_t>(parent)] =
        std::min(first[static_cast<size_t>(parent)], first[static_cast<size_t>(c)]);
  }
}

}  // namespace
}  // namespace lacuna::test
