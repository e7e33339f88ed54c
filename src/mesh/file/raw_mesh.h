// The unchecked result of a reader: faces still have any number of corners, indices may be wrong, elements
// may be degenerate. check_mesh() turns it into a Mesh.
#pragma once

#include "base/types.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

struct RawMesh {
  std::string name;     ///< of the file, for messages
  int first_index = 0;  ///< how the file counts its vertices, for messages

  std::vector<Vec3> vertices;
  std::vector<Edge> edges;
  std::vector<Tet> tets;
  std::vector<Index> face_corners;  ///< of all faces, one after the other
  std::vector<std::size_t>
      face_ends;  ///< face f has the corners before face_ends[f] that face f-1 does not have

  std::vector<Vec2> texture_coordinates;
  std::vector<Index> face_texture_corners;  ///< empty, or one per face corner; -1 where the file gives none

  /// Line of each element, 0 where the file is binary.
  std::vector<std::uint32_t> edge_lines, face_lines, tet_lines;

  std::map<std::string, Index> unread_elements;  ///< kind and number of unsupported elements
  std::map<std::string, Index>
      reduced_elements;  ///< kind and number of curved elements read by their corners
  std::vector<std::string> notices;
  std::string pattern_problem;  ///< see MeshFile

  /// "line 12" or "face 3 (counting from 0)", for notices.
  std::string place(std::string_view kind, Index number, const std::vector<std::uint32_t>& lines) const;
  /// Throws an InputError at "file:12" or "file, face 3 (counting from 0)".
  [[noreturn]] void fail(std::string_view kind, Index number, const std::vector<std::uint32_t>& lines,
                         const std::string& problem, const std::string& hint) const;

  Index face_count() const { return count_of(face_ends); }
  std::span<const Index> face(Index f) const {
    return std::span(face_corners).subspan(face_begin(f), face_size(f));
  }
  std::size_t face_begin(Index f) const { return f == 0 ? 0 : face_ends[static_cast<std::size_t>(f) - 1]; }
  std::size_t face_size(Index f) const { return face_ends[static_cast<std::size_t>(f)] - face_begin(f); }

  void add_edge(const Edge& edge, std::uint32_t line) {
    edges.push_back(edge);
    edge_lines.push_back(line);
  }
  /// Adds a chain of edges through the corners.
  void add_polyline(std::span<const Index> corners, std::uint32_t line) {
    for (std::size_t i = 1; i < corners.size(); ++i) add_edge({corners[i - 1], corners[i]}, line);
  }
  void add_tet(const Tet& tet, std::uint32_t line) {
    tets.push_back(tet);
    tet_lines.push_back(line);
  }
  void add_face(std::span<const Index> corners, std::uint32_t line) {
    face_corners.insert(face_corners.end(), corners.begin(), corners.end());
    end_face(line);
  }
  /// Closes the face whose corners were appended to face_corners.
  void end_face(std::uint32_t line) {
    face_ends.push_back(face_corners.size());
    face_lines.push_back(line);
  }
  /// Adds the triangles of a strip, every other one reversed so that all face the same way.
  void add_strip(std::span<const Index> corners, std::uint32_t line) {
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const bool is_turned = i % 2 == 1;
      add_face(std::array{corners[i - (is_turned ? 1 : 2)], corners[i - (is_turned ? 2 : 1)], corners[i]},
               line);
    }
  }
};

}  // namespace lacuna
