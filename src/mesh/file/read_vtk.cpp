#include "mesh/file/check_mesh.h"
#include "mesh/file/read_mesh.h"
#include "mesh/file/scanner.h"
#include "mesh/file/vtk_cells.h"

#include <fmt/format.h>

#include <optional>

namespace lacuna {
namespace {

std::optional<ScalarType> vtk_scalar_type(std::string_view name) {
  static constexpr std::pair<std::string_view, ScalarType> types[] = {{"char", ScalarType::int8},
                                                                      {"unsigned_char", ScalarType::uint8},
                                                                      {"short", ScalarType::int16},
                                                                      {"unsigned_short", ScalarType::uint16},
                                                                      {"int", ScalarType::int32},
                                                                      {"unsigned_int", ScalarType::uint32},
                                                                      {"long", ScalarType::int64},
                                                                      {"unsigned_long", ScalarType::uint64},
                                                                      {"vtkIdType", ScalarType::int32},
                                                                      {"vtktypeint64", ScalarType::int64},
                                                                      {"vtktypeuint64", ScalarType::uint64},
                                                                      {"float", ScalarType::float32},
                                                                      {"double", ScalarType::float64}};
  for (const auto& [known, type] : types)
    if (known == name) return type;
  return std::nullopt;
}

/// Lists of points, one per cell.
struct Cells {
  std::vector<Index> points;
  std::vector<std::size_t> ends;
  std::vector<std::uint32_t> lines;

  std::size_t size() const { return ends.size(); }
  std::span<const Index> operator[](std::size_t c) const {
    const std::size_t begin = c == 0 ? 0 : ends[c - 1];
    return std::span(points).subspan(begin, ends[c] - begin);
  }
};

class VtkReader {
 public:
  VtkReader(std::string_view bytes, const std::string& name) : in_(bytes, name) { raw_.name = name; }

  MeshFile read() {
    header();
    // After the geometry come fields over points and cells, which are ignored.
    for (std::string_view word = in_.word(); !word.empty() && word != "POINT_DATA" && word != "CELL_DATA";
         word = in_.word())
      section(word);
    if (types_.size() != grid_cells_.size())
      in_.fail(fmt::format("the file has {} cells and the types of {}", grid_cells_.size(), types_.size()));
    for (std::size_t c = 0; c < types_.size(); ++c)
      add_vtk_cell(raw_, {types_[c], grid_cells_[c], c, grid_cells_.lines[c]});
    return check_mesh(std::move(raw_));
  }

 private:
  void header() {
    if (!in_.line_rest().starts_with("# vtk DataFile")) {
      in_.fail("not a legacy VTK file: it does not begin with '# vtk DataFile'",
               "files in XML (.vtu, .vtp) are not read; save as legacy VTK");
    }
    in_.next_line();  // title
    const std::string_view encoding = in_.word();
    if (encoding != "ASCII" && encoding != "BINARY")
      in_.fail(fmt::format("ASCII or BINARY expected instead of {}", quoted(encoding)));
    const std::string_view dataset = in_.word();
    const std::string_view kind = in_.word();
    if (dataset != "DATASET" || (kind != "UNSTRUCTURED_GRID" && kind != "POLYDATA"))
      in_.fail(fmt::format("{} is not a supported data set", quoted(kind)),
               "known are UNSTRUCTURED_GRID and POLYDATA");
    if (encoding == "BINARY") in_.encoding = Encoding::big_endian;
  }

  void section(std::string_view word) {
    if (word == "POINTS")
      points();
    else if (word == "CELLS")
      grid_cells_ = cells();
    else if (word == "CELL_TYPES")
      cell_types();
    else if (word == "VERTICES")
      cells();  // every point is a vertex already
    else if (word == "LINES")
      add_all(cells(), 4);
    else if (word == "POLYGONS")
      add_all(cells(), 7);
    else if (word == "TRIANGLE_STRIPS")
      add_all(cells(), 6);
    else if (word == "FIELD")
      skip_field();
    else if (word == "METADATA")
      skip_metadata();
    else
      in_.fail(fmt::format("{} is an unknown section", quoted(word)), "is a count before it wrong?");
  }

  /// Ends with an empty line.
  void skip_metadata() {
    in_.next_line();
    while (!in_.at_end() && !in_.line_rest().empty()) {
    }
  }

  /// A count in a section's head, which is text in binary files too.
  std::int64_t head_number() { return in_.parse_integer(in_.line_word()); }

  ScalarType head_type() {
    const std::string_view word = in_.line_word();
    const auto type = vtk_scalar_type(word);
    if (!type) in_.fail(fmt::format("{} is an unknown type", quoted(word)));
    return *type;
  }

  void points() {
    const std::int64_t claimed = head_number();
    const ScalarType type = head_type();
    in_.next_line();
    const Index count = in_.count(claimed, 3, 3 * byte_size(type), "points");
    raw_.vertices.reserve(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) raw_.vertices.push_back(in_.position(type));
  }

