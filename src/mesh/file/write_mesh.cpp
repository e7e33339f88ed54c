#include "mesh/file/write_mesh.h"

#include "base/file.h"
#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace lacuna {
namespace {

enum class Holds { triangles, edges_and_triangles, everything };

struct Format {
  std::string_view extension;
  Holds holds;
  std::string (*format)(const Mesh&, const WriteOptions&);
};

constexpr Format formats[] = {
    {".obj", Holds::edges_and_triangles, [](const Mesh& m, const WriteOptions&) { return format_obj(m); }},
    {".ply", Holds::edges_and_triangles, [](const Mesh& m, const WriteOptions&) { return format_ply(m); }},
    {".stl", Holds::triangles, [](const Mesh& m, const WriteOptions&) { return format_stl(m); }},
    {".msh", Holds::everything,
     [](const Mesh& m, const WriteOptions& o) { return format_msh(m, o.msh_version); }},
    {".vtk", Holds::everything, [](const Mesh& m, const WriteOptions&) { return format_vtk(m); }},
    {".mesh", Holds::everything, [](const Mesh& m, const WriteOptions&) { return format_medit(m); }},
};

const Format& format_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  std::string known;
  for (const Format& format : formats) {
    if (format.extension == extension) return format;
    known += fmt::format(" {}", format.extension);
  }
  throw InputError(path.string(), fmt::format("'{}' is not a supported mesh format for writing", extension),
                   "known formats:" + known);
}

void require_room(const std::filesystem::path& path, const Format& format, const Mesh& mesh) {
  const bool has_lost_tets = !mesh.tets.empty() && format.holds != Holds::everything;
  const bool has_lost_edges = !mesh.edges.empty() && format.holds == Holds::triangles;
  if (!has_lost_tets && !has_lost_edges) return;
  throw InputError(
      path.string(),
      fmt::format("a {} file cannot hold {}", format.extension, has_lost_tets ? "tets" : "edges"),
      "write .msh, .vtk or .mesh, which hold everything, or only the surface");
}

}  // namespace

void write_mesh(const std::filesystem::path& path, const Mesh& mesh, const WriteOptions& options) {
  const Format& format = format_of(path);
  require_room(path, format, mesh);
  write_file(path, format.format(mesh, options));
}

}  // namespace lacuna
