// Bad parameters of every shape, in one table: each must name the parameter.
#include "base/input_error.h"
#include "mesh/shape/ribbon.h"
#include "mesh/shape/ribbon_knot.h"
#include "mesh/shape/solids.h"
#include "mesh/shape/surfaces.h"
#include "mesh/shape/thin.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace lacuna {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr Index huge = 2000000000;

struct BadCall {
  const char* where;
  std::function<Mesh()> call;
};

const std::vector<BadCall>& bad_calls() {
  static const std::vector<BadCall> calls{
      {"box.size",
       [] {
         return box_surface({{1, 0, 1}, {1, 1, 1}});
       }},
      {"box.size",
       [] {
         return box_surface({{1, 1, nan}, {1, 1, 1}});
       }},
      {"box.resolution",
       [] {
         return box_surface({{1, 1, 1}, {1, 0, 1}});
       }},
      {"box.resolution",
       [] {
         return box_surface({{1, 1, 1}, {100000, 100000, 1}});
       }},
      {"box.size",
       [] {
         return box_solid({{-1, 1, 1}, {1, 1, 1}});
       }},
      {"box.resolution",
       [] {
         return box_solid({{1, 1, 1}, {1, 1, -3}});
       }},
      {"box.resolution",
       [] {
         return box_solid({{1, 1, 1}, {1000, 1000, 1000}});
       }},
      {"mat.size",
       [] {
         return mat_solid({infinite, 0.01, 10});
       }},
      {"mat.thickness",
       [] {
         return mat_solid({1, 0, 10});
       }},
      {"mat.nodes",
       [] {
         return mat_solid({1, 0.01, 1});
       }},
      {"mat.nodes",
       [] {
         return mat_solid({1, 0.01, huge});
       }},
      {"grid.size",
       [] {
         return grid_surface({{1, 0}, {1, 1}, {}});
       }},
      {"grid.resolution",
       [] {
         return grid_surface({{1, 1}, {0, 1}, {}});
       }},
      {"grid.resolution",
       [] {
         return grid_surface({{1, 1}, {huge, huge}, {}});
       }},
      {"ribbon-knot.edge_length", [] { return ribbon_knot({.edge_length = 1e-9}); }},
      {"ribbon-knot.length", [] { return ribbon_knot({.width = 1e-3, .length = 1e4, .gap = 1e-4}); }},
      {"unstructured-grid.size",
       [] {
         return unstructured_grid_surface({{nan, 1}, 0.1, 0});
       }},
      {"unstructured-grid.edge_length",
       [] {
         return unstructured_grid_surface({{1, 1}, 0, 0});
       }},
      {"unstructured-grid.edge_length",
       [] {
         return unstructured_grid_surface({{1, 1}, 1e-9, 0});
       }},
      {"unstructured-grid.size",
       [] {
         return unstructured_grid_surface({{1000, 1e-6}, 1, 0});
       }},
      {"unstructured-grid.edge_length",
       [] {
         return unstructured_grid_surface({{1e7, 10}, 1, 0});
       }},
      {"unstructured-grid.size",
       [] {
         return unstructured_grid_surface({{1e-320, 1e-320}, 1e-320, 0});
       }},
      {"box.size",
       [] {
         return box_solid({{1e-200, 1e-200, 1e-200}, {2, 2, 2}});
       }},
      {"cylinder.radius",
       [] {
         return cylinder_surface({1e200, 1, 4});
       }},
      {"disk.radius",
       [] {
         return disk_surface({-1, 3});
       }},
      {"disk.resolution",
       [] {
         return disk_surface({1, 0});
       }},
      {"disk.resolution",
       [] {
         return disk_surface({1, huge});
       }},
      {"sphere.radius",
       [] {
         return sphere_surface({0, 3});
       }},
      {"sphere.resolution",
       [] {
         return sphere_surface({1, 0});
       }},
      {"sphere.resolution",
       [] {
         return sphere_surface({1, huge});
       }},
      {"sphere.radius",
       [] {
         return sphere_solid({infinite, 3});
       }},
      {"sphere.resolution",
       [] {
         return sphere_solid({1, 0});
       }},
      {"sphere.resolution",
       [] {
         return sphere_solid({1, 1000});
       }},
      {"cylinder.radius",
       [] {
         return cylinder_surface({0, 1, 1});
       }},
      {"cylinder.height",
       [] {
         return cylinder_surface({1, nan, 1});
       }},
      {"cylinder.resolution",
       [] {
         return cylinder_surface({1, 1, 0});
       }},
      {"cylinder.resolution",
       [] {
         return cylinder_surface({1e-9, 1e9, 1});
       }},
      {"cylinder.radius",
       [] {
         return cylinder_solid({-1, 1, 1});
       }},
      {"cylinder.height",
       [] {
         return cylinder_solid({1, 0, 1});
       }},
      {"cylinder.resolution",
       [] {
         return cylinder_solid({1, 1, 0});
       }},
      {"cylinder.resolution",
       [] {
         return cylinder_solid({1, 1, 10000});
       }},
      {"sleeve.radius",
       [] {
         return sleeve_surface({0, 1, 10, 0});
       }},
      {"sleeve.height",
       [] {
         return sleeve_surface({1, 0, 10, 0});
       }},
      {"sleeve.around",
       [] {
         return sleeve_surface({1, 1, 2, 0});
       }},
      {"sleeve.along",
       [] {
         return sleeve_surface({1, 1, 10, -1});
       }},
      {"sleeve.around",
       [] {
         return sleeve_surface({1, 1, huge, 0});
       }},
      {"sleeve.along",
       [] {
         return sleeve_surface({1, 1, 10, huge});
       }},
      {"tube.radius",
       [] {
         return tube_surface({0, 0.1, 1, 3});
       }},
      {"tube.inner_radius",
       [] {
         return tube_surface({1, 0, 1, 3});
       }},
      {"tube.inner_radius",
       [] {
         return tube_surface({1, 1, 1, 3});
       }},
      {"tube.height",
       [] {
         return tube_surface({1, 0.5, -1, 3});
       }},
      {"tube.resolution",
       [] {
         return tube_surface({1, 0.5, 1, 0});
       }},
      {"tube.resolution",
       [] {
         return tube_surface({1, 0.5, 1, huge});
       }},
      {"cone.radius",
       [] {
         return cone_surface({0, 0, 1, 3});
       }},
      {"cone.top_radius",
       [] {
         return cone_surface({1, -1, 1, 3});
       }},
      {"cone.top_radius",
       [] {
         return cone_surface({1, nan, 1, 3});
       }},
      {"cone.height",
       [] {
         return cone_surface({1, 0, 0, 3});
       }},
      {"cone.resolution",
       [] {
         return cone_surface({1, 0, 1, 0});
       }},
      {"cone.resolution",
       [] {
         return cone_surface({1, 0, 1e12, 3});
       }},
      {"torus.radius",
       [] {
         return torus_surface({0, 0.1, 3});
       }},
      {"torus.tube_radius",
       [] {
         return torus_surface({1, 0, 3});
       }},
      {"torus.tube_radius",
       [] {
         return torus_surface({1, 1, 3});
       }},
      {"torus.resolution",
       [] {
         return torus_surface({1, 0.1, 0});
       }},
      {"torus.resolution",
       [] {
         return torus_surface({1, 1e-9, 1});
       }},
      {"torus.tube_radius",
       [] {
         return torus_solid({1, 1.5, 3});
       }},
      {"torus.resolution",
       [] {
         return torus_solid({1, 0.1, 0});
       }},
      {"torus.resolution",
       [] {
         return torus_solid({1, 0.1, 1000});
       }},
      {"capsule.radius",
       [] {
         return capsule_surface({0, 1, 3});
       }},
      {"capsule.height",
       [] {
         return capsule_surface({1, 1, 3});
       }},
      {"capsule.resolution",
       [] {
         return capsule_surface({1, 3, 0});
       }},
      {"capsule.resolution",
       [] {
         return capsule_surface({1, 3, huge});
       }},
      {"bowl.radius",
       [] {
         return bowl_surface({nan, 3});
       }},
      {"bowl.resolution",
       [] {
         return bowl_surface({1, 0});
       }},
      {"funnel.radius",
       [] {
         return funnel_surface({0, 0.1, 1, 1, 3});
       }},
      {"funnel.spout_radius",
       [] {
         return funnel_surface({1, 1, 1, 1, 3});
       }},
      {"funnel.height",
       [] {
         return funnel_surface({1, 0.1, 0, 1, 3});
       }},
      {"funnel.spout_height",
       [] {
         return funnel_surface({1, 0.1, 1, 0, 3});
       }},
      {"funnel.resolution",
       [] {
         return funnel_surface({1, 0.1, 1, 1, 0});
       }},
      {"rod.length",
       [] {
         return rod({0, 3, {1, 0, 0}});
       }},
      {"rod.segments",
       [] {
         return rod({1, 0, {1, 0, 0}});
       }},
      {"rod.segments",
       [] {
         return rod({1, huge, {1, 0, 0}});
       }},
      {"rod.axis",
       [] {
         return rod({1, 3, {0, 0, 0}});
       }},
      {"particles.counts",
       [] {
         return particle_box({{0, 1, 1}, 1, {}, 0, 0});
       }},
      {"particles.counts",
       [] {
         return particle_box({{10000, 10000, 10000}, 1, {}, 0, 0});
       }},
      {"particles.spacing",
       [] {
         return particle_box({{1, 1, 1}, -1, {}, 0, 0});
       }},
      {"particles.jitter",
       [] {
         return particle_box({{1, 1, 1}, 1, {}, nan, 0});
       }},
  };
  return calls;
}

