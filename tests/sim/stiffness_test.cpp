#include "sim/stiffness.h"

#include "support/random.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

class Stiffness : public testing::Test {
 protected:
  Stiffness()
      : built(build_model(scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, Vec3::Zero())}, 0.01))),
        scripted(built.model),
        dynamics(built.model),
        gradient(built.model.rest.size()) {
    scripted.begin_step(0.01, 0.01);
    dynamics.begin_step(built.state, {0.01}, scripted);
    dynamics.linearise(built.state.x, gradient);
    snapshot.take(dynamics, {});
    dense = expand_dense(dynamics.assemble(StencilAssembly(), std::vector<std::uint8_t>(8, 0)));
    for (Index v = 0; v < 8; ++v)
      dense.diagonal().segment<3>(3 * v).array() -= built.model.mass[static_cast<size_t>(v)];
  }

  StiffnessTerms terms(const ElasticSnapshot* elastic) const {
    return {
        .mass = built.model.mass, .is_known = is_known, .scale = dynamics.other_scale(), .elastic = elastic};
  }

  ModelAndState built;
  ScriptedVertices scripted;
  Dynamics dynamics;
  std::vector<Vec3> gradient;
  ElasticSnapshot snapshot;
  Eigen::MatrixXd dense;  // of the elements alone
  std::vector<std::uint8_t> is_known = std::vector<std::uint8_t>(8, 0);
};

ContactStencil edges_of(std::array<Index, 4> nodes) {
  ContactStencil stencil;
  stencil.kind = StencilKind::edge_edge;
  stencil.nodes = nodes;
  return stencil;
}

TEST_F(Stiffness, IsTheQuadraticFormOfThePaper) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    FrozenContact contact;
    const double s = random.uniform(0, 1), t = random.uniform(0, 1);
    contact.c = Vec4(1 - s, s, t - 1, -t);
    contact.normal = random.direction();
    contact.gap = random.power_of_ten(-5, -3);
    const ContactStencil stencil = edges_of({0, 3, 5, 6});
    Eigen::VectorXd w = Eigen::VectorXd::Zero(24);
    double mass = 0;
    for (int k = 0; k < 4; ++k) {
      const Index node = stencil.nodes[static_cast<size_t>(k)];
      w.segment<3>(3 * node) = contact.c[k] * contact.normal;
      mass += square(contact.c[k]) * built.model.mass[static_cast<size_t>(node)];
    }
    const double of_mass = square(0.01) * mass / square(contact.gap) / w.squaredNorm();
    const double of_elements = w.dot(dense * w) / w.squaredNorm();
    EXPECT_NEAR(contact_stiffness(stencil, contact, terms(&snapshot)), of_mass + of_elements,
                1e-9 * (of_mass + of_elements));
    EXPECT_NEAR(contact_stiffness(stencil, contact, terms(nullptr)), of_mass, 1e-9 * of_mass);
  }
}

/// A scripted side counts as immovable: the stiffness is that of the other side alone.
TEST_F(Stiffness, LeavesKnownNodesOut) {
  FrozenContact contact;
  contact.c = Vec4(0.5, 0.5, -0.25, -0.75);
  contact.normal = Vec3::UnitY();
  contact.gap = 1e-3;
  is_known[5] = is_known[6] = 1;
  const double mass = 0.5 * (built.model.mass[0] + built.model.mass[3]);
  EXPECT_NEAR(contact_stiffness(edges_of({0, 3, 5, 6}), contact, terms(nullptr)), square(0.01) * mass / 1e-6,
              1e-9 * mass * 100);
  is_known.assign(8, 1);
  EXPECT_EQ(contact_stiffness(edges_of({0, 3, 5, 6}), contact, terms(&snapshot)), 0);
}

}  // namespace
}  // namespace lacuna::test
