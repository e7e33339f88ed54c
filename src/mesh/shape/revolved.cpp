// The shapes of revolution: each is a profile, cut into rings.
#include "base/input_error.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/revolve.h"
#include "mesh/shape/surfaces.h"
#include "mesh/transform.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lacuna {
namespace {

using shape_check::require_count;
using shape_check::require_indexable;
using shape_check::require_positive;
using shape_check::require_smaller;

using std::numbers::pi;
using Rings = std::vector<Ring>;

/// Centre and `resolution` rings of 6 k vertices in the plane y, without the rim itself.
Rings disk_inside(double radius, double y, Index resolution) {
  Rings rings{{0, y, 1, 0}};
  for (Index k = 1; k < resolution; ++k) {
    rings.push_back({radius * k / resolution, y, rim_edges_per_resolution * k, 0});
  }
  return rings;
}

/// Rings on the straight line from one ring to another, both included. Rows are shifted against each other
/// by half an edge; the last ring is `to` as given.
Rings straight(const Ring& from, const Ring& to, Index rows) {
  Rings rings{from};
  for (Index k = 1; k < rows; ++k) {
    const double s = static_cast<double>(k) / rows;
    const double count = from.count + s * (to.count - from.count);
    rings.push_back({from.radius + s * (to.radius - from.radius), from.y + s * (to.y - from.y),
                     std::max<Index>(3, static_cast<Index>(std::lround(count))), (from.half_steps + k) % 2});
  }
  rings.push_back(to);
  return rings;
}

/// Bottom pole and rings up to but excluding the equator of a sphere around the origin.
Rings half_sphere_inside(double radius, double edge) {
  const Index rows = row_count(0.5 * pi * radius, edge);
  Rings rings{{0, -radius, 1, 0}};
  for (Index k = 1; k < rows; ++k) {
    const double angle = 0.5 * pi * k / rows;
    const double r = radius * std::sin(angle);
    rings.push_back({r, -radius * std::cos(angle), ring_count(r, edge), (rows - k) % 2});
  }
  return rings;
}

Rings mirrored(Rings rings) {
  std::reverse(rings.begin(), rings.end());
  for (Ring& ring : rings) ring.y = -ring.y;
  return rings;
}

void append(Rings& rings, const Rings& more) { rings.insert(rings.end(), more.begin(), more.end()); }

}  // namespace

Mesh disk_surface(const DiskShape& shape) {
  require_positive("disk.radius", shape.radius);
  require_count("disk.resolution", shape.resolution, 1);
  require_indexable("disk.resolution", 18.0 * shape.resolution * shape.resolution);
  Rings rings = disk_inside(shape.radius, 0, shape.resolution);
  rings.push_back({shape.radius, 0, rim_edges_per_resolution * shape.resolution, 0});
  Mesh mesh = revolve(rings);
  flip_orientation(mesh);
  return mesh;
}

Mesh cylinder_surface(const CylinderShape& shape) {
  require_positive("cylinder.radius", shape.radius);
  require_positive("cylinder.height", shape.height);
  require_count("cylinder.resolution", shape.resolution, 1);
  const double edge = rim_edge(shape.radius, shape.resolution);
  require_indexable("cylinder.resolution",
                    estimated_entries(2 * pi * shape.radius * (shape.radius + shape.height), edge));
  const double top = 0.5 * shape.height;
  const Index around = rim_edges_per_resolution * shape.resolution;
  Rings rings = disk_inside(shape.radius, -top, shape.resolution);
  append(rings, straight({shape.radius, -top, around, 0}, {shape.radius, top, around, 0},
                         row_count(shape.height, edge)));
  append(rings, mirrored(disk_inside(shape.radius, -top, shape.resolution)));
  return revolve(rings);
}