  Cells cells() {
    const std::int64_t first = head_number();
    const std::int64_t second = head_number();
    in_.next_line();
    return in_.rest().starts_with("OFFSETS") ? cells_by_offset(first, second)
                                             : cells_by_length(first, second);
  }

  /// Up to version 4: the length of each cell stands before its points.
  Cells cells_by_length(std::int64_t claimed_cells, std::int64_t claimed_values) {
    const Index value_count = in_.count(claimed_values, 1, 4, "values of cells");
    const Index cell_count = in_.count(claimed_cells, 1, 4, "cells");
    Cells cells;
    Index left = value_count;
    for (Index c = 0; c < cell_count; ++c) {
      const std::int64_t length = in_.integer(ScalarType::int32);
      if (length < 0 || length >= left) in_.fail(fmt::format("the length of a cell is {}", length));
      for (std::int64_t i = 0; i < length; ++i) cells.points.push_back(in_.index(ScalarType::int32, 0));
      cells.ends.push_back(cells.points.size());
      cells.lines.push_back(in_.element_line());
      left -= static_cast<Index>(length) + 1;
    }
    if (left != 0)
      in_.fail(fmt::format("the cells declare {} values but have {}", value_count, value_count - left));
    return cells;
  }

  /// From version 5.1 on: one list of where cells begin (and the last one ends), one of all points.
  Cells cells_by_offset(std::int64_t offset_count, std::int64_t point_count) {
    const auto offsets = named_list("OFFSETS", offset_count, "offsets of cells");
    const auto points = named_list("CONNECTIVITY", point_count, "points of cells");
    Cells cells;
    if (offsets.empty()) return cells;
    if (offsets.front().value != 0 || offsets.back().value != static_cast<std::int64_t>(points.size()))
      in_.fail("the offsets of the cells do not match their points");
    for (std::size_t c = 0; c + 1 < offsets.size(); ++c) {
      const std::int64_t begin = offsets[c].value;
      const std::int64_t end = offsets[c + 1].value;
      if (end < begin || end > offsets.back().value) in_.fail("the offsets of the cells do not ascend");
      cells.ends.push_back(static_cast<std::size_t>(end));
      cells.lines.push_back(end > begin ? points[static_cast<std::size_t>(begin)].line : offsets[c].line);
    }
    for (const Entry& point : points) cells.points.push_back(static_cast<Index>(point.value));
    return cells;
  }

  struct Entry {
    std::int64_t value;
    std::uint32_t line;
  };

  std::vector<Entry> named_list(std::string_view name, std::int64_t claimed, std::string_view what) {
    if (in_.word() != name) in_.fail(fmt::format("{} expected", name));
    const ScalarType type = head_type();
    if (!is_integer(type)) in_.fail(fmt::format("{} must be whole numbers", name));
    in_.next_line();
    std::vector<Entry> list(static_cast<std::size_t>(in_.count(claimed, 1, byte_size(type), what)));
    for (Entry& entry : list) entry.value = in_.index(type, 0), entry.line = in_.element_line();
    return list;
  }

  void cell_types() {
    const std::int64_t claimed = head_number();
    in_.next_line();
    types_.resize(static_cast<std::size_t>(in_.count(claimed, 1, 4, "cell types")));
    for (auto& type : types_) type = in_.integer(ScalarType::int32);
  }

  /// Named arrays unrelated to the geometry, such as the time.
  void skip_field() {
    in_.line_word();
    const std::int64_t array_count = head_number();
    for (std::int64_t i = 0; i < array_count; ++i) {
      const std::string_view name = in_.word();
      if (name.empty()) in_.fail("the file ends inside a field", "is it truncated?");
      if (name == "METADATA") {
        skip_metadata();
        --i;
        continue;
      }
      const std::int64_t components = head_number();
      const std::int64_t tuples = head_number();
      const std::string_view type_name = in_.line_word();
      const auto type = vtk_scalar_type(type_name);
      if (!type)
        in_.fail(fmt::format("the field {} has the unsupported type {}", quoted(name), quoted(type_name)));
      in_.next_line();
      const Index width = in_.count(components, 1, byte_size(*type), "field components");
      const Index rows = in_.count(tuples, 1, byte_size(*type), "field values");
      const Index values =
          in_.count(static_cast<std::int64_t>(width) * rows, 1, byte_size(*type), "field values");
      for (Index k = 0; k < values; ++k) in_.skip_value(*type);
    }
  }

  void add_all(const Cells& cells, std::int64_t type) {
    for (std::size_t c = 0; c < cells.size(); ++c) add_vtk_cell(raw_, {type, cells[c], c, cells.lines[c]});
  }

  Scanner in_;
  RawMesh raw_;
  Cells grid_cells_;
  std::vector<std::int64_t> types_;
};

}  // namespace

MeshFile read_vtk(std::string_view bytes, const std::string& name) { return VtkReader(bytes, name).read(); }

}  // namespace lacuna
