// A contact as data: its nodes, the closed form of its distance, its weight. contact/ builds lists of them,
// energy/ evaluates them.
#pragma once

#include "geometry/closest_features.h"
#include "geometry/round_wall.h"

namespace lacuna {

enum class StencilKind : std::uint8_t {
  point_point,     ///< nodes (p, q)
  point_edge,      ///< (p, a, b), closest point inside the edge
  point_triangle,  ///< (p, t0, t1, t2), closest point inside the face
  edge_edge,       ///< (a0, a1, b0, b1), closest points inside both
  mollified,       ///< (a0, a1, b0, b1) nearly parallel; `region` says whose distance it is
  plane,           ///< (p, o): node o carries a point of the plane number `plane`
  sphere           ///< (p, c, m): p is inside a sphere around c; m is at its radius, along its axis
};

/// A half-space or a sphere: the other side of p is not a part of the surface.
constexpr bool is_wall(StencilKind kind) { return kind == StencilKind::plane || kind == StencilKind::sphere; }

struct ContactStencil {
  std::array<Index, 4> nodes{-1, -1, -1, -1};  ///< unused ones are -1
  StencilKind kind = StencilKind::point_point;
  std::uint8_t region = 0;  ///< of mollified edges: their EdgeEdgeRegion; of a sphere: its RoundKind
  std::int16_t plane = -1;  ///< of a plane: its number; of a sphere too, numbered after the planes
  double weight = 1;        ///< multiplicity, or area (m^2); may be negative
  double offset2 = 0;       ///< m^2, squared offset of the pair
  /// m^4, of mollified edges: eps of geometry/edge_edge_mollifier.h. m, of a sphere: its radius, or 0 if
  /// node m carries it.
  double threshold = 0;

  friend bool operator==(const ContactStencil&, const ContactStencil&) = default;
};

constexpr int node_count(StencilKind kind) {
  switch (kind) {
    case StencilKind::point_point:
    case StencilKind::plane:
      return 2;
    case StencilKind::point_edge:
    case StencilKind::sphere:
      return 3;
    default:
      return 4;
  }
}

/// Positions of the nodes of a stencil; after the two of a plane comes its unit normal, which points to the
/// free side, and after the three of a sphere its unit axis.
using StencilPoints = std::array<Vec3, 4>;

/// `normals` of the planes, then axes of the spheres.
inline StencilPoints gather(const ContactStencil& stencil, Positions x, std::span<const Vec3> normals) {
  StencilPoints points;
  const auto count = static_cast<size_t>(node_count(stencil.kind));
  for (size_t i = 0; i < count; ++i) points[i] = x[static_cast<size_t>(stencil.nodes[i])];
  for (size_t i = count; i < 4; ++i) points[i] = Vec3::Zero();
  if (is_wall(stencil.kind)) points[count] = normals[static_cast<size_t>(stencil.plane)];
  return points;
}

/// A point inside a sphere or a bowl.
struct RoundContact {
  double distance;     ///< m, to the wall; below zero outside
  double from_center;  ///< m, or from the axis in a tube
  Vec3 normal;         ///< unit length, inwards
  bool is_tube;
  bool grows;  ///< node m carries the radius

  /// d distance / d node
  Vec3 slope(int node, const Vec3& axis) const {
    if (node == 0) return normal;
    if (!grows) return node == 1 ? Vec3(-normal) : Vec3(Vec3::Zero());
    return node == 1 ? Vec3(-normal - axis) : axis;
  }
};

inline RoundContact round_contact(const ContactStencil& stencil, const StencilPoints& x) {
  const auto kind = static_cast<RoundKind>(stencil.region);
  const Vec3& axis = x[3];
  const Vec3 u = x[0] - x[1], radial = radial_vector(kind, axis, u);
  const bool grows = !(stencil.threshold > 0);
  const double radius = grows ? axis.dot(x[2] - x[1]) : stencil.threshold, length = radial.norm();
  const Vec3 normal = length > 0 ? Vec3(radial / -length) : Vec3(-axis);
  return {radius - length, length, normal, is_in_tube(kind, axis, u), grows};
}

// Over a gap far below the size of the features, rounding tilts r by as much as 1e-16 size / gap. The
// features themselves give its direction more accurately.

inline PointPointVector straightened(const PointPointVector& closest) { return closest; }
inline PointEdgeVector straightened(PointEdgeVector closest) {
  closest.r -= (closest.inverse_length2[0] * closest.t[0].dot(closest.r)) * closest.t[0];
  return closest;
}
inline PointTriangleVector straightened(PointTriangleVector closest) {
  const Vec3 n = closest.t[0].cross(closest.t[1]);
  closest.r = (n.dot(closest.r) * closest.inverse_length2[0] * closest.inverse_length2[1]) * n;
  return closest;
}

/// Calls visit(closest, places) with the straightened closest vector of any stencil but walls, and the
/// place in the stencil of each of its nodes.
template <class Visit>
decltype(auto) visit_closest(StencilKind kind, std::uint8_t region, const StencilPoints& x, Visit&& visit) {
  const auto straight = [&](const auto& closest, const auto& places) {
    return visit(straightened(closest), places);
  };
  switch (kind) {
    case StencilKind::point_point:
      return visit(point_point_vector(x[0], x[1]), std::array<size_t, 2>{0, 1});
    case StencilKind::point_edge:
      return straight(point_line_vector(x[0], x[1], x[2]), std::array<size_t, 3>{0, 1, 2});
    case StencilKind::point_triangle:
      return straight(point_plane_vector(x[0], x[1], x[2], x[3]), std::array<size_t, 4>{0, 1, 2, 3});
    case StencilKind::edge_edge:
      return straight(line_line_vector(x[0], x[1], x[2], x[3]), std::array<size_t, 4>{0, 1, 2, 3});
    default:
      return visit_closest(static_cast<EdgeEdgeRegion>(region), x, straight);
  }
}

/// Squared distance, m^2. Zero for a point behind its plane or outside its sphere.
inline double distance2(const ContactStencil& stencil, const StencilPoints& x) {
  if (stencil.kind == StencilKind::plane) {
    const double distance = x[2].dot(x[0] - x[1]);
    return distance > 0 ? square(distance) : 0;
  }
  if (stencil.kind == StencilKind::sphere) {
    const double distance = round_contact(stencil, x).distance;
    return distance > 0 ? square(distance) : 0;
  }
  return visit_closest(stencil.kind, stencil.region, x,
                       [](const auto& closest, const auto&) { return closest.distance2(); });
}

}  // namespace lacuna
