#include "base/input_error.h"
#include "mesh/file/check_mesh.h"
#include "mesh/file/ply_data.h"
#include "mesh/file/read_mesh.h"
#include "mesh/file/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lacuna {
namespace {

struct Property {
  std::string_view name;
  ScalarType type;                       ///< of the value, or of the items of a list
  std::optional<ScalarType> count_type;  ///< of a list
};

struct Element {
  std::string_view name;
  std::int64_t count;
  std::vector<Property> properties;

  /// Number of the first property that has one of the names, or -1.
  int find(std::initializer_list<std::string_view> names) const {
    for (std::string_view wanted : names)
      for (std::size_t i = 0; i < properties.size(); ++i)
        if (properties[i].name == wanted) return static_cast<int>(i);
    return -1;
  }
};

std::optional<ScalarType> ply_scalar_type(std::string_view name) {
  static constexpr std::pair<std::string_view, ScalarType> types[] = {
      {"char", ScalarType::int8},       {"int8", ScalarType::int8},      {"uchar", ScalarType::uint8},
      {"uint8", ScalarType::uint8},     {"short", ScalarType::int16},    {"int16", ScalarType::int16},
      {"ushort", ScalarType::uint16},   {"uint16", ScalarType::uint16},  {"int", ScalarType::int32},
      {"int32", ScalarType::int32},     {"uint", ScalarType::uint32},    {"uint32", ScalarType::uint32},
      {"int64", ScalarType::int64},     {"uint64", ScalarType::uint64},  {"float", ScalarType::float32},
      {"float32", ScalarType::float32}, {"double", ScalarType::float64}, {"float64", ScalarType::float64}};
  for (const auto& [known, type] : types)
    if (known == name) return type;
  return std::nullopt;
}

class PlyReader {
 public:
  PlyReader(std::string_view bytes, const std::string& name) : in_(bytes, name) { raw_.name = name; }

  /// Keeps the properties that are not geometry.
  PlyData read_data() {
    keeps_properties_ = true;
    read_elements();
    return {std::move(raw_), std::move(vertex_properties_), std::move(other_elements_), std::move(comments_)};
  }

  MeshFile read() {
    read_elements();
    return check_mesh(std::move(raw_));
  }

 private:
  void read_elements() {
    header();
    for (const Element& element : elements_) {
      const std::size_t least = std::max<std::size_t>(least_bytes(element), 1);
      const Index count = in_.count(element.count, element.properties.size(), least,
                                    fmt::format("{} elements", element.name));
      if (element.name == "vertex")
        vertices(element, count);
      else if (element.name == "face")
        faces(element, count);
      else if (element.name == "edge")
        edges(element, count);
      else if (keeps_properties_)
        keep(element, count);
      else
        skip(element, count);
    }
    note_rest();
    // The texture coordinates of a vertex serve all its faces.
    if (!raw_.texture_coordinates.empty()) raw_.face_texture_corners = raw_.face_corners;
  }

  // -- header

  void header() {
    if (in_.line_word() != "ply")
      in_.fail("not a PLY file: it does not begin with 'ply'", "is this the right file?");
    for (in_.next_line(); !in_.at_end(); in_.next_line()) {
      const std::string_view word = in_.line_word();
      if (word == "format") {
        format_ = in_.line_word();
      } else if (word == "element") {
        const std::string_view name = in_.line_word();
        elements_.push_back({name, in_.parse_integer(in_.line_word()), {}});
      } else if (word == "property") {
        property();
      } else if (word == "end_header") {
        in_.next_line();
        return set_encoding();
      } else if (word == "comment" && keeps_properties_) {
        comments_.emplace_back(comment_text());
      } else if (!word.empty() && word != "comment" && word != "obj_info") {
        in_.fail(fmt::format("{} is not a statement of a PLY header", quoted(word)),
                 "known are format, element, property, comment, obj_info, end_header");
      }
    }
    in_.fail("the header has no end", "a line 'end_header' is missing; is the file truncated?");
  }

