#include "mesh/measures.h"

#include "base/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lacuna {
namespace {

double angle_between(const Vec3& a, const Vec3& b) {
  // atan2 keeps full precision near 0 and pi, where acos loses half the digits.
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

/// 0 instead of 0/0 for degenerate elements.
double ratio(double numerator, double denominator) {
  return denominator > 0 && std::isfinite(denominator) ? numerator / denominator : 0.0;
}

}  // namespace

Bounds bounds(Positions x) {
  if (x.empty()) return {};
  Bounds box{x[0], x[0]};
  for (const Vec3& p : x) {
    box.lower = box.lower.cwiseMin(p);
    box.upper = box.upper.cwiseMax(p);
  }
  return box;
}

double triangle_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 0.5 * (b - a).cross(c - a).norm();
}

double tet_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return (b - a).dot((c - a).cross(d - a)) / 6.0;
}

double surface_area(Positions x, Triangles triangles) {
  return ordered_sum(count_of(triangles), [&](Index t) {
    const Triangle& v = triangles[static_cast<size_t>(t)];
    return triangle_area(x[at(v[0])], x[at(v[1])], x[at(v[2])]);
  });
}

double enclosed_volume(Positions x, Triangles triangles) {
  // Cones over a nearby apex: the sum is the same for any apex, cancellation is least near the surface.
  const Vec3 apex = bounds(x).center();
  return ordered_sum(count_of(triangles), [&](Index t) {
    const Triangle& v = triangles[static_cast<size_t>(t)];
    return tet_volume(apex, x[at(v[0])], x[at(v[1])], x[at(v[2])]);
  });
}

double total_volume(Positions x, Tets tets) {
  return ordered_sum(count_of(tets), [&](Index t) {
    const Tet& v = tets[static_cast<size_t>(t)];
    return tet_volume(x[at(v[0])], x[at(v[1])], x[at(v[2])], x[at(v[3])]);
  });
}

std::vector<double> tet_volumes(Positions x, Tets tets) {
  std::vector<double> volumes(tets.size());
  parallel_for(count_of(tets), [&](Index t) {
    const Tet& v = tets[static_cast<size_t>(t)];
    volumes[static_cast<size_t>(t)] = tet_volume(x[at(v[0])], x[at(v[1])], x[at(v[2])], x[at(v[3])]);
  });
  return volumes;
}

double mean_edge_length(Positions x, Edges edges) {
  if (edges.empty()) return 0;
  const double sum = ordered_sum(count_of(edges), [&](Index e) {
    const Edge& v = edges[static_cast<size_t>(e)];
    return (x[at(v[0])] - x[at(v[1])]).norm();
  });
  return sum / static_cast<double>(edges.size());
}

TriangleQuality triangle_quality(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double angles[3] = {angle_between(b - a, c - a), angle_between(a - b, c - b),
                            angle_between(a - c, b - c)};
  const double la = (b - c).norm(), lb = (c - a).norm(), lc = (a - b).norm();
  const double area = triangle_area(a, b, c);
  // r_in = 2 A / (la + lb + lc), r_circum = la lb lc / (4 A)
  return {*std::min_element(angles, angles + 3), *std::max_element(angles, angles + 3),
          ratio(16.0 * area * area, (la + lb + lc) * la * lb * lc)};
}

TetQuality tet_quality(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  // Outward normals, twice the face areas long: the dihedral angle is pi minus the angle between them.
  const Vec3 normal[4] = {(c - b).cross(d - b), w.cross(v), u.cross(w), v.cross(u)};
  TetQuality quality{std::numbers::pi, 0, 0};
  double area_twice = 0;
  for (int i = 0; i < 4; ++i) {
    area_twice += normal[i].norm();
    for (int j = i + 1; j < 4; ++j) {
      const double dihedral = std::numbers::pi - angle_between(normal[i], normal[j]);
      quality.min_dihedral = std::min(quality.min_dihedral, dihedral);
      quality.max_dihedral = std::max(quality.max_dihedral, dihedral);
    }
  }
  // r_in = 3 V / A, r_circum = |u^2 (v x w) + v^2 (w x u) + w^2 (u x v)| / (12 V)
  const double volume = tet_volume(a, b, c, d);
  const Vec3 center =
      u.squaredNorm() * v.cross(w) + v.squaredNorm() * w.cross(u) + w.squaredNorm() * u.cross(v);
  const double size = ratio(216.0 * volume * volume, area_twice * center.norm());
  quality.radius_ratio = std::copysign(size, volume);
  return quality;
}

TriangleMeshQuality triangle_mesh_quality(Positions x, Triangles triangles) {
  TriangleMeshQuality mesh;
  if (triangles.empty()) return mesh;
  mesh.min_angle = mesh.min_radius_ratio = std::numeric_limits<double>::infinity();
  for (const Triangle& v : triangles) {
    const TriangleQuality q = triangle_quality(x[at(v[0])], x[at(v[1])], x[at(v[2])]);
    mesh.min_angle = std::min(mesh.min_angle, q.min_angle);
    mesh.max_angle = std::max(mesh.max_angle, q.max_angle);
    mesh.min_radius_ratio = std::min(mesh.min_radius_ratio, q.radius_ratio);
    mesh.mean_min_angle += q.min_angle / static_cast<double>(triangles.size());
    mesh.mean_radius_ratio += q.radius_ratio / static_cast<double>(triangles.size());
  }
  return mesh;
}

TetMeshQuality tet_mesh_quality(Positions x, Tets tets) {
  TetMeshQuality mesh;
  if (tets.empty()) return mesh;
  mesh.min_dihedral = mesh.min_radius_ratio = mesh.min_volume = std::numeric_limits<double>::infinity();
  for (const Tet& v : tets) {
    const TetQuality q = tet_quality(x[at(v[0])], x[at(v[1])], x[at(v[2])], x[at(v[3])]);
    mesh.min_dihedral = std::min(mesh.min_dihedral, q.min_dihedral);
    mesh.max_dihedral = std::max(mesh.max_dihedral, q.max_dihedral);
    mesh.min_radius_ratio = std::min(mesh.min_radius_ratio, q.radius_ratio);
    mesh.mean_min_dihedral += q.min_dihedral / static_cast<double>(tets.size());
    mesh.mean_radius_ratio += q.radius_ratio / static_cast<double>(tets.size());
    mesh.min_volume =
        std::min(mesh.min_volume, tet_volume(x[at(v[0])], x[at(v[1])], x[at(v[2])], x[at(v[3])]));
  }
  return mesh;
}

}  // namespace lacuna
