#include "geometry/edge_edge_mollifier.h"

#include "support/finite_difference.h"
#include "support/random_stencils.h"
#include "support/region_form.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

constexpr double unit = 0x1p-53;

/// m from its definition, of the nodes (a0, a1, b0, b1).
Quad reference_mollifier(const std::array<Quad, 12>& y, double threshold) {
  const auto x = as_points(y);
  const Quad c = (x[1] - x[0]).cross(x[3] - x[2]).norm2();
  return c < threshold ? (2 - c / threshold) * (c / threshold) : Quad(1);
}

TEST(EdgeEdgeMollifier, GradientAndHessianMatchFiniteDifferences) {
  Random random(31);
  double worst_value = 0, worst_gradient = 0, worst_hessian = 0;
  int active = 0;
  for (int i = 0; i < 200; ++i) {
    // Lengths near 1; the angle reaches from 1e-8 to past the threshold (0.0316 at the rest lengths).
    std::array<Vec3, 4> x;
    const Vec3 u = random.direction() * random.uniform(0.8, 1.2);
    const Vec3 v = u * random.uniform(0.5, 1) + random.power_of_ten(-8, -1.3) * random.orthogonal_to(u);
    x = {random.in_box(), Vec3::Zero(), random.in_box(), Vec3::Zero()};
    x[1] = x[0] + u, x[3] = x[2] + v;
    const Vec3 eu = x[1] - x[0], ev = x[3] - x[2];
    const double threshold = EdgeEdgeMollifier::threshold(u * random.uniform(0.9, 1.1), v);
    const auto function = [&](const std::array<Quad, 12>& y) { return reference_mollifier(y, threshold); };
    const double c = eu.cross(ev).squaredNorm();
    if (std::abs(c / threshold - 1) < 1e-6) continue;  // differences would straddle the switch
    const auto mollifier = edge_edge_mollifier(eu, ev, threshold);
    EXPECT_EQ(mollifier.is_active, c < threshold);
    active += mollifier.is_active;
    const auto g = difference_gradient<Quad>(function, flattened(x), Quad(1e-9));
    const auto H = difference_hessian<Quad>(function, flattened(x), Quad(1e-9));
    const Vec12 gradient = edge_edge_mollifier_gradient(eu, ev, threshold);
    const Mat12 hessian = edge_edge_mollifier_hessian(eu, ev, threshold);
    worst_value = std::max(worst_value, std::abs(mollifier.value - double(function(flattened(x)))));
    for (int j = 0; j < 12; ++j) {
      worst_gradient = std::max(worst_gradient, std::abs(gradient[j] - double(g[j])));
      for (int k = 0; k < 12; ++k)
        worst_hessian = std::max(worst_hessian, std::abs(hessian(j, k) - double(H[j][k])));
    }
    EXPECT_LE((hessian - hessian.transpose()).cwiseAbs().maxCoeff(), 100 * unit / threshold);
  }
  EXPECT_GT(active, 50);
  // m = f(c / threshold) with threshold ~ 2e-4 .. 1.4e-3: rounding of u x v (absolute, 4 units) enters with
  // 2 |u x v| / threshold, of products like |v|^2 u - (u.v) v with 2 / threshold, of second derivatives also.
  EXPECT_LE(worst_value, 1e4 * unit);
  EXPECT_LE(worst_gradient, 1e5 * unit);
  EXPECT_LE(worst_hessian, 1e7 * unit);
  std::printf("  worst errors: value %.1e, gradient %.1e, Hessian %.1e\n", worst_value, worst_gradient,
              worst_hessian);
}

TEST(EdgeEdgeMollifier, IsZeroForParallelEdges) {
  const double threshold = EdgeEdgeMollifier::threshold({1, 2, 3}, {2, 4, 6});
  for (const Vec3& v : {Vec3(1, 2, 3), Vec3(-2, -4, -6), Vec3(0, 0, 0)}) {
    const auto m = edge_edge_mollifier({1, 2, 3}, v, threshold);
    EXPECT_TRUE(m.is_active);
    EXPECT_EQ(m.value, 0);
    EXPECT_EQ(edge_edge_mollifier_gradient({1, 2, 3}, v, threshold), Vec12::Zero());
  }
}

TEST(EdgeEdgeMollifier, IsOneAndFlatBeyondTheThreshold) {
  const Vec3 u(1, 0, 0), v(0, 1, 0);
  const double threshold = EdgeEdgeMollifier::threshold(u, v);
  EXPECT_FALSE(edge_edge_mollifier(u, v, threshold).is_active);
  EXPECT_EQ(edge_edge_mollifier(u, v, threshold).value, 1);
  EXPECT_EQ(edge_edge_mollifier_gradient(u, v, threshold), Vec12::Zero());
  EXPECT_EQ(edge_edge_mollifier_hessian(u, v, threshold), Mat12::Zero());
}

