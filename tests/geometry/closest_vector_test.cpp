#include "geometry/closest_vector.h"

#include "support/finite_difference.h"
#include "support/random_stencils.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

constexpr double unit = 0x1p-53;

// The four closed forms, each with its independent reference (IPC's formulas).
struct PointPointForm {
  static constexpr int n = 2;
  static auto vector(const std::array<Vec3, 2>& x) { return point_point_vector(x[0], x[1]); }
  static Quad reference(const std::array<Triple<Quad>, 2>& x) { return closed_form_point_point(x); }
  static double width(const std::array<Vec3, 2>&) { return 1; }
  static void flatten(std::array<Vec3, 2>&, double) {}
};
struct PointLineForm {
  static constexpr int n = 3;
  static auto vector(const std::array<Vec3, 3>& x) { return point_line_vector(x[0], x[1], x[2]); }
  static Quad reference(const std::array<Triple<Quad>, 3>& x) { return closed_form_point_line(x); }
  static double width(const std::array<Vec3, 3>& x) { return (x[2] - x[1]).norm(); }
  static void flatten(std::array<Vec3, 3>& x, double width) { x[2] = x[1] + width * (x[2] - x[1]); }
};
struct PointPlaneForm {
  static constexpr int n = 4;
  static auto vector(const std::array<Vec3, 4>& x) { return point_plane_vector(x[0], x[1], x[2], x[3]); }
  static Quad reference(const std::array<Triple<Quad>, 4>& x) { return closed_form_point_plane(x); }
  static double width(const std::array<Vec3, 4>& x) { return height(x[2] - x[1], x[3] - x[1]); }
  static void flatten(std::array<Vec3, 4>& x, double width) {
    x[3] = x[1] + 0.3 * (x[2] - x[1]) + width * (x[3] - x[1]);
  }
  static double height(const Vec3& e, const Vec3& f) {
    return e.cross(f).norm() / std::max(e.norm(), f.norm());
  }
};
struct LineLineForm {
  static constexpr int n = 4;
  static auto vector(const std::array<Vec3, 4>& x) { return line_line_vector(x[0], x[1], x[2], x[3]); }
  static Quad reference(const std::array<Triple<Quad>, 4>& x) { return closed_form_line_line(x); }
  static double width(const std::array<Vec3, 4>& x) {
    return PointPlaneForm::height(x[1] - x[0], x[3] - x[2]);
  }
  static void flatten(std::array<Vec3, 4>& x, double width) {
    x[3] = x[2] + 0.8 * (x[1] - x[0]) + width * (x[3] - x[2]);
  }
};

template <class Form>
class ClosestVectorForm : public ::testing::Test {};
using Forms = ::testing::Types<PointPointForm, PointLineForm, PointPlaneForm, LineLineForm>;
TYPED_TEST_SUITE(ClosestVectorForm, Forms);

/// Stencils whose features have a relative width of about 1 down to 1e-4, with the pair at any distance.
template <class Form>
std::array<Vec3, Form::n> random_form(Random& random) {
  std::array<Vec3, Form::n> x;
  do {
    for (Vec3& v : x) v = random.in_box();
    if (random.chance(0.5)) Form::flatten(x, random.power_of_ten(-4, 0));
  } while (!(Form::width(x) > 1e-5));
  return x;
}

// Condition: parameters of the closest points change by 1 / width per unit motion, each derivative brings one
// such factor, and the parameters themselves may be as large as 1 / width. With w = min(width, 1):
//   gradient ~ size / w,   Hessian ~ 1 / w^2,   and rounding in c, t and r is amplified by another 1 / w.
TYPED_TEST(ClosestVectorForm, GradientAndHessianAreThoseOfTheClosedForm) {
  constexpr int n = TypeParam::n;
  Random random(21);
  double worst_value = 0, worst_gradient = 0, worst_hessian = 0;
  for (int i = 0; i < 150; ++i) {
    const auto x = random_form<TypeParam>(random);
    const auto closest = TypeParam::vector(x);
    const auto function = [](const std::array<Quad, 3 * n>& y) { return TypeParam::reference(as_points(y)); };
    const Quad step = 1e-9 * TypeParam::width(x);
    const Quad value = function(flattened(x));
    const auto g = difference_gradient<Quad>(function, flattened(x), step);
    const auto H = difference_hessian<Quad>(function, flattened(x), step);
    const double w = std::min(1.0, TypeParam::width(x));
    const auto gradient = closest.gradient();
    const auto hessian = closest.hessian();
    EXPECT_EQ(hessian, hessian.transpose());
    worst_value = std::max(worst_value, std::abs(closest.distance2() - static_cast<double>(value)) * w);
    for (int j = 0; j < 3 * n; ++j) {
      worst_gradient = std::max(worst_gradient, std::abs(gradient[j] - double(g[j])) * w * w);
      for (int k = 0; k < 3 * n; ++k)
        worst_hessian = std::max(worst_hessian, std::abs(hessian(j, k) - double(H[j][k])) * w * w * w);
    }
  }
  // Tens of roundings at size 2 to 4, squared quantities.
  EXPECT_LE(worst_value, 200 * unit);
  EXPECT_LE(worst_gradient, 200 * unit);
  EXPECT_LE(worst_hessian, 1000 * unit);
  std::printf("  worst errors, freed of their condition, in units: value %.1f, gradient %.1f, Hessian %.1f\n",
              worst_value / unit, worst_gradient / unit, worst_hessian / unit);
}

