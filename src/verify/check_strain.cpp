#include "verify/check_strain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lacuna::verify {
namespace {

using Real = long double;
using RealVec3 = Eigen::Matrix<Real, 3, 1>;
using RealMat2 = Eigen::Matrix<Real, 2, 2>;
using RealMat3x2 = Eigen::Matrix<Real, 3, 2>;

RealMat3x2 deformation(const LimitedTriangle& triangle, const std::array<Vec3, 3>& x) {
  const RealMat2 rest = triangle.rest_edges.cast<Real>();
  RealMat2 adjugate;
  adjugate << rest(1, 1), -rest(0, 1), -rest(1, 0), rest(0, 0);
  const RealVec3 origin = x[0].cast<Real>();
  RealMat3x2 edges;
  edges.col(0) = x[1].cast<Real>() - origin;
  edges.col(1) = x[2].cast<Real>() - origin;
  return edges * adjugate / (rest(0, 0) * rest(1, 1) - rest(0, 1) * rest(1, 0));
}

/// A strain, its limit, and the remaining fraction of the way there, with the sign of limit - value.
struct Use {
  const char* what;
  Real value, limit, margin;
  const char* relation = "of at most";
};

template <class Visit>
void for_each_use(const LimitedTriangle& triangle, const std::array<Vec3, 3>& x, Visit&& visit) {
  if (triangle.is_woven()) {
    const GreenStrain strain = green_strain(triangle, x);
    const auto entry = [&](const char* what, Real value, double limit) {
      visit(Use{what, value, limit, (limit - std::abs(value)) / limit});
    };
    const auto& [warp, weft, shear] = triangle.green_limits;
    entry("warp strain", strain.warp, warp);
    entry("weft strain", strain.weft, weft);
    entry("shear strain", strain.shear, shear);
    return;
  }
  const Stretches stretch = stretches(triangle, x);
  const Real upper = triangle.stretch_limit, lower = triangle.compression_limit;
  visit(Use{"stretch", stretch.largest, upper, (upper - stretch.largest) / (upper - 1)});
  if (lower > 0)
    visit(Use{"stretch", stretch.smallest, lower, (stretch.smallest - lower) / (1 - lower), "of at least"});
}

class StrainCheck {
 public:
  StrainCheck(const FrameFile& frame, const Rules& rules, Index number)
      : frame_(frame), rules_(rules), number_(number) {}

  void check(const LimitedTriangle& triangle) {
    std::array<Vec3, 3> x;
    for (size_t k = 0; k < 3; ++k) {
      if (triangle.vertices[k] >= count_of(frame_.positions)) return;
      x[k] = frame_.positions[static_cast<size_t>(triangle.vertices[k])];
    }
    SmallestMargin& smallest = result.smallest;
    smallest.largest_stretch =
        std::max(smallest.largest_stretch, static_cast<double>(stretches(triangle, x).largest));
    for_each_use(triangle, x, [&](const Use& use) {
      const auto text = [&] {
        return fmt::format("{} {:.9g} {} {:.9g} in triangle ({}) of {}", use.what,
                           static_cast<double>(use.value), use.relation, static_cast<double>(use.limit),
                           fmt::join(triangle.vertices, ", "), name_of(triangle));
      };
      if (!(use.margin > 0))
        result.violations.add(ViolationKind::strain, number_, [&] {
          return fmt::format("{}, at ({:.6g}, {:.6g}, {:.6g}) m", text(), x[0].x(), x[0].y(), x[0].z());
        });
      if (static_cast<double>(use.margin) < smallest.margin) {
        smallest.margin = static_cast<double>(use.margin);
        smallest.frame = number_;
        smallest.where = text();
      }
    });
  }

  StrainResult result;

 private:
  std::string name_of(const LimitedTriangle& triangle) const {
    return rules_.name_of(frame_.objects[static_cast<size_t>(triangle.vertices[0])]);
  }

  const FrameFile& frame_;
  const Rules& rules_;
  Index number_;
};

}  // namespace

Stretches stretches(const LimitedTriangle& triangle, const std::array<Vec3, 3>& x) {
  const RealMat3x2 F = deformation(triangle, x);
  const Real a = F.col(0).squaredNorm(), b = F.col(0).dot(F.col(1)), c = F.col(1).squaredNorm();
  const Real largest = std::sqrt((a + c) / 2 + std::hypot((a - c) / 2, b));
  // Their product is the area that the unit square becomes: a difference of eigenvalues would cancel.
  const RealVec3 f = F.col(0), g = F.col(1);
  return {largest, largest > 0 ? f.cross(g).norm() / largest : Real(0)};
}

GreenStrain green_strain(const LimitedTriangle& triangle, const std::array<Vec3, 3>& x) {
  const RealMat3x2 F = deformation(triangle, x);
  return {(F.col(0).squaredNorm() - 1) / 2, (F.col(1).squaredNorm() - 1) / 2, F.col(0).dot(F.col(1)) / 2};
}

void SmallestMargin::take(const SmallestMargin& other) {
  largest_stretch = std::max(largest_stretch, other.largest_stretch);
  if (!(other.margin < margin)) return;
  margin = other.margin;
  frame = other.frame;
  where = other.where;
}

StrainResult check_strain(const FrameFile& frame, const std::vector<LimitedTriangle>& limits,
                          const Rules& rules, Index number) {
  StrainCheck check(frame, rules, number);
  for (const LimitedTriangle& triangle : limits) check.check(triangle);
  return std::move(check.result);
}

}  // namespace lacuna::verify
