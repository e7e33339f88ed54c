#include "geometry/predicates.h"

#include "support/exact_intersection.h"
#include "support/random_stencils.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lacuna::test {
namespace {

__extension__ using Wide = __int128;

template <class Int>
IntPoint<Int> as_integers(const Vec3& v, double unit = 1) {
  return {static_cast<Int>(v[0] / unit), static_cast<Int>(v[1] / unit), static_cast<Int>(v[2] / unit)};
}

bool reference_edge_triangle(const std::array<Vec3, 5>& x) {
  using Int = std::int64_t;  // coordinates up to 100 need 3 * 8 bits
  return exact_hulls_intersect<Int>({as_integers<Int>(x[0]), as_integers<Int>(x[1])},
                                    {as_integers<Int>(x[2]), as_integers<Int>(x[3]), as_integers<Int>(x[4])});
}
bool reference_edges(const std::array<Vec3, 4>& x) {
  using Int = std::int64_t;
  return exact_hulls_intersect<Int>({as_integers<Int>(x[0]), as_integers<Int>(x[1])},
                                    {as_integers<Int>(x[2]), as_integers<Int>(x[3])});
}

/// Lattice points with many coincidences: often in one plane, on one line or equal.
template <size_t n>
std::array<Vec3, n> lattice_points(Random& random) {
  std::array<Vec3, n> x;
  const int half_size = std::array{1, 1, 2, 4, 30}[random.below(5)];
  const int shape = random.below(4);
  const Vec3 origin = random.lattice(2), e = random.lattice(2), f = random.lattice(2);
  for (Vec3& v : x) {
    v = random.lattice(half_size);
    if (shape == 1) v = origin + random.between(-3, 3) * e + random.between(-3, 3) * f;
    if (shape == 2) v = origin + random.between(-3, 3) * e;
  }
  if (shape == 3) x[random.below(n)] = x[random.below(n)];
  return x;
}

TEST(Orientation, IsPositiveForARightHandedTet) {
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
  EXPECT_EQ(orientation({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}), -1);
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.5, 0}), 0);
}

TEST(OrientationProperty, IsExactOnLattices) {
  Random random(41);
  int zero_count = 0;
  for (int i = 0; i < 300'000; ++i) {
    // Up to 2^39: the exact value needs 3 * 40 + 3 bits.
    const double unit = std::ldexp(1.0, random.between(-30, 35));
    auto x = lattice_points<4>(random);
    const int truth =
        exact_orientation<std::int64_t>(as_integers<std::int64_t>(x[0]), as_integers<std::int64_t>(x[1]),
                                        as_integers<std::int64_t>(x[2]), as_integers<std::int64_t>(x[3]));
    zero_count += truth == 0;
    for (Vec3& v : x) v *= unit;
    ASSERT_EQ(orientation(x[0], x[1], x[2], x[3]), truth) << digits_of(x);
  }
  EXPECT_GT(zero_count, 50'000);
}

TEST(OrientationProperty, IsExactAroundDegenerateConfigurations) {
  // Coplanar lattice points, times 2^30, moved by one or two units: the volume is tiny against its terms.
  Random random(42);
  int zero_count = 0, wrong_in_double = 0;
  for (int i = 0; i < 300'000; ++i) {
    const Vec3 origin = random.lattice(1000), e = random.lattice(1000), f = random.lattice(1000);
    std::array<Vec3, 4> x;
    for (Vec3& v : x) v = 0x1p25 * (origin + random.between(-3, 3) * e + random.between(-3, 3) * f);
    for (Vec3& v : x)
      if (random.chance(0.7)) v += random.lattice(2);
    std::array<IntPoint<Wide>, 4> y;
    for (int k = 0; k < 4; ++k) y[k] = as_integers<Wide>(x[k]);
    const int truth = exact_orientation<Wide>(y[0], y[1], y[2], y[3]);
    zero_count += truth == 0;
    const double naive = (x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0]);
    wrong_in_double += sign(naive) != truth;
    for (Vec3& v : x)
      v *= 0x1p-36;  // to coordinates of about 1, so the moves are near one unit in the last place
    ASSERT_EQ(orientation(x[0], x[1], x[2], x[3]), truth) << digits_of(x);
  }
  EXPECT_GT(zero_count, 1000);
  EXPECT_GT(wrong_in_double, 100) << "too easy a test";
}

