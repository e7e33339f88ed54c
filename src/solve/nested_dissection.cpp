#include "solve/nested_dissection.h"

#include "base/check.h"

#include <metis.h>
#include <new>
#include <numeric>
#include <type_traits>

namespace lacuna {

static_assert(std::is_same_v<idx_t, Index>, "METIS with 32-bit indices is expected, as Debian builds it");

std::vector<Index> nested_dissection(const BlockMatrix& matrix) {
  const Index n = matrix.row_count();
  std::vector<Index> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  if (matrix.block_count() == n) return order;  // METIS fails on a graph without edges
  std::vector<Index> begin{0}, neighbours;
  neighbours.reserve(2 * static_cast<size_t>(matrix.block_count() - n));
  for (size_t row = 0; row < static_cast<size_t>(n); ++row) {
    const auto below = matrix.below_rows(), above = matrix.columns();
    neighbours.insert(neighbours.end(), below.begin() + matrix.below_begins()[row],
                      below.begin() + matrix.below_begins()[row + 1]);
    neighbours.insert(neighbours.end(), above.begin() + matrix.row_begins()[row] + 1,
                      above.begin() + matrix.row_begins()[row + 1]);
    begin.push_back(count_of(neighbours));
  }
  // METIS prints to standard error when an allocation fails; on solids and sheets it takes up to 32 bytes per
  // node and neighbour. Throws std::bad_alloc if they are not available.
  ::operator delete(::operator new(40 * (order.size() + neighbours.size())));
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  std::vector<Index> number(order.size());
  Index count = n;
  const int status = METIS_NodeND(&count, begin.data(), neighbours.data(), nullptr, options.data(),
                                  order.data(), number.data());
  if (status == METIS_ERROR_MEMORY) throw std::bad_alloc();
  LACUNA_CHECK(status == METIS_OK, "status={} nodes={} blocks={}", status, n, matrix.block_count());
  return order;
}

}  // namespace lacuna
