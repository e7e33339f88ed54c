#include "mesh/shape/sharp.h"

#include "base/input_error.h"
#include "mesh/measures.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/solids.h"
#include "mesh/topology.h"
#include "mesh/transform.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lacuna {
namespace {

using shape_check::require_count;
using shape_check::require_finite;
using shape_check::require_positive;
using shape_check::require_smaller;

constexpr double radians = std::numbers::pi / 180;

void add_quad(Mesh& mesh, Index a, Index b, Index c, Index d) {
  mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
}

/// The surface of a solid all of whose vertices are outside.
Mesh as_surface(Mesh solid) {
  solid.triangles = boundary_triangles(solid.tets);
  solid.tets.clear();
  return solid;
}

/// Cuts a triangle into three around its centre and continues with the first, `depth` times.
void add_shrinking(Mesh& mesh, const Triangle& t, int depth) {
  if (depth == 0) {
    mesh.triangles.push_back(t);
    return;
  }
  const auto& x = mesh.vertices;
  const Vec3 center =
      (x[static_cast<size_t>(t[0])] + x[static_cast<size_t>(t[1])] + x[static_cast<size_t>(t[2])]) / 3;
  const Index c = count_of(x);
  mesh.vertices.push_back(center);
  add_shrinking(mesh, {t[0], t[1], c}, depth - 1);
  mesh.triangles.push_back({t[1], t[2], c});
  mesh.triangles.push_back({t[2], t[0], c});
}

Mesh arch_stone(const ArchStoneShape& shape, Index index) {
  const double angle = 2 * shape.rise * radians / shape.count;  // of one stone, seen from the axis
  if (!(angle > 0 && angle < std::numbers::pi))
    throw InputError("arch-stone.rise",
                     fmt::format("{} degrees with {} stones do not form wedges", shape.rise, shape.count),
                     "use more stones or a rise between 1 and 120 degrees");
  const double first = 0.5 * std::numbers::pi - shape.rise * radians + index * angle;
  const auto direction = [](double a) { return Vec3(std::cos(a), std::sin(a), 0); };
  // Moving each stone outwards by s opens parallel gaps of 2 s sin(angle / 2), and half of that at the ends.
  const Vec3 outwards = 0.5 * shape.gap / std::sin(0.5 * angle) * direction(first + 0.5 * angle);
  const Vec3 up(
      0, 0.5 * shape.gap / std::sin(shape.rise * radians) - shape.radius * std::cos(shape.rise * radians), 0);
  HexahedronShape stone;
  for (size_t c = 0; c < 8; ++c) {
    const Vec3 along = direction((c & 2) == 0 ? first : first + angle);
    const double r = (c & 1) == 0 ? shape.radius : shape.radius + shape.thickness;
    const double z = ((c & 4) == 0 ? -0.5 : 0.5) * shape.depth;
    stone.corners[c] = r * along + outwards + up + Vec3(0, 0, z);
  }
  return hexahedron_solid(stone);
}

}  // namespace

Mesh unit_tet(const UnitTetShape&) {
  Mesh mesh;
  mesh.vertices = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  mesh.tets = {{0, 1, 2, 3}};
  return mesh;
}

Mesh hexahedron_solid(const HexahedronShape& shape) {
  for (const Vec3& corner : shape.corners) {
    for (double c : corner) require_finite("hexahedron.corners", c);
  }
  Mesh mesh = box_solid({});
  mesh.vertices.assign(shape.corners.begin(), shape.corners.end());
  const std::vector<double> volumes = tet_volumes(mesh.vertices, mesh.tets);
  const double smallest = *std::min_element(volumes.begin(), volumes.end());
  if (!(smallest > 0))
    throw InputError("hexahedron.corners", fmt::format("span a tet of volume {:g}", smallest),
                     "list the corners of a convex block, x fastest, then y, then z, with right-handed axes");
  return mesh;
}

