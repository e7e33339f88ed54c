#include "sim/motion_bound.h"

#include <fmt/core.h>

namespace lacuna {

std::string name_limit(const Model& model, const DirectionBound& bound, Positions x) {
  if (bound.vertices[0] < 0) {
    if (bound.element < 0) return "";
    const Stencil& element = model.elements.stencils()[static_cast<size_t>(bound.element)];
    return fmt::format("{} of {}", model.elements.has_limit(bound.element) ? "strain limit" : "inversion",
                       describe_vertex(model, element.nodes[0], x));
  }
  return fmt::format("contact of {} and {}", describe_vertex(model, bound.vertices[0], x),
                     describe_vertex(model, bound.vertices[1], x));
}

}  // namespace lacuna
