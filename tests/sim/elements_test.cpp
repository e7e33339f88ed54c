#include "sim/elements.h"

#include "sim/motion_bound.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

SceneObject cloth_object(double strain_limit) {
  SceneObject object;
  object.name = "cloth";
  object.mesh = GridShape{{1, 1}, {4, 4}};
  object.placement.translate = {0, 3, 0};
  ShellMaterial shell;
  shell.strain_limit = strain_limit;
  object.kind = shell;
  return object;
}

/// Every vertex of an object moves away from, or towards, the plane x = 0.
std::vector<Vec3> along_x(const Model& model, Index object, double rate) {
  std::vector<Vec3> p(model.rest.size(), Vec3::Zero());
  for (Index v = 0; v < model.surface.vertex_count(); ++v)
    if (model.surface.object_of(v) == object)
      p[static_cast<size_t>(v)].x() = rate * model.rest[static_cast<size_t>(v)].x();
  return p;
}

TEST(Elements, TheBoundTellsWhichElementLimitsAStep) {
  const Scene scene =
      scene_of({box_object("block", {1, 1, 1}, {2, 2, 2}, {0, 0, 0}), cloth_object(0.1)}, 0.01);
  const ModelAndState built = build_model(scene);
  const Model& model = built.model;
  const auto bound_of = [&](Index object, double rate) -> ElementBound {
    return model.elements.step_bound(built.state.x, along_x(model, object, rate));
  };
  const auto name_of = [&](const ElementBound& bound) {
    return name_limit(model, {{bound.time}, bound.element}, built.state.x);
  };
  const auto expect_named = [&](const ElementBound& bound, const char* words) {
    EXPECT_EQ(name_of(bound).find(words), 0U) << name_of(bound);
  };
  EXPECT_EQ(bound_of(1, 0.05).element, -1);
  EXPECT_EQ(bound_of(1, 0.05).time, 1);

  // Of the tenth that is allowed a tenth is kept, to a thousandth.
  const ElementBound stretched = bound_of(1, 1);
  EXPECT_NEAR(stretched.time, 0.09, 1e-4);
  ASSERT_GE(stretched.element, 0);
  EXPECT_TRUE(model.elements.has_limit(stretched.element));
  expect_named(stretched, "strain limit of 'cloth' at (");

  // A fifth of the volume is kept.
  const ElementBound flattened = bound_of(0, -1);
  EXPECT_NEAR(flattened.time, 0.8, 1e-8);
  ASSERT_GE(flattened.element, 0);
  EXPECT_FALSE(model.elements.has_limit(flattened.element));
  expect_named(flattened, "inversion of 'block' at (");
}

// Rest shapes that have yielded act in a copy of the elements; those of the model stay.
TEST(Elements, RestShapesMoveWithTheStateAndNotWithTheModel) {
  SceneObject cloth = cloth_object(0.1);
  ShellMaterial shell;
  shell.plasticity = 5;
  shell.bending_plasticity = 3;
  cloth.kind = shell;
  SolidMaterial solid;
  solid.plasticity = 5;
  const ModelAndState built =
      build_model(scene_of({box_object("block", {1, 1, 1}, {2, 2, 2}, {0, 0, 0}, solid), cloth}, 0.01));
  const Elements& elements = built.model.elements;
  std::vector<double> shapes = built.state.rest_shapes;
  std::vector<Vec3> x = built.state.x;
  elements.yield(x, 0.1, shapes);
  double change = 0;
  for (size_t i = 0; i < shapes.size(); ++i)
    change = std::max(change, std::abs(shapes[i] - built.state.rest_shapes[i]));
  EXPECT_LT(change, 1e-13);  // at rest, up to the rounding of strains

  for (Vec3& at : x) at *= 1.2;
  const double before = elements.largest_strain(x);
  EXPECT_NEAR(before, 0.2, 1e-12);
  for (int i = 0; i < 10; ++i) elements.yield(x, 0.1, shapes);
  EXPECT_EQ(elements.largest_strain(x), before);
  EXPECT_EQ(elements.rest_shapes(), built.state.rest_shapes);
  Elements copy = elements;
  copy.set_rest_shapes(shapes);
  EXPECT_NEAR(copy.largest_strain(x), 0.2 * std::exp(-5.0), 1e-12);
  EXPECT_EQ(copy.rest_shapes(), shapes);
}

