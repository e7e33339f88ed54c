#include "energy/contact_barrier.h"

#include "energy/translation_free.h"
#include "geometry/edge_edge_mollifier.h"
#include "support/finite_difference.h"
#include "support/random.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <chrono>

namespace lacuna::test {
namespace {

struct Case {
  ContactStencil stencil;
  StencilPoints x;
  ContactLaw law;
};

using enum StencilKind;

/// Sizes near 1; the gap is dhat times `part`; `width` is the relative height of triangles, or the sine of
/// the angle between edges.
Case random_case(Random& random, StencilKind kind, double gap, double dhat, double offset, double width) {
  Case c;
  c.law = {.dhat = dhat, .stiffness = random.power_of_ten(-2, 2)};
  c.stencil.kind = kind;
  c.stencil.offset2 = square(offset);
  c.stencil.nodes = {0, 1, 2, 3};
  const Mat3 R = random.rotation();
  const Vec3 shift = random.in_box();
  const double d = gap + offset, s = random.uniform(0, 1), t = random.uniform(0, 1);
  const Vec3 u = random.uniform(0.3, 1) * Vec3::UnitX();
  const double length = random.uniform(0.3, 1);
  StencilPoints x;
  x.fill(Vec3::Zero());
  if (kind == point_point) x[0] = Vec3(0, 0, d);
  if (kind == point_edge) x = {Vec3(0, 0, d), -s * u, (1 - s) * u, Vec3::Zero()};
  if (kind == point_triangle) {
    const Vec3 a = u, b = random.uniform(-1, 1) * u + width * length * Vec3::UnitY();
    const double b1 = std::min(s, 1 - s), b2 = b1 * t;
    const Vec3 foot = b1 * a + b2 * b;
    x = {Vec3(0, 0, d), -foot, a - foot, b - foot};
  }
  if (kind == edge_edge || kind == mollified) {
    const Vec3 v = length * (std::sqrt(1 - square(width)) * Vec3::UnitX() + width * Vec3::UnitY());
    const Vec3 up(0, 0, d);
    x = {up - s * u, up + (1 - s) * u, -t * v, (1 - t) * v};
  }
  if (kind == plane) x = {Vec3(random.uniform(-1, 1), 0, d), Vec3::Zero(), Vec3::UnitZ(), Vec3::Zero()};
  for (Vec3& v : x) v = R * v + shift;
  if (kind == plane) x[2] = R.col(2);
  c.x = x;
  return c;
}

/// Edges at a small angle whose closest features are those of a region.
Case mollified_case(Random& random, int region) {
  Case c = random_case(random, mollified, random.uniform(0.01, 0.06), 0.1, random.chance(0.5) ? 0.02 : 0,
                       random.uniform(0.003, 0.03));
  // Slide b along until the closest points have the right features.
  c.stencil.threshold = 1e-3 * (c.x[1] - c.x[0]).squaredNorm() * (c.x[3] - c.x[2]).squaredNorm();
  c.stencil.region = static_cast<std::uint8_t>(region);
  return c;
}

template <class Function>
void for_each_mollified_region(Random& random, int per_region, Function&& function) {
  std::array<int, 9> seen{};
  for (int attempt = 0; attempt < 20000 * per_region; ++attempt) {
    Case c = mollified_case(random, 0);
    const Vec3 u = c.x[1] - c.x[0], v = c.x[3] - c.x[2];
    const Vec3 slide = random.uniform(-1.05, 1.05) * u + random.uniform(-0.05, 0.05) * v;
    c.x[2] += slide;
    c.x[3] += slide;
    if (random.chance(0.5)) std::swap(c.x[2], c.x[3]);
    const auto closest = closest_edge_edge(c.x[0], c.x[1], c.x[2], c.x[3]);
    const auto region = static_cast<size_t>(closest.region());
    const double gap = std::sqrt(closest.distance2) - std::sqrt(c.stencil.offset2);
    if (!(gap > 0.005 && gap < 0.09) || seen[region] >= per_region) continue;
    ++seen[region];
    c.stencil.region = static_cast<std::uint8_t>(region);
    function(c);
  }
  for (int count : seen) EXPECT_EQ(count, per_region);
}

Mat12 full(const ContactDerivatives& derivatives, StencilKind kind) {
  Mat12 H = Mat12::Zero();
  const int n = node_count(kind);
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      const Mat3& block = derivatives.hessian[upper_block(i, j, n)];
      H.block<3, 3>(3 * i, 3 * j) = block;
      H.block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
  return H;
}

/// Written from the formulas of the papers, and clamped as they do: 12x12.
Mat12 reference_hessian(const Case& c) {
  Mat12 H = Mat12::Zero();
  Vec12 g = Vec12::Zero();
  double D = 0;
  if (c.stencil.kind == plane) {
    const double distance = c.x[2].dot(c.x[0] - c.x[1]);
    D = square(distance);
    g.segment<3>(0) = 2 * distance * c.x[2];
    g.segment<3>(3) = -g.segment<3>(0);
    const Mat3 nn = 2 * c.x[2] * c.x[2].transpose();
    H.topLeftCorner<6, 6>() << nn, -nn, -nn, nn;
  } else {
    visit_closest(c.stencil.kind, c.stencil.region, c.x, [&](const auto& closest, const auto& places) {
      const auto small = closest.hessian();
      const auto small_g = closest.gradient();
      D = closest.distance2();
      for (size_t i = 0; i < places.size(); ++i) {
        g.segment<3>(3 * places[i]) = small_g.template segment<3>(3 * i);
        for (size_t j = 0; j < places.size(); ++j)
          H.block<3, 3>(3 * places[i], 3 * places[j]) = small.template block<3, 3>(3 * i, 3 * j);
      }
    });
  }
  const LogBarrier b = c.law.barrier(D, c.stencil.offset2);
  Mat12 result = b.second * g * g.transpose() + b.first * H;
  if (c.stencil.kind == mollified) {
    const Vec3 u = c.x[1] - c.x[0], v = c.x[3] - c.x[2];
    const double eps = c.stencil.threshold, m = edge_edge_mollifier(u, v, eps).value;
    const Vec12 dm = edge_edge_mollifier_gradient(u, v, eps);
    result = m * result + b.first * (g * dm.transpose() + dm * g.transpose()) +
             b.value * edge_edge_mollifier_hessian(u, v, eps);
  }
  return c.stencil.weight * result;
}

Mat12 clamped(const Mat12& H) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (H + H.transpose()));
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0.0).asDiagonal() *
         solver.eigenvectors().transpose();
}

