#include "solve/front_product.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lacuna::test {
namespace {

/// With small integers sums are exact, so that every width of vectors gives the same.
TEST(FrontProduct, IsTheProductOfSlivers) {
  Random random;
  constexpr Index rows = sliver_rows;
  for (Index slivers : {1, 2})
    for (Index nodes = 1; nodes <= 9; ++nodes)
      for (Index count : {0, 1, 3, 12, 97}) {
        const Index a_size = rows * count, c_size = 3 * rows * nodes;
        std::vector<double> a(static_cast<size_t>(2 * a_size) + 1), b(static_cast<size_t>(3 * a_size) + 1);
        std::vector<double> c(static_cast<size_t>(2 * c_size));
        for (auto* values : {&a, &b, &c})
          for (double& v : *values) v = random.below(9) - 4;
        for (const ProductStart start : {ProductStart::from_c, ProductStart::from_zero}) {
          std::vector<double> result = c;
          subtract_product({a.data(), b.data(), result.data(), a_size, a_size, c_size, slivers, nodes, count},
                           start);
          for (Index i = 0; i < 2 * rows; ++i)
            for (Index j = 0; j < 3 * nodes; ++j) {
              const auto at = static_cast<size_t>(i / rows * c_size + j * rows + i % rows);
              double expected = start == ProductStart::from_c || i >= rows * slivers ? c[at] : 0;
              for (Index l = 0; i < rows * slivers && l < count; ++l)
                expected -= a[static_cast<size_t>(i / rows * a_size + l * rows + i % rows)] *
                            b[static_cast<size_t>(j / rows * a_size + l * rows + j % rows)];
              ASSERT_EQ(result[at], expected) << slivers << ' ' << nodes << ' ' << count;
            }
        }
      }
}

}  // namespace
}  // namespace lacuna::test