Mesh sleeve_surface(const SleeveShape& shape) {
  require_positive("sleeve.radius", shape.radius);
  require_positive("sleeve.height", shape.height);
  require_count("sleeve.around", shape.around, 3);
  require_count("sleeve.along", shape.along, 0);
  const double edge = 2 * pi * shape.radius / shape.around;
  const double rows_wanted = shape.along > 0 ? shape.along : shape.height / (row_height * edge);
  require_indexable(shape.along > 0 ? "sleeve.along" : "sleeve.around",
                    6.0 * shape.around * (rows_wanted + 1));
  const Index rows = shape.along > 0 ? shape.along : row_count(shape.height, edge);
  const double top = 0.5 * shape.height;
  return revolve(
      straight({shape.radius, -top, shape.around, 0}, {shape.radius, top, shape.around, rows % 2}, rows));
}

Mesh tube_surface(const TubeShape& shape) {
  require_positive("tube.radius", shape.radius);
  require_positive("tube.inner_radius", shape.inner_radius);
  require_smaller("tube.inner_radius", shape.inner_radius, shape.radius, "tube.radius");
  require_positive("tube.height", shape.height);
  require_count("tube.resolution", shape.resolution, 1);
  const double edge = rim_edge(shape.radius, shape.resolution);
  require_indexable("tube.resolution",
                    estimated_entries(4 * pi * shape.radius * (shape.radius + shape.height), edge));
  const double top = 0.5 * shape.height;
  const Index rows = row_count(shape.height, edge);
  const Index wall_rows = row_count(shape.radius - shape.inner_radius, edge);
  const Index outer_count = rim_edges_per_resolution * shape.resolution;
  // A wall thinner than an edge needs the same rings on both sides, or their facets would cross.
  const Index inner_count = wall_rows == 1 ? outer_count : ring_count(shape.inner_radius, edge);
  const auto ring = [&](double radius, double y) {
    return Ring{radius, y, radius == shape.radius ? outer_count : inner_count, 0};
  };
  const Rings outer = straight(ring(shape.radius, -top), ring(shape.radius, top), rows);
  Rings inner = straight(ring(shape.inner_radius, -top), ring(shape.inner_radius, top), rows);
  std::reverse(inner.begin(), inner.end());
  Rings rings;
  for (const Rings& side : {outer, straight(outer.back(), inner.front(), wall_rows), inner,
                            straight(inner.back(), outer.front(), wall_rows)}) {
    rings.insert(rings.end(), side.begin(), side.end() - 1);
  }
  return revolve(rings, Profile::closed);
}

Mesh cone_surface(const ConeShape& shape) {
  require_positive("cone.radius", shape.radius);
  if (shape.top_radius != 0) require_positive("cone.top_radius", shape.top_radius);
  require_positive("cone.height", shape.height);
  require_count("cone.resolution", shape.resolution, 1);
  const double edge = rim_edge(shape.radius, shape.resolution);
  const double slant = std::hypot(shape.radius - shape.top_radius, shape.height);
  const double widest = std::max(shape.radius, shape.top_radius);
  require_indexable("cone.resolution", estimated_entries(2 * pi * widest * (widest + slant), edge));
  const double top = 0.5 * shape.height;
  const Ring base{shape.radius, -top, rim_edges_per_resolution * shape.resolution, 0};
  Rings rings = disk_inside(shape.radius, -top, shape.resolution);
  if (shape.top_radius == 0) {
    append(rings, straight(base, {0, top, 1, 0}, row_count(slant, edge)));
    return revolve(rings);
  }
  const auto top_resolution =
      std::max<Index>(1, static_cast<Index>(std::lround(shape.resolution * shape.top_radius / shape.radius)));
  const Ring lid{shape.top_radius, top, rim_edges_per_resolution * top_resolution, 0};
  append(rings, straight(base, lid, row_count(slant, edge)));
  append(rings, mirrored(disk_inside(shape.top_radius, -top, top_resolution)));
  return revolve(rings);
}

