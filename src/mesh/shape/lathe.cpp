// Profiles revolved about y: surfaces, and solids with a wall. A solid is one layer of prisms between its two
// sides, which have the same rings; each prism is cut into three tets.
#include "base/input_error.h"
#include "mesh/measures.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/polyline.h"
#include "mesh/shape/revolve.h"
#include "mesh/shape/solids.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace lacuna {
namespace {

using ProfileLine = std::vector<Vec2>;  // (radius, y)

void require_profile(const std::string& where, const ProfileLine& profile) {
  require_simple(where, profile, Polyline::open);
  for (size_t i = 0; i < profile.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == profile.size();
    const double r = profile[i].x();
    if (r > 0 || (r == 0 && is_end)) continue;
    throw InputError(where, fmt::format("point {} has the radius {}", i, r),
                     "radii are positive; the first and the last may be 0, on the axis");
  }
  if (profile.size() == 2 && profile[0].x() == 0 && profile[1].x() == 0)
    throw InputError(where, "lies on the axis", "give it a radius");
}

/// The profile moved to its left by the wall's thickness, with mitred corners. Ends on the axis stay there.
ProfileLine moved_left(const ProfileLine& profile, double wall) {
  const auto direction = [&](size_t i) { return (profile[i + 1] - profile[i]).normalized(); };
  const auto left = [](const Vec2& d) { return Vec2(-d.y(), d.x()); };
  const size_t last = profile.size() - 1;
  ProfileLine moved;
  for (size_t i = 0; i <= last; ++i) {
    const Vec2 before = direction(i == 0 ? 0 : i - 1), after = direction(i == last ? last - 1 : i);
    const Vec2 n = left(before), m = left(after);
    Vec2 p = profile[i] + wall * (n + m) / (1 + n.dot(m));
    if (profile[i].x() == 0) p = {0, p.y() - p.x() / after.x() * after.y()};
    moved.push_back(p);
  }
  return moved;
}

ProfileLine inner_profile(const LatheShape& shape) {
  if (shape.inner.empty()) return moved_left(shape.profile, shape.wall);
  if (shape.inner.size() == shape.profile.size()) return shape.inner;
  throw InputError("lathe.inner",
                   fmt::format("has {} points, but profile has {}", shape.inner.size(), shape.profile.size()),
                   "each point of one belongs to a point of the other");
}

/// Both sides on the axis or neither, and a section that does not cross itself.
void require_section(const ProfileLine& outer, const ProfileLine& inner, const std::string& where) {
  const std::string hint = "make the wall thinner, or give the other side as inner";
  for (size_t i = 0; i < outer.size(); ++i) {
    const bool is_on_axis = outer[i].x() == 0;
    if (is_on_axis ? inner[i].x() == 0 : inner[i].x() > 0) continue;
    throw InputError(
        where,
        fmt::format("the wall at point {} reaches from radius {} to {}", i, outer[i].x(), inner[i].x()),
        is_on_axis ? "points on the axis must match" : hint);
  }
  ProfileLine section = outer;
  section.insert(section.end(), inner.rbegin(), inner.rend());
  try {
    require_simple(where, section, Polyline::closed);
  } catch (const InputError& error) {
    throw InputError(where, "the wall intersects itself: " + error.problem,
                     "points are counted along the profile and back along the other side; " + hint);
  }
}

/// The rings of both sides, ring by ring.
struct WallRings {
  std::vector<Ring> outer, inner;
};

WallRings cut_into_rings(const ProfileLine& outer, const ProfileLine& inner, double edge) {
  WallRings rings;
  const auto add = [&](const Vec2& p, const Vec2& q) {
    const double r = std::max(p.x(), q.x());
    const Index count = r == 0 ? 1 : ring_count(r, edge);
    const Index half_steps = count == 1 ? 0 : count_of(rings.outer) % 2;
    rings.outer.push_back({p.x(), p.y(), count, half_steps});
    rings.inner.push_back({q.x(), q.y(), count, half_steps});
  };
  for (size_t i = 0; i + 1 < outer.size(); ++i) {
    const Vec2 u = outer[i + 1] - outer[i], v = inner[i + 1] - inner[i];
    const Index rows = row_count(std::max(u.norm(), v.norm()), edge);
    for (Index k = 0; k < rows; ++k) {
      const double s = static_cast<double>(k) / rows;
      add(outer[i] + s * u, inner[i] + s * v);
    }
  }
  add(outer.back(), inner.back());
  return rings;
}

/// The prism between an outward triangle of the inner side and the same of the outer side. The diagonal of a
/// side goes from its smaller vertex inside to its larger one outside: neighbours agree.
void add_prism(Mesh& mesh, const Triangle& t, Index outside) {
  Triangle v = t;
  std::sort(v.begin(), v.end());
  const auto least = std::min_element(t.begin(), t.end()) - t.begin();
  const bool is_turned = t[static_cast<size_t>(least + 1) % 3] != v[1];
  const auto [a, b, c] = v;
  const std::array<Tet, 3> tets{Tet{a, b, c, outside + c}, Tet{a, b, outside + c, outside + b},
                                Tet{a, outside + a, outside + b, outside + c}};
  for (Tet tet : tets) {
    if (is_turned) std::swap(tet[2], tet[3]);
    mesh.tets.push_back(tet);
  }
}

double largest_radius(const ProfileLine& profile) {
  double r = 0;
  for (const Vec2& p : profile) r = std::max(r, p.x());
  return r;
}

bool has_wall(const LatheShape& shape) { return shape.wall > 0 || !shape.inner.empty(); }

/// The parameter that messages about the wall name.
std::string wall_name(const LatheShape& shape) { return shape.inner.empty() ? "lathe.wall" : "lathe.inner"; }

/// The other side, or the profile itself if there is no wall.
ProfileLine checked_inner(const LatheShape& shape) {
  require_profile("lathe.profile", shape.profile);
  shape_check::require_positive("lathe.profile", largest_radius(shape.profile));
  if (shape.wall != 0) shape_check::require_positive("lathe.wall", shape.wall);
  if (!has_wall(shape)) return shape.profile;
  ProfileLine inner = inner_profile(shape);
  require_section(shape.profile, inner, wall_name(shape));
  return inner;
}

double checked_edge(const LatheShape& shape, const ProfileLine& inner) {
  shape_check::require_count("lathe.resolution", shape.resolution, 1);
  const double edge = rim_edge(largest_radius(shape.profile), shape.resolution);
  double way = static_cast<double>(inner.size()) * edge;  // every side has at least one row
  for (size_t i = 1; i < inner.size(); ++i)
    way += std::max((shape.profile[i] - shape.profile[i - 1]).norm(), (inner[i] - inner[i - 1]).norm());
  const double area =
      2 * std::numbers::pi * std::max(largest_radius(shape.profile), largest_radius(inner)) * way;
  // A vertex has two triangles on each side of the wall, and three tets between each two: 24 entries for 6.
  shape_check::require_indexable("lathe.resolution", 4 * estimated_entries(area, edge));
  return edge;
}

void require_volumes(const LatheShape& shape, const Mesh& mesh) {
  for (double volume : tet_volumes(mesh.vertices, mesh.tets)) {
    if (volume > 0) continue;
    throw InputError(wall_name(shape),
                     "has tets without volume: the other side must be to the left of the profile",
                     "a profile goes from the axis at the bottom outwards and up");
  }
}

}  // namespace

Mesh lathe(const LatheShape& shape) {
  const ProfileLine inner = checked_inner(shape);
  const WallRings rings = cut_into_rings(shape.profile, inner, checked_edge(shape, inner));
  Mesh mesh = revolve(rings.inner);
  if (!has_wall(shape)) return mesh;
  const Index outside = count_of(mesh.vertices);
  const std::vector<Triangle> triangles = std::exchange(mesh.triangles, {});
  const Mesh outer = revolve(rings.outer);
  mesh.vertices.insert(mesh.vertices.end(), outer.vertices.begin(), outer.vertices.end());
  for (const Triangle& t : triangles) add_prism(mesh, t, outside);
  require_volumes(shape, mesh);
  return mesh;
}

}  // namespace lacuna
