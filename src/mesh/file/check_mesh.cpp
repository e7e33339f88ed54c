#include "mesh/file/check_mesh.h"

#include "base/input_error.h"
#include "mesh/file/check_raw_mesh.h"
#include "mesh/file/extent.h"
#include "mesh/file/simplex_keys.h"
#include "mesh/file/triangulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace lacuna {
namespace {

/// Number of occurrences, and the first place.
struct Tally {
  Index count = 0;
  std::string first;

  template <class Where>
  void add(Where&& where) {
    if (count++ == 0) first = where();
  }
};

using Marks = std::vector<char>;

/// Removes the marked items from a list, which may also be empty altogether.
template <class T>
void erase_marked(std::vector<T>& list, const Marks& marks) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (!marks[i]) list[kept++] = list[i];
  list.resize(kept);
}

class Checker {
 public:
  explicit Checker(RawMesh raw) : raw_(std::move(raw)) {}

  MeshFile run() {
    check_raw_mesh(raw_);
    take_elements();
    drop_empty_elements();
    orient_tets();
    drop_duplicates(
        mesh_.edges, edge_number_, [this](std::size_t i) { return edge_place(i); }, "edge", "edges");
    drop_duplicates(
        mesh_.triangles, face_number_, [this](std::size_t i) { return face_place(i); }, "triangle",
        "triangles");
    drop_duplicates(
        mesh_.tets, tet_number_, [this](std::size_t i) { return tet_place(i); }, "tet", "tets");
    drop_faces_of_tets();
    drop_sides_of_elements();
    note_triangle_neighbours();
    note_unread_elements();
    note_unused_vertices();
    mesh_.vertices = std::move(raw_.vertices);
    return {std::move(mesh_), std::move(raw_.notices), std::move(raw_.pattern_problem)};
  }

 private:
  Index vertex_count() const { return count_of(raw_.vertices); }
  const Vec3& at(Index v) const { return raw_.vertices[static_cast<std::size_t>(v)]; }

  std::string edge_place(std::size_t i) const { return raw_.place("edge", edge_number_[i], raw_.edge_lines); }
  std::string face_place(std::size_t i) const { return raw_.place("face", face_number_[i], raw_.face_lines); }
  std::string tet_place(std::size_t i) const { return raw_.place("tet", tet_number_[i], raw_.tet_lines); }

  void note(const Tally& tally, std::string_view one, std::string_view many, std::string_view what) {
    if (tally.count == 0) return;
    raw_.notices.push_back(fmt::format("{}: {} {} {}, first: {}", raw_.name, tally.count,
                                       tally.count == 1 ? one : many, what, tally.first));
  }

  // -- repairs

  void take_elements() {
    split_faces();
    mesh_.edges = std::move(raw_.edges);
    mesh_.tets = std::move(raw_.tets);
    mesh_.texture_coordinates = std::move(raw_.texture_coordinates);
    edge_number_.resize(mesh_.edges.size());
    tet_number_.resize(mesh_.tets.size());
    std::iota(edge_number_.begin(), edge_number_.end(), 0);
    std::iota(tet_number_.begin(), tet_number_.end(), 0);
  }

  void split_faces() {
    Tally quads;
    Tally polygons;
    std::vector<Vec3> corners;
    std::vector<std::array<Index, 3>> pieces;
    for (Index f = 0; f < raw_.face_count(); ++f) {
      const std::span<const Index> face = raw_.face(f);
      corners.clear();
      for (Index v : face) corners.push_back(at(v));
      triangulate(corners, pieces);
      for (const auto& [a, b, c] : pieces)
        add_triangle(f, static_cast<std::size_t>(a), static_cast<std::size_t>(b),
                     static_cast<std::size_t>(c));
      if (face.size() > 3)
        (face.size() == 4 ? quads : polygons).add([&] { return raw_.place("face", f, raw_.face_lines); });
    }
    note(quads, "quad", "quads", "split into triangles along the shorter diagonal");
    note(polygons, "polygon", "polygons", "split into triangles");
  }

  void add_triangle(Index face, std::size_t a, std::size_t b, std::size_t c) {
    const std::size_t begin = raw_.face_begin(face);
    const auto pick = [&](const std::vector<Index>& list) {
      return Triangle{list[begin + a], list[begin + b], list[begin + c]};
    };
    mesh_.triangles.push_back(pick(raw_.face_corners));
    if (!raw_.face_texture_corners.empty())
      mesh_.texture_triangles.push_back(pick(raw_.face_texture_corners));
    face_number_.push_back(face);
  }

