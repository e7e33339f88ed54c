#include "mesh/file/check_mesh.h"
#include "mesh/file/read_mesh.h"
#include "mesh/file/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace lacuna {
namespace {

class MeditReader {
 public:
  MeditReader(std::string_view text, const std::string& name) : in_(text, name, Scanner::Comments::hash) {
    raw_.name = name;
    raw_.first_index = 1;
  }

  MeshFile read() {
    if (in_.word() != "MeshVersionFormatted")
      in_.fail("not a MEDIT file: it does not begin with 'MeshVersionFormatted'",
               "the binary variant (.meshb) is not read; convert it to text");
    in_.integer();
    std::string_view word = in_.word();
    while (!word.empty() && word != "End") word = word_after(word);
    if (word.empty())
      raw_.notices.push_back(fmt::format("{}: the file does not end with 'End'; is it cut off?", raw_.name));
    return check_mesh(std::move(raw_));
  }

 private:
  /// Reads the section and returns the word behind it.
  std::string_view word_after(std::string_view section) {
    if (section == "Dimension") {
      dimension_ = in_.integer();
      if (dimension_ != 2 && dimension_ != 3)
        in_.fail(fmt::format("the dimension is {}, not 2 or 3", dimension_));
    } else if (section == "Vertices") {
      vertices();
    } else if (section == "Edges") {
      elements<2>("edges", [&](const Edge& edge) { raw_.add_edge(edge, in_.line()); });
    } else if (section == "Triangles") {
      elements<3>("triangles", [&](const Triangle& triangle) { raw_.add_face(triangle, in_.line()); });
    } else if (section == "Quadrilaterals") {
      elements<4>("quadrilaterals",
                  [&](const std::array<Index, 4>& quad) { raw_.add_face(quad, in_.line()); });
    } else if (section == "Tetrahedra") {
      elements<4>("tetrahedra", [&](const Tet& tet) { raw_.add_tet(tet, in_.line()); });
    } else {
      return skip(section);
    }
    return in_.word();
  }

  /// Sections of marks and directions, which do not affect the shape.
  static bool is_decoration(std::string_view section) {
    static constexpr std::array words{"Corners",           "Ridges",
                                      "RequiredVertices",  "RequiredEdges",
                                      "RequiredTriangles", "Normals",
                                      "NormalAtVertices",  "Tangents",
                                      "TangentAtVertices", "RequiredQuadrilaterals",
                                      "Geometry",          "AngleOfCornerBound"};
    return std::find(words.begin(), words.end(), section) != words.end();
  }

  /// Unknown sections hold only numbers, so the next word with a letter starts the next section.
  std::string_view skip(std::string_view section) {
    if (!std::isalpha(static_cast<unsigned char>(section[0])))
      in_.fail(fmt::format("expected the name of a section instead of {}", quoted(section)),
               "the section before has more entries than its count");
    if (section == "Hexahedra" || section == "Prisms" || section == "Pyramids")
      raw_.unread_elements[std::string(section)] += in_.count(in_.integer(), 6, 0, "elements");
    else if (!is_decoration(section))
      raw_.notices.push_back(
          fmt::format("{}: section {} in line {} ignored", raw_.name, quoted(section), in_.line()));
    std::string_view word = in_.word();
    while (!word.empty() && !std::isalpha(static_cast<unsigned char>(word[0]))) word = in_.word();
    return word;
  }

  void vertices() {
    const auto dimension = static_cast<std::size_t>(dimension_);
    const Index count = in_.count(in_.integer(), dimension + 1, 0, "vertices");
    raw_.vertices.reserve(static_cast<std::size_t>(count));
    for (Index v = 0; v < count; ++v) {
      const double x = in_.real();
      const double y = in_.real();
      raw_.vertices.emplace_back(x, y, dimension_ == 3 ? in_.real() : 0.0);
      reference();
    }
  }

  template <std::size_t n, class Add>
  void elements(const char* what, Add&& add) {
    const Index count = in_.count(in_.integer(), n + 1, 0, what);
    for (Index i = 0; i < count; ++i) {
      std::array<Index, n> corners{};
      for (Index& corner : corners) corner = in_.index(ScalarType::int64, 1);
      reference();
      add(corners);
    }
  }

  /// Every line ends with a region number, which is ignored.
  void reference() { in_.integer(); }

  Scanner in_;
  RawMesh raw_;
  std::int64_t dimension_ = 3;
};

}  // namespace

MeshFile read_medit(std::string_view text, const std::string& name) { return MeditReader(text, name).read(); }

}  // namespace lacuna
