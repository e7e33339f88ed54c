#include "mesh/file/mesher_files.h"

#include "base/input_error.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <fstream>
#include <sstream>
#include <string_view>

namespace lacuna::mesher_files {
namespace {

std::string read_all(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw InputError(file.filename().string(), "the mesher did not write it");
  return std::move(text).str();
}

void write_all(const std::filesystem::path& file, const fmt::memory_buffer& text) {
  std::ofstream out(file, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out)
    throw InputError(file.string(), "cannot be written",
                     "is the disk full? Set TMPDIR to use another folder");
}

/// Numbers and words of a text, one after the other.
class Words {
 public:
  Words(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  template <class Number>
  Number number() {
    const std::string_view word = next();
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      throw InputError(name_, fmt::format("'{}' where the mesher should have written a number", word));
    }
    return value;
  }

  void skip(Index count) {
    for (Index i = 0; i < count; ++i) next();
  }

  bool skip_to(std::string_view word) {
    const size_t found = text_.find(word);
    if (found == std::string_view::npos) return false;
    text_.remove_prefix(found + word.size());
    return true;
  }

 private:
  std::string_view next() {
    const size_t begin = std::min(text_.find_first_not_of(" \t\r\n"), text_.size());
    const size_t end = std::min(text_.find_first_of(" \t\r\n", begin), text_.size());
    const std::string_view word = text_.substr(begin, end - begin);
    text_.remove_prefix(end);
    return word;
  }

  std::string_view text_;
  std::string name_;
};

Vec3 read_point(Words& words) {
  const auto x = words.number<double>(), y = words.number<double>(), z = words.number<double>();
  return {x, y, z};
}

/// Output of a mesher must not index out of bounds.
void check_indices(const Filling& filling, const char* name) {
  const Index count = count_of(filling.vertices);
  for (const Tet& tet : filling.tets) {
    for (Index v : tet) {
      if (v < 0 || v >= count)
        throw InputError(name, fmt::format("a tet has the vertex {} of {}", v, count),
                         "try the other mesher");
    }
  }
  for (Index region : filling.regions) {
    if (region < 0 || region > count_of(filling.tets))
      throw InputError(name, fmt::format("a tet is in the region {}", region), "try the other mesher");
  }
}

template <class Line>
void add_lines(fmt::memory_buffer& text, size_t count, const Line& line) {
  for (size_t i = 0; i < count; ++i) line(std::back_inserter(text), i);
}

}  // namespace

void write_smesh(const std::filesystem::path& file, const Mesh& surface) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{} 3 0 0\n", surface.vertices.size());
  add_lines(text, surface.vertices.size(), [&](auto out, size_t i) {
    const Vec3& x = surface.vertices[i];
    fmt::format_to(out, "{} {:.17g} {:.17g} {:.17g}\n", i, x.x(), x.y(), x.z());
  });
  fmt::format_to(std::back_inserter(text), "{} 0\n", surface.triangles.size());
  add_lines(text, surface.triangles.size(), [&](auto out, size_t i) {
    const Triangle& t = surface.triangles[i];
    fmt::format_to(out, "3 {} {} {}\n", t[0], t[1], t[2]);
  });
  fmt::format_to(std::back_inserter(text), "0\n0\n");  // neither holes nor regions
  write_all(file, text);
}

Filling read_tetgen(const std::filesystem::path& stem) {
  Filling filling;
  const std::string nodes = read_all(stem.string() + ".node");
  Words node_words(nodes, "TetGen's .node file");
  const auto vertex_count = node_words.number<Index>();
  node_words.skip(1);
  const auto node_extras = node_words.number<Index>() + node_words.number<Index>();
  for (Index v = 0; v < vertex_count; ++v) {
    node_words.skip(1);
    filling.vertices.push_back(read_point(node_words));
    node_words.skip(node_extras);
  }
  const std::string elements = read_all(stem.string() + ".ele");
  Words words(elements, "TetGen's .ele file");
  const auto tet_count = words.number<Index>();
  words.skip(1);
  const auto attributes = words.number<Index>();
  for (Index t = 0; t < tet_count; ++t) {
    words.skip(1);
    Tet tet;
    for (Index& v : tet) v = words.number<Index>();
    filling.tets.push_back(tet);
    filling.regions.push_back(attributes > 0 ? static_cast<Index>(words.number<double>()) : 0);
    words.skip(std::max(0, attributes - 1));
  }
  check_indices(filling, "TetGen's .ele file");
  return filling;
}

