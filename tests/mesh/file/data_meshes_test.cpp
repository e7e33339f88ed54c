// Meshes from outside the project: the counts are those that grep and the files' own headers tell.
#include "mesh/file/read_mesh.h"
#include "mesh/file/samples.h"
#include "mesh/file/simplex_keys.h"
#include "support/data.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

struct Expected {
  const char* file;
  std::size_t vertices, edges, triangles, tets;
  std::size_t surface_triangles;  ///< faces that one tet alone has
};

constexpr Expected expected[] = {
    {"cipc/bowl.obj", 1196, 0, 2330, 0, 0},
    {"cipc/card15x7.obj", 105, 0, 168, 0, 0},
    {"cipc/cylinder3K.obj", 3007, 0, 5754, 0, 0},
    {"cipc/cylinder7K.obj", 7296, 0, 13992, 0, 0},
    {"cipc/needleBed10x10.seg", 200, 100, 0, 0, 0},
    {"cipc/sphere1K_0.3.obj", 1239, 0, 2474, 0, 0},
    {"cipc/square21.obj", 441, 0, 800, 0, 0},
    {"cipc/square26K.obj", 26099, 0, 51564, 0, 0},
    {"cipc/square2K.obj", 1939, 0, 3716, 0, 0},
    {"cipc/square8K.obj", 8282, 0, 16154, 0, 0},
    {"ipc/Armadillo13K.msh", 13230, 0, 0, 54985, 0},
    {"ipc/bunny.msh", 4670, 0, 0, 19379, 0},
    {"ipc/cube.msh", 8, 0, 0, 6, 12},
    {"ipc/cylinder.obj", 152, 0, 300, 0, 0},
    {"ipc/dolphin5K.msh", 8111, 0, 0, 36304, 0},
    {"ipc/edge.seg", 2, 1, 0, 0, 0},
    {"ipc/erleben/cliff.obj", 8, 0, 12, 0, 0},
    {"ipc/erleben/crack.obj", 20, 0, 36, 0, 0},
    {"ipc/erleben/hole.obj", 48, 0, 88, 0, 0},
    {"ipc/erleben/internal_edges.obj", 14, 0, 24, 0, 0},
    {"ipc/erleben/spike.msh", 5, 0, 0, 2, 6},
    {"ipc/erleben/spike.obj", 5, 0, 6, 0, 0},
    {"ipc/erleben/wedge.msh", 6, 0, 0, 3, 8},
    {"ipc/erleben/wedge.obj", 6, 0, 8, 0, 0},
    {"ipc/funnel.obj", 288, 0, 552, 0, 0},
    {"ipc/mat20x20.msh", 800, 0, 0, 2166, 0},
    {"ipc/mat40x40.msh", 3200, 0, 0, 9126, 0},
    {"ipc/plane.obj", 4, 0, 2, 0, 0},
    {"ipc/rod.msh", 630, 0, 0, 1722, 0},
    {"ipc/sphere1K.msh", 1760, 0, 0, 6851, 0},
    {"ipc/sphere1K.obj", 1239, 0, 2474, 0, 0},
    {"ipc/sphere5K.msh", 7034, 0, 0, 27792, 9742},
    {"ipc/tet.msh", 4, 0, 0, 1, 4},
    {"ipc/torus.msh", 200, 0, 0, 491, 0},
    {"ipc/triangle.obj", 3, 0, 1, 0, 0},
    {"ipc/tube.obj", 1024, 0, 1920, 0, 0},
};

std::size_t boundary_face_count(const Mesh& mesh) {
  std::vector<Triangle> faces;
  append_sides(mesh.tets, faces);
  std::size_t count = 0;
  for_each_equal(faces, count_of(mesh.vertices), [&](const auto& same) { count += same.size() == 1; });
  return count;
}

TEST(MeshesData, HaveTheCountsTheirFilesTell) {
  LACUNA_REQUIRE_DATA(data);
  for (const Expected& e : expected) {
    SCOPED_TRACE(e.file);
    const MeshFile file = read_mesh(data / "meshes" / e.file);
    expect_valid(file.mesh);
    EXPECT_EQ(file.mesh.vertices.size(), e.vertices);
    EXPECT_EQ(file.mesh.edges.size(), e.edges);
    EXPECT_EQ(file.mesh.triangles.size(), e.triangles);
    EXPECT_EQ(file.mesh.tets.size(), e.tets);
    if (e.surface_triangles > 0) {
      EXPECT_EQ(boundary_face_count(file.mesh), e.surface_triangles);
    }
  }
}

}  // namespace
}  // namespace lacuna::test