  void erase_triangles(const Marks& marks) {
    erase_marked(mesh_.triangles, marks);
    erase_marked(mesh_.texture_triangles, marks);
    erase_marked(face_number_, marks);
  }

  void drop_empty_elements() {
    Tally short_edges;
    Tally thin_triangles;
    Tally pattern_triangles;
    Marks edge_marks(mesh_.edges.size());
    Marks triangle_marks(mesh_.triangles.size());
    for (std::size_t i = 0; i < edge_marks.size(); ++i) {
      const auto [a, b] = mesh_.edges[i];
      edge_marks[i] = !has_length(at(a), at(b));
      if (edge_marks[i]) short_edges.add([&] { return edge_place(i); });
    }
    for (std::size_t i = 0; i < triangle_marks.size(); ++i) {
      const auto [a, b, c] = mesh_.triangles[i];
      triangle_marks[i] = !has_area(at(a), at(b), at(c));
      if (!triangle_marks[i]) continue;
      thin_triangles.add([&] { return face_place(i); });
      if (has_pattern_area(i)) pattern_triangles.add([&] { return face_place(i); });
    }
    erase_marked(mesh_.edges, edge_marks);
    erase_marked(edge_number_, edge_marks);
    erase_triangles(triangle_marks);
    note(short_edges, "edge", "edges", "dropped for having no length");
    note(thin_triangles, "triangle", "triangles", "dropped for having no area");
    if (pattern_triangles.count > 0)
      raw_.pattern_problem = fmt::format(
          "{} of its triangles have no area although their texture coordinates do: the sheet would have "
          "holes, first: {}",
          pattern_triangles.count, pattern_triangles.first);
  }

