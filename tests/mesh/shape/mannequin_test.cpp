#include "base/input_error.h"
#include "contact/intersection_check.h"
#include "contact/surface.h"
#include "mesh/shape/shape_expectations.h"
#include "mesh/shape/surfaces.h"

namespace lacuna {
namespace {

using test::degree;

TEST(Mannequin, IsAClosedSurfaceWithoutIntersectionsAtEveryResolution) {
  for (Index n : {1, 2, 3, 5, 8, 12, 20}) {
    SCOPED_TRACE(n);
    const Mesh mesh = mannequin_surface({1.7, n});
    test::expect_sound_surface(mesh, mesh.triangles, 2);
    EXPECT_TRUE(is_closed(mesh.triangles));
    EXPECT_GT(enclosed_volume(mesh.vertices, mesh.triangles), 0);
    Surface surface;
    surface.add(mesh, {});
    EXPECT_TRUE(IntersectionCheck(surface).find(mesh.vertices).empty());
    EXPECT_EQ(bounds(mesh.vertices).lower.y(), 0);
    EXPECT_EQ(bounds(mesh.vertices).upper.y(), 1.7);
  }
}

/// Largest |x| within a part of the height.
double half_width(const Mesh& mesh, double from, double to) {
  double width = 0;
  for (const Vec3& x : mesh.vertices) {
    if (x.y() >= from && x.y() <= to) width = std::max(width, std::abs(x.x()));
  }
  return width;
}

TEST(Mannequin, HasTheProportionsOfABody) {
  const Mesh mesh = mannequin_surface({1, 24});
  const double hips = half_width(mesh, 0.48, 0.54), waist = half_width(mesh, 0.615, 0.625),
               shoulders = half_width(mesh, 0.76, 0.83), neck = half_width(mesh, 0.865, 0.885),
               head = half_width(mesh, 0.91, 1.0);
  EXPECT_LT(waist, 0.8 * hips);
  EXPECT_GT(shoulders, 0.95 * hips);
  EXPECT_LT(neck, 0.4 * shoulders);
  EXPECT_GT(head, 1.2 * neck);
  const Vec3 size = bounds(mesh.vertices).size();
  EXPECT_NEAR(size.x(), 0.21, 0.01);
  EXPECT_NEAR(size.z(), 0.147, 0.01);
  // An adult of 1.7 m without arms has about 60 litres.
  EXPECT_NEAR(enclosed_volume(mesh.vertices, mesh.triangles) * 1.7 * 1.7 * 1.7, 0.06, 0.015);
}

TEST(Mannequin, TrianglesAreWellShaped) {
  for (Index n : {8, 12, 24}) {
    const Mesh mesh = mannequin_surface({1.7, n});
    const TriangleMeshQuality quality = triangle_mesh_quality(mesh.vertices, mesh.triangles);
    EXPECT_GT(quality.min_angle, 20 * degree) << n << " " << quality.min_angle / degree;
    EXPECT_GT(quality.mean_min_angle, 42 * degree) << n << " " << quality.mean_min_angle / degree;
  }
}

TEST(Mannequin, BadParametersAreNamed) {
  for (const auto& [where, shape] : {std::pair{"mannequin.height", MannequinShape{.height = 0}},
                                     {"mannequin.height", MannequinShape{.height = std::nan("")}},
                                     {"mannequin.resolution", MannequinShape{.resolution = 0}},
                                     {"mannequin.resolution", MannequinShape{.resolution = 1 << 20}}}) {
    try {
      mannequin_surface(shape);
      ADD_FAILURE() << "should have named " << where;
    } catch (const InputError& error) {
      EXPECT_EQ(error.where, where) << error.what();
    }
  }
}

}  // namespace
}  // namespace lacuna
