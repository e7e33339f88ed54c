#include "mesh/shape/polyline.h"

#include "base/input_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lacuna {
namespace {

double cross(const Vec2& u, const Vec2& v) { return u.x() * v.y() - u.y() * v.x(); }

double turn(const Vec2& a, const Vec2& b, const Vec2& c) { return cross(b - a, c - a); }

struct Side {
  Vec2 a, b;
  double length() const { return (b - a).norm(); }
};

double distance(const Side& s, const Side& t) {
  const bool do_cross =
      turn(s.a, s.b, t.a) * turn(s.a, s.b, t.b) < 0 && turn(t.a, t.b, s.a) * turn(t.a, t.b, s.b) < 0;
  if (do_cross) return 0;
  return std::min({distance_to_segment(s.a, t.a, t.b), distance_to_segment(s.b, t.a, t.b),
                   distance_to_segment(t.a, s.a, s.b), distance_to_segment(t.b, s.a, s.b)});
}

double extent_of(std::span<const Vec2> points) {
  Vec2 lower = points[0], upper = points[0];
  for (const Vec2& p : points) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  return (upper - lower).maxCoeff();
}

std::vector<Side> sides_of(std::span<const Vec2> points, Polyline kind) {
  std::vector<Side> sides;
  for (size_t i = 0; i + 1 < points.size(); ++i) sides.push_back({points[i], points[i + 1]});
  if (kind == Polyline::closed) sides.push_back({points.back(), points.front()});
  return sides;
}

/// The side after `s` folds back onto it.
void require_open_corner(const std::string& where, const Side& s, const Side& t, size_t corner) {
  constexpr double least_angle = std::numbers::pi / 180;
  const Vec2 back = s.a - s.b, forth = t.b - t.a;
  const double angle = std::atan2(std::abs(cross(back, forth)), back.dot(forth));
  if (angle > least_angle) return;
  throw InputError(where, fmt::format("the sides at point {} make an angle of less than a degree", corner),
                   "points count from 0");
}

}  // namespace

void require_simple(const std::string& where, std::span<const Vec2> points, Polyline kind) {
  const size_t least = kind == Polyline::closed ? 3 : 2;
  if (points.size() < least)
    throw InputError(where, fmt::format("needs at least {} points, not {}", least, points.size()),
                     "for example [[0, 0], [1, 0], [0, 1]]");
  for (size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) throw InputError(where, fmt::format("point {} is not finite", i));
  }
  constexpr double finest = 1e-6;
  const double least_distance = finest * extent_of(points);
  const std::vector<Side> sides = sides_of(points, kind);
  for (size_t i = 0; i < sides.size(); ++i) {
    if (!(sides[i].length() > least_distance))
      throw InputError(
          where, fmt::format("points {} and {} coincide", i, (i + 1) % points.size()),
          "list each point once; a closed outline joins its last point to the first automatically");
  }
  const size_t n = sides.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 1; j < n; ++j) {
      if (j == i + 1) require_open_corner(where, sides[i], sides[j], j);
      const bool is_last_corner = kind == Polyline::closed && i == 0 && j == n - 1;
      if (is_last_corner) require_open_corner(where, sides[j], sides[i], 0);
      if (j == i + 1 || is_last_corner || distance(sides[i], sides[j]) > least_distance) continue;
      throw InputError(where,
                       fmt::format("the sides starting at points {} and {} touch or cross each other", i, j),
                       "points are counted from 0, in order");
    }
  }
}

double distance_to_segment(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 u = b - a;
  const double s = std::clamp((p - a).dot(u) / u.squaredNorm(), 0.0, 1.0);
  return (p - a - s * u).norm();
}

double signed_distance(const Vec2& p, std::span<const Vec2> outline) {
  double distance = std::numeric_limits<double>::infinity();
  bool is_inside = false;
  for (size_t i = 0; i < outline.size(); ++i) {
    const Vec2 &a = outline[i], &b = outline[(i + 1) % outline.size()];
    distance = std::min(distance, distance_to_segment(p, a, b));
    // A ray along +x enters or leaves at every side that it crosses.
    if ((a.y() > p.y()) != (b.y() > p.y()) &&
        p.x() < a.x() + (p.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x()))
      is_inside = !is_inside;
  }
  return is_inside ? -distance : distance;
}

}  // namespace lacuna