  /// The rest of the line, which stays the current one.
  std::string_view comment_text() const {
    const std::string_view rest = in_.rest();
    const std::string_view line = rest.substr(0, std::min(rest.find_first_of("\r\n"), rest.size()));
    return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  }

  void set_encoding() {
    if (format_ == "binary_little_endian")
      in_.encoding = Encoding::little_endian;
    else if (format_ == "binary_big_endian")
      in_.encoding = Encoding::big_endian;
    else if (format_ != "ascii")
      in_.fail(fmt::format("{} is not a PLY encoding", quoted(format_)),
               "known are ascii, binary_little_endian, binary_big_endian");
  }

  ScalarType type_named(std::string_view word) {
    const auto type = ply_scalar_type(word);
    if (!type)
      in_.fail(fmt::format("{} is not a PLY type", quoted(word)),
               "known are char, uchar, short, ushort, int, uint, float, double and their names with bits");
    return *type;
  }

  void property() {
    if (elements_.empty()) in_.fail("a property before the first element", "an element line is missing");
    Property property{};
    std::string_view word = in_.line_word();
    if (word == "list") {
      property.count_type = type_named(in_.line_word());
      if (!is_integer(*property.count_type))
        in_.fail("the length of a list must have an integer type", "usual is: list uchar int");
      word = in_.line_word();
    }
    property.type = type_named(word);
    property.name = in_.line_word();
    elements_.back().properties.push_back(property);
  }

  // -- data

  static std::size_t least_bytes(const Element& element) {
    std::size_t sum = 0;
    for (const Property& p : element.properties) sum += byte_size(p.count_type.value_or(p.type));
    return sum;
  }

  /// Length of a list that starts here, known to be in the file.
  Index list_length(const Property& property) {
    return in_.count(in_.integer(*property.count_type), 1, byte_size(property.type), "list items");
  }

  void skip_property(const Property& property) {
    const Index count = property.count_type ? list_length(property) : 1;
    for (Index i = 0; i < count; ++i) in_.skip_value(property.type);
  }

  void skip(const Element& element, Index count) {
    for (Index row = 0; row < count && !element.properties.empty(); ++row)
      for (const Property& property : element.properties) skip_property(property);
    if (count > 0)
      raw_.notices.push_back(fmt::format("{}: {} elements {} ignored, only vertex, face and edge are read",
                                         raw_.name, count, quoted(element.name)));
  }