Vec12 flat(const StencilPoints& x) {
  Vec12 y;
  for (int i = 0; i < 4; ++i) y.segment<3>(3 * i) = x[static_cast<size_t>(i)];
  return y;
}
Case moved(Case c, const Vec12& y) {
  const int n = node_count(c.stencil.kind);
  for (int i = 0; i < n; ++i) c.x[static_cast<size_t>(i)] = y.segment<3>(3 * i);
  return c;
}

void check_against_differences(const Case& c) {
  const auto derivatives = contact_derivatives(c.stencil, c.x, c.law, Projection::none);
  // Gaps are above 0.005 and widths above 0.003: the energy changes over lengths of 1e-3 at least, steps of
  // 1e-7 of that leave truncation errors of (1e-4)^2 and rounding errors of 1e-16 / 1e-4.
  const double step = 1e-7;
  const Vec12 g = difference_gradient(
      [&](const Vec12& y) {
        const Case m = moved(c, y);
        return contact_energy(m.stencil, m.x, m.law);
      },
      flat(c.x), step);
  EXPECT_LE((g - derivatives.gradient).norm(), 1e-6 * (g.norm() + derivatives.gradient.norm()));
  const Vec12 alone = contact_gradient(c.stencil, c.x, c.law);
  EXPECT_LE((alone - derivatives.gradient).norm(), 1e-13 * alone.norm());
  const Mat12 H = difference_jacobian(
      [&](const Vec12& y) -> Eigen::VectorXd {
        const Case m = moved(c, y);
        return contact_gradient(m.stencil, m.x, m.law);
      },
      flat(c.x), step);
  const Mat12 exact = full(derivatives, c.stencil.kind);
  EXPECT_LE((H - exact).norm(), 1e-6 * exact.norm()) << static_cast<int>(c.stencil.kind);
}