void write_gmsh_surface(const std::filesystem::path& file, const Mesh& surface) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n",
                 surface.vertices.size());
  add_lines(text, surface.vertices.size(), [&](auto out, size_t i) {
    const Vec3& x = surface.vertices[i];
    fmt::format_to(out, "{} {:.17g} {:.17g} {:.17g}\n", i + 1, x.x(), x.y(), x.z());
  });
  fmt::format_to(std::back_inserter(text), "$EndNodes\n$Elements\n{}\n", surface.triangles.size());
  add_lines(text, surface.triangles.size(), [&](auto out, size_t i) {
    const Triangle& t = surface.triangles[i];
    fmt::format_to(out, "{} 2 2 1 1 {} {} {}\n", i + 1, t[0] + 1, t[1] + 1, t[2] + 1);
  });
  fmt::format_to(std::back_inserter(text), "$EndElements\n");
  write_all(file, text);
}

void write_gmsh_script(const std::filesystem::path& file, const std::filesystem::path& surface,
                       double edge_length) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text),
                 "Merge \"{}\";\nSurface Loop(1) = {{1}};\nVolume(1) = {{1}};\nMesh.SaveAll = 1;\n",
                 surface.string());
  if (edge_length > 0) fmt::format_to(std::back_inserter(text), "Mesh.MeshSizeMax = {:.17g};\n", edge_length);
  write_all(file, text);
}

Filling read_gmsh(const std::filesystem::path& file, const Mesh& surface) {
  const std::string text = read_all(file);
  Words words(text, "Gmsh's mesh file");
  Filling filling;
  if (!words.skip_to("$Nodes")) return filling;
  const auto vertex_count = words.number<Index>();
  filling.vertices = surface.vertices;
  std::vector<Index> place;  // by Gmsh's number
  for (Index v = 0; v < vertex_count; ++v) {
    const auto number = static_cast<size_t>(words.number<Index>());
    const Vec3 x = read_point(words);
    if (number >= place.size()) place.resize(number + 1, -1);
    if (number >= 1 && number <= surface.vertices.size()) {
      place[number] = static_cast<Index>(number) - 1;
      filling.vertices[number - 1] = x;
    } else {
      place[number] = count_of(filling.vertices);
      filling.vertices.push_back(x);
    }
  }
  if (!words.skip_to("$Elements")) return filling;
  const auto element_count = words.number<Index>();
  constexpr Index tet_type = 4;
  constexpr std::array<Index, 5> corners_of_type{0, 2, 3, 4, 4};  // and type 15 is a point
  for (Index e = 0; e < element_count; ++e) {
    words.skip(1);
    const auto type = words.number<Index>();
    words.skip(words.number<Index>());  // tags
    if (type == tet_type) {
      Tet tet;
      for (Index& v : tet) {
        const auto number = static_cast<size_t>(words.number<Index>());
        v = number < place.size() ? place[number] : -1;
      }
      filling.tets.push_back(tet);
      filling.regions.push_back(0);
    } else {
      words.skip(type > 0 && type < tet_type ? corners_of_type[static_cast<size_t>(type)] : 1);
    }
  }
  check_indices(filling, "Gmsh's mesh file");
  return filling;
}

std::string complaint(const std::filesystem::path& log, size_t line_count) {
  std::ifstream in(log);
  std::deque<std::string> errors, last;
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (line.starts_with("Error") && errors.size() < line_count) errors.push_back(line);
    last.push_back(line);
    if (last.size() > line_count) last.pop_front();
  }
  std::string text;
  for (const std::string& line : errors.empty() ? last : errors) text += (text.empty() ? "" : "\n  ") + line;
  return text;
}

}  // namespace lacuna::mesher_files
