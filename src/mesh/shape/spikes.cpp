#include "mesh/shape/spikes.h"

#include "base/input_error.h"
#include "mesh/shape/check_parameters.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lacuna {

namespace {

// Height over half the width at the foot. With 3 to 300 spikes and 1 to 16 edges per radius no dihedral angle
// is below 2.8 degrees; at 3 one is 2.3.
constexpr double steepest = 2.5;

/// Evenly spread over the sphere: points of a spiral, each the golden angle further on.
std::vector<Vec3> directions(Index count) {
  const double golden_angle = std::numbers::pi * (3 - std::sqrt(5.0));
  std::vector<Vec3> result;
  for (Index i = 0; i < count; ++i) {
    const double y = 1 - (2.0 * i + 1) / count, radius = std::sqrt(1 - y * y);
    result.emplace_back(radius * std::cos(golden_angle * i), y, radius * std::sin(golden_angle * i));
  }
  return result;
}

}  // namespace

void add_spikes(const SphereShape& shape, std::vector<Vec3>& vertices) {
  if (shape.spikes == 0) return;
  shape_check::require_count("sphere.spikes", shape.spikes, 1);
  // A cap of this angle has the area that a spike has to itself; a little less keeps neighbours apart.
  const double width = 0.95 * 2 / std::sqrt(static_cast<double>(shape.spikes));
  const double highest = std::min(1.0, steepest * width) * shape.radius;
  if (!(shape.spike_height >= 0 && shape.spike_height <= highest))
    throw InputError(
        "sphere.spike_height",
        fmt::format("is {:g} m, but {} spikes on a radius of {:g} m can be at most {:.3g} m high",
                    shape.spike_height, shape.spikes, shape.radius, highest),
        "make them shorter or fewer");
  const std::vector<Vec3> tips = directions(shape.spikes);
  // The inside follows the surface to a depth of about the width of a spike: deeper, vertices below a spike
  // would pass those on the surface beside it.
  const double depth_power = 1 / width;
  for (Vec3& x : vertices) {
    const double length = x.norm();
    if (!(length > 0)) continue;
    double nearest = 0;  // cosine
    for (const Vec3& tip : tips) nearest = std::max(nearest, tip.dot(x) / length);
    const double part = std::max(0.0, 1 - std::acos(std::min(1.0, nearest)) / width);
    x *= 1 + shape.spike_height / shape.radius * part * part * std::pow(length / shape.radius, depth_power);
  }
}

}  // namespace lacuna
