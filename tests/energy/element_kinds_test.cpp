// What energy/element.h promises, for every kind in its list: a new kind is tested once it has samples here.
#include "energy/element_kinds.h"

#include "energy/shell_moduli.h"
#include "support/element_checks.h"

namespace lacuna::test {
namespace {

constexpr double young = 1e5, thickness = 1e-3;

/// An element of size 1 at rest and away from it, at a place where its energy is smooth.
template <class Kind>
struct Sample {
  ElementPositions<Kind::node_count> rest, x;
  typename Kind::Data data;
  double step = 1e-4, tolerance = 1e-6;  ///< of differences
};

/// Overloaded for each kind; the pointer only chooses.
template <class Law>
Sample<TetKind<Law>> sample(Random& random, TetKind<Law>*) {
  for (;;) {
    const TetPositions X = {random.in_box(), random.in_box(), random.in_box(), random.in_box()};
    if (!(tet_edges(X).determinant() > 0.3)) continue;
    const Vec3 sigma(random.uniform(1.1, 1.6), random.uniform(0.9, 1.05), random.uniform(0.4, 0.8));
    const Mat3 F = random.rotation() * sigma.asDiagonal() * random.rotation().transpose();
    return {X, moved(X, F, random.in_box()), {tet_rest(X), lame(young, 0.3)}, 1e-5, 1e-5};
  }
}

/// A triangle in the plane z = 0 and the same with the stretches along x and y, sheared, turned.
template <class Kind>
Sample<Kind> sheared(Random& random, const Vec2& stretch, double shear) {
  ElementPositions<3> X = random_triangle(random);
  for (Vec3& v : X) v.z() = 0;
  while ((X[1] - X[0]).cross(X[2] - X[0]).norm() < 0.3) {
    X = random_triangle(random);
    for (Vec3& v : X) v.z() = 0;
  }
  Mat3 F = Mat3::Identity();
  F(0, 0) = stretch[0];
  F(1, 1) = stretch[1];
  F(0, 1) = shear;
  Sample<Kind> s{X, moved(X, random.rotation() * F, random.in_box()), {}};
  return s;
}

template <class Law>
Sample<MembraneKind<Law>> sample(Random& random, MembraneKind<Law>*) {
  using Kind = MembraneKind<Law>;
  auto s = sheared<Kind>(random, {random.uniform(1.05, 1.3), random.uniform(0.5, 0.95)}, 0.1);
  s.data = Kind::data(rest_edges(s.rest), thickness, plane_stress_lame(young, 0.3));
  return s;
}
Sample<BaraffWitkinKind> sample(Random& random, BaraffWitkinKind*) {
  auto s = sheared<BaraffWitkinKind>(random, {random.uniform(1.05, 1.3), random.uniform(0.5, 0.95)}, 0.1);
  s.data = BaraffWitkinKind::data(rest_edges(s.rest), rest_axes(s.rest, random.direction()), thickness,
                                  baraff_witkin_moduli(young, 0.3));
  return s;
}
Sample<OrthotropicKind> sample(Random& random, OrthotropicKind*) {
  auto s = sheared<OrthotropicKind>(random, {random.uniform(0.95, 1.05), random.uniform(0.95, 1.05)}, 0.02);
  s.data = OrthotropicKind::data(rest_edges(s.rest), rest_axes(s.rest, Vec3::UnitX()), thickness,
                                 {4 * young, young, 3 * young, young}, {0.14, 0.12, 0.06});
  s.step = 1e-5;
  return s;
}
Sample<StrainLimitKind> sample(Random& random, StrainLimitKind*) {
  auto s = sheared<StrainLimitKind>(random, {random.uniform(1.05, 1.08), random.uniform(0.92, 0.94)}, 0.001);
  s.data = StrainLimitKind::data(rest_edges(s.rest), thickness, {1.01, 1.1, 0.97, 0.9}, young);
  s.step = 1e-5;
  return s;
}
Sample<Hinge> sample(Random& random, Hinge*) {
  const auto folded = [](double angle) -> ElementPositions<4> {
    return {Vec3(-0.8, 0.2, 0), Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(std::cos(angle), 0.6, -std::sin(angle))};
  };
  const ElementPositions<4> X = folded(random.uniform(-1, 1));
  return {X, moved(folded(random.uniform(-1, 1)), random.rotation(), random.in_box()), Hinge::data(X, 1e-3)};
}
Sample<RodStretchKind> sample(Random& random, RodStretchKind*) {
  const ElementPositions<2> X = {random.in_box(), random.in_box() + Vec3(3, 0, 0)};
  return {
      X, moved(X, random.uniform(0.7, 1.3) * random.rotation(), random.in_box()), {10, (X[1] - X[0]).norm()}};
}
Sample<RodBend> sample(Random& random, RodBend*) {
  const auto bent = [](double angle) -> ElementPositions<3> {
    return {Vec3(-0.8, 0, 0), Vec3::Zero(), 1.2 * Vec3(std::cos(angle), std::sin(angle), 0)};
  };
  const ElementPositions<3> X = bent(random.uniform(0.5, 1));
  return {X, moved(bent(random.uniform(0.5, 2)), random.rotation(), random.in_box()),
          RodBend::data(0.8, 1.2, 2, rod_curvature(X))};
}
Sample<VertexStitch> sample(Random& random, VertexStitch*) {
  const Vec3 a = random.in_box();
  return {
      {a, a + Vec3(0.1, 0, 0)}, {random.in_box(), random.in_box() + Vec3(3, 0, 0)}, vertex_stitch(10, 0.1)};
}
Sample<EdgeStitch> sample(Random& random, EdgeStitch*) {
  const Vec3 a = random.in_box(), b = random.in_box();
  const double part = random.uniform(0, 1);
  return {{(1 - part) * a + part * b, a, b},
          {random.in_box(), random.in_box() + Vec3(3, 0, 0), random.in_box() + Vec3(3, 0, 0)},
          edge_stitch(10, part, 0.1)};
}

template <class Kind>
class ElementKind : public ::testing::Test {
 protected:
  static constexpr int sample_count = 200;
  template <class Check>
  static void for_samples(std::uint64_t stream, const Check& check) {
    Random random(stream);
    for (int i = 0; i < sample_count && !::testing::Test::HasFailure(); ++i)
      check(random, sample(random, static_cast<Kind*>(nullptr)));
  }
};
template <class... Kinds>
::testing::Types<Kinds...> as_test_types(TypeList<Kinds...>);
TYPED_TEST_SUITE(ElementKind, decltype(as_test_types(ElementKinds{})));

TYPED_TEST(ElementKind, IsAnElement) { static_assert(Element<TypeParam>); }

TYPED_TEST(ElementKind, DerivativesMatchDifferencesAndForcesBalance) {
  this->for_samples(1, [](Random&, const Sample<TypeParam>& s) {
    expect_derivatives<TypeParam>(s.x, s.data, s.step, s.tolerance);
  });
}

TYPED_TEST(ElementKind, ProjectedHessiansAreSemidefinite) {
  this->for_samples(2,
                    [](Random&, const Sample<TypeParam>& s) { expect_projection<TypeParam>(s.x, s.data); });
}

TYPED_TEST(ElementKind, RigidMotionsChangeNothing) {
  this->for_samples(3, [](Random& random, const Sample<TypeParam>& s) {
    expect_follows_rigid_motion<TypeParam>(random, s.x, s.data, 1e-10);
  });
}

TYPED_TEST(ElementKind, RestHasNeitherEnergyNorForce) {
  this->for_samples(4, [](Random& random, const Sample<TypeParam>& s) {
    const auto x = moved(s.rest, random.rotation(), random.in_box());
    const double stiffness = TypeParam::stiffness(s.data);
    EXPECT_LT(std::abs(TypeParam::energy(x, s.data)), 1e-26 * stiffness);
    EXPECT_LT(TypeParam::gradient(x, s.data).norm(), 1e-12 * stiffness);
    EXPECT_GT(stiffness, 0);
    EXPECT_GT(TypeParam::node_stiffness(s.data), 0);
    if constexpr (HasStrain<TypeParam>) {
      EXPECT_LT(TypeParam::strain(x, s.data), 1e-13);
    }
    if constexpr (HasStretch<TypeParam>) {
      EXPECT_NEAR(TypeParam::stretch(x, s.data), 1, 1e-13);
    }
    if constexpr (HasAdmissibility<TypeParam>) {
      EXPECT_TRUE(TypeParam::is_admissible(x, s.data));
    }
  });
}

// Steps of any size, most of which would leave what is admitted.
TYPED_TEST(ElementKind, StepsWithinTheBoundAreAdmittedAndHaveFiniteEnergy) {
  if constexpr (HasStepBound<TypeParam>) {
    int shortened = 0;
    this->for_samples(5, [&](Random& random, const Sample<TypeParam>& s) {
      auto p = s.x;
      const double size = random.power_of_ten(-3, 6);
      for (Vec3& d : p) d = random.in_box(size);
      const double bound = TypeParam::step_bound(s.x, p, s.data);
      shortened += bound < 1;
      ASSERT_GT(bound, 0);
      ASSERT_LE(bound, 1);
      for (const double part : {0.25, 0.5, 1.0}) {
        const auto y = along(s.x, p, part * bound);
        EXPECT_TRUE(TypeParam::is_admissible(y, s.data)) << bound;
        EXPECT_TRUE(std::isfinite(TypeParam::energy(y, s.data))) << bound;
        EXPECT_TRUE(TypeParam::gradient(y, s.data).allFinite()) << bound;
      }
    });
    EXPECT_GT(shortened, 50);
  }
}

}  // namespace
}  // namespace lacuna::test
