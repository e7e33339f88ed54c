#include "geometry/distance.h"

#include "support/random_stencils.h"
#include "support/region_form.h"

#include <gtest/gtest.h>

#include <set>

namespace lacuna::test {
namespace {

constexpr double unit = 0x1p-53;  // relative rounding of one operation

/// The worst of many errors, and where it was found.
struct Worst {
  double value = 0;
  std::string where = "nowhere";
  void see(double v, const std::string& family) {
    if (!(v <= value)) value = v, where = family;
  }
};

struct Evaluated {
  double distance;
  double form_distance;  // of the label's closed form
  bool weights_are_convex;
};

template <class Closest>
Evaluated evaluated(const Closest& closest, double parameter1, double parameter2, double parameter_sum,
                    double form_distance2) {
  const bool is_convex = parameter1 >= 0 && parameter1 <= 1 && parameter2 >= 0 && parameter2 <= 1 &&
                         parameter_sum <= 1 && closest.distance2 == closest.r.squaredNorm();
  return {std::sqrt(closest.distance2), std::sqrt(form_distance2), is_convex};
}

Evaluated evaluate(PointPointPair, const std::array<Vec3, 2>& x) {
  const double d = std::sqrt(point_point_distance2(x[0], x[1]));
  return {d, point_point_vector(x[0], x[1]).r.norm(), true};
}
Evaluated evaluate(PointEdgePair, const std::array<Vec3, 3>& x) {
  const auto c = closest_point_edge(x[0], x[1], x[2]);
  return evaluated(c, c.tau, 0, 0, region_form(c.region(), x).distance2);
}
Evaluated evaluate(PointTrianglePair, const std::array<Vec3, 4>& x) {
  const auto c = closest_point_triangle(x[0], x[1], x[2], x[3]);
  return evaluated(c, c.beta1, c.beta2, c.beta1 + c.beta2, region_form(c.region, x).distance2);
}
Evaluated evaluate(EdgeEdgePair, const std::array<Vec3, 4>& x) {
  const auto c = closest_edge_edge(x[0], x[1], x[2], x[3]);
  return evaluated(c, c.s, c.t, 0, region_form(c.region(), x).distance2);
}

double sine(const Vec3& u, const Vec3& v) {
  const double lengths = u.norm() * v.norm();
  return lengths > 0 ? u.cross(v).norm() / lengths : 0;
}

// What each distance may read too much, beyond rounding (which is 6 units of the stencil's size below: the
// difference of two vertices, the projections and the norm cost about 3 of them).
struct Excess {
  double absolute = 0;    // adds to the distance
  double tangential = 0;  // adds at a right angle to the distance: felt only at gaps as small as this
};
Excess excess(PointPointPair, const std::array<Vec3, 2>&, double) { return {}; }
Excess excess(PointEdgePair, const std::array<Vec3, 3>&, double) { return {}; }
/// A triangle whose angle at t0 has a sine below 1e-14 is taken for its boundary: no point of it is farther
/// from that than half its width.
Excess excess(PointTrianglePair, const std::array<Vec3, 4>& x, double size) {
  return {sine(x[2] - x[1], x[3] - x[1]) < 1.1e-14 ? 0.5e-14 * size : 0, 0};
}
/// Below a sine of 1e-14 the crossing is ignored in favour of the end points, half the width away at most.
/// Above 1e-3, ends come from normal equations with a rounding error of unit / sine^2; sliding by that much
/// along one edge moves sine times as far from the other. Above 0.1, so do crossings, and both parameters err
/// by it.
Excess excess(EdgeEdgePair, const std::array<Vec3, 4>& x, double size) {
  const double sin = sine(x[1] - x[0], x[3] - x[2]);
  if (sin < 1.1e-14) return {0.5e-14 * size, 0};
  if (sin > 0.0999) return {0, 10 * unit / (sin * sin) * size};
  if (sin > 0.999e-3) return {0, 6 * unit / sin * size};
  return {};
}

template <class Pair>
void expect_least_distance(Random random, int count) {
  SCOPED_TRACE(::testing::Message() << "LACUNA_TEST_SEED=" << seed());
  Worst over, under, form;
  int failures = 0;
  for (int i = 0; i < count && failures < 5; ++i) {
    const auto stencil = random_stencil<Pair>(random);
    const double size = size_of(stencil.x);
    const Evaluated computed = evaluate(Pair{}, stencil.x);
    const long double truth = least_distance<long double, Pair>(stencil.x);
    const Excess allowed = excess(Pair{}, stencil.x, size);
    const double rounding = 6 * unit * size;
    const long double most =
        std::hypot(truth, static_cast<long double>(allowed.tangential)) + allowed.absolute + rounding;
    const bool is_right =
        computed.distance <= most && computed.distance >= truth - rounding &&
        std::abs(computed.form_distance - computed.distance) <= 2 * rounding + allowed.tangential &&
        computed.weights_are_convex;
    if (!is_right) {
      ++failures;
      ADD_FAILURE() << stencil.family << "\n  x = " << digits_of(stencil.x) << "\n  distance "
                    << computed.distance << ", of its label's form " << computed.form_distance << ", truth "
                    << static_cast<double>(truth) << ", size " << size
                    << ", weights convex: " << computed.weights_are_convex;
    }
    if (!(size > 0)) continue;
    const double error = static_cast<double>(computed.distance - truth) / (unit * size);
    if (allowed.absolute == 0 && allowed.tangential == 0) over.see(error, stencil.family);
    under.see(-error, stencil.family);
    if (allowed.tangential == 0)
      form.see(std::abs(computed.form_distance - computed.distance) / (unit * size), stencil.family);
  }
  std::printf("  %s, %d stencils; worst errors in units of 2^-53 size\n", Pair::name, count);
  std::printf("    too large %.2f (%s)\n    too small %.2f (%s)\n    label's form %.2f (%s)\n", over.value,
              over.where.c_str(), under.value, under.where.c_str(), form.value, form.where.c_str());
}

TEST(PointPointDistanceProperty, IsTheLeastOverAllFeatures) {
  expect_least_distance<PointPointPair>(Random(1), 50'000);
}
TEST(PointEdgeDistanceProperty, IsTheLeastOverAllFeatures) {
  expect_least_distance<PointEdgePair>(Random(2), 1'000'000);
}
TEST(PointTriangleDistanceProperty, IsTheLeastOverAllFeatures) {
  expect_least_distance<PointTrianglePair>(Random(3), 1'000'000);
}
TEST(EdgeEdgeDistanceProperty, IsTheLeastOverAllFeatures) {
  expect_least_distance<EdgeEdgePair>(Random(4), 1'000'000);
}

/// How much two references differ, in units of 2^-53 size. The long double one rounds 2048 times finer.
template <class Pair, class ClosedForm>
double worst_disagreement(Random random, ClosedForm closed_form) {
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto stencil = random_stencil<Pair>(random);
    const double size = size_of(stencil.x);
    if (!(size > 0)) continue;
    const Quad a = square_root(closed_form(relative<Quad>(stencil.x)));
    const Quad b = least_distance<long double, Pair>(stencil.x);
    worst = std::max(worst, static_cast<double>(a > b ? a - b : b - a) / (unit * size));
  }
  return worst;
}

TEST(ReferenceDistance, AgreesWithClosedFormsIn113Bits) {
  const auto point_edge = [](const std::array<Triple<Quad>, 3>& x) { return closed_form_least2(x); };
  EXPECT_LE(worst_disagreement<PointEdgePair>(Random(5), point_edge), 0.01);
  EXPECT_LE(worst_disagreement<PointTrianglePair>(Random(6), closed_form_point_triangle_least2), 0.01);
  EXPECT_LE(worst_disagreement<EdgeEdgePair>(Random(7), closed_form_edge_edge_least2), 0.01);
}

TEST(PointEdgeDistance, NamesTheNearestFeature) {
  const Vec3 a(0, 0, 0), b(2, 0, 0);
  EXPECT_EQ(closest_point_edge({-1, 1, 0}, a, b).region(), PointEdgeRegion::a);
  EXPECT_EQ(closest_point_edge({3, 1, 0}, a, b).region(), PointEdgeRegion::b);
  EXPECT_EQ(closest_point_edge({1, 1, 0}, a, b).region(), PointEdgeRegion::interior);
  EXPECT_EQ(closest_point_edge({1, 1, 0}, a, b).distance2, 1);
  EXPECT_EQ(closest_point_edge({1, 1, 0}, a, a).distance2, 2);
}

TEST(PointTriangleDistance, NamesTheNearestFeature) {
  using enum PointTriangleRegion;
  const Vec3 t0(0, 0, 0), t1(4, 0, 0), t2(0, 4, 0);
  const auto region = [&](double x, double y) {
    return closest_point_triangle({x, y, 1}, t0, t1, t2).region;
  };
  EXPECT_EQ(region(1, 1), face);
  EXPECT_EQ(region(2, -1), edge_01);
  EXPECT_EQ(region(3, 3), edge_12);
  EXPECT_EQ(region(-1, 2), edge_20);
  EXPECT_EQ(region(-1, -1), vertex_0);
  EXPECT_EQ(region(6, -1), vertex_1);
  EXPECT_EQ(region(-1, 6), vertex_2);
}

TEST(EdgeEdgeDistance, NamesTheNearestFeatures) {
  using enum EdgeEdgeRegion;
  // Edge a along x from -1 to 1; edge b starts at (x, y) above it and leaves in a direction.
  const auto region = [](double x, double y, double dx, double dy) {
    return closest_edge_edge({-1, 0, 0}, {1, 0, 0}, {x, y, 1}, {x + dx, y + dy, 1}).region();
  };
  EXPECT_EQ(region(0, -1, 0, 2), a_b);
  EXPECT_EQ(region(0, 1, 0, 2), a_b0);
  EXPECT_EQ(region(0, -3, 0, 2), a_b1);
  EXPECT_EQ(region(2, 1, 1, 2), a1_b0);
  EXPECT_EQ(region(3, 3, -1, -2), a1_b1);
  EXPECT_EQ(region(-2, 1, -1, 2), a0_b0);
  EXPECT_EQ(region(-3, 3, 1, -2), a0_b1);
  EXPECT_EQ(region(-2, -1, 0, 2), a0_b);
  EXPECT_EQ(region(2, -1, 0, 2), a1_b);
}

TEST(EdgeEdgeDistance, OfCollinearOverlappingEdgesIsZero) {
  EXPECT_EQ(edge_edge_distance2({0, 0, 0}, {3, 3, 3}, {1, 1, 1}, {5, 5, 5}), 0);
  EXPECT_EQ(edge_edge_distance2({0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}), 3);
}

// Continuity. On the line between two random stencils, bisection finds two neighbouring numbers at which the
// regions differ; value and gradient must agree there, as they do in exact arithmetic.

/// Largest change of |x| between the two sides of a border after bisection: one unit of the blend times the
/// motion, about 1e-15; derivatives of the closed forms are bounded by 2 times the inverse of the widths
/// below.
template <class Region, class RegionOf, class Compare>
std::set<std::pair<int, int>> cross_borders(Random random, int count, RegionOf region_of, Compare compare) {
  std::set<std::pair<int, int>> borders;
  for (int i = 0; i < count; ++i) {
    std::array<Vec3, 4> from, to;
    for (int k = 0; k < 4; ++k) from[k] = random.in_box();
    to = from;
    const int moved = random.below(4);  // one vertex moves
    to[moved] = random.in_box();
    const auto at = [&](double blend) {
      auto x = from;
      x[moved] = (1 - blend) * from[moved] + blend * to[moved];
      return x;
    };
    double low = 0, high = 1;
    const Region first = region_of(at(0));
    if (region_of(at(1)) == first) continue;
    while (true) {
      const double middle = 0.5 * (low + high);
      if (middle <= low || middle >= high) break;
      (region_of(at(middle)) == first ? low : high) = middle;
    }
    const Region second = region_of(at(high));
    borders.insert(std::minmax(static_cast<int>(first), static_cast<int>(second)));
    compare(at(low), first, at(high), second);
  }
  return borders;
}

TEST(PointTriangleDistance, AndItsGradientAreContinuousAcrossEveryBorder) {
  double worst_value = 0, worst_gradient = 0, worst_at_corner = 0;
  const auto region_of = [](const std::array<Vec3, 4>& x) {
    return closest_point_triangle(x[0], x[1], x[2], x[3]).region;
  };
  const auto borders = cross_borders<PointTriangleRegion>(
      Random(8), 20000, region_of,
      [&](const auto& x, PointTriangleRegion first, const auto& y, PointTriangleRegion second) {
        // Gradients change by hess * dx, at most 2 + 2 size^2 / width^2 per unit length.
        const double area = (x[2] - x[1]).cross(x[3] - x[1]).norm();
        if (area < 0.1) return;
        const auto f = region_form(first, x), g = region_form(second, y);
        worst_value = std::max(worst_value, std::abs(f.distance2 - g.distance2));
        const double jump = (f.gradient - g.gradient).cwiseAbs().maxCoeff();
        const bool is_at_corner = f.weights.minCoeff() < 1e-6 - 1;
        double& worst = is_at_corner ? worst_at_corner : worst_gradient;
        worst = std::max(worst, jump);
      });
  EXPECT_LE(worst_value, 1e-13);
  EXPECT_LE(worst_gradient, 1e-12);
  // The nearer of two edges is told by D, which grows with the square of the way to the corner: the closest
  // point may err by the root of the rounding of D, sqrt(8 units) size = 1e-7, times 1 / width as above.
  EXPECT_LE(worst_at_corner, 4e-6);
  std::printf("  jumps: value %.1e, gradient %.1e, near a corner %.1e\n", worst_value, worst_gradient,
              worst_at_corner);
  for (int edge = 3; edge < 6; ++edge) {
    EXPECT_TRUE(borders.contains({edge, 6})) << "edge and face " << edge;
    EXPECT_TRUE(borders.contains({edge - 3, edge})) << "first vertex of edge " << edge;
    EXPECT_TRUE(borders.contains({(edge - 2) % 3, edge})) << "second vertex of edge " << edge;
  }
}

TEST(EdgeEdgeDistance, AndItsGradientAreContinuousAcrossEveryBorderAwayFromParallel) {
  double worst_value = 0, worst_gradient = 0;
  const auto region_of = [](const std::array<Vec3, 4>& x) {
    return closest_edge_edge(x[0], x[1], x[2], x[3]).region();
  };
  const auto borders = cross_borders<EdgeEdgeRegion>(
      Random(9), 20000, region_of,
      [&](const auto& x, EdgeEdgeRegion first, const auto& y, EdgeEdgeRegion second) {
        const Vec3 u = x[1] - x[0], v = x[3] - x[2];
        if (sine(u, v) < 0.1 || u.norm() < 0.2 || v.norm() < 0.2) return;
        const auto f = region_form(first, x), g = region_form(second, y);
        worst_value = std::max(worst_value, std::abs(f.distance2 - g.distance2));
        worst_gradient = std::max(worst_gradient, (f.gradient - g.gradient).cwiseAbs().maxCoeff());
      });
  EXPECT_LE(worst_value, 1e-13);
  EXPECT_LE(worst_gradient, 1e-11);
  std::printf("  jumps: value %.1e, gradient %.1e\n", worst_value, worst_gradient);
  for (int end = 0; end < 2; ++end) {
    EXPECT_TRUE(borders.contains({6 + end, 8})) << "inside a, end b" << end;
    EXPECT_TRUE(borders.contains({3 * end + 2, 8})) << "end a" << end << ", inside b";
    for (int other = 0; other < 2; ++other) {
      EXPECT_TRUE(borders.contains({3 * end + other, 3 * end + 2})) << "a" << end << " b" << other;
      EXPECT_TRUE(borders.contains({3 * other + end, 6 + end})) << "a" << other << " b" << end;
    }
  }
}

TEST(DistanceGradient, FromTheClosestPointsIsThatOfTheRegion) {
  Random random(91);
  for (int i = 0; i < 20000; ++i) {
    const std::array<Vec3, 4> x{random.in_box(), random.in_box(), random.in_box(), random.in_box()};
    const auto pt = closest_point_triangle(x[0], x[1], x[2], x[3]);
    const auto ee = closest_edge_edge(x[0], x[1], x[2], x[3]);
    const auto pe = closest_point_edge(x[0], x[1], x[2]);
    const std::array<Vec3, 3> x_pe{x[0], x[1], x[2]};
    // Slivers lose digits of the weights, not of the distance.
    EXPECT_LT((distance2_gradient(pt) - region_form(pt.region, x).gradient).norm(), 1e-9);
    EXPECT_LT((distance2_gradient(ee) - region_form(ee.region(), x).gradient).norm(), 1e-9);
    EXPECT_LT((distance2_gradient(pe) - region_form(pe.region(), x_pe).gradient).norm(), 1e-9);
  }
}

TEST(DistanceHessian, OfTheRegionMatchesDifferencesOfTheGradient) {
  Random random(92);
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const std::array<Vec3, 4> x{random.in_box(), random.in_box(), random.in_box(), random.in_box()};
    const auto check = [&](auto closest_at, auto region_of) {
      const auto region = region_of(closest_at(x));
      const Mat12 H = distance2_hessian(region, x);
      constexpr double h = 1e-6;
      for (int k = 0; k < 12; ++k) {
        auto forward = x, backward = x;
        forward[static_cast<size_t>(k / 3)][k % 3] += h;
        backward[static_cast<size_t>(k / 3)][k % 3] -= h;
        if (region_of(closest_at(forward)) != region || region_of(closest_at(backward)) != region) continue;
        const Vec12 column =
            (distance2_gradient(closest_at(forward)) - distance2_gradient(closest_at(backward))) / (2 * h);
        // Truncation h^2 and rounding unit / h, both times the inverse cube of the smallest sine that occurs.
        EXPECT_LT((H.col(k) - column).norm(), 1e-4 * (1 + H.col(k).norm()));
        ++compared;
      }
    };
    check([](const auto& s) { return closest_point_triangle(s[0], s[1], s[2], s[3]); },
          [](const auto& closest) { return closest.region; });
    check([](const auto& s) { return closest_edge_edge(s[0], s[1], s[2], s[3]); },
          [](const auto& closest) { return closest.region(); });
  }
  EXPECT_GT(compared, 6000);
}

}  // namespace
}  // namespace lacuna::test
