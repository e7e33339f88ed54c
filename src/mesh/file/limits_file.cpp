#include "mesh/file/limits_file.h"

#include "base/file.h"
#include "base/input_error.h"
#include "mesh/file/bytes.h"
#include "mesh/file/ply_data.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace lacuna {
namespace {

constexpr const char* element_name = "limited_triangle";
constexpr std::array vertex_names{"vertex1", "vertex2", "vertex3"};
constexpr std::array edge_names{"edge1_x", "edge1_y", "edge2_x", "edge2_y"};
constexpr std::array green_names{"warp_limit", "weft_limit", "shear_limit"};

std::string header(size_t count) {
  std::string text =
      fmt::format("ply\nformat binary_little_endian 1.0\nelement {} {}\n", element_name, count);
  for (const char* name : vertex_names) text += fmt::format("property int {}\n", name);
  for (const char* name : edge_names) text += fmt::format("property double {}\n", name);
  for (const char* name : {"stretch_limit", "compression_limit"})
    text += fmt::format("property double {}\n", name);
  for (const char* name : green_names) text += fmt::format("property double {}\n", name);
  return text + "end_header\n";
}

class LimitsParser {
 public:
  LimitsParser(std::string_view bytes, const std::string& name)
      : name_(name), ply_(read_ply_data(bytes, name)) {}

  std::vector<LimitedTriangle> parse() {
    std::array<const std::vector<double>*, 3> vertices{}, green{};
    std::array<const std::vector<double>*, 4> edges{};
    for (size_t k = 0; k < 3; ++k) vertices[k] = &property(vertex_names[k]);
    for (size_t k = 0; k < 4; ++k) edges[k] = &property(edge_names[k]);
    for (size_t k = 0; k < 3; ++k) green[k] = &property(green_names[k]);
    const auto &stretch = property("stretch_limit"), &compression = property("compression_limit");

    std::vector<LimitedTriangle> triangles(stretch.size());
    for (size_t t = 0; t < triangles.size(); ++t) {
      LimitedTriangle& triangle = triangles[t];
      for (size_t k = 0; k < 3; ++k) triangle.vertices[k] = index((*vertices[k])[t], t);
      triangle.rest_edges << (*edges[0])[t], (*edges[2])[t], (*edges[1])[t], (*edges[3])[t];
      triangle.stretch_limit = stretch[t];
      triangle.compression_limit = compression[t];
      for (size_t k = 0; k < 3; ++k) triangle.green_limits[k] = (*green[k])[t];
      check(triangle, t);
    }
    return triangles;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(name_, problem, "the file is damaged; 'lacuna run ... --resume' writes it again");
  }

  const std::vector<double>& property(const char* name) const {
    const auto element = ply_.other_elements.find(element_name);
    if (element == ply_.other_elements.end()) fail(fmt::format("there is no element '{}'", element_name));
    const auto found = element->second.find(name);
    if (found == element->second.end()) fail(fmt::format("its triangles have no property '{}'", name));
    if (found->second.size() != element->second.begin()->second.size())
      fail(fmt::format("two kinds of '{}' in one file", element_name));
    return found->second;
  }

  Index index(double value, size_t t) const {
    if (!(value >= 0 && value <= std::numeric_limits<Index>::max()))
      fail(fmt::format("triangle {} names vertex {}", t, value));
    return static_cast<Index>(value);
  }

  /// At rest the stretches are 1 and Green's strain is 0.
  void check(const LimitedTriangle& triangle, size_t t) const {
    const double determinant = triangle.rest_edges.determinant();
    if (!triangle.rest_edges.allFinite() || !std::isfinite(determinant) || determinant == 0)
      fail(fmt::format("triangle {} has no area at rest", t));
    const auto is_limit = [](double limit) { return std::isfinite(limit) && limit > 0; };
    const auto& green = triangle.green_limits;
    const bool is_good = triangle.is_woven()
                             ? triangle.compression_limit == 0 && is_limit(green[0]) && is_limit(green[1]) &&
                                   is_limit(green[2])
                             : std::isfinite(triangle.stretch_limit) && triangle.stretch_limit > 1 &&
                                   triangle.compression_limit >= 0 && triangle.compression_limit < 1;
    if (!is_good) fail(fmt::format("triangle {} exceeds its limits at rest", t));
  }

  std::string name_;
  PlyData ply_;
};

}  // namespace

std::string format_limits(const std::vector<LimitedTriangle>& triangles) {
  Bytes bytes(Encoding::little_endian);
  bytes.reserve(1024 + 84 * triangles.size());
  bytes.add_text(header(triangles.size()));
  for (const LimitedTriangle& triangle : triangles) {
    for (const Index v : triangle.vertices) bytes.add<std::int32_t>(v);
    for (const int column : {0, 1})
      for (const int row : {0, 1}) bytes.add<double>(triangle.rest_edges(row, column));
    bytes.add<double>(triangle.stretch_limit);
    bytes.add<double>(triangle.compression_limit);
    for (const double limit : triangle.green_limits) bytes.add<double>(limit);
  }
  return std::move(bytes).string();
}

std::vector<LimitedTriangle> parse_limits(std::string_view bytes, const std::string& name) {
  return LimitsParser(bytes, name).parse();
}

std::vector<LimitedTriangle> read_limits(const std::filesystem::path& path) {
  return parse_limits(read_file(path), path.string());
}

}  // namespace lacuna