Mesh spike_solid(const SpikeShape& shape) {
  require_positive("spike.width", shape.width);
  require_positive("spike.height", shape.height);
  const double r = 0.5 * shape.width;
  Mesh mesh;
  mesh.vertices = {{-r, 0, -r}, {r, 0, -r}, {r, 0, r}, {-r, 0, r}, {0, shape.height, 0}};
  mesh.tets = {{0, 2, 1, 4}, {0, 3, 2, 4}};
  return mesh;
}

Mesh wedge_solid(const WedgeShape& shape) {
  require_positive("wedge.width", shape.width);
  require_positive("wedge.height", shape.height);
  require_positive("wedge.length", shape.length);
  const double r = 0.5 * shape.width, z = 0.5 * shape.length, h = shape.height;
  Mesh mesh;
  mesh.vertices = {{-r, 0, -z}, {r, 0, -z}, {0, h, -z}, {-r, 0, z}, {r, 0, z}, {0, h, z}};
  mesh.tets = {{0, 1, 2, 5}, {0, 4, 1, 5}, {0, 3, 4, 5}};
  return mesh;
}

Mesh arch_stone_solid(const ArchStoneShape& shape) {
  require_count("arch-stone.count", shape.count, 1);
  require_count("arch-stone.index", shape.index, -1);
  if (shape.index >= shape.count)
    throw InputError("arch-stone.index",
                     fmt::format("{} is not below the count, {}", shape.index, shape.count),
                     "stones count from 0");
  for (double length : {shape.radius, shape.thickness, shape.depth})
    require_positive("arch-stone.radius", length);
  require_finite("arch-stone.gap", shape.gap);
  shape_check::require_indexable("arch-stone.count", 24.0 * shape.count);
  if (shape.index >= 0) return arch_stone(shape, shape.index);
  Mesh arch;
  for (Index i = 0; i < shape.count; ++i) append(arch, arch_stone(shape, i));
  return arch;
}

Mesh spindle_solid(const SpindleShape& shape) {
  require_positive("spindle.length", shape.length);
  require_positive("spindle.radius", shape.radius);
  const double p = shape.peak;
  if (!(p > 0 && p < 1)) throw InputError("spindle.peak", fmt::format("{} is not between 0 and 1", p));
  constexpr double thinnest = 0.2;  // of the radius: thinner tips make needles of tets
  Mesh mesh = cylinder_solid({shape.radius, shape.length, shape.resolution});
  for (Vec3& x : mesh.vertices) {
    const double s = std::clamp(0.5 - x.y() / shape.length, 0.0, 1.0);
    const double bump = std::pow(s / p, 2 * p) * std::pow((1 - s) / (1 - p), 2 - 2 * p);
    const double factor = thinnest + (1 - thinnest) * bump;
    x = Vec3(x.y(), -x.x() * factor, x.z() * factor);
  }
  return mesh;
}

Mesh cliff_surface(const CliffShape& shape) {
  require_positive("cliff.width", shape.width);
  require_positive("cliff.foot_width", shape.foot_width);
  require_positive("cliff.height", shape.height);
  HexahedronShape block;
  for (size_t c = 0; c < 8; ++c) {
    const bool is_top = (c & 2) != 0;
    const double r = 0.5 * (is_top ? shape.width : shape.foot_width);
    block.corners[c] = Vec3((c & 1) == 0 ? -r : r, is_top ? 0 : -shape.height, (c & 4) == 0 ? -r : r);
  }
  return as_surface(hexahedron_solid(block));
}

