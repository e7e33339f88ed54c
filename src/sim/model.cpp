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

double Model::friction_with_plane(Index object, Index plane) const {
  const double mean =
      0.5 * (object_friction[static_cast<size_t>(object)] + planes[static_cast<size_t>(plane)].friction);
  return plane_friction.empty() ? mean : coefficient_in(plane_friction, {object, plane}, mean);
}

std::array<Index, 2> Model::objects_of(const ContactStencil& stencil) const {
  const auto object_of = [&](size_t node) { return surface.object_of(stencil.nodes[node]); };
  if (stencil.kind == StencilKind::plane) return {object_of(0), -1};
  const bool is_edges = stencil.kind == StencilKind::edge_edge || stencil.kind == StencilKind::mollified;
  return {object_of(0), object_of(is_edges ? 2 : 1)};
}

double Model::friction_of(const ContactStencil& stencil) const {
  const std::array<Index, 2> objects = objects_of(stencil);
  return stencil.kind == StencilKind::plane ? friction_with_plane(objects[0], stencil.plane)
                                            : friction_between(objects[0], objects[1]);
}

bool Model::has_friction() const {
  const auto has_positive = [](const std::vector<PairFriction>& pairs) {
    return std::any_of(pairs.begin(), pairs.end(), [](const PairFriction& p) { return p.coefficient > 0; });
  };
  return std::any_of(object_friction.begin(), object_friction.end(), [](double f) { return f > 0; }) ||
         std::any_of(planes.begin(), planes.end(), [](const Plane& plane) { return plane.friction > 0; }) ||
         has_positive(pair_friction) || has_positive(plane_friction);
}

std::string describe_vertex(const Model& model, Index vertex, Positions x) {
  const Vec3& at = x[static_cast<size_t>(vertex)];
  std::string name;
  for (const Plane& plane : model.planes)
    if (plane.vertex == vertex) name = plane.name;
  if (name.empty()) name = model.object_names[static_cast<size_t>(model.surface.object_of(vertex))];
  return fmt::format("'{}' at ({:.4g}, {:.4g}, {:.4g})", printable_line(name), at.x(), at.y(), at.z());
}

}  // namespace lacuna
