#include "energy/friction.h"

#include "energy/contact_barrier.h"
#include "support/finite_difference.h"
#include "support/random.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

using enum StencilKind;

struct Touching {
  ContactStencil stencil;
  StencilPoints x;
  ContactLaw law{.dhat = 0.1, .stiffness = 1e4};
  Vec3 normal;
};

/// Gap 0.01 to 0.09, closest points inside the features.
Touching touching(Random& random, StencilKind kind) {
  Touching t;
  t.stencil.kind = kind;
  t.stencil.nodes = {4, 7, 9, 2};
  t.stencil.weight = random.uniform(0.5, 3);
  const Mat3 R = random.rotation();
  t.normal = R.col(2);
  const Vec3 up = random.uniform(0.01, 0.09) * t.normal, u = R.col(0), v = R.col(1);
  const double s = random.uniform(0.1, 0.45);
  t.x.fill(Vec3::Zero());
  if (kind == point_point) t.x[0] = up;
  if (kind == point_edge) t.x = {up, -s * u, (1 - s) * u, Vec3::Zero()};
  if (kind == point_triangle) t.x = {up, -s * (u + v), u - s * (u + v), v - s * (u + v)};
  if (kind == edge_edge) t.x = {up - s * u, up + (1 - s) * u, -s * v, (1 - s) * v};
  if (kind == plane) {
    t.x = {up, Vec3::Zero(), t.normal, Vec3::Zero()};
    t.stencil.plane = 0;
  }
  return t;
}

/// With the normal force of the barrier.
std::optional<FrictionStencil> lagged_with(const Touching& t, double mu) {
  return lag_friction(t.stencil, t.x, mu * contact_normal_force(t.stencil, t.x, t.law));
}

constexpr StencilKind kinds[] = {point_point, point_edge, point_triangle, edge_edge, plane};

StencilDisplacements split(const Vec12& y) {
  StencilDisplacements dx;
  for (int i = 0; i < 4; ++i) dx[static_cast<size_t>(i)] = y.segment<3>(3 * i);
  return dx;
}

TEST(FrictionFunction, JoinsTheCubicAndTheLineSmoothly) {
  for (double epsilon : {1e-10, 1e-3, 1.0}) {
    const auto below = FrictionFunction::at(epsilon * (1 - 1e-12), epsilon);
    const auto at = FrictionFunction::at(epsilon, epsilon);
    EXPECT_NEAR(below.value, at.value, 3e-12 * epsilon);
    EXPECT_NEAR(below.first_over_y, at.first_over_y, 3e-12 / epsilon);
    EXPECT_EQ(at.value, epsilon);
    EXPECT_EQ(FrictionFunction::at(0, epsilon).value, epsilon / 3);
    EXPECT_EQ(FrictionFunction::at(0, epsilon).first_over_y, 2 / epsilon);
  }
}

TEST(Friction, HasTheDerivativesThatDifferencesGive) {
  Random random(1);
  for (StencilKind kind : kinds)
    for (int i = 0; i < 200; ++i) {
      const Touching t = touching(random, kind);
      const auto lagged = lagged_with(t, 0.3);
      ASSERT_TRUE(lagged);
      const double epsilon = random.power_of_ten(-10, -1);
      const int n = 3 * lagged->node_count;
      Vec12 y = Vec12::Zero();
      for (int k = 0; k < n; ++k) y[k] = random.uniform(-2, 2) * epsilon * random.uniform(0, 1);
      double sliding = 0;
      {
        Vec3 relative = Vec3::Zero();
        for (int k = 0; k < lagged->node_count; ++k) relative += lagged->c[k] * y.segment<3>(3 * k);
        sliding = (lagged->basis.transpose() * relative).norm();
      }
      if (std::abs(sliding / epsilon - 1) < 1e-3) continue;  // the second derivative has a kink at epsilon
      const auto derivatives = friction_derivatives(*lagged, split(y), epsilon);
      // Lengths are in units of epsilon: steps of 1e-5 of it leave errors of 1e-10 and 1e-11.
      const double step = 1e-5 * std::min(epsilon, std::max(sliding, 0.1 * epsilon));
      const Vec12 g = difference_gradient(
          [&](const Vec12& at) { return friction_energy(*lagged, split(at), epsilon); }, y, step);
      const double scale = std::abs(lagged->force);
      EXPECT_LE((g - derivatives.gradient).norm(), 1e-7 * scale);
      EXPECT_LE((friction_gradient(*lagged, split(y), epsilon) - derivatives.gradient).norm(), 1e-14 * scale);
      const Mat12 H = difference_jacobian(
          [&](const Vec12& at) -> Eigen::VectorXd { return friction_gradient(*lagged, split(at), epsilon); },
          y, step);
      for (int a = 0; a < lagged->node_count; ++a)
        for (int b = 0; b < lagged->node_count; ++b)
          EXPECT_LE((H.block<3, 3>(3 * a, 3 * b) - derivatives.block(a, b)).norm(),
                    1e-7 * scale / std::min(epsilon, std::max(sliding, 0.1 * epsilon)));
    }
}