TEST(Elements, LimitedTrianglesAreThoseOfTheSheetWithItsLimits) {
  Scene scene = scene_of({box_object("block", {1, 1, 1}, {1, 1, 1}, {0, 0, 0}), cloth_object(0.0608)}, 0.01);
  std::get<ShellMaterial>(scene.objects[1].kind).compression_limit = 0.3;
  const Model model = build_model(scene).model;
  const std::vector<LimitedTriangle> limited = model.elements.limited_triangles();
  ASSERT_EQ(limited.size(), 32U);
  double area = 0;
  for (const LimitedTriangle& triangle : limited) {
    EXPECT_FALSE(triangle.is_woven());
    EXPECT_EQ(triangle.stretch_limit, 1.0608);
    EXPECT_EQ(triangle.compression_limit, 0.7);
    for (const Index v : triangle.vertices) EXPECT_EQ(model.surface.object_of(v), 1);
    const auto at = [&](size_t k) { return model.rest[static_cast<size_t>(triangle.vertices[k])]; };
    EXPECT_NEAR(triangle.rest_edges.col(0).norm(), (at(1) - at(0)).norm(), 1e-15);
    EXPECT_NEAR((triangle.rest_edges.col(1) - triangle.rest_edges.col(0)).norm(), (at(2) - at(1)).norm(),
                1e-15);
    area += 0.5 * std::abs(triangle.rest_edges.determinant());
  }
  EXPECT_NEAR(area, 1, 1e-12);
}

TEST(Elements, WovenLimitsAreInTheAxesOfTheWeave) {
  Scene scene = scene_of({cloth_object(0.1)}, 0.01);
  auto& shell = std::get<ShellMaterial>(scene.objects[0].kind);
  shell.strain_limit.reset();
  shell.weave = Weave{{1e5, 1e4, 1e5, 1e4}, {0.1, 0.2, 0.3}};
  shell.warp = {0, 0, 1};
  const Model model = build_model(scene).model;
  const std::vector<LimitedTriangle> limited = model.elements.limited_triangles();
  ASSERT_EQ(limited.size(), 32U);
  for (const LimitedTriangle& triangle : limited) {
    EXPECT_TRUE(triangle.is_woven());
    EXPECT_EQ(triangle.green_limits, (std::array<double, 3>{0.1, 0.2, 0.3}));
    const auto at = [&](size_t k) { return model.rest[static_cast<size_t>(triangle.vertices[k])]; };
    for (int k : {1, 2})
      EXPECT_NEAR(triangle.rest_edges(0, k - 1), (at(static_cast<size_t>(k)) - at(0)).z(), 1e-15);
  }
}

TEST(Elements, SignatureChangesWithRestShapeAndMaterial) {
  const auto signature = [](const Scene& scene) { return build_model(scene).model.elements.signature(); };
  Scene scene = scene_of({cloth_object(0.1)}, 0.01);
  const std::vector<double> before = signature(scene);
  EXPECT_EQ(before, signature(scene));
  auto& shell = std::get<ShellMaterial>(scene.objects[0].kind);
  shell.strain_limit = 0.2;
  EXPECT_NE(before, signature(scene));
  shell.strain_limit = 0.1;
  shell.young *= 2;
  EXPECT_NE(before, signature(scene));
  shell.young /= 2;
  scene.objects[0].mesh = GridShape{{1, 1.01}, {4, 4}};
  EXPECT_NE(before, signature(scene));
}

}  // namespace
}  // namespace lacuna::test
