// What is taken out of a body leaves its momenta as they are, and is what elasticity has created.
#include "ipc/energy_balance.h"

#include "support/random.h"
#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

struct Motion {
  Vec3 momentum = Vec3::Zero(), angular_momentum = Vec3::Zero();
  double kinetic = 0;
};

Motion motion_of(const Model& model, const State& state) {
  Motion motion;
  for (size_t v = 0; v < state.x.size(); ++v) {
    motion.momentum += model.mass[v] * state.v[v];
    motion.angular_momentum += model.mass[v] * state.x[v].cross(state.v[v]);
    motion.kinetic += 0.5 * model.mass[v] * state.v[v].squaredNorm();
  }
  return motion;
}

TEST(EnergyBalance, TakesOutOfAVibrationWithoutTouchingMomenta) {
  Scene scene = scene_of({box_object("box", {1, 0.5, 0.3}, {2, 1, 1}, {1, 2, 3})}, 0.01);
  scene.integrator = Integrator::newmark;
  ModelAndState built = build_model(scene);
  State state = built.state;
  Random random(1);
  for (Vec3& v : state.v) v = Vec3(1, 2, 3) + random.in_box();
  Potential potential(built.model, resolve_settings(scene.ipc, built.model));
  potential.begin_step(state, {built.model.step});
  ASSERT_TRUE(potential.start_at(state.x));
  EnergyBalance balance(built.model);
  Memory memory;
  balance.begin_step(potential, state);
  // Nothing has moved: nothing is created but what the state says.
  const Motion before = motion_of(built.model, state);
  memory.created_by_elasticity = {1.0};
  ASSERT_TRUE(balance.settle(potential, {built.model.step}, state, memory));
  const Motion after = motion_of(built.model, state);
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.momentum.norm());
  EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(),
            1e-12 * before.angular_momentum.norm());
  EXPECT_NEAR(before.kinetic - after.kinetic, 1.0 - memory.created_by_elasticity[0], 1e-9);
  EXPECT_LT(memory.created_by_elasticity[0], 0.2);
  EXPECT_GE(memory.created_by_elasticity[0], 0);
}

TEST(EnergyBalance, LeavesAloneWhatWasLost) {
  Scene scene = scene_of({box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 0, 0})}, 0.01);
  scene.integrator = Integrator::newmark;
  ModelAndState built = build_model(scene);
  State state = built.state;
  Random random(2);
  for (Vec3& v : state.v) v = random.in_box();
  Potential potential(built.model, resolve_settings(scene.ipc, built.model));
  potential.begin_step(state, {built.model.step});
  ASSERT_TRUE(potential.start_at(state.x));
  EnergyBalance balance(built.model);
  Memory memory;
  balance.begin_step(potential, state);
  memory.created_by_elasticity = {-1.0};
  const std::vector<Vec3> v = state.v;
  ASSERT_TRUE(balance.settle(potential, {built.model.step}, state, memory));
  EXPECT_EQ(state.v, v);
  EXPECT_EQ(memory.created_by_elasticity[0], -1.0);
}

}  // namespace
}  // namespace lacuna::ipc::test