TEST(EdgeEdgeMollifier, HasAContinuousGradientAtTheThreshold) {
  const double threshold = EdgeEdgeMollifier::threshold({1, 0, 0}, {1, 0, 0});
  double last_value = 1, last_slope = 1;
  for (double below = 1e-1; below > 1e-13; below /= 10) {
    const double sine = std::sqrt(threshold * (1 - below));
    const Vec3 u(1, 0, 0), v(std::sqrt(1 - sine * sine), sine, 0);
    const double value = 1 - edge_edge_mollifier(u, v, threshold).value;
    const double slope = edge_edge_mollifier_gradient(u, v, threshold).norm();
    // 1 - m = below^2 and |grad m| ~ 2 below |grad c| / threshold: one falls 100-, one 10-fold.
    EXPECT_LE(value, std::max(0.02 * last_value, 4 * unit));
    EXPECT_LE(slope, 0.11 * last_slope * (below < 0.05 ? 1 : 1e3));
    last_value = value, last_slope = slope;
  }
  EXPECT_LE(last_slope, 1e-9);
}

/// The mollified squared distance m D and its gradient.
struct Mollified {
  double value;
  Vec12 gradient;
  EdgeEdgeRegion region;
};
Mollified mollified_distance2(const std::array<Vec3, 4>& x, double threshold) {
  const EdgeEdgeRegion region = closest_edge_edge(x[0], x[1], x[2], x[3]).region();
  const auto form = region_form(region, x);
  const Vec3 u = x[1] - x[0], v = x[3] - x[2];
  const double m = edge_edge_mollifier(u, v, threshold).value;
  return {m * form.distance2,
          m * form.gradient + form.distance2 * edge_edge_mollifier_gradient(u, v, threshold), region};
}

TEST(EdgeEdgeMollifier, MakesTheDistanceContinuouslyDifferentiableThroughParallel) {
  // Edge b turns through the direction of a; the nearest feature jumps from one end of b to the other.
  const auto at = [](double angle) {
    return std::array<Vec3, 4>{Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(-0.7 * std::cos(angle), 0.1, 0.7 * angle),
                               Vec3(0.7 * std::cos(angle), 0.1 + 1e-3 * angle, -0.7 * angle)};
  };
  const double threshold = EdgeEdgeMollifier::threshold({2, 0, 0}, {1.4, 0, 0});
  double distance_jump = 0;
  for (double angle = 1e-2; angle > 1e-9; angle /= 10) {
    const auto left = mollified_distance2(at(-angle), threshold),
               right = mollified_distance2(at(angle), threshold);
    // m <= 2 c / threshold with c ~ (2 * 1.4 angle)^2, threshold = 7.84e-3: 2e3 angle^2, |grad D| < 1,
    // D |grad m| ~ 0.01 * 2 / threshold * 8 angle.
    EXPECT_LE(std::abs(left.value - right.value), 2.1e3 * angle * angle);
    EXPECT_LE((left.gradient - right.gradient).norm(), 4e3 * angle * angle + 100 * angle);
    distance_jump =
        (region_form(left.region, at(-angle)).gradient - region_form(right.region, at(angle)).gradient)
            .norm();
  }
  std::printf("  without the mollifier the gradient differs by %.2g\n", distance_jump);
}

TEST(EdgeEdgeMollifier, KeepsValueAndGradientContinuousAcrossTheRegionsOfNearlyParallelEdges) {
  // As in distance_test.cpp: bisection to neighbouring numbers on two sides of a border, at angles 1e-2 ..
  // 1e-7.
  Random random(32);
  double worst_value = 0, worst_gradient = 0;
  int crossed = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 u = random.direction(), b = 0.1 * random.in_box();
    const auto edge = [&] {
      return Vec3(u * random.uniform(0.5, 1.5) + random.power_of_ten(-15, -2) * random.orthogonal_to(u));
    };
    const Vec3 from_v = edge(), to_v = edge(), from_b = b + random.uniform(-1, 1) * u;
    const Vec3 to_b = b + random.uniform(-1, 1) * u;
    const double threshold = EdgeEdgeMollifier::threshold(u, u);
    const auto at = [&](double blend) {
      const Vec3 b0 = (1 - blend) * from_b + blend * to_b;
      return std::array<Vec3, 4>{Vec3::Zero(), u, b0, b0 + (1 - blend) * from_v + blend * to_v};
    };
    double low = 0, high = 1;
    const auto first = mollified_distance2(at(0), threshold).region;
    if (mollified_distance2(at(1), threshold).region == first) continue;
    for (double middle = 0.5; middle > low && middle < high; middle = 0.5 * (low + high))
      (mollified_distance2(at(middle), threshold).region == first ? low : high) = middle;
    const auto before = mollified_distance2(at(low), threshold),
               after = mollified_distance2(at(high), threshold);
    ++crossed;
    worst_value = std::max(worst_value, std::abs(before.value - after.value));
    worst_gradient = std::max(worst_gradient, (before.gradient - after.gradient).cwiseAbs().maxCoeff());
  }
  EXPECT_GT(crossed, 500);
  // D grows by (angle * way)^2 along the edges, so features tie up to a way of sqrt(unit D) / angle; the
  // gradient jumps by 2 d times that, faded by m ~ 2e3 angle^2: 4e3 angle 1e-8 D < 2e-8 for angle 1e-2 and D
  // < 0.03.
  EXPECT_LE(worst_value, 1e-15);
  EXPECT_LE(worst_gradient, 2e-8);
  std::printf("  %d borders, jumps: value %.1e, gradient %.1e\n", crossed, worst_value, worst_gradient);
}

}  // namespace
}  // namespace lacuna::test
