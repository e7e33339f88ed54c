#include "base/input_error.h"
#include "mesh/file/check_mesh.h"
#include "mesh/file/read_mesh.h"
#include "mesh/file/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <unordered_map>

namespace lacuna {
namespace {

constexpr std::size_t header_size = 84;    // 80 arbitrary bytes and a count
constexpr std::size_t triangle_size = 50;  // normal and corners as floats, two arbitrary bytes

/// Gives coincident corners the same index.
class Welder {
 public:
  explicit Welder(std::vector<Vec3>& vertices) : vertices_(vertices) {}

  Index vertex_at(Vec3 position) {
    position += Vec3::Zero();  // -0 becomes +0: the same point
    const auto [found, is_new] = numbers_.try_emplace(position, count_of(vertices_));
    if (is_new) vertices_.push_back(position);
    return found->second;
  }

 private:
  struct HashBits {
    std::size_t operator()(const Vec3& x) const {
      std::uint64_t hash = 0;
      for (int i = 0; i < 3; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &x[i], sizeof bits);
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15U;  // golden ratio: mixes upwards; the shift brings it down
        hash ^= hash >> 32U;
      }
      return hash;
    }
  };
  std::vector<Vec3>& vertices_;
  std::unordered_map<Vec3, Index, HashBits> numbers_;
};

std::uint64_t promised_size(std::string_view bytes) {
  Scanner in(bytes.substr(header_size - 4), {});
  in.encoding = Encoding::little_endian;
  return header_size + triangle_size * static_cast<std::uint64_t>(in.integer(ScalarType::uint32));
}

/// Some writers use capitals.
bool is_word(std::string_view word, std::string_view expected) {
  return std::equal(word.begin(), word.end(), expected.begin(), expected.end(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
}

/// Binary files may begin with "solid" too, so a size that fits the count decides first. Otherwise a text
/// file begins with "solid", followed by a word of the text format.
bool is_text(std::string_view bytes, const std::string& name) {
  if (bytes.size() >= header_size && promised_size(bytes) == bytes.size()) return false;
  Scanner in(bytes, name);
  if (!is_word(in.word(), "solid")) return false;
  in.next_line();
  const std::string_view next = in.word();
  return is_word(next, "facet") || is_word(next, "endsolid") || next.empty() || bytes.size() < header_size;
}

class StlReader {
 public:
  StlReader(std::string_view bytes, const std::string& name) : in_(bytes, name), welder_(raw_.vertices) {
    raw_.name = name;
  }

  MeshFile read_binary() {
    in_.encoding = Encoding::little_endian;
    if (in_.rest().size() < header_size)
      in_.fail("not an STL file: too short for a header", "is this the right file?");
    in_.skip_bytes(header_size - 4);
    const Index count = in_.count(in_.integer(ScalarType::uint32), 0, triangle_size, "triangles");
    for (Index t = 0; t < count; ++t) {
      in_.skip_bytes(12);
      Triangle corners{};
      for (Index& corner : corners) corner = corner_at(in_.position(ScalarType::float32), t);
      in_.skip_bytes(2);
      raw_.add_face(corners, 0);
    }
    if (!in_.at_end())
      raw_.notices.push_back(
          fmt::format("{}: {} bytes after the last triangle ignored", raw_.name, in_.rest().size()));
    return check_mesh(std::move(raw_));
  }

  MeshFile read_text() {
    in_.word();
    in_.next_line();  // the rest of the line is the name of the solid
    bool has_end = false;
    for (std::string_view word = in_.word(); !word.empty(); word = in_.word()) {
      has_end = is_word(word, "endsolid");
      if (is_word(word, "facet"))
        facet();
      else if (has_end || is_word(word, "solid"))
        in_.next_line();
      else
        in_.fail(fmt::format("'facet' or 'endsolid' expected instead of {}", quoted(word)),
                 "fix this line, or write the file again");
    }
    if (!has_end)
      raw_.notices.push_back(
          fmt::format("{}: the file does not end with 'endsolid'; is it truncated?", raw_.name));
    return check_mesh(std::move(raw_));
  }

 private:
  void expect(std::string_view expected) {
    const std::string_view word = in_.word();
    if (!is_word(word, expected))
      in_.fail(word.empty() ? fmt::format("the file ends where '{}' is expected", expected)
                            : fmt::format("'{}' expected instead of {}", expected, quoted(word)),
               word.empty() ? "the file is truncated" : "a facet has three corners; is the file damaged?");
  }

  /// Normals are not read: many writers leave them zero or NaN, and the corners determine them.
  void facet() {
    const std::uint32_t line = in_.line();
    in_.next_line();
    expect("outer");
    expect("loop");
    Triangle corners{};
    for (Index& corner : corners) {
      expect("vertex");
      corner = welder_.vertex_at(in_.position());
    }
    expect("endloop");
    expect("endfacet");
    raw_.add_face(corners, line);
  }

  /// Vertices are not numbered in STL, so a bad one is reported by its triangle.
  Index corner_at(const Vec3& position, Index triangle) {
    if (!position.allFinite())
      throw InputError(fmt::format("{}, face {} (counting from 0)", raw_.name, triangle),
                       "a coordinate is not finite", "fix the file");
    return welder_.vertex_at(position);
  }

  Scanner in_;
  RawMesh raw_;
  Welder welder_;
};

}  // namespace

MeshFile read_stl(std::string_view bytes, const std::string& name) {
  StlReader reader(bytes, name);
  return is_text(bytes, name) ? reader.read_text() : reader.read_binary();
}

}  // namespace lacuna
