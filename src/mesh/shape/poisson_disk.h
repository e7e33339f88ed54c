// Random points in a rectangle, no two closer than a given distance, with no room for another point.
#pragma once

#include "base/types.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lacuna {

struct PoissonDiskParam {
  Vec2 size{1, 1};         ///< m; the rectangle is [0, size]
  double distance = 0.05;  ///< m, smallest between two points
  double margin = 0.02;    ///< m, smallest between a new point and the rectangle's sides
  std::uint64_t seed = 0;
  std::function<bool(const Vec2&)> accepts = nullptr;  ///< where new points may be; null: everywhere
};

/// `given` points stay first and need not keep the distance from each other.
/// R. Bridson, "Fast Poisson disk sampling in arbitrary dimensions" (2007), with M. Roberts' candidates on
/// a circle just outside the distance (2019), which pack closer than candidates in an annulus.
std::vector<Vec2> poisson_disk(std::vector<Vec2> given, const PoissonDiskParam& param);

}  // namespace lacuna