Mesh torus_surface(const TorusShape& shape) {
  require_positive("torus.radius", shape.radius);
  require_positive("torus.tube_radius", shape.tube_radius);
  require_smaller("torus.tube_radius", shape.tube_radius, shape.radius, "torus.radius");
  require_count("torus.resolution", shape.resolution, 1);
  const double edge = rim_edge(shape.tube_radius, shape.resolution);
  require_indexable("torus.resolution",
                    estimated_entries(4 * pi * pi * shape.radius * shape.tube_radius, edge));
  const Index rows = 2 * std::max<Index>(2, (row_count(2 * pi * shape.tube_radius, edge) + 1) / 2);
  Rings rings;
  for (Index k = 0; k < rows; ++k) {
    const double angle = 2 * pi * k / rows;
    const double r = shape.radius + shape.tube_radius * std::cos(angle);
    rings.push_back({r, shape.tube_radius * std::sin(angle), ring_count(r, edge), k % 2});
  }
  return revolve(rings, Profile::closed);
}

Mesh capsule_surface(const CapsuleShape& shape) {
  require_positive("capsule.radius", shape.radius);
  require_positive("capsule.height", shape.height);
  require_count("capsule.resolution", shape.resolution, 1);
  const double straight_height = shape.height - 2 * shape.radius;
  if (straight_height < 0) {
    throw InputError("capsule.height",
                     fmt::format("{} is less than 2 radius = {}", shape.height, 2 * shape.radius),
                     "the height is from tip to tip");
  }
  const double edge = rim_edge(shape.radius, shape.resolution);
  require_indexable("capsule.resolution", estimated_entries(2 * pi * shape.radius * shape.height, edge));
  const Index around = rim_edges_per_resolution * shape.resolution;
  Rings low = half_sphere_inside(shape.radius, edge);
  for (Ring& ring : low) ring.y -= 0.5 * straight_height;
  const double top = 0.5 * straight_height;
  Rings rings = low;
  if (straight_height > 1e-6 * edge) {  // two rings closer than that would be one
    append(rings, straight({shape.radius, -top, around, 0}, {shape.radius, top, around, 0},
                           row_count(straight_height, edge)));
  } else {
    rings.push_back({shape.radius, 0, around, 0});
  }
  append(rings, mirrored(low));
  return revolve(rings);
}

Mesh bowl_surface(const BowlShape& shape) {
  require_positive("bowl.radius", shape.radius);
  require_count("bowl.resolution", shape.resolution, 1);
  const double edge = rim_edge(shape.radius, shape.resolution);
  require_indexable("bowl.resolution", estimated_entries(2 * pi * square(shape.radius), edge));
  Rings rings = half_sphere_inside(shape.radius, edge);
  rings.push_back({shape.radius, 0, rim_edges_per_resolution * shape.resolution, 0});
  return revolve(rings);
}

Mesh funnel_surface(const FunnelShape& shape) {
  require_positive("funnel.radius", shape.radius);
  require_positive("funnel.spout_radius", shape.spout_radius);
  require_smaller("funnel.spout_radius", shape.spout_radius, shape.radius, "funnel.radius");
  require_positive("funnel.height", shape.height);
  require_positive("funnel.spout_height", shape.spout_height);
  require_count("funnel.resolution", shape.resolution, 1);
  const double edge = rim_edge(shape.radius, shape.resolution);
  const double slant = std::hypot(shape.radius - shape.spout_radius, shape.height);
  require_indexable("funnel.resolution",
                    estimated_entries(2 * pi * shape.radius * (slant + shape.spout_height), edge));
  // At least as many edges as the coarsest rim: the opening of a triangle has only half the radius of its
  // circle.
  const Index spout_count = std::max(rim_edges_per_resolution, ring_count(shape.spout_radius, edge));
  const Ring outlet{shape.spout_radius, -shape.spout_height, spout_count, 0};
  const Ring throat{shape.spout_radius, 0, spout_count, 0};
  const Ring rim{shape.radius, shape.height, rim_edges_per_resolution * shape.resolution, 0};
  Rings rings = straight(outlet, throat, row_count(shape.spout_height, edge));
  rings.pop_back();
  append(rings, straight(throat, rim, row_count(slant, edge)));
  return revolve(rings);
}

}  // namespace lacuna
