// Shapes made of several rods: bundles and nets.
#include "base/input_error.h"
#include "base/random.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/thin.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lacuna {
namespace {

using shape_check::require_count;
using shape_check::require_indexable;
using shape_check::require_positive;

using std::numbers::pi;

/// Adds a chain of segments through new vertices at the points.
void add_chain(Mesh& mesh, const std::vector<Vec3>& points) {
  for (size_t i = 0; i < points.size(); ++i) {
    if (i > 0) mesh.edges.push_back({count_of(mesh.vertices) - 1, count_of(mesh.vertices)});
    mesh.vertices.push_back(points[i]);
  }
}

std::vector<Vec3> straight(const Vec3& from, const Vec3& to, Index segments) {
  std::vector<Vec3> points;
  for (Index i = 0; i <= segments; ++i) points.emplace_back(from + (to - from) * i / segments);
  return points;
}

/// The largest r with r^2 <= n: a row's length in pitches, free of rounding.
Index whole_root(std::int64_t n) {
  auto r = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (r * r > n) --r;
  while ((r + 1) * (r + 1) <= n) ++r;
  return static_cast<Index>(r);
}

/// Vertex positions along a rod of a joined net: a whole number of edges between crossings, and edges of
/// similar length at the loose ends.
struct JoinedRod {
  Index between, at_end;
  JoinedRod(Index segments, Index crossings)
      : between(
            std::max<Index>(1, static_cast<Index>(std::lround(static_cast<double>(segments) / crossings)))),
        at_end(std::max<Index>(1, (between + 1) / 2)) {}

  Index segments(Index crossings) const { return (crossings - 1) * between + 2 * at_end; }
  Index crossing(Index k) const { return at_end + k * between; }

  /// In cells from the rod's beginning.
  double place(Index i, Index crossings) const {
    const Index last = crossing(crossings - 1);
    if (i <= at_end) return 0.5 * i / at_end;
    if (i >= last) return crossings - 0.5 + 0.5 * (i - last) / at_end;
    return 0.5 + static_cast<double>(i - at_end) / between;
  }
};

/// A point of rod number `rod` of a family (0 along x, 1 along z), `along` cells from its beginning. There
/// are as many cells along a rod as rods that cross it, one in the middle of each.
Vec3 net_point(const NetShape& shape, size_t family, Index rod, double along, double y) {
  const double u = along / shape.counts[1 - family] - 0.5, v = (rod + 0.5) / shape.counts[family] - 0.5;
  return family == 0 ? Vec3(u * shape.size.x(), y, v * shape.size.y())
                     : Vec3(v * shape.size.x(), y, u * shape.size.y());
}

Mesh woven_net(const NetShape& shape) {
  Mesh mesh;
  for (size_t family : {0U, 1U}) {
    const Index crossings = shape.counts[1 - family];
    for (Index j = 0; j < shape.counts[family]; ++j) {
      const double first = (static_cast<Index>(family) + j) % 2 == 0 ? 1 : -1;  // at the first crossing
      std::vector<Vec3> points;
      for (Index i = 0; i <= shape.segments; ++i) {
        const double s = static_cast<double>(crossings) * i / shape.segments;
        points.push_back(net_point(shape, family, j, s, first * shape.weave * std::sin(pi * s)));
      }
      add_chain(mesh, points);
    }
  }
  return mesh;
}

Mesh joined_net(const NetShape& shape) {
  const auto [x_rods, z_rods] = shape.counts;
  const JoinedRod along_x(shape.segments, z_rods), along_z(shape.segments, x_rods);
  Mesh mesh;
  for (Index j = 0; j < x_rods; ++j) {
    std::vector<Vec3> points;
    for (Index i = 0; i <= along_x.segments(z_rods); ++i)
      points.push_back(net_point(shape, 0, j, along_x.place(i, z_rods), 0));
    add_chain(mesh, points);
  }
  for (Index k = 0; k < z_rods; ++k) {
    Index before = -1;
    for (Index i = 0; i <= along_z.segments(x_rods); ++i) {
      const Index past_first = i - along_z.at_end, j = past_first / along_z.between;
      const bool is_crossing = past_first >= 0 && past_first % along_z.between == 0 && j < x_rods;
      Index here = j * (along_x.segments(z_rods) + 1) + along_x.crossing(k);
      if (!is_crossing) {
        here = count_of(mesh.vertices);
        mesh.vertices.push_back(net_point(shape, 1, k, along_z.place(i, x_rods), 0));
      }
      if (before >= 0) mesh.edges.push_back({before, here});
      before = here;
    }
  }
  return mesh;
}

}  // namespace

Mesh rod_bundle(const RodBundleShape& shape) {
  require_count("rod-bundle.rows", shape.rows, 3);
  require_positive("rod-bundle.pitch", shape.pitch);
  require_positive("rod-bundle.length", shape.length);
  require_count("rod-bundle.segments", shape.segments, 1);
  shape_check::require_direction("rod-bundle.axis", shape.axis);
  if (!(shape.length_jitter >= 0 && shape.length_jitter < shape.length))
    throw InputError("rod-bundle.length_jitter", fmt::format("{} is not from 0 to below the length, {}",
                                                             shape.length_jitter, shape.length));
  require_indexable("rod-bundle.rows", 3.0 * shape.rows * shape.rows * (shape.segments + 1.0));
  const Vec3 axis = shape.axis.normalized();
  // Rows are stacked upwards, or along z where the rods themselves go up.
  constexpr double upright = 0.9;
  const Vec3 across = (std::abs(axis.y()) > upright ? Vec3::UnitZ() : Vec3::UnitY()).cross(axis).normalized();
  const Vec3 up = axis.cross(across);
  Random random(shape.seed);
  Mesh mesh;
  const std::int64_t n = shape.rows - 1;
  for (Index j = 0; j < shape.rows; ++j) {
    const std::int64_t twice_height = 2 * j - n;
    const Index count = whole_root(n * n - twice_height * twice_height);
    for (Index i = 0; i < count; ++i) {
      const Vec3 place = shape.pitch * ((i - 0.5 * (count - 1)) * across + 0.5 * twice_height * up);
      const double shortened = random.uniform(0, shape.length_jitter);
      add_chain(mesh, straight(place + (shortened - 0.5 * shape.length) * axis,
                               place + 0.5 * shape.length * axis, shape.segments));
    }
  }
  return mesh;
}

Mesh net(const NetShape& shape) {
  for (double length : shape.size) require_positive("net.size", length);
  for (Index count : shape.counts) require_count("net.counts", count, 1);
  require_count("net.segments", shape.segments, 1);
  require_indexable("net.segments",
                    3.0 * (static_cast<double>(shape.counts[0]) + shape.counts[1]) *
                        (2.0 * shape.segments + 2.0 * std::max(shape.counts[0], shape.counts[1])));
  if (shape.joined) return joined_net(shape);
  require_positive("net.weave", shape.weave);
  const Index most = std::max(shape.counts[0], shape.counts[1]);
  if (shape.segments < 2 * most)
    throw InputError("net.segments",
                     fmt::format("{} are too few to pass over and under {} rods", shape.segments, most),
                     fmt::format("use at least {}, or joined = true", 2 * most));
  return woven_net(shape);
}

}  // namespace lacuna