TEST(ContactBarrier, HasTheDerivativesThatDifferencesGive) {
  Random random(1);
  for (StencilKind kind : {point_point, point_edge, point_triangle, edge_edge, plane})
    for (int i = 0; i < 300; ++i) {
      Case c = random_case(random, kind, random.uniform(0.01, 0.09), 0.1, random.chance(0.5) ? 0.02 : 0,
                           random.uniform(0.1, 1));
      if (random.chance(0.3)) c.stencil.weight = random.uniform(-2, 2);
      if (random.chance(0.3)) c.law.units = BarrierUnits::length;
      check_against_differences(c);
    }
}

TEST(ContactBarrier, HasTheDerivativesThatDifferencesGiveForNearlyParallelEdges) {
  Random random(2);
  for_each_mollified_region(random, 20, [&](Case& c) {
    if (random.chance(0.3)) c.stencil.weight = random.uniform(-2, 2);
    check_against_differences(c);
  });
}

void check_projection(const Case& c, double& worst) {
  const Mat12 exact = reference_hessian(c), expected = clamped(exact);
  const Mat12 unprojected =
      full(contact_derivatives(c.stencil, c.x, c.law, Projection::none), c.stencil.kind);
  const Mat12 projected = full(contact_derivatives(c.stencil, c.x, c.law), c.stencil.kind);
  const double scale = exact.norm();
  ASSERT_LE((unprojected - exact).norm(), 1e-9 * scale) << static_cast<int>(c.stencil.kind);
  const double error = scale > 0 ? (projected - expected).norm() / scale : projected.norm();
  worst = std::max(worst, error);
  ASSERT_LE(error, 1e-9) << static_cast<int>(c.stencil.kind);
  ASSERT_TRUE(projected.allFinite());
}

TEST(ContactBarrierProperty, ProjectsLikeAClampOfAllTwelveEigenvalues) {
  Random random(3);
  double worst = 0;
  for (StencilKind kind : {point_triangle, edge_edge, point_edge, point_point, plane}) {
    double worst_of_kind = 0;
    for (int i = 0; i < (kind == point_triangle || kind == edge_edge ? 40000 : 8000); ++i) {
      const double dhat = random.power_of_ten(-3, 0), offset = random.chance(0.5) ? 1e-3 : 0;
      double gap = random.uniform(0.01, 0.99) * dhat;
      if (random.chance(0.3)) gap = random.power_of_ten(-9, -3) * dhat;
      if (random.chance(0.2)) gap = (1 - random.power_of_ten(-12, -1)) * dhat;
      const double width = random.chance(0.5) ? random.uniform(0.1, 1) : random.power_of_ten(-4, 0);
      Case c = random_case(random, kind, gap, dhat, offset, width);
      if (random.chance(0.2)) c.stencil.weight = -random.uniform(0.1, 2);
      check_projection(c, worst_of_kind);
      if (HasFatalFailure()) return;
    }
    std::printf("  kind %d: worst difference %.1e of the norm\n", static_cast<int>(kind), worst_of_kind);
    worst = std::max(worst, worst_of_kind);
  }
}

TEST(ContactBarrier, ProjectsSymmetricStencilsWhoseEigenvaluesCoincide) {
  // Edges that cross at right angles in their middles, a point above the centre of a regular triangle, and
  // the same moved by tiny amounts: components of c along its derivatives vanish, blocks are equal.
  Random random(4);
  double worst = 0;
  for (int i = 0; i < 4000; ++i) {
    const double gap = random.power_of_ten(-6, -0.5);
    const double move = random.chance(0.3) ? 0 : random.power_of_ten(-18, -2);
    Case c;
    c.law = {.dhat = 0.5};
    c.stencil.kind = random.chance(0.5) ? edge_edge : point_triangle;
    const Vec3 up(0, 0, gap);
    if (c.stencil.kind == edge_edge)
      c.x = {up - Vec3::UnitX(), up + Vec3::UnitX(), -Vec3::UnitY(), Vec3::UnitY()};
    else
      c.x = {up, Vec3(1, 0, 0), Vec3(-0.5, std::sqrt(0.75), 0), Vec3(-0.5, -std::sqrt(0.75), 0)};
    for (Vec3& x : c.x) x += Vec3(random.uniform(-move, move), random.uniform(-move, move), 0);
    if (random.chance(0.3)) c.stencil.weight = -1;
    check_projection(c, worst);
    if (HasFatalFailure()) return;
  }
}

