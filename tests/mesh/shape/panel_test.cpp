#include "mesh/shape/panel.h"

#include "base/input_error.h"
#include "base/random.h"
#include "mesh/shape/polyline.h"
#include "mesh/shape/shape_expectations.h"

#include <numbers>

namespace lacuna {
namespace {

using test::degree;
using Outline = std::vector<Vec2>;

double enclosed_area(const Outline& outline) {
  double twice = 0;
  for (size_t i = 0; i < outline.size(); ++i) {
    const Vec2 &a = outline[i], &b = outline[(i + 1) % outline.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return 0.5 * std::abs(twice);
}

/// Vertices that the outline gets: those of each side in order.
Outline expected_outline(const PanelShape& shape) {
  Outline points;
  for (size_t i = 0; i < shape.outline.size(); ++i) {
    const Vec2 &a = shape.outline[i], &b = shape.outline[(i + 1) % shape.outline.size()];
    const Index count = panel_side_count((b - a).norm(), shape.edge_length);
    for (Index k = 0; k < count; ++k) points.emplace_back(a + (b - a) * k / count);
  }
  return points;
}

/// The outline is in the mesh, edge by edge, and nothing else is at its border; the area is the polygon's.
void expect_panel(const PanelShape& shape) {
  const Mesh mesh = panel_surface(shape);
  test::expect_sound_surface(mesh, mesh.triangles, 1);
  const double area = enclosed_area(shape.outline);
  EXPECT_NEAR(surface_area(mesh.vertices, mesh.triangles), area, 1e-9 * area);
  const Outline outline = expected_outline(shape);
  const Index n = count_of(outline);
  std::vector<Edge> expected;
  for (Index v = 0; v < n; ++v) {
    const Vec3& x = mesh.vertices[static_cast<size_t>(v)];
    EXPECT_LT((Vec2(x.x(), x.z()) - outline[static_cast<size_t>(v)]).norm(), 1e-12 * (1 + x.norm()));
    expected.push_back({std::min(v, (v + 1) % n), std::max(v, (v + 1) % n)});
  }
  std::vector<Edge> found = boundary_edges(mesh.triangles);
  for (Edge& e : found) std::sort(e.begin(), e.end());
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected);
  for (const Triangle& t : mesh.triangles) {
    const auto x = [&](size_t i) { return mesh.vertices[static_cast<size_t>(t[i])]; };
    ASSERT_GT((x(1) - x(0)).cross(x(2) - x(0)).y(), 0);
  }
}

const Outline square{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
const Outline bodice{{0, 0},       {0.5, 0},    {0.5, 0.35}, {0.42, 0.45}, {0.45, 0.6}, {0.3, 0.65},
                     {0.25, 0.55}, {0.2, 0.65}, {0.05, 0.6}, {0.08, 0.45}, {0, 0.35}};
const Outline trouser_leg{{0, 0}, {0.2, 0}, {0.25, 0.8}, {0.32, 0.82}, {0.24, 1.05}, {0, 1.05}};
const Outline comb{{0, 0},   {1, 0},   {1, 1},     {0.9, 1},   {0.9, 0.1}, {0.6, 0.1},
                   {0.6, 1}, {0.5, 1}, {0.5, 0.1}, {0.2, 0.1}, {0.2, 1},   {0, 1}};
const Outline needle{{0, 0}, {1, 0.02}, {0, 0.04}};
const Outline notch{{0, 0}, {1, 0}, {1, 1}, {0.51, 1}, {0.5, 0.1}, {0.49, 1}, {0, 1}};

TEST(Panel, HasItsOutlineWhateverTheEdgeLength) {
  for (const Outline& outline : {square, bodice, trouser_leg, comb, needle, notch}) {
    for (double h : {10.0, 0.5, 0.3, 0.11, 0.05, 0.02, 0.01}) {
      SCOPED_TRACE(h);
      expect_panel({outline, h, 1});
      expect_panel({Outline(outline.rbegin(), outline.rend()), h, 1});
    }
  }
}

TEST(Panel, MayBeAsThinAsALineAlmostIs) {
  const Outline hair{{0, 0}, {1, 0}, {1, 3e-6}, {0, 3e-6}};
  const Outline blade{{0, 0}, {1, 0}, {1, 0.0185}};  // 1.06 degrees
  for (double h : {10.0, 0.1, 1e-3, 2e-5}) expect_panel({hair, h, 0});
  for (double h : {10.0, 0.1, 1e-3}) expect_panel({blade, h, 0});
}

TEST(Panel, TrianglesAreWellShapedAndOfTheAskedSize) {
  for (const Outline& outline : {square, bodice, trouser_leg}) {
    const double h = 0.02;
    const Mesh mesh = panel_surface({outline, h, 0});
    const TriangleMeshQuality quality = triangle_mesh_quality(mesh.vertices, mesh.triangles);
    EXPECT_GT(quality.min_angle, 22 * degree) << quality.min_angle / degree;
    EXPECT_GT(quality.mean_min_angle, 48 * degree) << quality.mean_min_angle / degree;
    EXPECT_NEAR(mean_edge_length(mesh.vertices, unique_edges(mesh.triangles)), h, 0.06 * h);
  }
}

TEST(Panel, SidesOfEqualLengthHaveEquallyManyVerticesOnEveryPanel) {
  // Lengths that are half an edge more than a whole number would otherwise be decided by rounding.
  for (double turn : {0.0, 0.3, 1.1, 2.5}) {
    for (double length : {0.5, 0.45, 0.25, 0.05}) {
      const Vec2 side(length * std::cos(turn), length * std::sin(turn));
      EXPECT_EQ(panel_side_count(side.norm(), 0.1), panel_side_count(length, 0.1)) << length << " " << turn;
    }
  }
}

TEST(Panel, TextureCoordinatesAreItsPlaceInThePlane) {
  const Mesh mesh = panel_surface({bodice, 0.03, 0});
  ASSERT_EQ(mesh.texture_coordinates.size(), mesh.vertices.size());
  EXPECT_EQ(mesh.texture_triangles, mesh.triangles);
  for (size_t v = 0; v < mesh.vertices.size(); ++v) {
    EXPECT_EQ(mesh.texture_coordinates[v], Vec2(mesh.vertices[v].x(), mesh.vertices[v].z()));
    EXPECT_EQ(mesh.vertices[v].y(), 0);
  }
}

TEST(Panel, SameSeedSameMeshOtherSeedOtherMesh) {
  EXPECT_TRUE(test::are_equal(panel_surface({bodice, 0.05, 4}), panel_surface({bodice, 0.05, 4})));
  EXPECT_FALSE(test::are_equal(panel_surface({bodice, 0.05, 4}), panel_surface({bodice, 0.05, 5})));
}

TEST(Panel, FarAwayAndVerySmallOrLargeAreTheSame) {
  for (double size : {1e-4, 1e5}) {
    Outline outline = bodice;
    for (Vec2& p : outline) p = size * (p + Vec2(30, -70));
    expect_panel({outline, 0.05 * size, 0});
  }
}

TEST(PanelProperty, AnyStarIsAPanel) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto n = 3 + random.below(20);
    Outline star;
    for (std::uint64_t i = 0; i < n; ++i) {
      const double angle =
          2 * std::numbers::pi * (static_cast<double>(i) + 0.8 * random.uniform()) / static_cast<double>(n);
      star.emplace_back(Vec2(std::cos(angle), std::sin(angle)) * random.uniform(0.15, 1.0));
    }
    try {
      require_simple("star", star, Polyline::closed);
    } catch (const InputError&) {
      continue;
    }
    for (double h : {0.6, 0.2, 0.04}) expect_panel({star, h, seed});
  }
}

void expect_refused(const PanelShape& shape, const std::string& where, const std::string& words) {
  try {
    panel_surface(shape);
    ADD_FAILURE() << "accepted; should have said: " << words;
  } catch (const InputError& error) {
    EXPECT_EQ(error.where, where);
    EXPECT_NE(error.problem.find(words), std::string::npos) << error.problem;
  }
}

TEST(Panel, RefusesWhatIsNoOutline) {
  const double nan = std::nan("");
  expect_refused({{}, 0.1, 0}, "panel.outline", "at least 3");
  expect_refused({{{0, 0}, {1, 0}}, 0.1, 0}, "panel.outline", "at least 3");
  expect_refused({{{0, 0}, {1, 0}, {nan, 1}}, 0.1, 0}, "panel.outline", "point 2 is not finite");
  expect_refused({{{0, 0}, {1, 0}, {1, 1}, {0, 0}}, 0.1, 0}, "panel.outline", "points 3 and 0 coincide");
  expect_refused({{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 0.1, 0}, "panel.outline",
                 "points 0 and 2 touch or cross");
  expect_refused({{{0, 0}, {2, 0}, {2, 1}, {1, 0}, {0, 1}}, 0.1, 0}, "panel.outline", "touch or cross");
  expect_refused({{{0, 0}, {1, 0}, {2, 0}}, 0.1, 0}, "panel.outline", "less than a degree");
  expect_refused({{{0, 0}, {1, 0}, {0.2, 0.001}, {0, 1}}, 0.1, 0}, "panel.outline", "point 1 make an angle");
  expect_refused({{{1, 1}, {1, 1}, {1, 1}}, 0.1, 0}, "panel.outline", "coincide");
  expect_refused({square, 0, 0}, "panel.edge_length", "positive");
  expect_refused({square, 1e-7, 0}, "panel.edge_length", "1e-05 of the extent");
  expect_refused({square, nan, 0}, "panel.edge_length", "positive");
}

}  // namespace
}  // namespace lacuna
