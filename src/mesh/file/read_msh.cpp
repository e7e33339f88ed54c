#include "mesh/file/check_mesh.h"
#include "mesh/file/gmsh_elements.h"
#include "mesh/file/read_mesh.h"
#include "mesh/file/scanner.h"
#include "mesh/file/tag_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lacuna {
namespace {

constexpr const char* conversion_hint = "convert it with: gmsh old.msh -save -format msh41 -o new.msh";

class MshReader {
 public:
  MshReader(std::string_view bytes, const std::string& name) : in_(bytes, name) { raw_.name = name; }

  MeshFile read() {
    header();
    bool has_nodes = false;
    for (std::string_view word = in_.word(); !word.empty(); word = in_.word()) {
      if (word[0] != '$') in_.fail(fmt::format("expected a section instead of {}", quoted(word)));
      if (word == "$Nodes") {
        if (has_nodes) in_.fail("the file has two sections $Nodes");
        has_nodes = true;
        begin_data();
        is_version_4_ ? nodes_4() : nodes_2();
        end_section("$EndNodes");
      } else if (word == "$Elements") {
        if (!has_nodes)
          in_.fail("the elements come before the nodes", "the format requires $Nodes before $Elements");
        begin_data();
        is_version_4_ ? elements_4() : elements_2();
        end_section("$EndElements");
      } else {
        skip_section(word);
      }
    }
    return check_mesh(std::move(raw_));
  }

 private:
  // -- sections

  void header() {
    const std::string_view word = in_.word();
    if (word == "$NOD") in_.fail("version 1 of the MSH format is not read", conversion_hint);
    if (word != "$MeshFormat")
      in_.fail("not a Gmsh file: it does not begin with '$MeshFormat'", "is this the right file?");
    const double version = in_.real();
    const bool is_binary = in_.integer() != 0;
    const std::int64_t size_bytes = in_.integer();
    if (!(version >= 2 && version < 3) && !(version >= 4.1 && version < 5))
      in_.fail(fmt::format("version {} of the MSH format is not read, only 2 and 4.1 are", version),
               conversion_hint);
    is_version_4_ = version > 4;
    if (size_bytes != 8 && size_bytes != 4)
      in_.fail(fmt::format("the data size is {}, not 4 or 8", size_bytes));
    size_type_ = size_bytes == 8 ? ScalarType::uint64 : ScalarType::uint32;
    if (is_binary) detect_byte_order(size_bytes);
    end_section("$EndMeshFormat");
  }

  void detect_byte_order(std::int64_t size_bytes) {
    in_.next_line();
    in_.encoding = Encoding::little_endian;
    const std::int64_t one = in_.integer(ScalarType::int32);
    if (one == 1 << 24)
      in_.encoding = Encoding::big_endian;
    else if (one != 1)
      in_.fail("the byte order mark is damaged");
    if (!is_version_4_ && size_bytes != 8)
      in_.fail("binary files with single precision are not read", conversion_hint);
  }

  /// Binary data starts right behind the line break.
  void begin_data() {
    if (in_.is_binary()) in_.next_line();
  }

  void end_section(std::string_view end) {
    const std::string_view word = in_.word();
    if (word != end)
      in_.fail(word.empty() ? fmt::format("the file ends where {} is expected", end)
                            : fmt::format("{} expected instead of {}", end, quoted(word)),
               "is the file truncated, or a count wrong?");
  }

  void skip_section(std::string_view begin) {
    const std::string end = fmt::format("$End{}", begin.substr(1));
    if (begin.starts_with("$End")) in_.fail(fmt::format("{} without a start", quoted(begin)));
    if (!in_.skip_past(end)) in_.fail(fmt::format("the section {} has no end", quoted(begin)));
  }

  // -- nodes

  void nodes_2() {
    const Index count = in_.count(line_count(), 4, 28, "nodes");
    std::vector<std::int64_t> tags;
    tags.reserve(static_cast<std::size_t>(count));
    raw_.vertices.reserve(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) {
      tags.push_back(in_.integer(ScalarType::int32));
      raw_.vertices.push_back(in_.position());
    }
    set_tags(tags);
  }

  void nodes_4() {
    const std::int64_t block_count = in_.integer(size_type_);
    const Index count = in_.count(in_.integer(size_type_), 4, 24 + byte_size(size_type_), "nodes");
    in_.integer(size_type_);
    in_.integer(size_type_);
    std::vector<std::int64_t> tags;
    tags.reserve(static_cast<std::size_t>(count));
    raw_.vertices.reserve(static_cast<std::size_t>(count));
    for (std::int64_t block = 0; block < block_count; ++block) node_block(tags);
    if (count_of(tags) != count)
      in_.fail(fmt::format("the blocks hold {} nodes, the section declares {}", tags.size(), count));
    set_tags(tags);
  }