Mesh internal_edges_surface(const InternalEdgesShape& shape) {
  require_positive("internal-edges.width", shape.width);
  require_positive("internal-edges.height", shape.height);
  constexpr int depth = 4;  // the smallest triangle of the top is 3^4 times smaller than its first one
  const double r = 0.5 * shape.width;
  Mesh mesh;
  // Round the top: corners 0, 2, 4, 6 and the middles between them, then the corners of the bottom.
  for (const auto& [x, z] :
       {std::array{-1.0, -1.0}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}})
    mesh.vertices.emplace_back(r * x, 0, r * z);
  for (Index corner : {0, 2, 4, 6}) {
    const Vec3 below = mesh.vertices[static_cast<size_t>(corner)] - Vec3(0, shape.height, 0);
    mesh.vertices.push_back(below);
  }
  const Index hub = count_of(mesh.vertices);
  mesh.vertices.emplace_back(0.2 * r, 0, 0.3 * r);  // off the middle, so that no two triangles are alike
  for (Index i = 0; i < 8; ++i) add_shrinking(mesh, {i, (i + 1) % 8, hub}, i == 0 ? depth : 0);
  for (Index side = 0; side < 4; ++side) {
    const Index a = 2 * side, middle = a + 1, b = (a + 2) % 8, below_a = 8 + side,
                below_b = 8 + (side + 1) % 4;
    mesh.triangles.insert(mesh.triangles.end(),
                          {{below_a, below_b, middle}, {below_a, middle, a}, {below_b, b, middle}});
  }
  add_quad(mesh, 8, 11, 10, 9);
  return mesh;
}

Mesh crack_surface(const CrackShape& shape) {
  for (double l : {shape.width, shape.length, shape.height, shape.crack_width, shape.crack_depth})
    require_positive("crack.width", l);
  require_smaller("crack.crack_width", shape.crack_width, shape.width, "crack.width");
  require_smaller("crack.crack_depth", shape.crack_depth, shape.height, "crack.height");
  const double r = 0.5 * shape.width, c = 0.5 * shape.crack_width, h = shape.height;
  const std::array<Vec2, 7> profile{
      Vec2(-r, -h), Vec2(r, -h), Vec2(r, 0), Vec2(c, 0), Vec2(0, -shape.crack_depth),
      Vec2(-c, 0),  Vec2(-r, 0)};
  const Index n = count_of(profile);
  Mesh mesh;
  for (double z : {-0.5 * shape.length, 0.5 * shape.length}) {
    for (const Vec2& p : profile) mesh.vertices.emplace_back(p.x(), p.y(), z);
  }
  for (Index i = 0; i < n; ++i) {
    const Index j = (i + 1) % n;
    add_quad(mesh, i, j, n + j, n + i);
  }
  for (const auto& [a, b, d] : {Triangle{1, 2, 3}, {1, 3, 4}, {0, 1, 4}, {0, 4, 5}, {0, 5, 6}}) {
    mesh.triangles.push_back({n + a, n + b, n + d});
    mesh.triangles.push_back({a, d, b});
  }
  return mesh;
}

Mesh hole_surface(const HoleShape& shape) {
  for (double l : {shape.width, shape.hole_width, shape.height}) require_positive("hole.width", l);
  require_smaller("hole.hole_width", shape.hole_width, shape.width, "hole.width");
  Mesh mesh;
  // Rings of four corners, clockwise from above: outer top, inner top, inner bottom, outer bottom.
  for (const auto& [width, y] : {std::array{shape.width, 0.0},
                                 {shape.hole_width, 0.0},
                                 {shape.hole_width, -shape.height},
                                 {shape.width, -shape.height}}) {
    const double r = 0.5 * width;
    for (const auto& [x, z] : {std::array{-r, -r}, {r, -r}, {r, r}, {-r, r}})
      mesh.vertices.emplace_back(x, y, z);
  }
  for (Index ring = 0; ring < 4; ++ring) {
    for (Index i = 0; i < 4; ++i) {
      const Index j = (i + 1) % 4, next = (ring + 1) % 4;
      add_quad(mesh, 4 * ring + i, 4 * next + i, 4 * next + j, 4 * ring + j);
    }
  }
  return mesh;
}

}  // namespace lacuna
