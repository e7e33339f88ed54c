#include "app/commands.h"
#include "app/print.h"
#include "app/progress.h"
#include "contact/intersection_check.h"
#include "mesh/file/read_mesh.h"
#include "mesh/measures.h"
#include "mesh/topology.h"

#include <fmt/core.h>

#include <algorithm>
#include <numbers>
#include <span>

namespace lacuna {

namespace {

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

void print_surface(const Mesh& mesh, const std::vector<Triangle>& triangles) {
  const SurfaceReport report = inspect_surface(triangles);
  const auto count_or = [](Index count, const char* good, const char* bad) {
    return count == 0 ? std::string(good) : fmt::format("{} {}", count, bad);
  };
  print("  surface     {}, {}, {}\n", count_or(report.boundary_edge_count, "closed", "boundary edges"),
        count_or(report.nonmanifold_edge_count + report.nonmanifold_vertex_count, "manifold",
                 "non-manifold edges and vertices"),
        count_or(report.misoriented_edge_count, "consistently oriented",
                 "edges between opposite orientations"));
  const TriangleMeshQuality quality = triangle_mesh_quality(mesh.vertices, triangles);
  print("  triangles   area {:.6g} m2, smallest angle {:.1f} deg (mean {:.1f})\n",
        surface_area(mesh.vertices, triangles), degrees(quality.min_angle), degrees(quality.mean_min_angle));
}

void print_tets(const Mesh& mesh) {
  const TetMeshQuality quality = tet_mesh_quality(mesh.vertices, mesh.tets);
  print("  tets        volume {:.6g} m3, smallest dihedral angle {:.1f} deg (mean {:.1f})\n",
        total_volume(mesh.vertices, mesh.tets), degrees(quality.min_dihedral),
        degrees(quality.mean_min_dihedral));
}

/// How many edges pass through triangles, the first few by name and place.
bool print_intersections(const Mesh& mesh) {
  constexpr size_t shown = 5;
  Surface surface;
  surface.add(mesh, {});
  if (surface.triangles().empty()) return true;  // nothing an edge could pass through
  std::vector<Pair> first;
  std::int64_t total = 0;
  IntersectionCheck(surface).find_in_parts(mesh.vertices, [&](std::span<const Pair> pairs) {
    total += std::ssize(pairs);
    first.insert(first.end(), pairs.begin(),
                 pairs.begin() + static_cast<std::ptrdiff_t>(std::min(pairs.size(), shown - first.size())));
  });
  if (total == 0) {
    print("  contact     no edge passes through a triangle (exact)\n");
    return true;
  }
  print("  contact     CROSSES ITSELF: {} edge-triangle pairs intersect\n", grouped(total));
  for (const Pair& pair : first) {
    const Edge& e = surface.edges()[static_cast<size_t>(pair[0])];
    const Triangle& t = surface.triangles()[static_cast<size_t>(pair[1])];
    const Vec3& x = mesh.vertices[static_cast<size_t>(e[0])];
    print("              edge ({}, {}) and triangle ({}, {}, {}) near ({:.6g}, {:.6g}, {:.6g})\n", e[0], e[1],
          t[0], t[1], t[2], x.x(), x.y(), x.z());
  }
  if (total > std::ssize(first)) print("              and {} more\n", grouped(total - std::ssize(first)));
  return false;
}

}  // namespace

int run_inspect(const std::filesystem::path& mesh_file) {
  const MeshFile file = read_mesh(mesh_file);
  const Mesh& mesh = file.mesh;
  print("{}: {} vertices, {} free edges, {} triangles, {} tets\n", mesh_file.string(), mesh.vertices.size(),
        mesh.edges.size(), mesh.triangles.size(), mesh.tets.size());
  const Vec3 size = bounds(mesh.vertices).size();
  print("  size        {:.6g} x {:.6g} x {:.6g} m\n", size.x(), size.y(), size.z());
  print("  components  {}\n", connected_components(mesh).count);
  const std::vector<Triangle> triangles = surface_triangles(mesh);
  if (!triangles.empty()) print_surface(mesh, triangles);
  if (!mesh.tets.empty()) print_tets(mesh);
  for (const std::string& notice : file.notices) print("  notice      {}\n", notice);
  return print_intersections(mesh) ? 0 : 1;
}

}  // namespace lacuna
