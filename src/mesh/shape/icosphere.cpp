#include "mesh/shape/icosphere.h"

#include "base/check.h"

#include <cmath>

namespace lacuna {
namespace {

/// Vertex 0 is up, 1 to 5 the upper ring, 6 to 10 the lower one, 11 down.
constexpr std::array<Triangle, Icosphere::face_count> icosahedron_faces{
    {{0, 2, 1},  {0, 3, 2},  {0, 4, 3},  {0, 5, 4},  {0, 1, 5},   {1, 2, 6},  {2, 3, 7},
     {3, 4, 8},  {4, 5, 9},  {5, 1, 10}, {2, 7, 6},  {3, 8, 7},   {4, 9, 8},  {5, 10, 9},
     {1, 6, 10}, {11, 6, 7}, {11, 7, 8}, {11, 8, 9}, {11, 9, 10}, {11, 10, 6}}};

constexpr Index corner_count = 12;
constexpr Index edge_count = 30;

Vec3 icosahedron_vertex(Index v) {
  if (v == 0) return Vec3::UnitY();
  if (v == 11) return -Vec3::UnitY();
  // Both rings are at latitude atan(1/2); the lower one is rotated by 36 degrees.
  const double angle = (v <= 5 ? 72.0 * (v - 1) : 36.0 + 72.0 * (v - 6)) * EIGEN_PI / 180.0;
  const double r = 2.0 / std::sqrt(5.0), y = (v <= 5 ? 1.0 : -1.0) / std::sqrt(5.0);
  return {r * std::cos(angle), y, r * std::sin(angle)};
}

/// Number of the edge between two corners, by first appearance in the faces.
Index edge_number(Index v, Index w) {
  static const auto table = [] {
    std::array<std::array<Index, corner_count>, corner_count> numbers;
    for (auto& row : numbers) row.fill(-1);
    Index next = 0;
    for (const Triangle& face : icosahedron_faces) {
      for (size_t i = 0; i < 3; ++i) {
        const auto a = static_cast<size_t>(face[i]), b = static_cast<size_t>(face[(i + 1) % 3]);
        if (numbers[a][b] < 0) numbers[a][b] = numbers[b][a] = next++;
      }
    }
    LACUNA_CHECK(next == edge_count, "{} edges", next);
    return numbers;
  }();
  return table[static_cast<size_t>(v)][static_cast<size_t>(w)];
}

/// Spherical blend of the three corners. Along an edge it is exact slerp, so steps there are equal; inside,
/// it spreads the triangles more evenly than projecting the flat face would.
Vec3 blend(const Triangle& face, const std::array<Index, 3>& lattice, Index frequency) {
  const double edge_angle = std::atan(2.0);
  Vec3 sum = Vec3::Zero();
  for (size_t i = 0; i < 3; ++i) {
    sum += std::sin(edge_angle * lattice[i] / frequency) * icosahedron_vertex(face[i]);
  }
  return sum.normalized();
}

}  // namespace

Index Icosphere::vertex(Index face, const std::array<Index, 3>& lattice) const {
  const Index f = frequency_;
  const Triangle& corners = icosahedron_faces[static_cast<size_t>(face)];
  for (size_t i = 0; i < 3; ++i) {
    if (lattice[i] == f) return corners[i];
  }
  for (size_t i = 0; i < 3; ++i) {
    if (lattice[i] != 0) continue;
    // On the edge opposite corner i: steps are counted from its smaller corner.
    const size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const Index step = corners[j] < corners[k] ? lattice[k] : lattice[j];
    return corner_count + edge_number(corners[j], corners[k]) * (f - 1) + step - 1;
  }
  const Index per_face = (f - 1) * (f - 2) / 2;
  const Index row = lattice[0] - 1;  // rows of f - 2, f - 3, ... vertices
  const Index before = row * (f - 2) - row * (row - 1) / 2;
  return corner_count + edge_count * (f - 1) + face * per_face + before + lattice[1] - 1;
}

std::vector<Vec3> Icosphere::vertices() const {
  std::vector<Vec3> x(static_cast<size_t>(vertex_count()));
  for (Index face = 0; face < face_count; ++face) {
    for (Index a = 0; a <= frequency_; ++a) {
      for (Index b = 0; a + b <= frequency_; ++b) {
        const std::array<Index, 3> lattice{a, b, frequency_ - a - b};
        x[static_cast<size_t>(vertex(face, lattice))] =
            blend(icosahedron_faces[static_cast<size_t>(face)], lattice, frequency_);
      }
    }
  }
  return x;
}

std::vector<Triangle> Icosphere::triangles() const {
  std::vector<Triangle> triangles;
  triangles.reserve(static_cast<size_t>(face_count) * static_cast<size_t>(frequency_ * frequency_));
  for (Index face = 0; face < face_count; ++face) {
    for (Index a = 0; a < frequency_; ++a) {
      for (Index b = 0; a + b < frequency_; ++b) {
        const Index c = frequency_ - 1 - a - b;
        const Index right = vertex(face, {a + 1, b, c}), up = vertex(face, {a, b + 1, c});
        triangles.push_back({right, up, vertex(face, {a, b, c + 1})});
        if (c > 0) triangles.push_back({right, vertex(face, {a + 1, b + 1, c - 1}), up});
      }
    }
  }
  return triangles;
}

}  // namespace lacuna
