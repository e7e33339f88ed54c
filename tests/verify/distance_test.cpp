#include "verify/distance.h"

#include "base/types.h"
#include "support/random.h"
#include "verify/box_tree.h"

#include <gtest/gtest.h>

#include <set>

namespace lacuna::test {
namespace {

using verify::Box;
using verify::BoxTree;

/// Smallest distance over a lattice of points of both primitives: an upper bound, at most 2 sizes / n too
/// large.
double sampled(std::span<const Vec3> a, std::span<const Vec3> b, int n) {
  const auto points = [n](std::span<const Vec3> p) {
    std::vector<Vec3> result;
    for (int i = 0; i <= (p.size() > 1 ? n : 0); ++i)
      for (int j = 0; j <= (p.size() > 2 ? n - i : 0); ++j) {
        const double s = static_cast<double>(i) / n, t = static_cast<double>(j) / n;
        Vec3 x = p[0];
        if (p.size() > 1) x += s * (p[1] - p[0]);
        if (p.size() > 2) x += t * (p[2] - p[0]);
        result.push_back(x);
      }
    return result;
  };
  double best = INFINITY;
  for (const Vec3& x : points(a))
    for (const Vec3& y : points(b)) best = std::min(best, (x - y).norm());
  return best;
}

TEST(VerifyDistance, AgreesWithSampling) {
  Random random;
  for (int i = 0; i < 400; ++i) {
    const std::array<std::array<size_t, 2>, 4> kinds{{{1, 3}, {2, 2}, {1, 2}, {1, 1}}};
    const auto [na, nb] = kinds[static_cast<size_t>(i % 4)];
    std::vector<Vec3> a, b;
    const bool is_lattice = random.chance(0.3);  // many degenerate and parallel
    for (size_t k = 0; k < na; ++k) a.push_back(is_lattice ? random.lattice(1) : random.in_box());
    for (size_t k = 0; k < nb; ++k) b.push_back(is_lattice ? random.lattice(1) : random.in_box());
    const double d = verify::distance<double>(a, b), bound = sampled(a, b, 40);
    EXPECT_LE(d, bound + 1e-12);
    EXPECT_GE(d, bound - 2 * 3.5 / 40) << "sides are at most 2 sqrt(3) long";
    EXPECT_NEAR(d, static_cast<double>(verify::distance<long double>(b, a)), 1e-12);
  }
}

TEST(VerifyDistance, SmallGapsKeepTheirDigits) {
  const double gap = 1e-9;
  const std::vector<Vec3> triangle{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, above{{0.25, gap, 0.25}};
  EXPECT_NEAR(verify::distance<double>(above, triangle), gap, 1e-15);
  const std::vector<Vec3> a{{-1, 0, 0}, {1, 0, 0}}, b{{0.3, gap, -1}, {0.3, gap, 1}};
  EXPECT_NEAR(verify::distance<double>(a, b), gap, 1e-15);
}

TEST(VerifyBoxTree, FindsThePairsThatBruteForceFinds) {
  Random random;
  for (int count : {0, 1, 5, 7, 100, 300}) {
    std::vector<Box> a, b;
    for (auto* list : {&a, &b})
      for (int i = 0; i < count; ++i) {
        Box box;
        const Vec3 x = random.in_box();
        box.add(x);
        box.add(x + random.in_box(random.chance(0.05) ? 1 : 0.1));
        list->push_back(box);
      }
    using Pairs = std::multiset<std::array<Index, 2>>;
    Pairs expected, own_expected, found, own_found;
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < count; ++j) {
        if (a[static_cast<size_t>(i)].overlaps(b[static_cast<size_t>(j)])) expected.insert({i, j});
        if (i < j && a[static_cast<size_t>(i)].overlaps(a[static_cast<size_t>(j)]))
          own_expected.insert({i, j});
      }
    const BoxTree tree_a(a), tree_b(b);
    BoxTree::for_each_overlap(tree_a, tree_b, [&](Index i, Index j) { found.insert({i, j}); });
    tree_a.for_each_own_overlap([&](Index i, Index j) {
      own_found.insert({std::min(i, j), std::max(i, j)});
    });
    EXPECT_EQ(found, expected);
    EXPECT_EQ(own_found, own_expected);
  }
}

}  // namespace
}  // namespace lacuna::test