TEST(OrientationProperty, ChangesItsSignWithEveryExchange) {
  Random random(43);
  for (int i = 0; i < 20'000; ++i) {
    // All on a plane through irrational directions, up to rounding.
    const Vec3 origin = random.in_box(), e = random.in_box(), f = random.in_box();
    std::array<Vec3, 4> x;
    for (Vec3& v : x) v = origin + random.uniform(-1, 1) * e + random.uniform(-1, 1) * f;
    const int expected = orientation(x[0], x[1], x[2], x[3]);
    std::array<int, 4> order{0, 1, 2, 3};
    do {
      int inversions = 0;
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < a; ++b) inversions += order[b] > order[a];
      ASSERT_EQ(orientation(x[order[0]], x[order[1]], x[order[2]], x[order[3]]),
                inversions % 2 ? -expected : expected);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(EdgeIntersectsTriangle, CountsTouching) {
  const Vec3 t0(0, 0, 0), t1(4, 0, 0), t2(0, 4, 0);
  const auto meets = [&](const Vec3& e0, const Vec3& e1) {
    return edge_intersects_triangle(e0, e1, t0, t1, t2);
  };
  EXPECT_TRUE(meets({1, 1, -1}, {1, 1, 1})) << "through the face";
  EXPECT_TRUE(meets({1, 1, 0}, {1, 1, 1})) << "end on the face";
  EXPECT_TRUE(meets({2, 2, -1}, {2, 2, 1})) << "through an edge";
  EXPECT_TRUE(meets({4, 0, -1}, {4, 0, 1})) << "through a vertex";
  EXPECT_TRUE(meets({1, 1, 0}, {1.5, 1, 0})) << "coplanar and inside";
  EXPECT_TRUE(meets({-1, 1, 0}, {5, 1, 0})) << "coplanar and across";
  EXPECT_TRUE(meets({5, 0, 0}, {4, 0, 0})) << "collinear with an edge, touching a vertex";
  EXPECT_FALSE(meets({1, 1, 1}, {1, 1, 2}));
  EXPECT_FALSE(meets({3, 3, -1}, {3, 3, 1}));
  EXPECT_FALSE(meets({3, 3, 0}, {5, 3, 0})) << "coplanar and outside";
  EXPECT_FALSE(meets({5, 0, 0}, {6, 0, 0})) << "collinear with an edge, apart";
}

TEST(EdgeIntersectsTriangleProperty, IsExactOnDegenerateLattices) {
  SCOPED_TRACE(::testing::Message() << "LACUNA_TEST_SEED=" << seed());
  Random random(44);
  int hits = 0;
  for (int i = 0; i < 200'000; ++i) {
    const auto x = lattice_points<5>(random);
    const bool truth = reference_edge_triangle(x);
    hits += truth;
    ASSERT_EQ(edge_intersects_triangle(x[0], x[1], x[2], x[3], x[4]), truth) << digits_of(x);
  }
  EXPECT_GT(hits, 20'000);
}

TEST(EdgeIntersectsTriangleProperty, IsExactForEveryEdgeOfASmallLattice) {
  // All edges of the 3 x 3 x 3 lattice against all its triangles with one vertex at the origin of the middle
  // plane, flat and zero-area ones included.
  std::vector<Vec3> points;
  for (int i = 0; i < 27; ++i) points.emplace_back(i % 3, i / 3 % 3, i / 9);
  for (size_t k = 0; k < 27; k += 5)
    for (size_t l = 0; l <= k; ++l)
      for (size_t i = 0; i < 27; ++i)
        for (size_t j = 0; j <= i; ++j) {
          const std::array<Vec3, 5> x{points[i], points[j], Vec3(0, 0, 1), points[k], points[l]};
          ASSERT_EQ(edge_intersects_triangle(x[0], x[1], x[2], x[3], x[4]), reference_edge_triangle(x))
              << digits_of(x);
        }
}

TEST(EdgeIntersectsTriangleProperty, DoesNotDependOnTheOrderOfVertices) {
  Random random(45);
  for (int i = 0; i < 20'000; ++i) {
    auto x = lattice_points<5>(random);
    for (Vec3& v : x) v *= 0.1;  // rounded: degenerate only nearly
    const bool expected = edge_intersects_triangle(x[0], x[1], x[2], x[3], x[4]);
    std::array<int, 3> order{2, 3, 4};
    do {
      ASSERT_EQ(edge_intersects_triangle(x[0], x[1], x[order[0]], x[order[1]], x[order[2]]), expected)
          << digits_of(x);
      ASSERT_EQ(edge_intersects_triangle(x[1], x[0], x[order[0]], x[order[1]], x[order[2]]), expected)
          << digits_of(x);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(EdgesIntersect, CountsTouching) {
  EXPECT_TRUE(edges_intersect({0, 0, 0}, {2, 2, 0}, {0, 2, 0}, {2, 0, 0})) << "crossing";
  EXPECT_TRUE(edges_intersect({0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {1, 0, 5})) << "end inside";
  EXPECT_TRUE(edges_intersect({0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {5, 0, 0})) << "overlapping";
  EXPECT_TRUE(edges_intersect({1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {2, 2, 2})) << "a point on an edge";
  EXPECT_FALSE(edges_intersect({0, 0, 0}, {2, 0, 0}, {3, 0, 0}, {5, 0, 0})) << "collinear, apart";
  EXPECT_FALSE(edges_intersect({0, 0, 0}, {2, 2, 0}, {0, 2, 1e-300}, {2, 0, 1e-300})) << "a tiny gap";
  EXPECT_FALSE(edges_intersect({1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {2, 2, 3})) << "a point off an edge";
}

TEST(EdgesIntersectProperty, IsExactOnDegenerateLattices) {
  SCOPED_TRACE(::testing::Message() << "LACUNA_TEST_SEED=" << seed());
  Random random(46);
  int hits = 0;
  for (int i = 0; i < 300'000; ++i) {
    const auto x = lattice_points<4>(random);
    const bool truth = reference_edges(x);
    hits += truth;
    for (const auto& o : {std::array{0, 1, 2, 3}, std::array{1, 0, 2, 3}, std::array{3, 2, 0, 1}})
      ASSERT_EQ(edges_intersect(x[o[0]], x[o[1]], x[o[2]], x[o[3]]), truth) << digits_of(x);
  }
  EXPECT_GT(hits, 30'000);
}

}  // namespace
}  // namespace lacuna::test
