#include "mesh/file/check_mesh.h"
#include "mesh/file/read_mesh.h"
#include "mesh/file/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lacuna {
namespace {

/// Statements about appearance, names and groups, which do not affect the shape.
bool is_decoration(std::string_view word) {
  static constexpr std::array words{
      "vn", "vp",  "g",          "o",         "s",     "mg",       "usemtl",   "mtllib", "usemap", "maplib",
      "p",  "lod", "shadow_obj", "trace_obj", "bevel", "c_interp", "d_interp", "call",   "csh"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& name) : in_(text, name, Scanner::Comments::hash) {
    raw_.name = name;
    raw_.first_index = 1;
  }

  MeshFile read(std::string_view segment_word) {
    for (; !in_.at_end(); in_.next_line()) {
      const std::string_view word = in_.line_word();
      if (word == "v") {
        vertex();
      } else if (word == "f") {
        face();
      } else if (word == "vt") {
        texture_coordinate();
      } else if (word == "l" || word == segment_word) {
        polyline();
      } else if (!word.empty() && !is_decoration(word)) {
        note_unknown(word);
      }
    }
    if (unknown_count_ > 0)
      raw_.notices.push_back(fmt::format("{}: {} unknown statements ignored, first {}", raw_.name,
                                         unknown_count_, first_unknown_));
    finish_textures();
    return check_mesh(std::move(raw_));
  }

 private:
  double coordinate() {
    const std::string_view word = in_.line_word();
    if (word.empty()) in_.fail("a vertex needs three coordinates", "is the file truncated?");
    return in_.parse_real(word);
  }

  void vertex() {
    const double x = coordinate();
    const double y = coordinate();
    raw_.vertices.emplace_back(x, y, coordinate());
    // A weight or a colour may follow; it is only checked.
    for (auto word = in_.line_word(); !word.empty(); word = in_.line_word()) in_.parse_real(word);
  }

  void texture_coordinate() {
    const std::string_view u = in_.line_word();
    if (u.empty()) in_.fail("a texture coordinate needs a number", "is the file truncated?");
    const std::string_view v = in_.line_word();
    raw_.texture_coordinates.emplace_back(in_.parse_real(u), v.empty() ? 0.0 : in_.parse_real(v));
  }

  /// Numbers count from 1; negative ones count back from the last item so far.
  Index resolve(std::string_view digits, std::size_t count_so_far, const char* what) {
    constexpr std::int64_t largest = std::numeric_limits<Index>::max() - 1;
    const std::int64_t number = in_.parse_integer(digits);
    const std::int64_t index = number < 0 ? static_cast<std::int64_t>(count_so_far) + number : number - 1;
    if (number == 0) in_.fail(fmt::format("there is no {} 0", what), "OBJ counts from 1");
    if (index < 0 || index > largest)
      in_.fail(fmt::format("there is no {} {}: the file has {} so far", what, number, count_so_far),
               "negative numbers count back from the last one");
    return static_cast<Index>(index);
  }

  Index vertex_of(std::string_view corner) {
    return resolve(corner.substr(0, corner.find('/')), raw_.vertices.size(), "vertex");
  }

  Index texture_of(std::string_view corner) {
    const std::size_t slash = corner.find('/');
    if (slash == std::string_view::npos) return -1;
    const std::string_view behind = corner.substr(slash + 1);
    const std::string_view digits = behind.substr(0, behind.find('/'));
    return digits.empty() ? -1 : resolve(digits, raw_.texture_coordinates.size(), "texture coordinate");
  }

  void face() {
    const std::uint32_t line = in_.line();
    const std::size_t begin = raw_.face_corners.size();
    for (auto corner = in_.line_word(); !corner.empty(); corner = in_.line_word()) {
      raw_.face_corners.push_back(vertex_of(corner));
      raw_.face_texture_corners.push_back(texture_of(corner));
    }
    if (raw_.face_corners.size() < begin + 3)
      in_.fail("a face needs at least three corners", "is the file truncated? An edge is written with l");
    raw_.end_face(line);
  }

  void polyline() {
    const std::uint32_t line = in_.line();
    corners_.clear();
    for (auto corner = in_.line_word(); !corner.empty(); corner = in_.line_word())
      corners_.push_back(vertex_of(corner));
    if (corners_.size() < 2) in_.fail("a line needs at least two vertices", "is the file truncated?");
    raw_.add_polyline(corners_, line);
  }

  void note_unknown(std::string_view word) {
    if (unknown_count_++ == 0) first_unknown_ = fmt::format("{} in line {}", quoted(word), in_.line());
  }

  void finish_textures() {
    const auto& corners = raw_.face_texture_corners;
    const auto without = std::count(corners.begin(), corners.end(), -1);
    if (without == 0 && !corners.empty()) return;
    if (without < static_cast<std::ptrdiff_t>(corners.size())) {
      const auto first = std::find(corners.begin(), corners.end(), -1) - corners.begin();
      const auto face =
          std::upper_bound(raw_.face_ends.begin(), raw_.face_ends.end(), static_cast<std::size_t>(first)) -
          raw_.face_ends.begin();
      raw_.pattern_problem =
          fmt::format("{} of {} face corners have no texture coordinates, first: {}", without, corners.size(),
                      raw_.place("face", static_cast<Index>(face), raw_.face_lines));
      raw_.notices.push_back(
          fmt::format("{}: texture coordinates are ignored, {}", raw_.name, raw_.pattern_problem));
    }
    raw_.face_texture_corners.clear();
    raw_.texture_coordinates.clear();
  }

  Scanner in_;
  RawMesh raw_;
  std::vector<Index> corners_;
  Index unknown_count_ = 0;
  std::string first_unknown_;
};

}  // namespace

MeshFile read_obj(std::string_view text, const std::string& name) { return ObjReader(text, name).read("l"); }

MeshFile read_seg(std::string_view text, const std::string& name) { return ObjReader(text, name).read("s"); }

}  // namespace lacuna