TYPED_TEST(ClosestVectorForm, GradientBlocksSumToZero) {
  Random random(22);
  for (int i = 0; i < 1000; ++i) {
    const auto x = random_form<TypeParam>(random);
    const auto closest = TypeParam::vector(x);
    const auto g = closest.gradient();
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < TypeParam::n; ++k) sum += g.template segment<3>(3 * k);
    EXPECT_LE(sum.norm(), 16 * unit * g.norm());
    // A translation costs nothing to second order either: rows of the Hessian sum to zero over the nodes.
    const auto H = closest.hessian();
    for (int axis = 0; axis < 3; ++axis) {
      auto row = (0 * H.col(0)).eval();
      for (int k = 0; k < TypeParam::n; ++k) row += H.col(3 * k + axis);
      EXPECT_LE(row.norm(), 32 * unit * H.norm());
    }
  }
}

TYPED_TEST(ClosestVectorForm, DerivativesTurnWithARigidMotion) {
  constexpr int n = TypeParam::n;
  Random random(23);
  for (int i = 0; i < 300; ++i) {
    std::array<Vec3, n> x, y;
    do {
      for (Vec3& v : x) v = random.in_box();
    } while (!(TypeParam::width(x) > 0.1));
    const Mat3 R = random.rotation();
    const Vec3 shift = random.in_box();
    for (int k = 0; k < n; ++k) y[k] = R * x[k] + shift;
    const auto before = TypeParam::vector(x), after = TypeParam::vector(y);
    Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    for (int k = 0; k < n; ++k) turn.template block<3, 3>(3 * k, 3 * k) = R;
    // Rounding of the moved coordinates, 4 units, through gradients up to 8 / width^2 and Hessians 8 /
    // width^3.
    EXPECT_NEAR(before.distance2(), after.distance2(), 1e3 * unit);
    EXPECT_LE((turn * before.gradient() - after.gradient()).cwiseAbs().maxCoeff(), 1e4 * unit);
    EXPECT_LE((turn * before.hessian() * turn.transpose() - after.hessian()).cwiseAbs().maxCoeff(),
              2e5 * unit);
  }
}

TYPED_TEST(ClosestVectorForm, TangentBasisIsOrthonormalAndOrthogonalToTheNormal) {
  constexpr int n = TypeParam::n;
  Random random(24);
  for (int i = 0; i < 1000; ++i) {
    std::array<Vec3, n> x;
    do {
      for (Vec3& v : x) v = random.in_box();
    } while (!(TypeParam::width(x) > 0.1 && TypeParam::vector(x).r.norm() > 1e-3));
    // The first primitive is moved along r until the gap is as small as wanted.
    const Vec3 normal = TypeParam::vector(x).r.normalized();
    const double gap = random.power_of_ten(-10, 0);
    const Vec3 shift = (gap - TypeParam::vector(x).r.norm()) * normal;
    const int first = std::is_same_v<TypeParam, LineLineForm> ? 2 : 1;
    for (int k = 0; k < first; ++k) x[k] += shift;
    const Mat3x2 basis = tangent_basis(TypeParam::vector(x));
    EXPECT_LE((basis.transpose() * basis - Mat2::Identity()).cwiseAbs().maxCoeff(), 100 * unit);
    // Against the normal before the gap was closed. Planes and crossing lines have it from their features,
    // the others from r, whose rounding is a few units of the coordinates.
    const bool is_from_features = TypeParam::vector(x).parameter_count == 2;
    const double tilt = is_from_features ? 1e4 * unit : 1e3 * unit * (1 + 1 / gap);
    EXPECT_LE((basis.transpose() * normal).cwiseAbs().maxCoeff(), tilt) << "gap " << gap;
  }
}

TEST(ClosestVector, HasTheLengthThatTheNormalGives) {
  // Both lose digits with the inverse sine of the angle between the edges; 0.01 is the smallest one taken
  // here.
  Random random(77);
  for (int i = 0; i < 100000; ++i) {
    const Vec3 x0 = random.in_box(), x1 = random.in_box(), x2 = random.in_box(), x3 = random.in_box();
    const auto sine = [](const Vec3& u, const Vec3& v) { return u.cross(v).norm() / (u.norm() * v.norm()); };
    const double sine_pt = sine(x2 - x1, x3 - x1), sine_ee = sine(x1 - x0, x3 - x2);
    if (sine_pt > 0.01) {
      const double from_vector = point_plane_vector(x0, x1, x2, x3).distance2();
      EXPECT_NEAR(point_plane_distance2(x0, x1, x2, x3), from_vector, 1e-13 / sine_pt);
    }
    if (sine_ee > 0.01) {
      const double from_vector = line_line_vector(x0, x1, x2, x3).distance2();
      EXPECT_NEAR(line_line_distance2(x0, x1, x2, x3), from_vector, 1e-13 / sine_ee);
    }
  }
}

}  // namespace
}  // namespace lacuna::test