  void node_block(std::vector<std::int64_t>& tags) {
    const std::int64_t dimension = in_.integer(ScalarType::int32);
    in_.integer(ScalarType::int32);
    const bool is_parametric = in_.integer(ScalarType::int32) != 0;
    if (dimension < 0 || dimension > 3)
      in_.fail(fmt::format("a block of nodes has the dimension {}", dimension));
    const Index count = in_.count(in_.integer(size_type_), 4, 24 + byte_size(size_type_), "nodes");
    for (Index i = 0; i < count; ++i) tags.push_back(in_.integer(size_type_));
    for (Index i = 0; i < count; ++i) {
      raw_.vertices.push_back(in_.position());
      for (std::int64_t k = 0; is_parametric && k < dimension; ++k) in_.skip_value(ScalarType::float64);
    }
  }

  void set_tags(const std::vector<std::int64_t>& tags) {
    if (const auto twice = tags_.set(tags))
      in_.fail(fmt::format("the file has two nodes {}", *twice), "every node needs its own number");
  }

  // -- elements

  /// The counts of version 2 are text even in binary files, on a line of their own.
  std::int64_t line_count() {
    if (!in_.is_binary()) return in_.integer();
    const std::int64_t count = in_.parse_integer(in_.line_word());
    in_.next_line();
    return count;
  }

  void elements_2() {
    const Index count = in_.count(line_count(), 4, 4, "elements");
    for (Index done = 0; done < count;) {
      if (!in_.is_binary()) in_.integer();
      const GmshElement& kind = element_kind();
      const std::int64_t block = in_.is_binary() ? in_.integer(ScalarType::int32) : 1;
      const std::int64_t tag_count = in_.integer(ScalarType::int32);
      if (block < 0 || block > count - done) in_.fail(fmt::format("a block declares {} elements", block));
      if (tag_count < 0) in_.fail(fmt::format("an element declares {} tags", tag_count));
      for (std::int64_t i = 0; i < block; ++i, ++done) {
        if (in_.is_binary()) in_.integer(ScalarType::int32);
        for (std::int64_t tag = 0; tag < tag_count; ++tag) in_.skip_value(ScalarType::int32);
        element(kind, ScalarType::int32);
      }
    }
  }

  void elements_4() {
    const std::int64_t block_count = in_.integer(size_type_);
    const Index count = in_.count(in_.integer(size_type_), 2, 2 * byte_size(size_type_), "elements");
    in_.integer(size_type_);
    in_.integer(size_type_);
    std::int64_t sum = 0;
    for (std::int64_t block = 0; block < block_count; ++block) {
      in_.integer(ScalarType::int32);
      in_.integer(ScalarType::int32);
      const GmshElement& kind = element_kind();
      const Index block_size = in_.count(in_.integer(size_type_), 2, 2 * byte_size(size_type_), "elements");
      for (Index i = 0; i < block_size; ++i) {
        in_.integer(size_type_);
        element(kind, size_type_);
      }
      sum += block_size;
    }
    if (sum != count)
      in_.fail(fmt::format("the blocks hold {} elements, the section declares {}", sum, count));
  }

  const GmshElement& element_kind() {
    const std::int64_t type = in_.integer(ScalarType::int32);
    const GmshElement* kind = gmsh_element(type);
    if (!kind)
      in_.fail(fmt::format("elements of type {} are unknown", type),
               "known are the types Gmsh numbers 1 to 31");
    return *kind;
  }

  void element(const GmshElement& kind, ScalarType type) {
    std::array<Index, 4> corners{};
    const int corner_count = gmsh_corner_count(kind.shape);
    for (int i = 0; i < corner_count; ++i) corners[static_cast<std::size_t>(i)] = node(type);
    for (int i = corner_count; i < kind.node_count; ++i) in_.skip_value(type);
    if (kind.shape != GmshShape::other && kind.node_count > corner_count) ++raw_.reduced_elements[kind.name];
    add(kind, corners);
  }

  void add(const GmshElement& kind, const std::array<Index, 4>& corners) {
    const std::uint32_t line = in_.element_line();
    switch (kind.shape) {
      case GmshShape::point:
        return;  // every node is a vertex already
      case GmshShape::line:
        return raw_.add_edge({corners[0], corners[1]}, line);
      case GmshShape::triangle:
        return raw_.add_face(std::span(corners).first(3), line);
      case GmshShape::quad:
        return raw_.add_face(corners, line);
      case GmshShape::tet:
        return raw_.add_tet(corners, line);
      case GmshShape::other:
        ++raw_.unread_elements[kind.name];
    }
  }

  Index node(ScalarType type) {
    const std::int64_t tag = in_.integer(type);
    const Index vertex = tags_.find(tag);
    if (vertex < 0)
      in_.fail(fmt::format("node {} does not exist", tag), "the number is wrong or nodes are missing");
    return vertex;
  }

  Scanner in_;
  RawMesh raw_;
  bool is_version_4_ = false;
  ScalarType size_type_ = ScalarType::uint64;
  TagMap tags_;
};

}  // namespace

MeshFile read_msh(std::string_view bytes, const std::string& name) { return MshReader(bytes, name).read(); }

}  // namespace lacuna
