// What elimination fills in, by the definition, for tests of symbolic analyses.
#pragma once

#include "math/block_matrix.h"
#include "support/random.h"

#include <numeric>

namespace lacuna::test {

/// A random order of n nodes.
inline std::vector<Index> random_order(Random& random, Index n) {
  std::vector<Index> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[static_cast<size_t>(random.below(static_cast<Index>(k)))]);
  return order;
}

/// Whether block (i, j), i >= j, by places, is in the factor.
inline std::vector<std::vector<bool>> filled_pattern(const BlockMatrix& a, std::span<const Index> order) {
  const auto n = static_cast<size_t>(a.row_count());
  std::vector<std::vector<bool>> filled(n, std::vector<bool>(n, false));
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j)
      filled[i][j] = a.find(std::min(order[i], order[j]), std::max(order[i], order[j])) >= 0;
  for (size_t k = 0; k < n; ++k)
    for (size_t i = k + 1; i < n; ++i)
      for (size_t j = k + 1; j <= i; ++j)
        if (filled[i][k] && filled[j][k]) filled[i][j] = true;
  return filled;
}

}  // namespace lacuna::test
