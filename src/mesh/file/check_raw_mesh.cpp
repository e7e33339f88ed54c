#include "mesh/file/check_raw_mesh.h"

#include "base/input_error.h"
#include "mesh/file/triangulate.h"

#include <fmt/format.h>

#include <cmath>

namespace lacuna {
namespace {

/// Beyond this, products of three lengths leave the range of double, and so does every volume.
constexpr double largest_coordinate = 1e100;

void check_vertices(const RawMesh& raw) {
  if (raw.vertices.empty())
    throw InputError(
        raw.name, "the mesh has no vertices",
        raw.notices.empty() ? "is this the right file?" : "is this the right file? " + raw.notices.front());
  for (std::size_t v = 0; v < raw.vertices.size(); ++v) {
    const Vec3& x = raw.vertices[v];
    if ((x.array().abs() <= largest_coordinate).all()) continue;
    throw InputError(fmt::format("{}, vertex {} (counting from 0)", raw.name, v),
                     fmt::format("the coordinates ({}, {}, {}) are {}", x.x(), x.y(), x.z(),
                                 x.allFinite() ? "too large to compute with" : "not finite"),
                     "coordinates are metres; fix or scale the file");
  }
}

void check_index(const RawMesh& raw, Index v, std::string_view kind, Index number,
                 const std::vector<std::uint32_t>& lines) {
  const Index count = count_of(raw.vertices);
  if (v >= 0 && v < count) return;
  const std::int64_t first = raw.first_index;
  raw.fail(kind, number, lines,
           fmt::format("vertex {} does not exist: the file has {} vertices, numbered {} to {}", v + first,
                       count, first, count - 1 + first),
           "the index is wrong or vertices are missing");
}

void check_face(const RawMesh& raw, Index f) {
  const std::span<const Index> corners = raw.face(f);
  if (corners.size() < 3)
    raw.fail("face", f, raw.face_lines, fmt::format("a face has {} corners", corners.size()),
             "it needs at least three");
  if (corners.size() > max_polygon_corners)
    raw.fail("face", f, raw.face_lines, fmt::format("a face has {} corners", corners.size()),
             fmt::format("at most {} are supported", max_polygon_corners));
  for (Index v : corners) check_index(raw, v, "face", f, raw.face_lines);
}

void check_textures(const RawMesh& raw) {
  for (const Vec2& t : raw.texture_coordinates)
    if (!t.allFinite()) throw InputError(raw.name, "a texture coordinate is not finite");
  if (raw.face_texture_corners.empty()) return;
  for (Index f = 0; f < raw.face_count(); ++f) {
    for (std::size_t i = raw.face_begin(f); i < raw.face_begin(f) + raw.face_size(f); ++i) {
      const Index t = raw.face_texture_corners[i];
      if (t >= 0 && t < count_of(raw.texture_coordinates)) continue;
      const std::int64_t number = static_cast<std::int64_t>(t) + raw.first_index;
      raw.fail("face", f, raw.face_lines, fmt::format("texture coordinate {} does not exist", number),
               "the index is wrong or texture coordinates are missing");
    }
  }
}

}  // namespace

void check_raw_mesh(const RawMesh& raw) {
  check_vertices(raw);
  for (Index i = 0; i < count_of(raw.edges); ++i)
    for (Index v : raw.edges[static_cast<std::size_t>(i)]) check_index(raw, v, "edge", i, raw.edge_lines);
  for (Index i = 0; i < count_of(raw.tets); ++i)
    for (Index v : raw.tets[static_cast<std::size_t>(i)]) check_index(raw, v, "tet", i, raw.tet_lines);
  for (Index f = 0; f < raw.face_count(); ++f) check_face(raw, f);
  check_textures(raw);
}

}  // namespace lacuna
