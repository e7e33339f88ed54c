// Small scenes for tests, built as data.
#pragma once

#include "run/simulation.h"
#include "scene/read_scene.h"
#include "scene/scene.h"
#include "sim/build/build_model.h"
#include "support/solver_under_test.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace lacuna::test {

/// A scene file for the solver under test.
inline Scene read_for_solver(const std::filesystem::path& file,
                             const std::vector<std::string>& overrides = {}) {
  Scene scene = read_scene(file, overrides);
  scene.solver = solver_under_test();
  return scene;
}

/// Every solver has its own setting for how accurately it solves a step: here m/s, or a part of the size.
/// The cubic solver does not iterate until it converges; its linear systems are solved exactly.
inline void solve_to(Scene& scene, const SizedValue& tolerance) {
  scene.ipc.tolerance = tolerance;
  scene.cubic.linear_solver = scene.two_way.linear_solver = LinearSolverKind::direct;
}
/// Friction forces agree with the contact forces of the same step.
inline void settle_friction(Scene& scene) {
  scene.ipc.friction_passes = 0;
  scene.cubic.iterations = 32;
  scene.two_way.iterations = scene.two_way.max_iterations = 32;
}

inline SceneObject box_object(const std::string& name, const Vec3& size, std::array<Index, 3> cells,
                              const Vec3& center, const SolidMaterial& material = {}) {
  SceneObject object;
  object.name = name;
  object.mesh = BoxShape{size, cells};
  object.placement.translate = center;
  object.kind = material;
  return object;
}

inline SceneObject object_of(const std::string& name, MeshSource mesh, ObjectKind kind,
                             const Vec3& at = Vec3::Zero()) {
  SceneObject object;
  object.name = name;
  object.mesh = std::move(mesh);
  object.kind = std::move(kind);
  object.placement.translate = at;
  return object;
}

inline FixedGroup held(const Selector& select) {
  FixedGroup group;
  group.select = select;
  return group;
}

inline HalfSpace ground(double friction = 0, const Vec3& normal = {0, 1, 0}) {
  HalfSpace half_space;
  half_space.name = "ground";
  half_space.normal = normal;
  half_space.friction = friction;
  return half_space;
}

inline Scene scene_of(std::vector<SceneObject> objects, double step) {
  Scene scene;
  scene.file = "test";
  scene.step = step;
  scene.solver = solver_under_test();
  scene.objects = std::move(objects);
  return scene;
}

/// Advances by one step and expects it to converge.
inline StepReport advance(Simulation& simulation) {
  const StepReport report = simulation.advance();
  EXPECT_EQ(report.outcome, Outcome::converged) << report.cause;
  return report;
}

inline Vec3 center_of_mass(const Simulation& simulation) {
  const Model& model = simulation.model();
  Vec3 sum = Vec3::Zero();
  double mass = 0;
  for (size_t v = 0; v < model.rest.size(); ++v)
    if (model.is_dynamic[v]) {
      sum += model.mass[v] * simulation.state().x[v];
      mass += model.mass[v];
    }
  return sum / mass;
}

}  // namespace lacuna::test