TEST(ShapeParameters, BadOnesAreNamed) {
  for (size_t i = 0; i < bad_calls().size(); ++i) {
    const auto& [where, call] = bad_calls()[i];
    try {
      call();
      ADD_FAILURE() << "call " << i << " should have named " << where;
    } catch (const InputError& error) {
      EXPECT_EQ(error.where, where) << "call " << i << ": " << error.what();
      EXPECT_FALSE(error.problem.empty());
    }
  }
}

TEST(ShapeParameters, DefaultsAreGood) {
  EXPECT_NO_THROW(box_surface({}));
  EXPECT_NO_THROW(box_solid({}));
  EXPECT_NO_THROW(mat_solid({}));
  EXPECT_NO_THROW(grid_surface({}));
  EXPECT_NO_THROW(unstructured_grid_surface({}));
  EXPECT_NO_THROW(cylinder_surface({}));
  EXPECT_NO_THROW(sleeve_surface({}));
  EXPECT_NO_THROW(tube_surface({}));
  EXPECT_NO_THROW(torus_solid({}));
  EXPECT_NO_THROW(capsule_surface({}));
  EXPECT_NO_THROW(rod({}));
  EXPECT_NO_THROW(rod_bundle({}));
  EXPECT_NO_THROW(net({}));
  EXPECT_NO_THROW(particle_box({}));
  EXPECT_NO_THROW(ribbon_knot({}));
  EXPECT_NO_THROW(ribbon_surface({}));
  EXPECT_NO_THROW(mannequin_surface({}));
}

}  // namespace
}  // namespace lacuna
