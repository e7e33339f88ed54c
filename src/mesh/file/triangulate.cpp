#include "mesh/file/triangulate.h"

#include "base/check.h"

#include <Eigen/Geometry>

#include <numeric>

namespace lacuna {
namespace {

Vec3 normal(const Vec3& a, const Vec3& b, const Vec3& c) { return (b - a).cross(c - a); }

void split_quad(std::span<const Vec3> p, std::vector<std::array<Index, 3>>& triangles) {
  // A diagonal lies inside if the triangles on both its sides face the same way.
  const bool first_is_inside = normal(p[0], p[1], p[2]).dot(normal(p[0], p[2], p[3])) > 0;
  const bool second_is_inside = normal(p[0], p[1], p[3]).dot(normal(p[1], p[2], p[3])) > 0;
  const bool first_is_shorter = (p[2] - p[0]).squaredNorm() <= (p[3] - p[1]).squaredNorm();
  if (first_is_inside == second_is_inside ? first_is_shorter : first_is_inside)
    triangles.insert(triangles.end(), {{0, 1, 2}, {0, 2, 3}});
  else
    triangles.insert(triangles.end(), {{0, 1, 3}, {1, 2, 3}});
}

/// Newell's normal: the sum over a fan, right for polygons that are not convex and not quite flat.
Vec3 polygon_normal(std::span<const Vec3> p) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 2; i < p.size(); ++i) sum += normal(p[0], p[i - 1], p[i]);
  return sum;
}

/// Ear clipping of one polygon.
class EarClipper {
 public:
  explicit EarClipper(std::span<const Vec3> corners)
      : p_(corners), up_(polygon_normal(corners).normalized()), left_(corners.size()) {
    std::iota(left_.begin(), left_.end(), 0);
  }

  void run(std::vector<std::array<Index, 3>>& triangles) {
    // Continuing after the last ear, instead of from the start, avoids fans of slivers.
    for (std::size_t at = 0; left_.size() > 3;) {
      const std::size_t tip = next_ear(at);
      triangles.push_back(around(tip));
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(tip));
      at = (tip + 1) % left_.size();
    }
    triangles.push_back({left_[0], left_[1], left_[2]});
  }

 private:
  const Vec3& point(Index corner) const { return p_[static_cast<std::size_t>(corner)]; }

  std::array<Index, 3> around(std::size_t tip) const {
    const std::size_t n = left_.size();
    return {left_[(tip + n - 1) % n], left_[tip], left_[(tip + 1) % n]};
  }

  /// First ear at or behind `at`; `at` itself if there is none, as in a polygon that crosses itself.
  std::size_t next_ear(std::size_t at) const {
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const std::size_t tip = (at + i) % left_.size();
      if (is_ear(around(tip))) return tip;
    }
    return at;
  }

  bool is_left(Index a, Index b, Index c) const { return normal(point(a), point(b), point(c)).dot(up_) > 0; }

  bool is_ear(const std::array<Index, 3>& ear) const {
    const auto [a, b, c] = ear;
    if (!is_left(a, b, c)) return false;
    for (Index other : left_) {
      if (other == a || other == b || other == c) continue;
      if (!is_left(b, a, other) && !is_left(c, b, other) && !is_left(a, c, other) &&
          !is_corner_of(ear, other))
        return false;
    }
    return true;
  }

  /// Polygons with a hole visit some places twice; a second visit does not block the ear.
  bool is_corner_of(const std::array<Index, 3>& ear, Index other) const {
    return point(other) == point(ear[0]) || point(other) == point(ear[1]) || point(other) == point(ear[2]);
  }

  std::span<const Vec3> p_;
  Vec3 up_;
  std::vector<Index> left_;
};

}  // namespace

void triangulate(std::span<const Vec3> corners, std::vector<std::array<Index, 3>>& triangles) {
  LACUNA_CHECK(corners.size() >= 3, "corners={}", corners.size());
  triangles.clear();
  if (corners.size() == 3)
    triangles.push_back({0, 1, 2});
  else if (corners.size() == 4)
    split_quad(corners, triangles);
  else
    EarClipper(corners).run(triangles);
}

}  // namespace lacuna
