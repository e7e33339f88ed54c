#include "mesh/shape/solids.h"

#include "base/input_error.h"
#include "mesh/shape/shape_expectations.h"
#include "mesh/shape/surfaces.h"
#include "mesh/shape/thin.h"

#include <functional>
#include <numbers>

namespace lacuna {
namespace {

using test::degree;
constexpr double pi = std::numbers::pi;

struct SolidShape {
  const char* name;
  std::function<Mesh(Index)> generate;
  Index euler;
  double volume;
  double min_dihedral;       // degrees, at any resolution
  double mean_min_dihedral;  // degrees
  double min_radius_ratio;
};

std::vector<SolidShape> solid_shapes() {
  return {
      {"box, six",
       [](Index n) {
         return box_solid({{1, 1, 1}, {n, n, n}});
       },
       2, 1, 44, 44, 0.71},
      {"box, five",
       [](Index n) {
         return box_solid({{1, 1, 1}, {n, n, n}}, CellSplit::five);
       },
       2, 1, 54, 57, 0.73},
      {"sphere",
       [](Index n) {
         return sphere_solid({0.5, n});
       },
       2, pi / 6, 38, 52, 0.71},
      {"cylinder",
       [](Index n) {
         return cylinder_solid({0.5, 1, n});
       },
       2, pi / 4, 33, 44, 0.62},
      {"torus",
       [](Index n) {
         return torus_solid({0.4, 0.1, n});
       },
       0, 2 * pi * pi * 0.4 * 0.01, 29, 43, 0.61},
      {"fat torus",
       [](Index n) {
         return torus_solid({0.4, 0.25, n});
       },
       0, 2 * pi * pi * 0.4 * 0.0625, 18, 40, 0.45},
  };
}

TEST(SolidShapes, AreSoundAtEveryResolution) {
  for (const SolidShape& shape : solid_shapes()) {
    for (Index n : {1, 2, 3, 4, 5, 8}) {
      SCOPED_TRACE(std::string(shape.name) + " " + std::to_string(n));
      const Mesh mesh = shape.generate(n);
      const auto boundary = boundary_triangles(mesh.tets);
      test::expect_sound_surface(mesh, boundary, shape.euler);
      EXPECT_TRUE(is_closed(boundary));
      EXPECT_EQ(connected_components(mesh).count, 1);
      const double volume = total_volume(mesh.vertices, mesh.tets);
      EXPECT_NEAR(enclosed_volume(mesh.vertices, boundary), volume, 1e-13);
      const TetMeshQuality quality = tet_mesh_quality(mesh.vertices, mesh.tets);
      EXPECT_GT(quality.min_volume, 0);
      EXPECT_GT(quality.min_dihedral, shape.min_dihedral * degree);
      EXPECT_GT(quality.mean_min_dihedral, shape.mean_min_dihedral * degree);
      EXPECT_GT(quality.min_radius_ratio, shape.min_radius_ratio);
    }
  }
}

TEST(SolidShapes, VolumeConvergesWithSecondOrder) {
  for (const SolidShape& shape : solid_shapes()) {
    const auto error = [&](Index n) {
      const Mesh mesh = shape.generate(n);
      return std::abs(total_volume(mesh.vertices, mesh.tets) - shape.volume) / shape.volume;
    };
    const double coarse = error(6), fine = error(12);
    EXPECT_LT(fine, 0.02) << shape.name;
    if (fine > 1e-12) {
      EXPECT_GT(test::order(coarse, fine), 1.8) << shape.name;
    }
  }
}

TEST(SolidShapes, BoundaryVerticesAreOnTheExactSurface) {
  const auto for_each_boundary_vertex = [](const Mesh& mesh, const auto& expect) {
    for (const Triangle& t : boundary_triangles(mesh.tets)) {
      for (Index v : t) expect(mesh.vertices[static_cast<size_t>(v)]);
    }
  };
  for_each_boundary_vertex(sphere_solid({0.5, 6}), [](const Vec3& x) { EXPECT_NEAR(x.norm(), 0.5, 1e-15); });
  for_each_boundary_vertex(cylinder_solid({0.5, 1, 5}), [](const Vec3& x) {
    EXPECT_NEAR(std::max(std::hypot(x.x(), x.z()), std::abs(x.y())), 0.5, 1e-15);
  });
  for_each_boundary_vertex(torus_solid({0.4, 0.1, 3}), [](const Vec3& x) {
    EXPECT_NEAR(std::hypot(std::hypot(x.x(), x.z()) - 0.4, x.y()), 0.1, 1e-15);
  });
}

TEST(SolidShapes, SpikesPointOutwardsAndKeepTheTetsUpright) {
  for (const Index n : {4, 6, 12}) {
    const SphereShape shape{.radius = 0.25, .resolution = n, .spikes = 40, .spike_height = 0.18};
    const Mesh solid = sphere_solid(shape), surface = sphere_surface(shape);
    const TetMeshQuality quality = tet_mesh_quality(solid.vertices, solid.tets);
    EXPECT_GT(quality.min_volume, 0) << n;
    EXPECT_GT(quality.min_dihedral, 3 * degree) << n;
    double longest = 0, shortest = 1;
    for (const Vec3& x : surface.vertices) {
      longest = std::max(longest, x.norm());
      shortest = std::min(shortest, x.norm());
    }
    EXPECT_LE(longest, 0.43 + 1e-15);
    EXPECT_GT(longest, 0.38) << n;
    EXPECT_GE(shortest, 0.25 - 1e-15);
    EXPECT_LT(shortest, 0.27) << n;
  }
  EXPECT_THROW(sphere_solid({.radius = 0.25, .resolution = 6, .spikes = 40, .spike_height = 0.2}),
               InputError);
  EXPECT_EQ(sphere_solid({.radius = 0.5, .resolution = 3, .spikes = 0, .spike_height = 9}).vertices,
            sphere_solid({0.5, 3}).vertices);
}

TEST(SolidShapes, SphereHasTheSurfaceOfItsSurfaceShape) {
  const Mesh solid = sphere_solid({0.5, 5}), surface = sphere_surface({0.5, 5});
  EXPECT_EQ(count_of(solid.tets), 20 * 5 * 5 * 5);
  const size_t inside = solid.vertices.size() - surface.vertices.size();
  EXPECT_TRUE(std::equal(surface.vertices.begin(), surface.vertices.end(),
                         solid.vertices.begin() + static_cast<std::ptrdiff_t>(inside)));
  EXPECT_EQ(boundary_triangles(solid.tets).size(), surface.triangles.size());
}

TEST(SolidShapes, MatHasTheCountsOfTheBenchmarkMeshes) {
  for (const auto& [nodes, vertex_count, tet_count, triangle_count] :
       {std::array<Index, 4>{20, 800, 2166, 1596}, {40, 3200, 9126, 6396}, {150, 45000, 133206, 89996}}) {
    const Mesh mesh = mat_solid({1, 0.008, nodes});
    EXPECT_EQ(count_of(mesh.vertices), vertex_count);
    EXPECT_EQ(count_of(mesh.tets), tet_count);
    EXPECT_EQ(count_of(boundary_triangles(mesh.tets)), triangle_count);
    EXPECT_NEAR(total_volume(mesh.vertices, mesh.tets), 0.008, 1e-12);
  }
}

TEST(SolidShapes, BoxTakesAnyCellCounts) {
  for (CellSplit split : {CellSplit::six, CellSplit::five}) {
    const Mesh mesh = box_solid({{1, 2, 3}, {2, 3, 5}}, split);
    EXPECT_EQ(mesh.vertices.size(), 3u * 4 * 6);
    EXPECT_EQ(mesh.tets.size(), (split == CellSplit::six ? 6u : 5u) * 30);
    test::expect_sound_surface(mesh, boundary_triangles(mesh.tets), 2);
    EXPECT_NEAR(total_volume(mesh.vertices, mesh.tets), 6, 1e-12);
  }
}

TEST(SolidShapes, AreTheSameEveryTime) {
  for (const SolidShape& shape : solid_shapes())
    EXPECT_TRUE(test::are_equal(shape.generate(3), shape.generate(3)));
}

TEST(ThinShapes, RodIsAChainOfEqualSegments) {
  const Mesh mesh = rod({0.6, 3, {0, 0, -2}});
  ASSERT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.edges, (std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_NEAR((mesh.vertices[0] - Vec3(0, 0, 0.3)).norm(), 0, 1e-15);
  EXPECT_NEAR((mesh.vertices[3] - Vec3(0, 0, -0.3)).norm(), 0, 1e-15);
  EXPECT_NEAR(mean_edge_length(mesh.vertices, mesh.edges), 0.2, 1e-15);
}

TEST(ThinShapes, ParticlesKeepTheirSpacing) {
  for (LatticePattern pattern : {LatticePattern::cubic, LatticePattern::hexagonal}) {
    const Mesh mesh = particle_box({{5, 4, 6}, 0.1, pattern, 0, 0});
    ASSERT_EQ(mesh.vertices.size(), 120u);
    EXPECT_NEAR(bounds(mesh.vertices).center().norm(), 0, 1e-15);
    Index most_neighbours = 0;
    for (const Vec3& x : mesh.vertices) {
      Index neighbours = 0;
      for (const Vec3& y : mesh.vertices) {
        if (x == y) continue;
        EXPECT_GT((x - y).norm(), 0.1 - 1e-12);
        neighbours += (x - y).norm() < 0.1 + 1e-9;
      }
      most_neighbours = std::max(most_neighbours, neighbours);
    }
    EXPECT_EQ(most_neighbours, pattern == LatticePattern::cubic ? 6 : 12);
  }
}

TEST(ThinShapes, JitterIsBoundedAndRepeatable) {
  const ParticleBoxShape shape{{5, 5, 5}, 0.1, LatticePattern::cubic, 0.01, 3};
  ParticleBoxShape still = shape;
  still.jitter = 0;
  const Mesh mesh = particle_box(shape), lattice = particle_box(still);
  EXPECT_TRUE(test::are_equal(mesh, particle_box(shape)));
  EXPECT_FALSE(test::are_equal(mesh, lattice));
  for (size_t v = 0; v < mesh.vertices.size(); ++v) {
    EXPECT_LE((mesh.vertices[v] - lattice.vertices[v]).cwiseAbs().maxCoeff(), 0.01);
  }
}

}  // namespace
}  // namespace lacuna
