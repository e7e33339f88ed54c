#include "ipc/contact_assembly.h"

#include "base/parallel.h"

namespace lacuna::ipc {

namespace {

constexpr Index chunk_size = 64;

}  // namespace

void ContactAssembly::keep_unknowns(size_t i, const std::array<Index, 4>& nodes, int node_count,
                                    const std::vector<std::uint8_t>& is_projected) {
  Stencil& kept = stencils_[i];
  kept = {};
  for (int k = 0; k < node_count; ++k) {
    const Index v = nodes[static_cast<size_t>(k)];
    if (is_projected[static_cast<size_t>(v)]) continue;
    places_[i][static_cast<size_t>(kept.node_count)] = static_cast<std::uint8_t>(k);
    kept.nodes[static_cast<size_t>(kept.node_count++)] = v;
  }
}

template <class Block>
void ContactAssembly::write_kept(size_t i, Block&& block) {
  auto out = static_cast<size_t>(begins_[i]);
  for (Index r = 0; r < stencils_[i].node_count; ++r)
    for (Index c = r; c < stencils_[i].node_count; ++c)
      blocks_[out++] = block(places_[i][static_cast<size_t>(r)], places_[i][static_cast<size_t>(c)]);
}

void ContactAssembly::evaluate(std::span<const ContactStencil> contacts, std::span<const Vec3> plane_normals,
                               const ContactLaw& law, const LaggedFriction& friction, Positions x,
                               const std::vector<std::uint8_t>& is_projected) {
  const std::vector<FrictionStencil>& sliding = friction.stencils();
  const size_t count = contacts.size() + sliding.size();
  stencils_.resize(count);
  places_.resize(count);
  gradients_.resize(count);
  for (size_t i = 0; i < contacts.size(); ++i)
    keep_unknowns(i, contacts[i].nodes, node_count(contacts[i].kind), is_projected);
  for (size_t i = 0; i < sliding.size(); ++i)
    keep_unknowns(contacts.size() + i, sliding[i].nodes, sliding[i].node_count, is_projected);
  pack_blocks(stencils_, begins_);
  blocks_.resize(static_cast<size_t>(begins_.back()));

  const auto add_contact = [&](size_t i) {
    const ContactStencil& stencil = contacts[i];
    const ContactDerivatives element = contact_derivatives(stencil, gather(stencil, x, plane_normals), law);
    gradients_[i] = element.gradient;
    write_kept(i, [&](int a, int b) { return element.hessian[upper_block(a, b, node_count(stencil.kind))]; });
  };
  const auto add_friction = [&](size_t i) {
    const Vec4& c = sliding[i - contacts.size()].c;
    const FrictionDerivatives element = friction.derivatives(i - contacts.size(), x);
    gradients_[i] = element.gradient;
    write_kept(i, [&](int a, int b) { return Mat3(c[a] * c[b] * element.hessian); });
  };
  parallel_for(
      static_cast<Index>(count),
      [&](Index index) {
        const auto i = static_cast<size_t>(index);
        i < contacts.size() ? add_contact(i) : add_friction(i);
      },
      chunk_size);
}

void ContactAssembly::add_gradient(std::span<Vec3> gradient) const {
  for (size_t i = 0; i < stencils_.size(); ++i)
    for (Index k = 0; k < stencils_[i].node_count; ++k)
      gradient[static_cast<size_t>(stencils_[i].nodes[static_cast<size_t>(k)])] +=
          gradients_[i].segment<3>(3 * places_[i][static_cast<size_t>(k)]);
}

double ContactAssembly::gradient_sum() const {
  return ordered_sum(count_of(gradients_),
                     [&](Index i) { return gradients_[static_cast<size_t>(i)].norm(); });
}

}  // namespace lacuna::ipc