TEST(Friction, IsSemidefiniteAtRestAtEpsilonAndBeyond) {
  Random random(2);
  for (StencilKind kind : kinds)
    for (int i = 0; i < 200; ++i) {
      const Touching t = touching(random, kind);
      const auto lagged = lagged_with(t, 0.3);
      const double epsilon = random.power_of_ten(-10, -1);
      for (double part : {0.0, 1e-200, 1e-9, 0.5, 1.0, 1 + 1e-12, 1e6}) {
        StencilDisplacements dx;
        dx.fill(Vec3::Zero());
        dx[0] = (part * epsilon / lagged->c[0]) * lagged->basis.col(0);
        const Mat3 K = friction_derivatives(*lagged, dx, epsilon).hessian;
        const Vec3 eigenvalues = Eigen::SelfAdjointEigenSolver<Mat3>(K).eigenvalues();
        EXPECT_GE(eigenvalues[0], -1e-15 * eigenvalues[2]);
        EXPECT_TRUE(K.allFinite());
        EXPECT_LE((K * t.normal).norm(), 1e-12 * K.norm());
        if (part < 1e-8) {
          EXPECT_NEAR(eigenvalues[1], 2 * lagged->force / epsilon, 1e-7 * lagged->force / epsilon);
        }
      }
    }
}

// What makes a step with it safe: the work is never above the quadratic model.
TEST(Friction, WithTheCurvatureOfTheSecantTheModelIsNowhereBelowTheWork) {
  Random random(4);
  for (StencilKind kind : kinds)
    for (int i = 0; i < 500; ++i) {
      const Touching t = touching(random, kind);
      const auto lagged = lagged_with(t, 0.3);
      const double epsilon = 1e-3;
      const auto random_displacements = [&] {
        StencilDisplacements dx;
        for (Vec3& d : dx) d = random.power_of_ten(-2, 2) * epsilon * random.in_box();
        return dx;
      };
      const StencilDisplacements from = random_displacements(), to = random_displacements();
      const auto element = friction_derivatives(*lagged, from, epsilon, FrictionCurvature::secant);
      const double work = friction_energy(*lagged, from, epsilon);
      const auto model = [&](const StencilDisplacements& at) {
        Vec3 relative = Vec3::Zero();
        double value = work;
        for (int k = 0; k < lagged->node_count; ++k) {
          const Vec3 d = at[static_cast<size_t>(k)] - from[static_cast<size_t>(k)];
          value += element.gradient.segment<3>(3 * k).dot(d);
          relative += lagged->c[k] * d;
        }
        return value + 0.5 * relative.dot(element.hessian * relative);
      };
      const double work_to = friction_energy(*lagged, to, epsilon);
      EXPECT_GE(model(to), work_to - 1e-12 * (work + work_to));
      StencilDisplacements turned_back = from;
      for (Vec3& d : turned_back) d = -d;
      EXPECT_NEAR(model(turned_back), work, 1e-12 * work);
    }
}

