#include "mesh/transform.h"

#include "base/input_error.h"
#include "mesh/measures.h"
#include "mesh/shape/check_parameters.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <utility>

namespace lacuna {
namespace {

struct Turn {
  double sin, cos;
};

/// sin(pi/2) is exact but cos(pi/2) is 6e-17: quarter turns are looked up, so that a plane stays a plane.
Turn turn_by(double degrees) {
  const double quarters = degrees / 90.0;
  if (quarters == std::nearbyint(quarters) && std::abs(quarters) < 1e9) {
    constexpr Turn quarter_turns[4] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    return quarter_turns[static_cast<long long>(quarters) & 3];
  }
  const double radians = degrees * std::numbers::pi / 180.0;
  return {std::sin(radians), std::cos(radians)};
}

double copies(const std::array<Index, 3>& counts) {
  return static_cast<double>(counts[0]) * static_cast<double>(counts[1]) * static_cast<double>(counts[2]);
}

double largest_entry_count(const Mesh& mesh) {
  return static_cast<double>(
      std::max({3 * mesh.vertices.size(), 3 * mesh.triangles.size(), 4 * mesh.tets.size(),
                2 * mesh.edges.size(), 2 * mesh.texture_coordinates.size()}));
}

template <class Element>
void append_shifted(std::vector<Element>& elements, const std::vector<Element>& others, Index shift) {
  const size_t count = others.size();  // `others` may be `elements` itself
  for (size_t i = 0; i < count; ++i) {
    Element element = others[i];
    for (Index& v : element) v += shift;
    elements.push_back(element);
  }
}

/// Gives every triangle of a mesh without texture the same texture point, so that it can join one that has.
void add_blank_texture(Mesh& mesh) {
  mesh.texture_coordinates.assign(1, Vec2::Zero());
  mesh.texture_triangles.assign(mesh.triangles.size(), Triangle{0, 0, 0});
}

}  // namespace

Mat3 axis_rotation(const Vec3& axis, double degrees) {
  shape_check::require_finite("rotation angle", degrees);
  if (!axis.allFinite() || axis.norm() == 0) {
    throw InputError("rotation axis", "must be a finite nonzero vector", "for example [0, 1, 0]");
  }
  // Rodrigues' formula.
  const auto [s, c] = turn_by(degrees);
  const Vec3 a = axis.normalized();
  Mat3 cross;
  cross << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return c * Mat3::Identity() + s * cross + (1 - c) * a * a.transpose();
}

Mat3 euler_rotation(const Vec3& degrees) {
  return axis_rotation(Vec3::UnitX(), degrees.x()) * axis_rotation(Vec3::UnitY(), degrees.y()) *
         axis_rotation(Vec3::UnitZ(), degrees.z());
}

void translate(Mesh& mesh, const Vec3& offset) {
  for (Vec3& x : mesh.vertices) x += offset;
}

void scale(Mesh& mesh, const Vec3& factors) {
  if (!factors.allFinite() || (factors.array() == 0).any()) {
    throw InputError("scale", "every factor must be finite and nonzero",
                     "to flatten a mesh, generate a grid instead");
  }
  for (Vec3& x : mesh.vertices) x = x.cwiseProduct(factors);
  // Not the sign of the product, which is zero for factors below 1e-108.
  if ((factors.array() < 0).count() % 2 == 1) flip_orientation(mesh);
}

void rotate(Mesh& mesh, const Mat3& rotation) {
  for (Vec3& x : mesh.vertices) x = rotation * x;
}

void rotate(Mesh& mesh, const Mat3& rotation, const Vec3& center) {
  for (Vec3& x : mesh.vertices) x = rotation * (x - center) + center;
}

void flip_orientation(Mesh& mesh) {
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  for (Triangle& t : mesh.texture_triangles) std::swap(t[1], t[2]);
  for (Tet& t : mesh.tets) std::swap(t[2], t[3]);
}

void append(Mesh& mesh, const Mesh& other) {
  const bool is_textured = !mesh.texture_triangles.empty();
  const bool other_is_textured = !other.texture_triangles.empty();
  if (!is_textured && other_is_textured && !mesh.triangles.empty()) add_blank_texture(mesh);
  if (is_textured && !other_is_textured && !other.triangles.empty()) {
    Mesh textured = other;
    add_blank_texture(textured);
    return append(mesh, textured);
  }
  const Index shift = count_of(mesh.vertices);
  append_shifted(mesh.texture_triangles, other.texture_triangles, count_of(mesh.texture_coordinates));
  append_shifted(mesh.edges, other.edges, shift);
  append_shifted(mesh.triangles, other.triangles, shift);
  append_shifted(mesh.tets, other.tets, shift);
  const auto append_all = [](auto& to, const auto& from) {
    const size_t count = from.size();
    for (size_t i = 0; i < count; ++i) to.push_back(from[i]);
  };
  append_all(mesh.vertices, other.vertices);
  append_all(mesh.texture_coordinates, other.texture_coordinates);
}

Mesh array(const Mesh& mesh, const ArrayParam& param) {
  for (Index count : param.counts) shape_check::require_count("array.counts", count, 1);
  for (double distance : param.spacing) shape_check::require_finite("array.spacing", distance);
  shape_check::require_indexable("array.counts",
                                 copies(param.counts) * std::max(1.0, largest_entry_count(mesh)));
  const auto [nx, ny, nz] = param.counts;
  Mesh result;
  for (Index c = 0; c < nx * ny * nz; ++c) {
    const Index i = c % nx, j = c / nx % ny, k = c / nx / ny;
    const Vec3 cell(i - 0.5 * (nx - 1), j - 0.5 * (ny - 1), k - 0.5 * (nz - 1));
    const size_t begin = result.vertices.size();
    append(result, mesh);
    for (size_t v = begin; v < result.vertices.size(); ++v) {
      result.vertices[v] += cell.cwiseProduct(param.spacing);
    }
  }
  return result;
}

Mesh stack(const Mesh& mesh, const StackParam& param) {
  shape_check::require_count("stack.count", param.count, 1);
  shape_check::require_finite("stack.gap", param.gap);
  shape_check::require_indexable("stack.count", param.count * largest_entry_count(mesh));
  Mesh result;
  double floor = bounds(mesh.vertices).lower.y();
  for (Index i = 0; i < param.count; ++i) {
    Mesh copy = mesh;
    rotate(copy, euler_rotation(i * param.turn), bounds(mesh.vertices).center());
    const Bounds box = bounds(copy.vertices);
    translate(copy, {0, floor - box.lower.y(), 0});
    floor += box.size().y() + param.gap;
    append(result, copy);
  }
  return result;
}

}  // namespace lacuna
