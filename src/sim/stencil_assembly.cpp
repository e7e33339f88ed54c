#include "sim/stencil_assembly.h"

namespace lacuna {

void StencilAssembly::resize(size_t count, const KnownNodes& known) {
  stencils_.resize(count);
  places_.resize(count);
  gradients_.resize(count);
  lifted_.resize(known.motion.empty() ? 0 : count);
}

void StencilAssembly::keep_unknowns(size_t i, std::span<const Index> nodes, const KnownNodes& known) {
  Stencil& kept = stencils_[i];
  kept = {};
  for (size_t k = 0; k < nodes.size(); ++k) {
    if (known.is_known[static_cast<size_t>(nodes[k])]) continue;
    places_[i][static_cast<size_t>(kept.node_count)] = static_cast<std::uint8_t>(k);
    kept.nodes[static_cast<size_t>(kept.node_count++)] = nodes[k];
  }
}

void StencilAssembly::begin_blocks() {
  pack_blocks(stencils_, begins_);
  blocks_.resize(static_cast<size_t>(begins_.back()));
}

void StencilAssembly::add_kept(const std::vector<Vec12>& vectors, double scale, std::span<Vec3> out) const {
  for (size_t i = 0; i < vectors.size(); ++i)
    for (Index k = 0; k < stencils_[i].node_count; ++k)
      out[static_cast<size_t>(stencils_[i].nodes[static_cast<size_t>(k)])] +=
          scale * vectors[i].segment<3>(3 * places_[i][static_cast<size_t>(k)]);
}

void StencilAssembly::add_gradient(std::span<Vec3> gradient) const { add_kept(gradients_, 1, gradient); }

void StencilAssembly::lift(std::span<Vec3> right_hand_side) const { add_kept(lifted_, -1, right_hand_side); }

double StencilAssembly::gradient_sum() const {
  return ordered_sum(count_of(gradients_),
                     [&](Index i) { return gradients_[static_cast<size_t>(i)].norm(); });
}

}  // namespace lacuna
