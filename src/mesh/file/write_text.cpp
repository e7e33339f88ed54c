// The text formats: OBJ, MSH, MEDIT. fmt writes a double with the fewest digits that round-trip.
#include "mesh/file/write_mesh.h"

#include <fmt/format.h>

#include <iterator>

namespace lacuna {
namespace {

class Text {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
  }

  /// The coordinates, separated by blanks.
  void add_position(const Vec3& x) { add("{} {} {}", x.x(), x.y(), x.z()); }

  /// A blank before each vertex, counted from 1.
  template <std::size_t n>
  void add_corners(const std::array<Index, n>& simplex) {
    for (Index v : simplex) add(" {}", v + 1);
  }

  std::string string() const { return fmt::to_string(buffer_); }

 private:
  fmt::memory_buffer buffer_;
};

std::size_t element_count(const Mesh& mesh) {
  return mesh.edges.size() + mesh.triangles.size() + mesh.tets.size();
}

void add_msh_header(Text& text, const char* version) {
  text.add("$MeshFormat\n{} 0 8\n$EndMeshFormat\n$Nodes\n", version);
}

std::string format_msh_2(const Mesh& mesh) {
  Text text;
  add_msh_header(text, "2.2");
  text.add("{}\n", mesh.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    text.add("{} ", v + 1);
    text.add_position(mesh.vertices[v]);
    text.add("\n");
  }
  text.add("$EndNodes\n$Elements\n{}\n", element_count(mesh));
  std::size_t number = 0;
  const auto add_elements = [&](const auto& simplices, int type) {
    for (const auto& simplex : simplices) {
      text.add("{} {} 2 1 1", ++number, type);  // two tags, as Gmsh expects: physical group and entity
      text.add_corners(simplex);
      text.add("\n");
    }
  };
  add_elements(mesh.edges, 1);
  add_elements(mesh.triangles, 2);
  add_elements(mesh.tets, 4);
  text.add("$EndElements\n");
  return text.string();
}

int dimension(const Mesh& mesh) {
  if (!mesh.tets.empty()) return 3;
  if (!mesh.triangles.empty()) return 2;
  return mesh.edges.empty() ? 0 : 1;
}

std::string format_msh_4(const Mesh& mesh) {
  Text text;
  add_msh_header(text, "4.1");
  const std::size_t vertex_count = mesh.vertices.size();
  text.add("1 {} 1 {}\n{} 1 0 {}\n", vertex_count, vertex_count, dimension(mesh), vertex_count);
  for (std::size_t v = 0; v < vertex_count; ++v) text.add("{}\n", v + 1);
  for (const Vec3& x : mesh.vertices) {
    text.add_position(x);
    text.add("\n");
  }
  const int block_count = !mesh.edges.empty() + !mesh.triangles.empty() + !mesh.tets.empty();
  const std::size_t count = element_count(mesh);
  text.add("$EndNodes\n$Elements\n{} {} {} {}\n", block_count, count, count > 0 ? 1 : 0, count);
  std::size_t number = 0;
  const auto add_block = [&](const auto& simplices, int block_dimension, int type) {
    if (simplices.empty()) return;
    text.add("{} 1 {} {}\n", block_dimension, type, simplices.size());
    for (const auto& simplex : simplices) {
      text.add("{}", ++number);
      text.add_corners(simplex);
      text.add("\n");
    }
  };
  add_block(mesh.edges, 1, 1);
  add_block(mesh.triangles, 2, 2);
  add_block(mesh.tets, 3, 4);
  text.add("$EndElements\n");
  return text.string();
}

}  // namespace

std::string format_msh(const Mesh& mesh, MshVersion version) {
  return version == MshVersion::v2_2 ? format_msh_2(mesh) : format_msh_4(mesh);
}

std::string format_obj(const Mesh& mesh) {
  Text text;
  for (const Vec3& x : mesh.vertices) {
    text.add("v ");
    text.add_position(x);
    text.add("\n");
  }
  for (const Vec2& t : mesh.texture_coordinates) text.add("vt {} {}\n", t.x(), t.y());
  for (const Edge& edge : mesh.edges) {
    text.add("l");
    text.add_corners(edge);
    text.add("\n");
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [a, b, c] = mesh.triangles[i];
    if (mesh.texture_triangles.empty()) {
      text.add("f {} {} {}\n", a + 1, b + 1, c + 1);
    } else {
      const auto [ta, tb, tc] = mesh.texture_triangles[i];
      text.add("f {}/{} {}/{} {}/{}\n", a + 1, ta + 1, b + 1, tb + 1, c + 1, tc + 1);
    }
  }
  return text.string();
}

std::string format_medit(const Mesh& mesh) {
  Text text;
  text.add("MeshVersionFormatted 2\nDimension 3\nVertices\n{}\n", mesh.vertices.size());
  for (const Vec3& x : mesh.vertices) {
    text.add_position(x);
    text.add(" 0\n");
  }
  const auto add_section = [&](const char* name, const auto& simplices) {
    if (simplices.empty()) return;
    text.add("{}\n{}\n", name, simplices.size());
    for (const auto& simplex : simplices) {
      text.add_corners(simplex);
      text.add(" 0\n");
    }
  };
  add_section("Edges", mesh.edges);
  add_section("Triangles", mesh.triangles);
  add_section("Tetrahedra", mesh.tets);
  text.add("End\n");
  return text.string();
}

}  // namespace lacuna
