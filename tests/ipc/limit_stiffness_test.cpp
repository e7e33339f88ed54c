#include "ipc/limit_stiffness.h"

#include "support/scenes.h"

namespace lacuna::ipc::test {
using namespace lacuna::test;
namespace {

/// A sheet that can be put anywhere below its limit of 10 %.
class StretchedSheet : public testing::Test {
 protected:
  StretchedSheet() : built(build_model(scene())), potential(built.model, resolve_settings({}, built.model)) {
    potential.begin_step(built.state, {built.model.step});
    at_margin(1);
  }
  static Scene scene() {
    ShellMaterial shell;
    shell.strain_limit = 0.1;
    return scene_of({object_of("sheet", GridShape{{1, 1}, {2, 2}}, shell)}, 0.01);
  }
  /// Stretched along x, with that part of the range left.
  void at_margin(double margin) {
    std::vector<Vec3> x = built.state.x;
    for (Vec3& v : x) v.x() *= 1.1 - 0.1 * margin;
    ASSERT_TRUE(potential.start_at(x));
  }
  double updated_at(double margin) {
    at_margin(margin);
    limits.update(potential);
    return potential.dynamics().limit_factor();
  }

  ModelAndState built;
  Potential potential;
  LimitStiffness limits;
};

TEST_F(StretchedSheet, IsStiffenedWhenItStaysNextToItsLimit) {
  limits.begin_step(potential);
  EXPECT_EQ(updated_at(5e-5), 1);
  EXPECT_EQ(updated_at(4e-5), 2);
  EXPECT_EQ(updated_at(3e-5), 4);
  EXPECT_EQ(updated_at(2e-4), 4);  // left
  EXPECT_EQ(updated_at(5e-5), 4);  // back
  EXPECT_EQ(updated_at(5e-5), 8);
}

TEST_F(StretchedSheet, IsStiffenedAtMostAHundredfoldAndInEveryStepAnew) {
  limits.begin_step(potential);
  for (int i = 0; i < 20; ++i) updated_at(1e-5);
  EXPECT_EQ(potential.dynamics().limit_factor(), 100);
  limits.begin_step(potential);
  EXPECT_EQ(potential.dynamics().limit_factor(), 1);
  EXPECT_EQ(updated_at(1e-5), 1);
}

TEST_F(StretchedSheet, IsLeftAloneElsewhere) {
  limits.begin_step(potential);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(updated_at(1e-3), 1);
}

// Energies at the present state follow the factor: nothing has changed there.
TEST_F(StretchedSheet, ChangesNothingWhereItIs) {
  limits.begin_step(potential);
  for (int i = 0; i < 5; ++i) updated_at(1e-5);
  ASSERT_GT(potential.dynamics().limit_factor(), 1);
  const std::vector<Vec3> x = potential.at().x;
  EXPECT_EQ(potential.change(x), 0);
}

TEST(LimitStiffness, DoesNothingWithoutLimits) {
  const ModelAndState built =
      build_model(scene_of({object_of("sheet", GridShape{{1, 1}, {2, 2}}, ShellMaterial{})}, 0.01));
  Potential potential(built.model, resolve_settings({}, built.model));
  potential.begin_step(built.state, {built.model.step});
  ASSERT_TRUE(potential.start_at(built.state.x));
  LimitStiffness limits;
  limits.begin_step(potential);
  for (int i = 0; i < 3; ++i) limits.update(potential);
  EXPECT_EQ(potential.dynamics().limit_factor(), 1);
}

}  // namespace
}  // namespace lacuna::ipc::test
