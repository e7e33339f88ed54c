// The binary formats: PLY, STL, VTK.
#include "base/input_error.h"
#include "mesh/file/bytes.h"
#include "mesh/file/write_mesh.h"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <limits>

namespace lacuna {
namespace {

bool has_texture_per_vertex(const Mesh& mesh) {
  return !mesh.texture_coordinates.empty() && mesh.texture_coordinates.size() == mesh.vertices.size() &&
         mesh.texture_triangles == mesh.triangles;
}

}  // namespace

std::string format_ply(const Mesh& mesh) {
  Bytes bytes(Encoding::little_endian);
  const bool has_texture = has_texture_per_vertex(mesh);
  bytes.add_text("ply\nformat binary_little_endian 1.0\n");
  bytes.add_text(fmt::format("element vertex {}\nproperty double x\nproperty double y\nproperty double z\n",
                             mesh.vertices.size()));
  if (has_texture) bytes.add_text("property double s\nproperty double t\n");
  if (!mesh.triangles.empty())
    bytes.add_text(
        fmt::format("element face {}\nproperty list uchar int vertex_indices\n", mesh.triangles.size()));
  if (!mesh.edges.empty())
    bytes.add_text(
        fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", mesh.edges.size()));
  bytes.add_text("end_header\n");
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    bytes.add(mesh.vertices[v]);
    if (!has_texture) continue;
    bytes.add(mesh.texture_coordinates[v].x());
    bytes.add(mesh.texture_coordinates[v].y());
  }
  for (const Triangle& triangle : mesh.triangles) {
    bytes.add<std::uint8_t>(3);
    for (Index v : triangle) bytes.add<std::int32_t>(v);
  }
  for (const Edge& edge : mesh.edges)
    for (Index v : edge) bytes.add<std::int32_t>(v);
  return std::move(bytes).string();
}

std::string format_stl(const Mesh& mesh) {
  Bytes bytes(Encoding::little_endian);
  std::string header = "binary STL";  // must not begin with "solid", by which readers know text
  header.resize(80, ' ');
  bytes.add_text(header);
  bytes.add(static_cast<std::uint32_t>(mesh.triangles.size()));
  const auto add_vector = [&](const Vec3& x) {
    for (int i = 0; i < 3; ++i) bytes.add(static_cast<float>(x[i]));
  };
  for (const Triangle& triangle : mesh.triangles) {
    const auto corner = [&](int i) {
      return mesh.vertices[static_cast<std::size_t>(triangle[static_cast<std::size_t>(i)])];
    };
    const Vec3 u = corner(1) - corner(0);
    const Vec3 v = corner(2) - corner(0);
    add_vector(u.cross(v).normalized());
    for (int i = 0; i < 3; ++i) {
      if ((corner(i).array().abs() > static_cast<double>(std::numeric_limits<float>::max())).any())
        throw InputError("STL", "a coordinate is too large for single precision", "write .ply, .obj or .msh");
      add_vector(corner(i));
    }
    bytes.add<std::uint16_t>(0);
  }
  return std::move(bytes).string();
}

std::string format_vtk(const Mesh& mesh) {
  Bytes bytes(Encoding::big_endian);
  bytes.add_text("# vtk DataFile Version 3.0\nmesh\nBINARY\nDATASET UNSTRUCTURED_GRID\n");
  bytes.add_text(fmt::format("POINTS {} double\n", mesh.vertices.size()));
  for (const Vec3& x : mesh.vertices) bytes.add(x);
  const std::size_t cell_count = mesh.edges.size() + mesh.triangles.size() + mesh.tets.size();
  const std::size_t value_count = 3 * mesh.edges.size() + 4 * mesh.triangles.size() + 5 * mesh.tets.size();
  bytes.add_text(fmt::format("\nCELLS {} {}\n", cell_count, value_count));
  const auto add_cells = [&](const auto& simplices) {
    for (const auto& simplex : simplices) {
      bytes.add(static_cast<std::int32_t>(simplex.size()));
      for (Index v : simplex) bytes.add<std::int32_t>(v);
    }
  };
  add_cells(mesh.edges);
  add_cells(mesh.triangles);
  add_cells(mesh.tets);
  bytes.add_text(fmt::format("\nCELL_TYPES {}\n", cell_count));
  for (std::size_t i = 0; i < mesh.edges.size(); ++i) bytes.add<std::int32_t>(3);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) bytes.add<std::int32_t>(5);
  for (std::size_t i = 0; i < mesh.tets.size(); ++i) bytes.add<std::int32_t>(10);
  bytes.add_text("\n");
  return std::move(bytes).string();
}

}  // namespace lacuna