  void keep(const Element& element, Index count) {
    const auto kept = kept_properties(element, count, other_elements_[std::string(element.name)]);
    for (Index row = 0; row < count; ++row)
      for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i])
          kept[i]->push_back(in_.real(element.properties[i].type));
        else
          skip_property(element.properties[i]);
      }
  }

  /// Data after the last element means that a count is too small, and elements are missing.
  void note_rest() {
    const std::uint32_t line = in_.line();
    if (in_.is_binary() ? in_.at_end() : in_.word().empty()) return;
    raw_.notices.push_back(fmt::format("{}: data after the last element ignored{}; is a count too small?",
                                       raw_.name,
                                       in_.is_binary() ? "" : fmt::format(", after line {}", line)));
  }

  void require_scalar(const Element& element, int property) const {
    if (property >= 0 && !element.properties[static_cast<std::size_t>(property)].count_type) return;
    throw InputError(in_.name(), fmt::format("the {} element lacks a required property", element.name),
                     element.name == "edge" ? "edges need vertex1 and vertex2" : "vertices need x, y and z");
  }

  /// Destination of each property; null to skip it.
  std::vector<std::vector<double>*> kept_properties(const Element& element, Index count,
                                                    PlyProperties& properties) const {
    std::vector<std::vector<double>*> kept(element.properties.size(), nullptr);
    if (!keeps_properties_) return kept;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const Property& property = element.properties[i];
      if (property.count_type || element.find({property.name}) != static_cast<int>(i)) continue;
      kept[i] = &properties[std::string(property.name)];
      kept[i]->reserve(static_cast<std::size_t>(count));
    }
    return kept;
  }

  void vertices(const Element& element, Index count) {
    const std::array<int, 3> xyz{element.find({"x"}), element.find({"y"}), element.find({"z"})};
    for (int property : xyz) require_scalar(element, property);
    std::array<int, 2> st{element.find({"s", "u", "texture_u"}), element.find({"t", "v", "texture_v"})};
    const bool has_texture = st[0] >= 0 && st[1] >= 0;
    if (has_texture)
      for (int property : st) require_scalar(element, property);
    raw_.vertices.reserve(raw_.vertices.size() + static_cast<std::size_t>(count));
    const std::vector<std::vector<double>*> kept = kept_properties(element, count, vertex_properties_);
    for (Index row = 0; row < count; ++row) {
      Vec3 position;
      Vec2 texture;
      for (int i = 0; i < static_cast<int>(element.properties.size()); ++i) {
        const Property& property = element.properties[static_cast<std::size_t>(i)];
        const auto axis = std::find(xyz.begin(), xyz.end(), i) - xyz.begin();
        const auto texture_axis = std::find(st.begin(), st.end(), i) - st.begin();
        if (axis < 3)
          position[axis] = in_.real(property.type);
        else if (has_texture && texture_axis < 2)
          texture[texture_axis] = in_.real(property.type);
        else if (auto* values = kept[static_cast<std::size_t>(i)])
          values->push_back(in_.real(property.type));
        else
          skip_property(property);
      }
      raw_.vertices.push_back(position);
      if (has_texture) raw_.texture_coordinates.push_back(texture);
    }
  }

  void faces(const Element& element, Index count) {
    const int list = element.find({"vertex_indices", "vertex_index"});
    if (count > 0 && (list < 0 || !element.properties[static_cast<std::size_t>(list)].count_type))
      throw InputError(in_.name(), "the face element has no list of vertices",
                       "it should be called vertex_indices or vertex_index");
    for (Index row = 0; row < count; ++row) {
      std::uint32_t line = 0;
      for (int i = 0; i < static_cast<int>(element.properties.size()); ++i) {
        const Property& property = element.properties[static_cast<std::size_t>(i)];
        if (i != list) {
          skip_property(property);
          continue;
        }
        const Index corner_count = list_length(property);
        line = in_.element_line();
        for (Index k = 0; k < corner_count; ++k) raw_.face_corners.push_back(in_.index(property.type, 0));
      }
      raw_.end_face(line);
    }
  }

  void edges(const Element& element, Index count) {
    const int first = element.find({"vertex1"});
    const int second = element.find({"vertex2"});
    if (count > 0) require_scalar(element, first);
    if (count > 0) require_scalar(element, second);
    for (Index row = 0; row < count; ++row) {
      Edge edge{};
      std::uint32_t line = 0;
      for (int i = 0; i < static_cast<int>(element.properties.size()); ++i) {
        const Property& property = element.properties[static_cast<std::size_t>(i)];
        if (i == first || i == second)
          edge[i == second] = in_.index(property.type, 0);
        else
          skip_property(property);
        line = in_.element_line();
      }
      raw_.add_edge(edge, line);
    }
  }

  Scanner in_;
  RawMesh raw_;
  std::string_view format_;
  std::vector<Element> elements_;
  bool keeps_properties_ = false;
  PlyProperties vertex_properties_;
  std::map<std::string, PlyProperties> other_elements_;
  std::vector<std::string> comments_;
};

}  // namespace

PlyData read_ply_data(std::string_view bytes, const std::string& name) {
  return PlyReader(bytes, name).read_data();
}

MeshFile read_ply(std::string_view bytes, const std::string& name) { return PlyReader(bytes, name).read(); }

}  // namespace lacuna