TEST(ContactBarrier, ProjectsNearlyParallelEdgesOfEveryRegion) {
  Random random(5);
  double worst = 0;
  for_each_mollified_region(random, 50, [&](Case& c) {
    if (random.chance(0.3)) c.stencil.weight = random.uniform(-2, 2);
    check_projection(c, worst);
  });
}

TEST(TranslationFree, PositivePartIsThatOfAllTwelveEigenvalues) {
  Random random(8);
  for (int i = 0; i < 3000; ++i) {
    // Sums of few or many rank-one terms, with eigenvalues that differ by up to 1e12 or coincide.
    Mat12 H = Mat12::Zero();
    const int terms = random.between(0, 12);
    const bool is_equal = random.chance(0.3);
    for (int k = 0; k < terms; ++k) {
      Vec12 v;
      for (int a = 0; a < 4; ++a)
        v.segment<3>(3 * a) = random.chance(0.3) ? random.lattice(1) : random.in_box();
      const Vec3 mean = (v.segment<3>(0) + v.segment<3>(3) + v.segment<3>(6) + v.segment<3>(9)) / 4;
      for (int a = 0; a < 4; ++a) v.segment<3>(3 * a) -= mean;
      H += (random.chance(0.5) ? 1 : -1) * (is_equal ? 1 : random.power_of_ten(-12, 0)) * v * v.transpose();
    }
    H *= random.power_of_ten(-100, 100);
    ASSERT_LE((positive_part(H) - clamped(H)).norm(), 1e-13 * H.norm()) << terms;
  }
}

TEST(ContactBarrier, HasNoForceAndAFiniteHessianForParallelEdges) {
  Case c;
  c.law = {.dhat = 0.1};
  c.x = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.25, 1e-12, 0), Vec3(0.75, 1e-12, 0)};
  c.stencil = {.nodes = {0, 1, 2, 3}, .kind = mollified, .threshold = 1e-3 * 0.25};
  c.stencil.region = static_cast<std::uint8_t>(EdgeEdgeRegion::a_b0);
  const auto derivatives = contact_derivatives(c.stencil, c.x, c.law);
  EXPECT_EQ(contact_energy(c.stencil, c.x, c.law), 0);
  EXPECT_EQ(derivatives.gradient, Vec12::Zero());
  const Mat12 H = full(derivatives, mollified);
  EXPECT_TRUE(H.allFinite());
  EXPECT_GT(H.norm(), 0);
}

TEST(ContactBarrier, TurnsAndMovesWithItsNodes) {
  Random random(6);
  for (StencilKind kind : {point_point, point_edge, point_triangle, edge_edge, plane, mollified})
    for (int i = 0; i < 200; ++i) {
      Case c = random_case(random, kind, random.uniform(0.01, 0.09), 0.1, 0.01,
                           kind == mollified ? 0.02 : random.uniform(0.2, 1));
      c.stencil.threshold = 1e-3 * square((c.x[1] - c.x[0]).norm() * (c.x[3] - c.x[2]).norm());
      c.stencil.region = static_cast<std::uint8_t>(EdgeEdgeRegion::a_b);
      const Mat3 R = random.rotation();
      const Vec3 shift = random.in_box();
      Case turned = c;
      for (Vec3& v : turned.x) v = R * v + shift;
      if (kind == plane) turned.x[2] = R * c.x[2];
      const auto before = contact_derivatives(c.stencil, c.x, c.law);
      const auto after = contact_derivatives(turned.stencil, turned.x, turned.law);
      const double E = contact_energy(c.stencil, c.x, c.law);
      EXPECT_NEAR(E, contact_energy(turned.stencil, turned.x, turned.law), 1e-9 * E);
      const Mat12 H = full(before, kind), H_turned = full(after, kind);
      for (int a = 0; a < 4; ++a) {
        EXPECT_LE((R * before.gradient.segment<3>(3 * a) - after.gradient.segment<3>(3 * a)).norm(),
                  1e-9 * before.gradient.norm());
        for (int b = 0; b < 4; ++b)
          EXPECT_LE(
              (R * H.block<3, 3>(3 * a, 3 * b) * R.transpose() - H_turned.block<3, 3>(3 * a, 3 * b)).norm(),
              1e-8 * H.norm());
      }
      // A translation is free.
      Mat12 translations = Mat12::Zero();
      Vec3 total = Vec3::Zero();
      for (int a = 0; a < 4; ++a) {
        total += before.gradient.segment<3>(3 * a);
        for (int b = 0; b < 4; ++b) translations.block<3, 3>(0, 3 * b) += H.block<3, 3>(3 * a, 3 * b);
      }
      EXPECT_LE(total.norm(), 1e-12 * before.gradient.norm());
      EXPECT_LE(translations.norm(), 1e-11 * H.norm());
    }
}

