// Random block matrices and vectors, and comparison by bits.
#pragma once

#include "math/block_matrix.h"
#include "support/random.h"

#include <cstring>
#include <set>

namespace lacuna::test {

/// All diagonal blocks and up to `pair_count` others, entries in [-1, 1); diagonal blocks are symmetric, and
/// dominant, so that the matrix is positive definite, if `shift` is above twice the entries of a row.
inline BlockMatrix random_blocks(Random& random, Index n, Index pair_count, double shift = 0) {
  std::vector<std::set<Index>> rows(static_cast<size_t>(n));
  for (Index row = 0; row < n; ++row) rows[static_cast<size_t>(row)].insert(row);
  for (Index p = 0; p < pair_count; ++p) {
    const Index a = random.below(n), b = random.below(n);
    rows[static_cast<size_t>(std::min(a, b))].insert(std::max(a, b));
  }
  std::vector<Index> begin{0}, columns;
  for (const auto& row : rows) {
    columns.insert(columns.end(), row.begin(), row.end());
    begin.push_back(count_of(columns));
  }
  BlockMatrix matrix;
  matrix.swap_pattern(begin, columns);
  for (Mat3& block : matrix.values())
    for (double& entry : block.reshaped()) entry = random.uniform(-1, 1);
  for (Index row = 0; row < n; ++row) {
    Mat3& block = matrix.diagonal(row);
    block = (0.5 * (block + block.transpose())).eval() + shift * Mat3::Identity();
  }
  return matrix;
}

inline std::vector<Vec3> random_vector(Random& random, Index n) {
  std::vector<Vec3> x;
  for (Index i = 0; i < n; ++i) x.push_back(random.in_box());
  return x;
}

inline Eigen::Map<const Eigen::VectorXd> flat(std::span<const Vec3> x) {
  return {x.empty() ? nullptr : x.data()->data(), 3 * static_cast<Eigen::Index>(x.size())};
}

template <class Items>
bool same_bits(const Items& a, const Items& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(*a.data())) == 0;
}

}  // namespace lacuna::test
