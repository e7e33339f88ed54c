#include "sim/stiffness.h"

namespace lacuna {

void ElasticSnapshot::take(Dynamics& dynamics, const BlockRange& of_solver) {
  assembly_ = &dynamics.assembly();
  sums_ = dynamics.sum_blocks(of_solver);
}

double contact_stiffness(const ContactStencil& stencil, const FrozenContact& contact,
                         const StiffnessTerms& terms) {
  const auto count = static_cast<size_t>(node_count(stencil.kind));
  std::array<Index, 4> unknown{-1, -1, -1, -1};
  std::array<Vec3, 4> w;
  double c2 = 0, mass = 0;
  for (size_t i = 0; i < count; ++i) {
    const Index node = stencil.nodes[i];
    w[i].setZero();
    if (terms.is_known[static_cast<size_t>(node)]) continue;
    unknown[i] = node;
    const double c = contact.c[static_cast<int>(i)];
    w[i] = c * contact.normal;
    c2 += c * c;
    mass += c * c * terms.mass[static_cast<size_t>(node)];
  }
  if (!(c2 > 0)) return 0;
  const double of_mass = terms.scale * mass * square(reference_speed / contact.gap);
  const double of_elements = terms.elastic ? terms.elastic->stiffness(unknown, w, count) : 0;
  return (of_mass + of_elements) / c2;
}

}  // namespace lacuna