  bool has_pattern_area(std::size_t triangle) const {
    if (mesh_.texture_triangles.empty()) return false;
    std::array<Vec3, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto corner = static_cast<std::size_t>(mesh_.texture_triangles[triangle][k]);
      corners[k] << mesh_.texture_coordinates[corner], 0;
    }
    return has_area(corners[0], corners[1], corners[2]);
  }

  void orient_tets() {
    Tally inverted;
    for (Index i = 0; i < count_of(mesh_.tets); ++i) {
      Tet& tet = mesh_.tets[static_cast<std::size_t>(i)];
      const Extent volume = volume_sign(at(tet[0]), at(tet[1]), at(tet[2]), at(tet[3]));
      if (volume == Extent::none)
        raw_.fail("tet", i, raw_.tet_lines,
                  has_repeated_vertex(tet) ? "a tet has a vertex twice" : "a tet is flat: its volume is zero",
                  "remove it or mesh the solid again; a tet without volume has no rest shape");
      if (volume == Extent::positive) continue;
      std::swap(tet[2], tet[3]);
      inverted.add([&] { return tet_place(static_cast<std::size_t>(i)); });
    }
    note(inverted, "tet", "tets", "with negative volume reoriented by swapping the last two vertices");
  }

  template <class Simplex, class Place>
  void drop_duplicates(std::vector<Simplex>& simplices, std::vector<Index>& numbers, Place&& place_of,
                       const char* one, const char* many) {
    Marks marks(simplices.size());
    for_each_equal(sorted_keys(simplices), vertex_count(), [&](std::span<const std::uint32_t> same) {
      for (std::uint32_t i : same.subspan(1)) marks[i] = 1;
    });
    Tally twice;
    for (std::size_t i = 0; i < marks.size(); ++i)
      if (marks[i]) twice.add([&] { return place_of(i); });
    note(twice, one, many, "dropped as duplicates");
    if constexpr (std::is_same_v<Simplex, Triangle>) erase_marked(mesh_.texture_triangles, marks);
    erase_marked(simplices, marks);
    erase_marked(numbers, marks);
  }

  void drop_faces_of_tets() {
    if (mesh_.tets.empty()) return;
    std::vector<Triangle> keys;
    append_sides(mesh_.tets, keys);
    const std::size_t tet_face_count = keys.size();
    append_sides(mesh_.triangles, keys);
    Marks marks(mesh_.triangles.size());
    Tally faces;
    Tally crowded;
    for_each_equal(keys, vertex_count(), [&](std::span<const std::uint32_t> same) {
      if (same[0] >= tet_face_count) return;
      if (same.size() > 2 && same[2] < tet_face_count) crowded.add([&] { return tet_place(same[2] / 4); });
      if (same.back() >= tet_face_count) marks[same.back() - tet_face_count] = 1;
    });
    for (std::size_t i = 0; i < marks.size(); ++i)
      if (marks[i]) faces.add([&] { return face_place(i); });
    note(faces, "triangle", "triangles", "dropped as faces of a tet");
    note(crowded, "tet face", "tet faces", "shared by more than two tets, which must overlap");
    erase_triangles(marks);
  }

  void drop_sides_of_elements() {
    if (mesh_.edges.empty() || mesh_.triangles.size() + mesh_.tets.size() == 0) return;
    std::vector<Edge> keys;
    append_sides(mesh_.triangles, keys);
    append_sides(mesh_.tets, keys);
    const std::size_t side_count = keys.size();
    append_sides(mesh_.edges, keys);
    Marks marks(mesh_.edges.size());
    for_each_equal(keys, vertex_count(), [&](std::span<const std::uint32_t> same) {
      if (same[0] < side_count && same.back() >= side_count) marks[same.back() - side_count] = 1;
    });
    Tally sides;
    for (std::size_t i = 0; i < marks.size(); ++i)
      if (marks[i]) sides.add([&] { return edge_place(i); });
    note(sides, "edge", "edges", "dropped as sides of a triangle or tet");
    erase_marked(mesh_.edges, marks);
    erase_marked(edge_number_, marks);
  }

  // -- notices

  void note_triangle_neighbours() {
    std::vector<Edge> sides;
    std::vector<Edge> keys;
    for (const auto& [a, b, c] : mesh_.triangles) sides.insert(sides.end(), {{a, b}, {b, c}, {c, a}});
    append_sides(sides, keys);
    Tally crowded;
    Tally opposed;
    for_each_equal(keys, vertex_count(), [&](std::span<const std::uint32_t> same) {
      const auto place_of = [&] { return face_place(same.back() / 3); };
      if (same.size() > 2) crowded.add(place_of);
      if (same.size() == 2 && sides[same[0]] == sides[same[1]]) opposed.add(place_of);
    });
    note(crowded, "edge", "edges", "shared by more than two triangles");
    note(opposed, "edge", "edges", "between two triangles that face opposite ways");
  }

  void note_unread_elements() {
    for (const auto& [kind, count] : raw_.reduced_elements)
      raw_.notices.push_back(
          fmt::format("{}: {} {} read by their corners only, as straight elements", raw_.name, count, kind));
    for (const auto& [kind, count] : raw_.unread_elements)
      raw_.notices.push_back(fmt::format("{}: {} {} ignored, only lines, triangles, quads and tets are read",
                                         raw_.name, count, kind));
  }

  void note_unused_vertices() {
    const bool has_elements = mesh_.edges.size() + mesh_.triangles.size() + mesh_.tets.size() > 0;
    const bool had_elements = raw_.edge_lines.size() + raw_.face_lines.size() + raw_.tet_lines.size() > 0;
    if (!has_elements && (had_elements || !raw_.unread_elements.empty()))
      throw InputError(raw_.name, "no element of the mesh can be used",
                       raw_.notices.empty() ? "" : "the reasons: " + raw_.notices.front());
    if (!has_elements) return;
    Marks is_used(raw_.vertices.size());
    const auto use = [&](const auto& simplices) {
      for (const auto& simplex : simplices)
        for (Index v : simplex) is_used[static_cast<std::size_t>(v)] = 1;
    };
    use(mesh_.edges);
    use(mesh_.triangles);
    use(mesh_.tets);
    Tally unused;
    for (std::size_t v = 0; v < is_used.size(); ++v)
      if (!is_used[v]) unused.add([&] { return fmt::format("vertex {} (counting from 0)", v); });
    note(unused, "vertex", "vertices", "kept although part of no element");
  }

  RawMesh raw_;
  Mesh mesh_;
  std::vector<Index> edge_number_, face_number_,
      tet_number_;  ///< in the file, of each element still in mesh_
};

}  // namespace

MeshFile check_mesh(RawMesh raw) { return Checker(std::move(raw)).run(); }

}  // namespace lacuna