TEST(Friction, PullsBackWithMuTimesTheNormalForceOnceItSlides) {
  Random random(3);
  for (StencilKind kind : kinds)
    for (int i = 0; i < 100; ++i) {
      const Touching t = touching(random, kind);
      const double mu = random.uniform(0.1, 1), epsilon = 1e-3;
      const auto lagged = lagged_with(t, mu);
      // The normal force on the first primitive, from the contact itself.
      const Vec12 contact = contact_gradient(t.stencil, t.x, t.law);
      const int first = kind == edge_edge ? 2 : 1;
      Vec3 normal_force = Vec3::Zero(), friction_force = Vec3::Zero(), total = Vec3::Zero();
      for (int k = 0; k < first; ++k) normal_force -= contact.segment<3>(3 * k);
      EXPECT_GT(normal_force.dot(t.normal), 0);
      const Vec3 motion = 0.01 * (t.normal.cross(random.direction())).normalized();
      StencilDisplacements dx;
      dx.fill(Vec3::Zero());
      for (int k = 0; k < first; ++k) dx[static_cast<size_t>(k)] = motion + 3 * t.normal;  // lifting is free
      const Vec12 g = friction_gradient(*lagged, dx, epsilon);
      for (int k = 0; k < first; ++k) friction_force -= g.segment<3>(3 * k);
      for (int k = 0; k < 4; ++k) total += g.segment<3>(3 * k);
      EXPECT_NEAR(friction_force.norm(), mu * normal_force.norm(), 1e-9 * normal_force.norm());
      EXPECT_NEAR(friction_force.dot(motion), -friction_force.norm() * motion.norm(),
                  1e-9 * normal_force.norm());
      EXPECT_LE(total.norm(), 1e-12 * normal_force.norm());
      EXPECT_EQ(lagged->nodes, t.stencil.nodes);
    }
}

TEST(Friction, OnlyScalesWithTheForceWhateverLawMadeIt) {
  Random random(6);
  for (StencilKind kind : kinds) {
    const Touching t = touching(random, kind);
    const FrictionStencil unit = *lag_friction(t.stencil, t.x, 1), strong = *lag_friction(t.stencil, t.x, 8);
    EXPECT_EQ(unit.c, strong.c);
    EXPECT_EQ(unit.basis, strong.basis);
    StencilDisplacements dx;
    for (Vec3& d : dx) d = random.in_box(1e-3);
    const FrictionDerivatives a = friction_derivatives(unit, dx, 1e-3);
    const FrictionDerivatives b = friction_derivatives(strong, dx, 1e-3);
    EXPECT_EQ(8 * a.gradient, b.gradient);
    EXPECT_EQ(8 * a.hessian, b.hessian);
    EXPECT_EQ(8 * friction_energy(unit, dx, 1e-3), friction_energy(strong, dx, 1e-3));
  }
}

TEST(Friction, LeavesOutNearlyParallelEdgesAndContactsWithoutForce) {
  Random random(4);
  Touching t = touching(random, edge_edge);
  t.stencil.kind = mollified;
  EXPECT_FALSE(lagged_with(t, 0.5));
  t.stencil.kind = edge_edge;
  EXPECT_TRUE(lagged_with(t, 0.5));
  EXPECT_FALSE(lagged_with(t, 0));
  t.law.dhat = 1e-3;
  EXPECT_FALSE(lagged_with(t, 0.5));
}

TEST(Friction, OfANegativeWeightTakesAwayForceButNotDefiniteness) {
  Random random(5);
  Touching t = touching(random, point_edge);
  const auto whole = lagged_with(t, 0.5);
  t.stencil.weight = -t.stencil.weight;
  const auto taken = lagged_with(t, 0.5);
  EXPECT_EQ(taken->force, -whole->force);
  StencilDisplacements dx;
  dx.fill(Vec3::Zero());
  dx[0] = 1e-4 * whole->basis.col(0);
  EXPECT_EQ(friction_gradient(*taken, dx, 1e-3), Vec12(-friction_gradient(*whole, dx, 1e-3)));
  EXPECT_EQ(friction_derivatives(*taken, dx, 1e-3).hessian, Mat3::Zero());
}

TEST(FrictionProperty, PredictionIsTheQuadraticModelOfTheDerivatives) {
  Random random(41);
  for (int n = 0; n < 2000; ++n) {
    const Touching t = touching(random, plane);
    const FrictionStencil stencil = *lagged_with(t, 0.4);
    const double epsilon = 1e-3;
    const Vec2 u(random.uniform(-2e-3, 2e-3), random.uniform(-2e-3, 2e-3));
    const Vec2 du(random.uniform(-1e-3, 1e-3), random.uniform(-1e-3, 1e-3));
    for (const auto curvature : {FrictionCurvature::tangent, FrictionCurvature::secant}) {
      const StencilDisplacements at_u{stencil.basis * u, Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
      const FrictionDerivatives d = friction_derivatives(stencil, at_u, epsilon, curvature);
      const Vec3 model = d.gradient.head<3>() + d.hessian * (stencil.basis * du);
      const Vec2 predicted = predict_unit_friction(u, du, epsilon, curvature);
      EXPECT_LT((stencil.basis.transpose() * model / stencil.force - predicted).norm(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace lacuna::test
