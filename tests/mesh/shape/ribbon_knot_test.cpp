#include "mesh/shape/ribbon_knot.h"

#include "base/input_error.h"
#include "contact/intersection_check.h"
#include "contact/surface.h"
#include "geometry/distance.h"
#include "mesh/shape/shape_expectations.h"

#include <limits>

namespace lacuna {
namespace {

using test::degree;

using Line = std::vector<Vec3>;

Line middle_line(const RibbonKnotShape& shape) {
  constexpr int samples = 4001;
  const double length = ribbon_length(shape);
  Line line;
  for (int i = 0; i < samples; ++i)
    line.push_back(ribbon_point(shape, length * (static_cast<double>(i) / (samples - 1) - 0.5), 0));
  return line;
}

Line turned_about_z(Line line) {
  for (Vec3& x : line) x = Vec3(-x.x(), -x.y(), x.z());
  return line;
}

/// Where two lines cross seen from above.
struct Crossing {
  double on_a, on_b;  // place along each, in samples
  double a_over_b;    // height of a less that of b
  int sign;           // of the turn from the upper one's direction to the lower one's
};

std::vector<Crossing> crossings(const Line& a, const Line& b) {
  std::vector<Crossing> found;
  for (size_t i = 0; i + 1 < a.size(); ++i) {
    for (size_t j = 0; j + 1 < b.size(); ++j) {
      const Vec3 u = a[i + 1] - a[i], v = b[j + 1] - b[j], w = b[j] - a[i];
      const auto cross = [](const Vec3& p, const Vec3& q) { return p.z() * q.x() - p.x() * q.z(); };
      const double area = cross(u, v);
      if (area == 0) continue;
      const double s = cross(w, v) / area, t = cross(w, u) / area;
      if (s < 0 || s >= 1 || t < 0 || t >= 1) continue;
      const double above = a[i].y() + s * u.y() - b[j].y() - t * v.y();
      found.push_back({static_cast<double>(i) + s, static_cast<double>(j) + t, above,
                       (area > 0) == (above > 0) ? 1 : -1});
    }
  }
  return found;  // in order along a
}

TEST(RibbonKnot, CrossesLikeAReefKnot) {
  const RibbonKnotShape shape;
  const Line a = middle_line(shape), b = turned_about_z(a);
  for (const Crossing& c : crossings(a, a)) EXPECT_LT(std::abs(c.on_a - c.on_b), 2);  // neighbours meet
  const std::vector<Crossing> found = crossings(a, b);
  ASSERT_EQ(found.size(), 6u);
  std::string along_a;
  for (const Crossing& c : found) along_a += c.a_over_b > 0 ? 'o' : 'u';
  EXPECT_EQ(along_a, "ouoouo");
  // Along b the same six come in the order 3 2 1 6 5 4 of a's: the diagram of the reef knot. Heights of other
  // signs would make a granny knot, a thief knot or none.
  std::vector<size_t> order{0, 1, 2, 3, 4, 5};
  std::sort(order.begin(), order.end(), [&](size_t i, size_t j) { return found[i].on_b < found[j].on_b; });
  EXPECT_EQ(order, (std::vector<size_t>{2, 1, 0, 5, 4, 3}));
  // Mirrored halves: the ribbons are not linked, as those of a granny knot are.
  int linking = 0;
  for (const Crossing& c : found) {
    linking += c.sign;
    EXPECT_NEAR(std::abs(c.a_over_b), shape.gap, 1e-12);
  }
  EXPECT_EQ(linking, 0);
}

/// Smallest distance between the ribbons, and between parts of one that are more than two widths apart along
/// it.
double smallest_gap(const RibbonKnotShape& shape) {
  const Mesh mesh = ribbon_knot(shape);
  const auto x = [&](Index v) { return mesh.vertices[static_cast<size_t>(v)]; };
  RibbonKnotShape one = shape;
  one.index = 0;
  const Index half = count_of(ribbon_knot(one).vertices);
  double gap = std::numeric_limits<double>::infinity();
  for (const Triangle& t : mesh.triangles) {
    if (t[0] < half) continue;
    for (Index v = 0; v < half; ++v)
      gap = std::min(gap, std::sqrt(point_triangle_distance2(x(v), x(t[0]), x(t[1]), x(t[2]))));
  }
  // Within a ribbon the middle lines do: the ribbon itself is half a width on each side of them.
  const Line line = middle_line(shape);
  const double per_sample = ribbon_length(shape) / static_cast<double>(line.size() - 1);
  for (size_t i = 0; i < line.size(); i += 8) {
    for (size_t j = 0; j < i; j += 8) {
      if (static_cast<double>(i - j) * per_sample > 2 * shape.width)
        gap = std::min(gap, (line[i] - line[j]).norm() - shape.width);
    }
  }
  return gap;
}

TEST(RibbonKnot, KeepsItsLayersApart) {
  for (double gap : {0.2, 0.05, 0.6}) {
    for (double edge : {0.1, 0.3, 5.0}) {
      // Beside a crossing the ribbons slope, the more the larger the gap is.
      EXPECT_GT(smallest_gap({.width = 1, .length = 16, .edge_length = edge, .gap = gap}), 0.88 * gap)
          << gap << " " << edge;
    }
  }
}

TEST(RibbonKnot, IsTwoSoundStripsThatDoNotIntersect) {
  for (const RibbonKnotShape& shape :
       {RibbonKnotShape{}, RibbonKnotShape{.edge_length = 0.0008}, RibbonKnotShape{.edge_length = 1},
        RibbonKnotShape{.gap = 1e-5}, RibbonKnotShape{.gap = 0.025},
        RibbonKnotShape{.width = 2, .length = 28, .edge_length = 0.2, .gap = 0.3}}) {
    const Mesh mesh = ribbon_knot(shape);
    test::expect_sound_surface(mesh, mesh.triangles, 2);
    EXPECT_EQ(connected_components(mesh).count, 2);
    Surface surface;
    surface.add(mesh, {});
    EXPECT_TRUE(IntersectionCheck(surface).find(mesh.vertices).empty());
    const Vec3 size = bounds(mesh.vertices).size();
    EXPECT_NEAR(size.x(), shape.length, 1e-9 * shape.length);
    EXPECT_NEAR(size.y(), shape.gap, 1e-9 * shape.gap);
    EXPECT_NEAR(size.z(), 6 * shape.width, 0.05 * shape.width);
  }
}

TEST(RibbonKnot, RibbonsKeepTheirWidthAndTheSizeOfTheirTriangles) {
  const RibbonKnotShape shape{.index = 0};
  const Mesh mesh = ribbon_knot(shape);
  EXPECT_NEAR(surface_area(mesh.vertices, mesh.triangles), ribbon_length(shape) * shape.width,
              0.01 * ribbon_length(shape) * shape.width);
  EXPECT_NEAR(mean_edge_length(mesh.vertices, unique_edges(mesh.triangles)), shape.edge_length,
              0.1 * shape.edge_length);
  EXPECT_GT(triangle_mesh_quality(mesh.vertices, mesh.triangles).min_angle, 20 * degree);
}

TEST(RibbonKnot, EndsLeaveStraightAlongX) {
  const RibbonKnotShape shape;
  for (Index index : {0, 1}) {
    const Mesh mesh = ribbon_knot({.index = index});
    const double end = index == 0 ? -0.25 : 0.25;
    Index count = 0;
    for (const Vec3& x : mesh.vertices) {
      if (std::abs(x.x() - end) > 1e-12) continue;
      ++count;
      EXPECT_NEAR(x.y(), 0, 1e-15);
      EXPECT_NEAR(std::abs(x.z()), 0.9 * shape.width, 0.5 * shape.width + 1e-12);
    }
    EXPECT_GE(count, 2 * 10);
  }
  const Mesh both = ribbon_knot(shape), first = ribbon_knot({.index = 0}), second = ribbon_knot({.index = 1});
  EXPECT_EQ(both.vertices.size(), first.vertices.size() + second.vertices.size());
}

TEST(RibbonKnot, BadParametersAreNamed) {
  const auto expect_refused = [](const std::string& where, const RibbonKnotShape& shape) {
    try {
      ribbon_knot(shape);
      ADD_FAILURE() << "should have named " << where;
    } catch (const InputError& error) {
      EXPECT_EQ(error.where, where) << error.what();
    }
  };
  expect_refused("ribbon-knot.width", {.width = 0});
  expect_refused("ribbon-knot.length", {.width = 0.1, .length = 1.37});
  expect_refused("ribbon-knot.length", {.length = std::nan("")});
  expect_refused("ribbon-knot.edge_length", {.edge_length = -1});
  expect_refused("ribbon-knot.gap", {.gap = 0});
  expect_refused("ribbon-knot.gap", {.width = 0.02, .gap = 0.021});
  expect_refused("ribbon-knot.index", {.index = 2});
  expect_refused("ribbon-knot.index", {.index = -2});
}

}  // namespace
}  // namespace lacuna
