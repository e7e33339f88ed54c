#include "sim/bodies.h"

namespace lacuna {

Components bodies_of(const Model& model) {
  Mesh mesh;
  mesh.vertices.resize(model.rest.size());
  for (const Stencil& stencil : model.elements.stencils())
    for (Index k = 1; k < stencil.node_count; ++k)
      mesh.edges.push_back({stencil.nodes[0], stencil.nodes[static_cast<size_t>(k)]});
  return connected_components(mesh);
}

}  // namespace lacuna
