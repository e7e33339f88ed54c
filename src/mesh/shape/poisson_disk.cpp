#include "mesh/shape/poisson_disk.h"

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace lacuna {
namespace {

/// Buckets of the plane, as wide as the distance: all neighbours of a point are in nine buckets.
class NeighbourGrid {
 public:
  NeighbourGrid(const Vec2& size, double distance)
      : distance_(distance),
        columns_(static_cast<Index>(size.x() / distance) + 1),
        rows_(static_cast<Index>(size.y() / distance) + 1),
        first_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_), -1) {}

  void add(const Vec2& p, Index v) {
    Index& first = first_[cell(column(p.x()), row(p.y()))];
    next_.resize(static_cast<size_t>(v) + 1, -1);
    next_[static_cast<size_t>(v)] = std::exchange(first, v);
  }

  bool is_free(const Vec2& p, const std::vector<Vec2>& points) const {
    const Index c = column(p.x()), r = row(p.y());
    for (Index j = std::max(0, r - 1); j <= std::min(rows_ - 1, r + 1); ++j) {
      for (Index i = std::max(0, c - 1); i <= std::min(columns_ - 1, c + 1); ++i) {
        for (Index v = first_[cell(i, j)]; v >= 0; v = next_[static_cast<size_t>(v)]) {
          if ((points[static_cast<size_t>(v)] - p).squaredNorm() < square(distance_)) return false;
        }
      }
    }
    return true;
  }

 private:
  Index column(double x) const { return std::clamp(static_cast<Index>(x / distance_), 0, columns_ - 1); }
  Index row(double y) const { return std::clamp(static_cast<Index>(y / distance_), 0, rows_ - 1); }
  size_t cell(Index i, Index j) const {
    return static_cast<size_t>(j) * static_cast<size_t>(columns_) + static_cast<size_t>(i);
  }

  double distance_;
  Index columns_, rows_;
  std::vector<Index> first_, next_;  // a linked list of points per bucket
};

}  // namespace

std::vector<Vec2> poisson_disk(std::vector<Vec2> given, const PoissonDiskParam& param) {
  constexpr int tries = 12;        // angles tried around a point before it is abandoned
  constexpr double reach = 1.001;  // candidates are just outside the distance
  std::vector<Vec2> points = std::move(given);
  NeighbourGrid grid(param.size, param.distance);
  std::vector<Index> active;
  for (Index v = 0; v < count_of(points); ++v) {
    grid.add(points[static_cast<size_t>(v)], v);
    active.push_back(v);
  }
  Random random(param.seed);
  while (!active.empty()) {
    const size_t chosen = random.below(active.size());
    const Vec2 center = points[static_cast<size_t>(active[chosen])];
    const double start = random.uniform();
    bool has_found = false;
    for (int k = 0; k < tries && !has_found; ++k) {
      const double angle = 2 * std::numbers::pi * (start + static_cast<double>(k) / tries);
      const Vec2 p = center + reach * param.distance * Vec2(std::cos(angle), std::sin(angle));
      const bool is_inside =
          (p.array() >= param.margin).all() && (p.array() <= param.size.array() - param.margin).all();
      if (!is_inside || !grid.is_free(p, points) || (param.accepts && !param.accepts(p))) continue;
      has_found = true;
      active.push_back(count_of(points));
      grid.add(p, count_of(points));
      points.push_back(p);
    }
    if (!has_found) {
      active[chosen] = active.back();
      active.pop_back();
    }
  }
  return points;
}

}  // namespace lacuna
