// Strain beyond a threshold becomes permanent, at a rate that does not depend on the steps.
#include "support/scenes.h"

#include <cmath>

namespace lacuna::test {
namespace {

/// Stretched by a quarter because its rest shape is shrunk, and held all over until it is released.
Scene held_stretched(const SceneObject& object, double step, double release = forever) {
  SceneObject still = object;
  still.fixed = {held(SelectAll{})};
  still.fixed[0].release = release;
  Scene scene = scene_of({still}, step);
  scene.gravity.setZero();
  return scene;
}

SceneObject bar(double rate, double threshold = 0) {
  SolidMaterial solid;
  solid.young = 1e6;
  solid.shrink = 0.8;
  solid.plasticity = rate;
  solid.plastic_threshold = threshold;
  return box_object("bar", {1, 0.2, 0.2}, {5, 1, 1}, {0, 0, 0}, solid);
}

SceneObject sheet(double rate, double threshold = 0) {
  ShellMaterial shell;
  shell.shrink = {0.8, 0.8};
  shell.plasticity = rate;
  shell.plastic_threshold = threshold;
  return object_of("sheet", GridShape{{1, 1}, {4, 4}}, shell);
}

double length_of(const Simulation& simulation) {
  double least = forever, most = -forever;
  for (const Vec3& x : simulation.state().x) {
    least = std::min(least, x.x());
    most = std::max(most, x.x());
  }
  return most - least;
}

// Reported are strains from the rest shape at the start of the step.
TEST(Plasticity, StrainsDecayExponentiallyToTheThreshold) {
  constexpr double rate = 8;
  for (const double threshold : {0.0, 0.1})
    for (const SceneObject& object : {bar(rate, threshold), sheet(rate, threshold)})
      for (const double step : {0.01, 0.04}) {
        Simulation simulation(held_stretched(object, step));
        StepReport report;
        double start = 0;
        while (simulation.state().time < 0.2 - 1e-9) {
          start = simulation.state().time;
          report = advance(simulation);
        }
        EXPECT_NEAR(report.max_strain, threshold + (0.25 - threshold) * std::exp(-rate * start), 1e-10)
            << object.name;
      }
}

TEST(Plasticity, AReleasedBarKeepsTheLengthItWasHeldAt) {
  const auto length_after_release = [](double rate) {
    Simulation simulation(held_stretched(bar(rate), 0.01, 0.3));
    for (int s = 0; s < 40; ++s) advance(simulation);
    return length_of(simulation);
  };
  EXPECT_GT(length_after_release(20), 0.99);
  EXPECT_LT(length_after_release(0), 0.9);
}

/// Two triangles, flat at rest and folded by 0.7 in the placed mesh; or two segments.
SceneObject fold(double rate, double threshold) {
  ShellMaterial shell;
  shell.rest_angles = RestAngles::flat;
  shell.bending_plasticity = rate;
  shell.bending_threshold = threshold;
  return object_of("fold",
                   ExplicitShape{{{-1, 0, 0}, {0, 0, -0.5}, {0, 0, 0.5}, {std::cos(0.7), std::sin(0.7), 0}},
                                 {},
                                 {{0, 1, 2}, {3, 2, 1}},
                                 {}},
                   shell);
}
SceneObject corner(double rate, double threshold) {
  RodMaterial rod;
  rod.bending_plasticity = rate;
  rod.bending_threshold = threshold;
  return object_of(
      "corner",
      ExplicitShape{{{-1, 0, 0}, {0, 0, 0}, {std::cos(0.7), std::sin(0.7), 0}}, {{0, 1}, {1, 2}}, {}, {}},
      rod);
}

TEST(Plasticity, FoldsAndCornersBecomePermanent) {
  constexpr double rate = 8, time = 0.2;
  for (const double threshold : {0.0, 0.1})
    for (const double step : {0.01, 0.04}) {
      const double part = 1 - std::exp(-rate * time);
      Simulation folded(held_stretched(fold(rate, threshold), step)),
          bent(held_stretched(corner(rate, threshold), step));
      for (Simulation* simulation : {&folded, &bent})
        while (simulation->state().time < time - 1e-9) advance(*simulation);
      ASSERT_EQ(folded.state().rest_shapes.size(), 1U);
      EXPECT_NEAR(std::abs(folded.state().rest_shapes[0]), (0.7 - threshold) * part, 1e-10);
      ASSERT_EQ(bent.state().rest_shapes.size(), 1U);
      EXPECT_NEAR(bent.state().rest_shapes[0], (2 * std::tan(0.35) - threshold) * part, 1e-10);
    }
}

}  // namespace
}  // namespace lacuna::test
