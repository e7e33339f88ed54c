#include "app/commands.h"
#include "contact/intersection_check.h"
#include "mesh/file/read_mesh.h"
#include "mesh/measures.h"
#include "mesh/topology.h"

#include <fmt/core.h>

#include <numbers>

namespace lacuna {

namespace {

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

void print_surface(const Mesh& mesh, const std::vector<Triangle>& triangles) {
  const SurfaceReport report = inspect_surface(triangles);
  const auto count_or = [](Index count, const char* good, const char* bad) {
    return count == 0 ? std::string(good) : fmt::format("{} {}", count, bad);
  };
  fmt::print("  surface     {}, {}, {}\n", count_or(report.boundary_edge_count, "closed", "boundary edges"),
             count_or(report.nonmanifold_edge_count + report.nonmanifold_vertex_count, "manifold",
                      "non-manifold edges and vertices"),
             count_or(report.misoriented_edge_count, "consistently oriented",
                      "edges between opposite orientations"));
  const TriangleMeshQuality quality = triangle_mesh_quality(mesh.vertices, triangles);
  fmt::print("  triangles   area {:.6g} m2, smallest angle {:.1f} deg (mean {:.1f})\n",
             surface_area(mesh.vertices, triangles), degrees(quality.min_angle),
             degrees(quality.mean_min_angle));
}

void print_tets(const Mesh& mesh) {
  const TetMeshQuality quality = tet_mesh_quality(mesh.vertices, mesh.tets);
  fmt::print("  tets        volume {:.6g} m3, smallest dihedral angle {:.1f} deg (mean {:.1f})\n",
             total_volume(mesh.vertices, mesh.tets), degrees(quality.min_dihedral),
             degrees(quality.mean_min_dihedral));
}

/// Every edge that passes through a triangle, the first few by name and place.
bool print_intersections(const Mesh& mesh) {
  Surface surface;
  surface.add(mesh, {});
  if (surface.triangles().empty()) return true;  // nothing an edge could pass through
  IntersectionCheck check(surface);
  const auto& found = check.find(mesh.vertices);
  if (found.empty()) {
    fmt::print("  contact     no edge passes through a triangle (exact)\n");
    return true;
  }
  fmt::print("  contact     CROSSES ITSELF: {} edge-triangle pairs intersect\n", found.size());
  constexpr size_t shown = 5;
  for (size_t i = 0; i < std::min(shown, found.size()); ++i) {
    const Edge& e = surface.edges()[static_cast<size_t>(found[i][0])];
    const Triangle& t = surface.triangles()[static_cast<size_t>(found[i][1])];
    const Vec3& x = mesh.vertices[static_cast<size_t>(e[0])];
    fmt::print("              edge ({}, {}) and triangle ({}, {}, {}) near ({:.6g}, {:.6g}, {:.6g})\n", e[0],
               e[1], t[0], t[1], t[2], x.x(), x.y(), x.z());
  }
  if (found.size() > shown) fmt::print("              and {} more\n", found.size() - shown);
  return false;
}

}  // namespace

int run_inspect(const std::filesystem::path& mesh_file) {
  const MeshFile file = read_mesh(mesh_file);
  const Mesh& mesh = file.mesh;
  fmt::print("{}: {} vertices, {} free edges, {} triangles, {} tets\n", mesh_file.string(),
             mesh.vertices.size(), mesh.edges.size(), mesh.triangles.size(), mesh.tets.size());
  const Vec3 size = bounds(mesh.vertices).size();
  fmt::print("  size        {:.6g} x {:.6g} x {:.6g} m\n", size.x(), size.y(), size.z());
  fmt::print("  components  {}\n", connected_components(mesh).count);
  const std::vector<Triangle> triangles = surface_triangles(mesh);
  if (!triangles.empty()) print_surface(mesh, triangles);
  if (!mesh.tets.empty()) print_tets(mesh);
  for (const std::string& notice : file.notices) fmt::print("  notice      {}\n", notice);
  return print_intersections(mesh) ? 0 : 1;
}

}  // namespace lacuna
