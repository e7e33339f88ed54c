#include "mesh/file/read_mesh.h"

#include "base/file.h"
#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace lacuna {
namespace {

struct Format {
  std::string_view extension;
  MeshFile (*read)(std::string_view, const std::string&);
};

constexpr Format formats[] = {{".obj", read_obj},   {".seg", read_seg}, {".ply", read_ply},
                              {".stl", read_stl},   {".msh", read_msh}, {".vtk", read_vtk},
                              {".mesh", read_medit}};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

MeshFile read_mesh(const std::filesystem::path& path) {
  const std::string extension = lower_case(path.extension().string());
  const auto* format = std::find_if(std::begin(formats), std::end(formats),
                                    [&](const Format& f) { return f.extension == extension; });
  if (format == std::end(formats)) {
    throw InputError(path.string(),
                     extension.empty() ? "a mesh file needs an extension that tells its format"
                                       : fmt::format("'{}' is not a mesh format we read", extension),
                     "known formats: " + mesh_extensions());
  }
  return format->read(read_file(path), path.string());
}

std::string mesh_extensions() {
  std::vector<std::string_view> extensions;
  for (const Format& format : formats) extensions.push_back(format.extension.substr(1));
  return fmt::format("{}", fmt::join(extensions, ", "));
}

}  // namespace lacuna