TEST(ContactBarrier, IsContinuouslyDifferentiableAcrossTheBordersOfRegions) {
  Random random(7);
  const ContactLaw law{.dhat = 0.1};
  const auto same = [&](const ContactStencil& a, const StencilPoints& xa, const std::array<size_t, 4>& at_a,
                        const ContactStencil& b, const StencilPoints& xb) {
    // b is a with fewer nodes: node i of b is node at_a[i] of a.
    EXPECT_NEAR(contact_energy(a, xa, law), contact_energy(b, xb, law), 1e-10 * contact_energy(a, xa, law));
    const Vec12 ga = contact_gradient(a, xa, law), gb = contact_gradient(b, xb, law);
    Vec12 scattered = Vec12::Zero();
    for (int i = 0; i < node_count(b.kind); ++i)
      scattered.segment<3>(3 * static_cast<int>(at_a[static_cast<size_t>(i)])) = gb.segment<3>(3 * i);
    EXPECT_LE((ga - scattered).norm(), 1e-9 * ga.norm());
  };
  for (int i = 0; i < 500; ++i) {
    const Vec3 a = random.in_box(), u = random.direction(), b = a + u, n = random.orthogonal_to(u);
    const Vec3 up = random.uniform(0.01, 0.09) * n, v = random.uniform(-1, 1) * u + u.cross(n);
    const Vec3 on_edge = a + random.uniform(0.1, 0.9) * u;
    // Face to edge, edge to end, crossing edges to one end of one of them.
    same({.kind = point_triangle}, {on_edge + up, a, b, a + v}, {0, 1, 2, 3}, {.kind = point_edge},
         {on_edge + up, a, b, a});
    const Vec3 across = random.uniform(0.01, 0.09) * (std::cos(1.0 * i) * n + std::sin(1.0 * i) * u.cross(n));
    same({.kind = point_edge}, {a + across, a, b, a}, {0, 1, 2, 3}, {.kind = point_point},
         {a + across, a, a, a});
    same({.kind = edge_edge}, {on_edge + up, on_edge + up + v, a, b}, {0, 2, 3, 1}, {.kind = point_edge},
         {on_edge + up, a, b, a});
    // A mollifier that has just reached 1.
    const ContactStencil crossing{.kind = edge_edge};
    ContactStencil fading{.kind = mollified, .region = static_cast<std::uint8_t>(EdgeEdgeRegion::a_b)};
    const StencilPoints x{on_edge + up - 0.4 * v, on_edge + up + 0.6 * v, a, b};
    fading.threshold = (1 + 1e-12) * v.cross(u).squaredNorm();
    same(fading, x, {0, 1, 2, 3}, crossing, x);
  }
}

TEST(ContactBarrier, EndsAtDhatBeyondTheOffsetAndIsInfiniteAtIt) {
  const ContactLaw law{.dhat = 0.1};
  ContactStencil stencil{.nodes = {0, 1, -1, -1}, .offset2 = square(0.05)};
  const auto energy = [&](double d) {
    return contact_energy(stencil, {Vec3(d, 0, 0), Vec3::Zero(), Vec3::UnitX(), Vec3::Zero()}, law);
  };
  for (StencilKind kind : {point_point, plane}) {
    stencil.kind = kind;
    EXPECT_EQ(energy(0.1500001), 0);
    EXPECT_GT(energy(0.1499999), 0);
    EXPECT_LT(energy(0.0500001), INFINITY);
    EXPECT_EQ(energy(0.0499999), INFINITY);
  }
  EXPECT_EQ(energy(-1), INFINITY) << "behind the plane";
}

}  // namespace
}  // namespace lacuna::test
