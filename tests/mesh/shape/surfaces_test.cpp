#include "mesh/shape/surfaces.h"

#include "mesh/shape/shape_expectations.h"

#include <functional>
#include <numbers>

namespace lacuna {
namespace {

using test::degree;
constexpr double pi = std::numbers::pi;

/// Distance in the (radius, y) half-plane.
double radius_of(const Vec3& x) { return std::hypot(x.x(), x.z()); }

/// A round shape, generated at any resolution, and what is known about it.
struct RoundShape {
  const char* name;
  std::function<Mesh(Index)> generate;
  Index euler;
  double volume;  // 0 for an open surface
  double area;
  double min_angle;                             // degrees, at resolution 4 and above
  std::function<double(const Vec3&)> distance;  // of a vertex from the exact surface
};

double box_distance(double r, double y, double half_width, double half_height) {
  const double dr = std::abs(r) - half_width, dy = std::abs(y) - half_height;
  return dr > 0 || dy > 0 ? std::hypot(std::max(dr, 0.0), std::max(dy, 0.0)) : -std::max(dr, dy);
}

std::vector<RoundShape> round_shapes() {
  const double slant = std::hypot(0.5, 1.0), frustum_slant = std::hypot(0.3, 1.0),
               funnel_slant = std::hypot(0.4, 0.4);
  return {
      {"sphere",
       [](Index n) {
         return sphere_surface({0.5, n});
       },
       2, pi / 6, pi, 53, [](const Vec3& x) { return x.norm() - 0.5; }},
      {"cylinder",
       [](Index n) {
         return cylinder_surface({0.5, 1.2, n});
       },
       2, pi * 0.25 * 1.2, pi * 0.5 + pi * 1.2, 38,
       [](const Vec3& x) { return box_distance(radius_of(x), x.y(), 0.5, 0.6); }},
      {"tube",
       [](Index n) {
         return tube_surface({0.5, 0.3, 1, n});
       },
       0, pi * 0.16, 2 * pi * 0.8 + 2 * pi * 0.16, 34,
       [](const Vec3& x) { return box_distance(radius_of(x) - 0.4, x.y(), 0.1, 0.5); }},
      {"cone",
       [](Index n) {
         return cone_surface({0.5, 0, 1, n});
       },
       2, pi * 0.25 / 3, pi * 0.25 + pi * 0.5 * slant, 33,
       [](const Vec3& x) {
         return std::min(std::abs(x.y() + 0.5), std::abs(radius_of(x) - 0.5 * (0.5 - x.y())));
       }},
      {"truncated cone",
       [](Index n) {
         return cone_surface({0.5, 0.2, 1, n});
       },
       2, pi * (0.25 + 0.1 + 0.04) / 3, pi * (0.25 + 0.04) + pi * 0.7 * frustum_slant, 33,
       [](const Vec3& x) {
         return std::min(std::abs(std::abs(x.y()) - 0.5), std::abs(radius_of(x) - 0.5 + 0.3 * (x.y() + 0.5)));
       }},
      {"torus",
       [](Index n) {
         return torus_surface({0.4, 0.1, n});
       },
       0, 2 * pi * pi * 0.4 * 0.01, 4 * pi * pi * 0.04, 38,
       [](const Vec3& x) { return std::hypot(radius_of(x) - 0.4, x.y()) - 0.1; }},
      {"capsule",
       [](Index n) {
         return capsule_surface({0.25, 1, n});
       },
       2, pi * 0.0625 * (0.5 + 1.0 / 3), pi * 0.5, 38,
       [](const Vec3& x) { return std::hypot(radius_of(x), std::max(0.0, std::abs(x.y()) - 0.25)) - 0.25; }},
      {"capsule that is a sphere",
       [](Index n) {
         return capsule_surface({0.5, 1, n});
       },
       2, pi / 6, pi, 38, [](const Vec3& x) { return x.norm() - 0.5; }},
      {"disk",
       [](Index n) {
         return disk_surface({0.5, n});
       },
       1, 0, pi * 0.25, 43, [](const Vec3& x) { return x.y() + std::max(0.0, radius_of(x) - 0.5); }},
      {"sleeve",
       [](Index n) {
         return sleeve_surface({0.25, 1, 6 * n, 0});
       },
       0, 0, pi * 0.5, 50, [](const Vec3& x) { return radius_of(x) - 0.25; }},
      {"bowl",
       [](Index n) {
         return bowl_surface({0.5, n});
       },
       1, 0, pi * 0.5, 38, [](const Vec3& x) { return x.norm() - 0.5 + std::max(0.0, x.y()); }},
      {"funnel",
       [](Index n) {
         return funnel_surface({0.5, 0.1, 0.4, 0.2, n});
       },
       0, 0, 2 * pi * 0.1 * 0.2 + pi * 0.6 * funnel_slant, 35,
       [](const Vec3& x) { return radius_of(x) - (x.y() <= 0 ? 0.1 : 0.1 + x.y()); }},
  };
}

TEST(SurfaceShapes, AreSoundAtEveryResolution) {
  for (const RoundShape& shape : round_shapes()) {
    for (Index n : {1, 2, 3, 4, 5, 7, 8, 16, 33}) {
      SCOPED_TRACE(std::string(shape.name) + " " + std::to_string(n));
      const Mesh mesh = shape.generate(n);
      test::expect_sound_surface(mesh, mesh.triangles, shape.euler);
      EXPECT_EQ(is_closed(mesh.triangles), shape.volume > 0);
      if (shape.volume > 0) {
        EXPECT_GT(enclosed_volume(mesh.vertices, mesh.triangles), 0);
      }
      for (const Vec3& x : mesh.vertices) EXPECT_NEAR(shape.distance(x), 0, 1e-14);
    }
  }
}

TEST(SurfaceShapes, TrianglesAreWellShaped) {
  for (const RoundShape& shape : round_shapes()) {
    for (Index n : {4, 5, 7, 8, 16, 33}) {
      const Mesh mesh = shape.generate(n);
      const TriangleMeshQuality quality = triangle_mesh_quality(mesh.vertices, mesh.triangles);
      EXPECT_GT(quality.min_angle, shape.min_angle * degree)
          << shape.name << " " << n << " " << quality.min_angle / degree;
      EXPECT_GT(quality.mean_min_angle, 48 * degree) << shape.name << " " << n;
    }
  }
}

TEST(SurfaceShapes, VolumeAndAreaConvergeWithSecondOrder) {
  for (const RoundShape& shape : round_shapes()) {
    const auto errors = [&](Index n) {
      const Mesh mesh = shape.generate(n);
      return std::pair{
          std::abs(surface_area(mesh.vertices, mesh.triangles) - shape.area) / shape.area,
          shape.volume > 0
              ? std::abs(enclosed_volume(mesh.vertices, mesh.triangles) - shape.volume) / shape.volume
              : 0.0};
    };
    const auto [coarse_area, coarse_volume] = errors(12);
    const auto [fine_area, fine_volume] = errors(24);
    EXPECT_LT(fine_area, 4e-3) << shape.name;
    EXPECT_GT(test::order(coarse_area, fine_area), 1.7) << shape.name;
    EXPECT_LT(fine_volume, 6e-3) << shape.name;
    if (shape.volume > 0 && shape.name != std::string("tube")) {
      EXPECT_GT(test::order(coarse_volume, fine_volume), 1.7) << shape.name;
    }
  }
}

TEST(SurfaceShapes, EdgesAreAboutTheRadiusDividedByTheResolution) {
  for (const RoundShape& shape : round_shapes()) {
    const Mesh mesh = shape.generate(10);
    const double radius = shape.name == std::string("torus")                                            ? 0.1
                          : shape.name == std::string("sleeve") || shape.name == std::string("capsule") ? 0.25
                                                                                                        : 0.5;
    const double edge = mean_edge_length(mesh.vertices, unique_edges(mesh.triangles));
    EXPECT_NEAR(edge * 10 / radius, 1.1, 0.15) << shape.name;
  }
}

TEST(SurfaceShapes, NormalsPointWhereTheyShould) {
  const auto mean_normal = [](const Mesh& mesh) {
    Vec3 sum = Vec3::Zero();
    for (const Triangle& t : mesh.triangles) {
      const auto x = [&](size_t i) { return mesh.vertices[static_cast<size_t>(t[i])]; };
      sum += (x(1) - x(0)).cross(x(2) - x(0));
    }
    return sum.normalized().eval();
  };
  EXPECT_NEAR((mean_normal(disk_surface({})) - Vec3::UnitY()).norm(), 0, 1e-12);
  EXPECT_NEAR((mean_normal(grid_surface({})) - Vec3::UnitY()).norm(), 0, 1e-12);
  EXPECT_NEAR((mean_normal(unstructured_grid_surface({})) - Vec3::UnitY()).norm(), 0, 1e-12);
  EXPECT_NEAR((mean_normal(bowl_surface({})) + Vec3::UnitY()).norm(), 0, 1e-12);
  EXPECT_NEAR((mean_normal(funnel_surface({})) + Vec3::UnitY()).norm(), 0, 1e-12);
}

TEST(SurfaceShapes, AFunnelIsOpenForMostOfItsRadiusAtAnyResolution) {
  // What passes through its circle must not cross a coarse spout: six edges leave cos(30 deg) of the radius.
  for (Index n : {1, 2, 3, 4, 8, 16}) {
    const double radius = 0.15, length = 0.01;
    const Mesh mesh = funnel_surface({0.5, radius, 0.19, length, n});
    for (const Triangle& t : mesh.triangles)
      for (size_t k = 0; k < 3; ++k) {
        const Vec3 a = mesh.vertices[static_cast<size_t>(t[k])],
                   b = mesh.vertices[static_cast<size_t>(t[(k + 1) % 3])];
        if (a.y() == -length && b.y() == -length) {
          EXPECT_GT(radius_of(0.5 * (a + b)), 0.866 * radius) << "resolution " << n;
        }
      }
  }
}

TEST(SurfaceShapes, ThinWalledTubeDoesNotCrossItself) {
  // With the same rings on both sides the wall is a scaled copy: every inner vertex is straight behind an
  // outer.
  for (Index n : {1, 2, 5, 12}) {
    const Mesh mesh = tube_surface({0.5, 0.499, 0.3, n});
    test::expect_sound_surface(mesh, mesh.triangles, 0);
    const Mesh outside = sleeve_surface({0.5, 0.3, 6 * n, 0}),
               inside = sleeve_surface({0.499, 0.3, 6 * n, 0});
    const double expected =
        surface_area(outside.vertices, outside.triangles) + surface_area(inside.vertices, inside.triangles);
    EXPECT_NEAR(surface_area(mesh.vertices, mesh.triangles), expected, 0.03 * expected);
    EXPECT_GT(enclosed_volume(mesh.vertices, mesh.triangles), 0);
  }
}

TEST(SurfaceShapes, ExtremeProportionsAreSound) {
  for (const auto& [mesh, euler] : {std::pair{cylinder_surface({0.5, 1e-3, 5}), 2},
                                    {cylinder_surface({1e-3, 1, 1}), 2},
                                    {cone_surface({0.1, 0.5, 0.01, 4}), 2},
                                    {cone_surface({0.5, 1e-6, 1, 3}), 2},
                                    {torus_surface({0.4, 0.399, 2}), 0},
                                    {capsule_surface({0.5, 1 + 1e-12, 3}), 2},
                                    {tube_surface({0.5, 1e-3, 1, 3}), 0}}) {
    test::expect_sound_surface(mesh, mesh.triangles, euler);
    EXPECT_GT(enclosed_volume(mesh.vertices, mesh.triangles), 0);
  }
}

TEST(SurfaceShapes, BoxIsExact) {
  for (const auto& cells : {std::array<Index, 3>{1, 1, 1}, {2, 1, 3}, {4, 5, 6}, {1, 7, 1}}) {
    const Mesh mesh = box_surface({{1, 2, 3}, cells});
    test::expect_sound_surface(mesh, mesh.triangles, 2);
    EXPECT_TRUE(is_closed(mesh.triangles));
    EXPECT_NEAR(enclosed_volume(mesh.vertices, mesh.triangles), 6, 1e-12);
    EXPECT_NEAR(surface_area(mesh.vertices, mesh.triangles), 22, 1e-12);
    EXPECT_EQ(bounds(mesh.vertices).lower, Vec3(-0.5, -1, -1.5));
    EXPECT_EQ(bounds(mesh.vertices).upper, Vec3(0.5, 1, 1.5));
  }
  EXPECT_EQ(box_surface({}).vertices.size(), 8u);
  EXPECT_EQ(box_surface({}).triangles.size(), 12u);
}

TEST(SurfaceShapes, SphereHasTheCountsOfAnIcosphere) {
  for (Index n : {1, 2, 11, 40}) {
    const Mesh mesh = sphere_surface({0.5, n});
    EXPECT_EQ(count_of(mesh.vertices), 10 * n * n + 2);
    EXPECT_EQ(count_of(mesh.triangles), 20 * n * n);
  }
}

TEST(SurfaceShapes, SleeveTakesAnyCounts) {
  const Mesh mesh = sleeve_surface({0.25, 1, 7, 4});
  EXPECT_EQ(mesh.vertices.size(), 35u);
  EXPECT_EQ(mesh.triangles.size(), 56u);
  EXPECT_EQ(boundary_edges(mesh.triangles).size(), 14u);
}

TEST(SurfaceShapes, AreTheSameEveryTime) {
  for (const RoundShape& shape : round_shapes())
    EXPECT_TRUE(test::are_equal(shape.generate(6), shape.generate(6)));
}

}  // namespace
}  // namespace lacuna
