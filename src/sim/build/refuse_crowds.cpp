#include "sim/build/refuse_crowds.h"

#include "base/input_error.h"
#include "mesh/measures.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna {

namespace {

// Pairs take about 100 bytes each, in several lists at once; steps with a tenth of that take minutes.
constexpr double most_pairs = 2e7;
// Neighbours per part that a fine mesh may have, whatever its size: twice the mean edge reaches 20 to 30.
constexpr double most_neighbours = 100;

struct Extent {
  Index first = 0, end = 0;  // vertices
  double parts = 0;          // edges and particles
  double edge_sum = 0;       // m
};

std::vector<Extent> extents_of(const Surface& surface, Positions x) {
  std::vector<Extent> extents(static_cast<size_t>(surface.object_count()));
  const auto owner = [&](Index v) -> Extent& { return extents[static_cast<size_t>(surface.object_of(v))]; };
  for (Index v = 0; v < surface.vertex_count(); ++v) {
    if (owner(v).end == 0) owner(v).first = v;
    owner(v).end = v + 1;
  }
  for (const Edge& e : surface.edges()) {
    owner(e[0]).parts += 1;
    owner(e[0]).edge_sum += (x[static_cast<size_t>(e[1])] - x[static_cast<size_t>(e[0])]).norm();
  }
  for (const Index v : surface.particles()) owner(v).parts += 1;
  return extents;
}

/// Pairs of parts closer than `reach` along each axis, if they are spread evenly over their box; too many by
/// up to a factor of two where the box is only a few reaches wide.
double pairs_within(double reach, const Extent& extent, Positions x) {
  const auto count = static_cast<size_t>(extent.end - extent.first);
  const Vec3 size = bounds(x.subspan(static_cast<size_t>(extent.first), count)).size();
  double pairs = 0.5 * square(extent.parts);
  for (const double length : size)
    if (length > 2 * reach) pairs *= 2 * reach / length;
  return pairs;
}

}  // namespace

void refuse_crowds(const Scene& scene, const Model& model, Positions x) {
  const std::vector<Extent> extents = extents_of(model.surface, x);
  for (size_t o = 0; o < extents.size(); ++o) {
    const SceneObject& object = scene.objects[o];
    if (!object.self_contact || std::holds_alternative<Obstacle>(object.kind)) continue;
    const double reach = object.offset + model.dhat, pairs = pairs_within(reach, extents[o], x);
    if (pairs <= std::max(most_pairs, 0.5 * most_neighbours * extents[o].parts)) continue;
    const std::string edges = extents[o].edge_sum > 0 ? fmt::format(", its mean edge is {:.3g} m",
                                                                    extents[o].edge_sum / extents[o].parts)
                                                      : "";
    throw InputError(
        object.place.text(),
        fmt::format("'{}': about {:.1g} pairs of its parts are within offset + dhat, {:.3g} m, of each "
                    "other, too many to handle{}",
                    object.name, pairs, reach, edges),
        "make contact.dhat or its offset smaller or its mesh coarser; self_contact = false lets it "
        "pass through itself");
  }
}

}  // namespace lacuna
