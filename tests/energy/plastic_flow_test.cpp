#include "energy/plastic_flow.h"

#include "energy/element_kinds.h"
#include "energy/shell_moduli.h"
#include "support/element_checks.h"

namespace lacuna::test {
namespace {

TEST(PlasticFlow, MovesStrainsTowardsTheThreshold) {
  const PlasticFlow flow{0.1, 0.25};
  for (const double strain : {0.0, 0.05, -0.1, 0.1}) EXPECT_EQ(flowed(strain, flow), strain);
  EXPECT_NEAR(flowed(0.5, flow), 0.4, 1e-15);
  EXPECT_NEAR(flowed(-0.5, flow), -0.4, 1e-15);
  EXPECT_EQ(flowed(-0.5, {0.1, 0}), -0.5);
  EXPECT_NEAR(flowed(-0.5, {0.1, 1}), -0.1, 1e-15);
}

Mat3 with_stretches(Random& random, const Vec3& sigma) {
  return random.rotation() * sigma.asDiagonal() * random.rotation().transpose();
}

TEST(FlowedRest, GivesEveryStretchItsStrainAfterTheFlow) {
  Random random(1);
  const PlasticFlow flow{0.1, 0.3};
  for (int i = 0; i < 500; ++i) {
    const Vec3 sigma(random.uniform(1.5, 2), random.uniform(0.95, 1.05), random.uniform(0.3, 0.7));
    const Mat3 F = with_stretches(random, sigma), B = with_stretches(random, Vec3(2, 1, 0.5));
    const Mat3 after = flowed_rest(F, B, flow);
    // F = D B with the same edges D.
    const Vec3 found = svd3(F * B.inverse() * after).sigma;
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k], 1 + flowed(sigma[k] - 1, flow), 1e-12);
    const Mat3x2 thin = F.leftCols<2>();
    const Mat2 rest = Mat2::Identity() + 0.3 * Mat2::Random(), thin_after = flowed_rest(thin, rest, flow);
    const Vec2 stretches = singular_values(thin),
               thin_found = singular_values(thin * rest.inverse() * thin_after);
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(thin_found[k], 1 + flowed(stretches[k] - 1, flow), 1e-12);
  }
}

TEST(FlowedRest, LeavesShapesWithinTheThresholdToTheBit) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const Mat3 F = with_stretches(random, Vec3(1.09, 1, 0.91)), B = with_stretches(random, Vec3(2, 1, 0.5));
    EXPECT_EQ(flowed_rest(F, B, {0.1, 0.5}), B);
  }
}

TEST(FlowedRest, LeavesCrushedAndInvertedDirectionsAlone) {
  Random random(3);
  for (const double least : {0.05, 0.0, -0.5}) {
    const Mat3 F = with_stretches(random, Vec3(1, 1, least));
    EXPECT_LT((flowed_rest(F, Mat3::Identity(), {0, 0.5}) - Mat3::Identity()).norm(), 1e-14);
  }
}

/// What every kind of element that yields promises, at a shape that is held.
template <class Kind>
void expect_yields(const ElementPositions<Kind::node_count>& x, const typename Kind::Data& data,
                   double threshold) {
  constexpr double rate = 3, dt = 0.1;
  const auto after = [&](typename Kind::Data d, double time) {
    return Kind::yielded(x, d, PlasticFlow{threshold, -std::expm1(-rate * time)});
  };
  typename Kind::Data once = after(data, dt), twice = after(after(data, 0.3 * dt), 0.7 * dt),
                      finally = after(data, 1e3);
  const auto numbers = [](typename Kind::Data& d) {
    const auto span = Kind::rest_numbers(d);
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(span.data(), static_cast<Index>(span.size())));
  };
  // Excess strain falls as exp(-rate t), so that only the sum of the steps counts.
  EXPECT_LT((numbers(once) - numbers(twice)).norm(), 1e-12 * numbers(once).norm());
  EXPECT_LT(Kind::energy(x, once), Kind::energy(x, data));
  EXPECT_LT(Kind::energy(x, finally), Kind::energy(x, once));
  typename Kind::Data still = after(finally, dt);
  EXPECT_LT((numbers(still) - numbers(finally)).norm(), 1e-12 * numbers(finally).norm());
  if (threshold == 0) {
    EXPECT_LT(Kind::energy(x, finally), 1e-20 * Kind::energy(x, data));
  }
}

TEST(Yielded, ExcessStrainOfEveryKindDecaysWithTimeWhateverTheSteps) {
  Random random(4);
  for (const double threshold : {0.0, 0.05}) {
    const TetPositions X = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    const Mat3 F = with_stretches(random, Vec3(1.5, 1.2, 0.7));
    expect_yields<TetKind<NeoHookean>>(moved(X, F), {tet_rest(X), lame(1e5, 0.3)}, threshold);
    expect_yields<TetKind<Arap>>(moved(X, F), {tet_rest(X), lame(1e5, 0.3)}, threshold);
    const ElementPositions<3> T = {X[0], X[1], X[2]}, t = moved(T, F);
    using Sheet = MembraneKind<MembraneNeoHookean>;
    expect_yields<Sheet>(t, Sheet::data(rest_edges(T), 1e-3, plane_stress_lame(1e5, 0.3)), threshold);
    expect_yields<BaraffWitkinKind>(
        t, BaraffWitkinKind::data(rest_edges(T), Mat2::Identity(), 1e-3, baraff_witkin_moduli(1e5, 0.3)),
        threshold);
    const ElementPositions<4> folded = {Vec3(-1, 0.3, 0), Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(0.5, 0.6, -0.8)};
    expect_yields<Hinge>(folded, Hinge::data(1, 1, 1e-3, 0.1), threshold);
    const ElementPositions<3> bent = {Vec3(-1, 0, 0), Vec3::Zero(), Vec3(0.6, 0.8, 0)};
    expect_yields<RodBend>(bent, RodBend::data(1, 1, 2, 0.1), threshold);
  }
}

// Across pi the rest angle follows the short way, and stays an angle.
TEST(Yielded, FoldsYieldThroughPi) {
  auto data = Hinge::data(1, 1, 1e-3, 3);
  const double angle = -3;
  const ElementPositions<4> x = {Vec3(-1, 0.3, 0), Vec3(0, 0, 0), Vec3(0, 1, 0),
                                 Vec3(std::cos(angle), 0.6, -std::sin(angle))};
  ASSERT_NEAR(dihedral_angle(x), angle, 1e-12);
  data = Hinge::yielded(x, data, {0, 1});
  EXPECT_NEAR(data.rest_angle, angle, 1e-12);
}

}  // namespace
}  // namespace lacuna::test
