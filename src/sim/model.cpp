#include "sim/model.h"

#include "base/printable.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna {

namespace {

double coefficient_in(const std::vector<Model::PairFriction>& list, const std::array<Index, 2>& pair,
                      double otherwise) {
  const auto at = std::lower_bound(list.begin(), list.end(), pair,
                                   [](const auto& entry, const auto& wanted) { return entry.pair < wanted; });
  return at != list.end() && at->pair == pair ? at->coefficient : otherwise;
}

}  // namespace

double Model::friction_between(Index object_a, Index object_b) const {
  const double mean =
      0.5 * (object_friction[static_cast<size_t>(object_a)] + object_friction[static_cast<size_t>(object_b)]);
  if (pair_friction.empty()) return mean;
  return coefficient_in(pair_friction, {std::min(object_a, object_b), std::max(object_a, object_b)}, mean);
}

double Model::friction_with_wall(Index object, Index wall) const {
  const Index sphere = wall - count_of(planes);
  const double of_wall =
      sphere < 0 ? planes[static_cast<size_t>(wall)].friction : spheres[static_cast<size_t>(sphere)].friction;
  const double mean = 0.5 * (object_friction[static_cast<size_t>(object)] + of_wall);
  return plane_friction.empty() ? mean : coefficient_in(plane_friction, {object, wall}, mean);
}

const std::string& Model::wall_name(Index wall) const {
  const Index sphere = wall - count_of(planes);
  return sphere < 0 ? planes[static_cast<size_t>(wall)].name : spheres[static_cast<size_t>(sphere)].name;
}

Vec3 Model::gravity_at(double time) const {
  return gravity_over_time.is_constant() ? gravity : gravity_over_time.at(time);
}

std::array<Index, 2> Model::objects_of(const ContactStencil& stencil) const {
  const auto object_of = [&](size_t node) { return surface.object_of(stencil.nodes[node]); };
  if (is_wall(stencil.kind)) return {object_of(0), -1};
  const bool is_edges = stencil.kind == StencilKind::edge_edge || stencil.kind == StencilKind::mollified;
  return {object_of(0), object_of(is_edges ? 2 : 1)};
}

double Model::friction_of(const ContactStencil& stencil) const {
  const std::array<Index, 2> objects = objects_of(stencil);
  return is_wall(stencil.kind) ? friction_with_wall(objects[0], stencil.plane)
                               : friction_between(objects[0], objects[1]);
}

bool Model::has_friction() const {
  const auto has_positive = [](const std::vector<PairFriction>& pairs) {
    return std::any_of(pairs.begin(), pairs.end(), [](const PairFriction& p) { return p.coefficient > 0; });
  };
  return std::any_of(object_friction.begin(), object_friction.end(), [](double f) { return f > 0; }) ||
         std::any_of(planes.begin(), planes.end(), [](const Plane& plane) { return plane.friction > 0; }) ||
         std::any_of(spheres.begin(), spheres.end(), [](const Sphere& s) { return s.friction > 0; }) ||
         has_positive(pair_friction) || has_positive(plane_friction);
}

std::string describe_vertex(const Model& model, Index vertex, Positions x) {
  const Vec3& at = x[static_cast<size_t>(vertex)];
  std::string name;
  for (const Plane& plane : model.planes)
    if (plane.vertex == vertex) name = plane.name;
  for (const Sphere& sphere : model.spheres)
    if (sphere.center == vertex || sphere.rim == vertex) name = sphere.name;
  if (name.empty()) name = model.object_names[static_cast<size_t>(model.surface.object_of(vertex))];
  return fmt::format("'{}' at ({:.4g}, {:.4g}, {:.4g})", printable_line(name), at.x(), at.y(), at.z());
}

}  // namespace lacuna
