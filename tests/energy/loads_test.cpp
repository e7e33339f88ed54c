// Pressure and drag: forces against differences of energies, and what they must never do.
#include "energy/air_drag.h"
#include "energy/pressure.h"
#include "mesh/measures.h"
#include "mesh/shape/surfaces.h"
#include "support/element_checks.h"

namespace lacuna::test {
namespace {

TrianglePositions corners(Positions x, const Triangle& t) {
  return {x[static_cast<size_t>(t[0])], x[static_cast<size_t>(t[1])], x[static_cast<size_t>(t[2])]};
}

/// A closed surface without any symmetry.
struct Lump {
  explicit Lump(Random& random, const Vec3& at = Vec3::Zero()) : mesh(sphere_surface({0.5, 2})) {
    for (Vec3& x : mesh.vertices) x += random.in_box(0.1) + at;
  }

  double volume(Positions x) const { return enclosed_volume(x, mesh.triangles); }
  /// Of 1 Pa.
  std::vector<Vec3> forces(Positions x) const {
    std::vector<Vec3> sum(x.size(), Vec3::Zero());
    for (const Triangle& t : mesh.triangles)
      for (const Index v : t) sum[static_cast<size_t>(v)] += pressure_force(corners(x, t), 1);
    return sum;
  }
  double swept(Positions from, Positions to) const {
    double sum = 0;
    for (const Triangle& t : mesh.triangles) sum += swept_volume(corners(from, t), corners(to, t));
    return sum;
  }

  Mesh mesh;
};

TEST(Pressure, ForcesAreTheGradientOfTheVolume) {
  Random random(1);
  const Lump lump(random);
  const std::vector<Vec3> forces = lump.forces(lump.mesh.vertices);
  for (size_t v = 0; v < forces.size(); ++v)
    for (int i = 0; i < 3; ++i) {
      const auto volume = [&](double by) {
        std::vector<Vec3> x = lump.mesh.vertices;
        x[v][i] += by;
        return lump.volume(x);
      };
      // The volume is linear in one coordinate.
      EXPECT_NEAR(forces[v][i], (volume(0.5) - volume(-0.5)), 1e-13);
    }
}

TEST(Pressure, SweptVolumeIsTheChangeOfTheVolume) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const Lump lump(random);
    std::vector<Vec3> to = lump.mesh.vertices;
    for (Vec3& x : to) x += random.in_box(random.power_of_ten(-6, 0));
    const double before = lump.volume(lump.mesh.vertices), after = lump.volume(to);
    EXPECT_NEAR(lump.swept(lump.mesh.vertices, to), after - before, 1e-14 * (1 + std::abs(after)));
  }
}

TEST(Pressure, NeitherPushesNorRotatesAClosedSurfaceAnywhere) {
  Random random(3);
  for (const double far : {0.0, 1.0, 1e6}) {
    const Lump lump(random, Vec3(far, -far, 2 * far));
    const std::vector<Vec3> forces = lump.forces(lump.mesh.vertices);
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    for (size_t v = 0; v < forces.size(); ++v) {
      sum += forces[v];
      torque += (lump.mesh.vertices[v] - lump.mesh.vertices[0]).cross(forces[v]);
    }
    const double rounding = 1e-15 * (1 + far);
    EXPECT_LT(sum.norm(), 100 * rounding);
    EXPECT_LT(torque.norm(), 100 * rounding);
    // Translations sweep nothing, wherever the surface is.
    std::vector<Vec3> to = lump.mesh.vertices;
    for (Vec3& x : to) x += Vec3(1, 2, 3);
    EXPECT_NEAR(lump.swept(lump.mesh.vertices, to), 0, 1000 * rounding);
  }
}

TEST(Pressure, HessianIsTheDerivativeOfTheForcesInTotal) {
  Random random(6);
  const Lump lump(random, Vec3(1, 2, 3));
  const size_t n = lump.mesh.vertices.size();
  std::vector<Vec3> d(n), product(n, Vec3::Zero()), below = lump.mesh.vertices, above = below;
  for (size_t v = 0; v < n; ++v) {
    d[v] = random.in_box();
    below[v] -= d[v];
    above[v] += d[v];
  }
  for (const Triangle& t : lump.mesh.triangles) {
    const std::array<Mat3, 3> blocks = pressure_hessian(corners(lump.mesh.vertices, t), 1);
    const auto add = [&](size_t a, size_t b, const Mat3& block) {
      const auto v = static_cast<size_t>(t[a]), w = static_cast<size_t>(t[b]);
      product[v] += block * d[w];
      product[w] += block.transpose() * d[v];
    };
    add(0, 1, blocks[0]);
    add(0, 2, blocks[1]);
    add(1, 2, blocks[2]);
  }
  // Forces are quadratic, so differences of any size are exact; the energy is minus the volume.
  const std::vector<Vec3> from = lump.forces(below), to = lump.forces(above);
  for (size_t v = 0; v < n; ++v)
    EXPECT_LT((product[v] + 0.5 * (to[v] - from[v])).norm(), 1e-13 * (1 + product[v].norm()));
}

// Why its Hessian is not projected: along motions without mean, and along translations, the volume that a
// triangle sweeps is linear in the motion (energy/pressure.h).
TEST(Pressure, ATriangleResistsNeitherTranslationNorRelativeMotionOfItsCorners) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const TrianglePositions x = random_triangle(random);
    TrianglePositions d = {random.in_box(), random.in_box(), random.in_box()};
    const Vec3 mean = (d[0] + d[1] + d[2]) / 3;
    for (Vec3& corner : d) corner -= mean;
    EXPECT_NEAR(swept_volume(x, along(x, d, 1)), 0, 1e-15);
    const TrianglePositions all = {mean, mean, mean};
    const double once = swept_volume(x, along(x, all, 1)), twice = swept_volume(x, along(x, all, 2));
    EXPECT_NEAR(twice - 2 * once, 0, 1e-15);
  }
}

DragLaw air() { return {1.2, 1.3, 0.05}; }

TEST(AirDrag, OfAPlateIsTheQuadraticLawAcrossAndAlongIt) {
  const Mat3 S = plate_drag(air(), {0, 2, 0});
  EXPECT_NEAR(S(1, 1), 0.5 * 1.2 * 1.3 * 2, 1e-15);
  EXPECT_NEAR(S(0, 0), 0.5 * 1.2 * 0.05 * 2, 1e-15);
  EXPECT_EQ(plate_drag(air(), Vec3::Zero()), Mat3::Zero());
  EXPECT_LT((plate_drag(air(), {0, -2, 0}) - S).norm(), 1e-15);  // both sides are alike
}

TEST(AirDrag, OfRodsAndBallsCountsTheAreaTheyShow) {
  const Mat3 S = cylinder_drag(air(), {3, 0, 0}, 0.1);
  EXPECT_NEAR(S(1, 1), 0.5 * 1.2 * 1.3 * 0.6, 1e-15);
  EXPECT_NEAR(S(0, 0), 0.5 * 1.2 * 0.05 * std::numbers::pi * 0.6, 1e-15);
  EXPECT_EQ(cylinder_drag(air(), Vec3::Zero(), 0.1), Mat3::Zero());
  EXPECT_NEAR(ball_drag(air(), 0.1)(2, 2), 0.5 * 1.2 * 1.3 * std::numbers::pi * 0.01, 1e-16);
}

TEST(AirDrag, NeverPushesAlongTheMotion) {
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const DragLaw law{random.uniform(0, 10), random.uniform(0, 3), random.uniform(0, 3)};
    const Vec3 u = random.in_box();
    for (const Mat3& S : {plate_drag(law, random.in_box()), cylinder_drag(law, random.in_box(), 0.2)}) {
      EXPECT_GE(u.dot(S * u), -1e-15);
      EXPECT_LT((S - S.transpose()).norm(), 1e-14);
    }
  }
}

}  // namespace
}  // namespace lacuna::test
