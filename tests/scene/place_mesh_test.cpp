#include "scene/place_mesh.h"

#include "base/file.h"
#include "mesh/file/write_mesh.h"
#include "mesh/measures.h"
#include "mesh/topology.h"
#include "scene/scene_texts.h"

#include <filesystem>

namespace lacuna {
namespace {

using test::expect_words;

PlacedMesh placed(const std::string& object, double detail = 1) {
  return place_mesh(test::parse("[[object]]\nname = \"it\"\n" + object).objects[0], detail);
}

std::string refusal(const std::string& object) {
  try {
    placed(object);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << object;
  return "";
}

TEST(PlaceMesh, SolidsHaveTetsAndObstaclesSurfaces) {
  for (const std::string shape : {"tet", "hexahedron", "box", "mat", "sphere", "cylinder", "torus", "spindle",
                                  "spike", "wedge", "arch-stone"}) {
    SCOPED_TRACE(shape);
    const std::string mesh = "mesh = { shape = \"" + shape + "\" }\n";
    const Mesh solid = placed(mesh + "solid = {}\n").mesh;
    EXPECT_GT(solid.tets.size(), 0u);
    EXPECT_TRUE(solid.triangles.empty());
    const Mesh obstacle = placed(mesh + "obstacle = {}\n").mesh;
    EXPECT_TRUE(obstacle.tets.empty());
    EXPECT_TRUE(is_closed(obstacle.triangles));
    EXPECT_EQ(inspect_surface(obstacle.triangles).vertex_count, count_of(obstacle.vertices));
  }
}

TEST(PlaceMesh, EveryShapeIsAnObstacle) {
  for (const std::string shape :
       {"tube", "cone", "capsule", "bowl", "funnel", "sleeve", "disk", "grid", "unstructured-grid", "cliff",
        "internal-edges", "crack", "hole", "ribbon-knot", "mannequin"}) {
    const Mesh mesh = placed("mesh = { shape = \"" + shape + "\" }\nobstacle = {}\n").mesh;
    EXPECT_GT(mesh.triangles.size(), 0u) << shape;
    expect_words(refusal("mesh = { shape = \"" + shape + "\" }\nsolid = {}\n"),
                 {"scene.toml:1:1", "'it'", shape, "needs tets"});
  }
  EXPECT_EQ(placed("mesh = { shape = \"rod\", segments = 7 }\nobstacle = {}\n").mesh.edges.size(), 7u);
  EXPECT_EQ(
      placed("mesh = { shape = \"particles\", counts = [2, 3, 4] }\nobstacle = {}\n").mesh.vertices.size(),
      24u);
}

TEST(PlaceMesh, LathedShapesAreSolidsIfTheyHaveAWall) {
  const std::string profile = "mesh = { shape = \"lathe\", profile = [[0, 0], [0.05, 0], [0.05, 0.1]]";
  EXPECT_GT(placed(profile + ", wall = 0.01 }\nsolid = {}\n").mesh.tets.size(), 0u);
  const std::string other_side = ", inner = [[0, 0.02], [0.04, 0.02], [0.04, 0.1]] }\n";
  EXPECT_GT(placed(profile + other_side + "solid = {}\n").mesh.tets.size(), 0u);
  EXPECT_TRUE(is_closed(placed(profile + other_side + "obstacle = {}\n").mesh.triangles));
  const Mesh open = placed(profile + " }\nobstacle = {}\n").mesh;
  EXPECT_FALSE(is_closed(open.triangles));
  expect_words(refusal(profile + " }\nsolid = {}\n"), {"'it'", "needs tets", "lathe with a wall"});
  expect_words(refusal(profile + ", wall = 0.2 }\nsolid = {}\n"), {"'it'", "lathe.wall", "thinner"});
}

TEST(PlaceMesh, DetailScalesEdgeLengthsAndSegments) {
  const std::string panel =
      "mesh = { shape = \"panel\", outline = [[0, 0], [1, 0], [0, 1]], edge_length = 0.1 }\n";
  const double coarse = count_of(placed(panel + "obstacle = {}\n").mesh.vertices);
  EXPECT_NEAR(count_of(placed(panel + "obstacle = {}\n", 2).mesh.vertices) / coarse, 4, 1);
  for (const std::string shape : {"shape = \"ribbon-knot\"", "shape = \"mannequin\"",
                                  "shape = \"lathe\", profile = [[0, 0], [0.05, 0], [0.05, 0.1]]"}) {
    const std::string mesh = "mesh = { " + shape + " }\nobstacle = {}\n";
    EXPECT_NEAR(1.0 * count_of(placed(mesh, 2).mesh.vertices) / count_of(placed(mesh).mesh.vertices), 4, 0.5)
        << shape;
  }
  const auto edge_count = [](const std::string& mesh, double detail) {
    return count_of(placed("mesh = { " + mesh + " }\nobstacle = {}\n", detail).mesh.edges);
  };
  EXPECT_EQ(edge_count("shape = \"rod-bundle\", rows = 3, segments = 10", 0.5), 2 * 5);
  EXPECT_EQ(edge_count("shape = \"net\", counts = [2, 3], segments = 20", 0.5), 5 * 10);
  EXPECT_EQ(edge_count("shape = \"net\", counts = [2, 3], segments = 20", 0.1), 5 * 6);
}

TEST(PlaceMesh, ReinterpretsSurfaces) {
  const std::string sphere = "mesh = { shape = \"sphere\", resolution = 2, as = ";
  const Mesh edges = placed(sphere + "\"edges\" }\nobstacle = {}\n").mesh;
  EXPECT_TRUE(edges.triangles.empty());
  EXPECT_EQ(edges.edges.size(), 120u);  // 30 n^2 of an icosphere
  const Mesh points = placed(sphere + "\"points\" }\nobstacle = {}\n").mesh;
  EXPECT_TRUE(points.triangles.empty() && points.edges.empty());
  EXPECT_EQ(points.vertices.size(), 42u);
  expect_words(refusal(sphere + "\"edges\" }\nsolid = {}\n"), {"mesh.as", "solids are made of tets"});
  expect_words(refusal("mesh = { shape = \"particles\", as = \"edges\" }\nobstacle = {}\n"), {"no edges"});
}

TEST(PlaceMesh, ShellsHaveTriangles) {
  for (const std::string shape : {"box", "sphere", "mat", "cylinder", "grid", "disk", "sleeve"}) {
    SCOPED_TRACE(shape);
    const PlacedMesh it = placed("mesh = { shape = \"" + shape + "\" }\nshell = {}\n");
    EXPECT_GT(it.mesh.triangles.size(), 0u);
    EXPECT_TRUE(it.mesh.tets.empty() && it.mesh.edges.empty() && it.seams.empty());
    EXPECT_EQ(inspect_surface(it.mesh.triangles).vertex_count, count_of(it.mesh.vertices));
    EXPECT_EQ(it.rest.size(), it.mesh.vertices.size());
  }
  EXPECT_GT(placed("mesh = { shape = \"box\", as = \"surface\" }\nshell = {}\n").mesh.triangles.size(), 0u);
  for (const std::string shape : {"rod", "particles"})
    expect_words(refusal("mesh = { shape = \"" + shape + "\" }\nshell = {}\n"),
                 {"scene.toml:1:1", "'it'", "a shell needs triangles", "rod = {"});
}

TEST(PlaceMesh, LooseEdgesOfAShellAreSeams) {
  const std::string sheet =
      "mesh = { vertices = [[9,9,9],[0,0,0],[1,0,0],[0,1,0],[3,0,0],[4,0,0],[3,1,0]], triangles = "
      "[[1,2,3],[4,5,6]], edges = ";
  const PlacedMesh it = placed(
      sheet + "[[2,4],[3,6],[2,1]] }\nshell = {}\narray = { counts = [1, 2, 1], spacing = [1, 5, 1] }\n");
  // Vertex 0 goes, the side 1-2 of a triangle is no seam, and copies have seams of their own.
  EXPECT_EQ(it.mesh.vertices.size(), 12u);
  EXPECT_EQ(it.seams, (std::vector<Edge>{{1, 3}, {2, 5}, {7, 9}, {8, 11}}));
  EXPECT_TRUE(it.mesh.edges.empty());
  ASSERT_EQ(it.notices.size(), 1u);
  expect_words(it.notices[0], {"1 vertices of no triangle"});
  EXPECT_TRUE(placed(sheet + "[[2,4]], as = \"surface\" }\nshell = {}\n").seams.empty());
  expect_words(refusal(sheet + "[[0, 1]] }\nshell = {}\n"), {"'it'", "loose edge 0-1", "vertex 0", "seams"});
}

TEST(PlaceMesh, RodsHaveEdges) {
  const PlacedMesh rod = placed("mesh = { shape = \"rod\", segments = 7 }\nrod = {}\n");
  EXPECT_EQ(rod.mesh.edges.size(), 7u);
  EXPECT_EQ(rod.mesh.vertices.size(), 8u);
  const PlacedMesh wires =
      placed("mesh = { shape = \"sphere\", resolution = 2, as = \"edges\" }\nrod = {}\n");
  EXPECT_EQ(wires.mesh.edges.size(), 120u);
  EXPECT_TRUE(wires.mesh.triangles.empty());
  expect_words(refusal("mesh = { shape = \"sphere\" }\nrod = {}\n"),
               {"'it'", "a rod needs edges", "as = \"edges\""});
  expect_words(refusal("mesh = { shape = \"particles\" }\nrod = {}\n"),
               {"a rod needs edges", "shape = \"rod\""});
  const PlacedMesh mixed = placed(
      "mesh = { vertices = [[0,0,0],[1,0,0],[0,1,0],[3,0,0]], triangles = [[0,1,2]], edges = [[0,3]] }\nrod "
      "= {}\n");
  EXPECT_EQ(mixed.mesh.vertices.size(), 2u);
  EXPECT_EQ(mixed.mesh.edges, (std::vector<Edge>{{0, 1}}));
  ASSERT_EQ(mixed.notices.size(), 2u);
  expect_words(mixed.notices[0], {"1 triangles were left out"});
  // With its sides too, each once.
  const PlacedMesh sides = placed(
      "mesh = { vertices = [[0,0,0],[1,0,0],[0,1,0],[3,0,0]], triangles = [[0,1,2]], edges = [[0,3],[1,0]], "
      "as = \"edges\" }\nrod = "
      "{}\n");
  EXPECT_EQ(sides.mesh.edges.size(), 4u);
}

TEST(PlaceMesh, ParticlesAreTheVerticesOfAnyMesh) {
  for (const std::string mesh : {"shape = \"particles\", counts = [2, 2, 2]", "shape = \"rod\", segments = 7",
                                 "shape = \"sphere\", resolution = 2", "shape = \"tet\"",
                                 "shape = \"grid\", as = \"points\"", "vertices = [[0, 0, 0]]"}) {
    const PlacedMesh it = placed("mesh = { " + mesh + " }\nparticles = {}\n");
    EXPECT_GT(it.mesh.vertices.size(), 0u) << mesh;
    EXPECT_TRUE(it.mesh.edges.empty() && it.mesh.triangles.empty() && it.mesh.tets.empty()) << mesh;
  }
}

TEST(PlaceMesh, WhatIsNotWhatAnObjectIsMadeOfIsRefused) {
  for (const auto& [as, kind] : {std::pair{"edges", "shell"},
                                 {"points", "shell"},
                                 {"surface", "rod"},
                                 {"points", "rod"},
                                 {"edges", "particles"},
                                 {"surface", "particles"},
                                 {"surface", "solid"},
                                 {"points", "solid"}})
    expect_words(
        refusal("mesh = { shape = \"sphere\", as = \"" + std::string(as) + "\" }\n" + kind + " = {}\n"),
        {"scene.toml:1:1", "'it'", "mesh.as", "remove it"});
}

TEST(PlaceMesh, ScalesRotatesCopiesAndTranslatesInThisOrder) {
  const PlacedMesh it = placed(
      "mesh = { vertices = [[1, 0, 0]] }\nobstacle = {}\nscale = [2, 1, 1]\nrotate = [0, 0, 90]\n"
      "copies = [ {}, { translate = [10, 0, 0], rotate = [0, 0, 90] } ]\ntranslate = [0, 0, 5]\n");
  ASSERT_EQ(it.rest.size(), 2u);
  EXPECT_EQ(it.rest[0], Vec3(0, 2, 5));
  EXPECT_EQ(it.rest[1], Vec3(8, 0, 5));
  EXPECT_EQ(it.mesh.vertices, it.rest);
}

TEST(PlaceMesh, RotateStartLeavesTheRestShape) {
  const PlacedMesh it = placed(
      "mesh = { shape = \"box\", size = [2, 1, 1] }\nsolid = {}\ntranslate = [5, 0, 0]\nrotate_start = [0, "
      "0, 90]\n");
  EXPECT_EQ(bounds(it.rest).size(), Vec3(2, 1, 1));
  EXPECT_EQ(bounds(it.mesh.vertices).size(), Vec3(1, 2, 1));
  EXPECT_EQ(bounds(it.mesh.vertices).center(), Vec3(5, 0, 0));
}

TEST(PlaceMesh, StacksAndArrays) {
  const PlacedMesh stacked =
      placed("mesh = { shape = \"box\" }\nsolid = {}\nstack = { count = 3, gap = 0.5 }\n");
  EXPECT_EQ(bounds(stacked.rest).size(), Vec3(1, 4, 1));
  const PlacedMesh array =
      placed("mesh = { shape = \"box\" }\nsolid = {}\narray = { counts = [3, 1, 2], spacing = [2, 1, 4] }\n");
  EXPECT_EQ(bounds(array.rest).size(), Vec3(5, 1, 5));
  EXPECT_EQ(bounds(array.rest).center(), Vec3(0, 0, 0));
  EXPECT_EQ(array.mesh.tets.size(), 36u);
}

TEST(PlaceMesh, DetailScalesResolutions) {
  EXPECT_EQ(placed("mesh = { shape = \"mat\", nodes = 40 }\nsolid = {}\n", 0.25).mesh.vertices.size(),
            242u);  // 11 nodes
  EXPECT_EQ(placed("mesh = { shape = \"sphere\", resolution = 6 }\nsolid = {}\n", 0.5).mesh.tets.size(),
            540u);
  EXPECT_EQ(placed("mesh = { shape = \"sphere\", resolution = 6 }\nsolid = {}\n", 0.01).mesh.tets.size(),
            20u);
}

TEST(PlaceMesh, ReadsFilesAndSaysHowToFillThem) {
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_place_mesh_test";
  std::filesystem::create_directories(folder);
  write_mesh(folder / "surface.obj",
             placed("mesh = { shape = \"sphere\", resolution = 1 }\nobstacle = {}\n").mesh);
  write_mesh(folder / "solid.msh",
             placed("mesh = { shape = \"sphere\", resolution = 1 }\nsolid = {}\n").mesh);
  const std::string at = "mesh = { file = \"" + folder.string();
  EXPECT_EQ(placed(at + "/surface.obj\" }\nobstacle = {}\n").mesh.triangles.size(), 20u);
  EXPECT_EQ(placed(at + "/solid.msh\" }\nsolid = {}\n").mesh.tets.size(), 20u);
  const Mesh shell = placed(at + "/solid.msh\" }\nobstacle = {}\n").mesh;
  EXPECT_EQ(shell.vertices.size(), 12u);  // without the centre
  expect_words(refusal(at + "/surface.obj\" }\nsolid = {}\n"), {"needs tets", "lacuna mesh", "surface.msh"});
  expect_words(refusal(at + "/none.obj\" }\nsolid = {}\n"), {"scene.toml:1:1", "none.obj", "no such file"});
  std::filesystem::remove_all(folder);
}

TEST(PlaceMesh, PatternsWithHolesAreRefused) {
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_place_mesh_pattern";
  std::filesystem::create_directories(folder);
  const std::string corners =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nvt 0 0\nvt 1 0\nvt 0 1\nvt 1 1\nvt 2 0\nf 1/1 2/2 3/3\n";
  const auto shell = [&](const std::string& face, const std::string& keys) {
    write_file(folder / "panel.obj", corners + face + "\n");
    return "mesh = { file = \"" + (folder / "panel.obj").string() + "\" }\nshell = { " + keys + " }\n";
  };
  const std::string texture = "rest = \"texture\"";
  // Without texture coordinates in one face: nobody knows its shape.
  expect_words(refusal(shell("f 2 4 3", texture)),
               {"scene.toml:1:1", "panel.obj", "3 of 6 face corners have no texture coordinates", "line 11"});
  EXPECT_EQ(placed(shell("f 2 4 3", "")).mesh.triangles.size(), 2u);
  // Corners in a line at the start but not in the pattern: the sheet would get a hole.
  expect_words(refusal(shell("f 1/1 2/2 4/4", texture)), {"panel.obj", "no area", "holes", "line 11"});
  EXPECT_EQ(placed(shell("f 1/1 2/2 4/4", "")).mesh.triangles.size(), 1u);
  // In a line in both: nothing is missing without it.
  EXPECT_EQ(placed(shell("f 1/1 2/2 4/5", texture)).mesh.triangles.size(), 1u);
  std::filesystem::remove_all(folder);
}

TEST(PlaceMesh, ChecksWrittenOutTets) {
  const std::string four =
      "mesh = { vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], tets = [[0, 2, 1, 3]] }\nsolid = {}\n";
  const Mesh turned = placed(four).mesh;
  EXPECT_GT(total_volume(turned.vertices, turned.tets), 0);
  expect_words(
      refusal("mesh = { vertices = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], tets = [[0, 1, 2, 3]] }\nsolid = {}\n"),
      {"tet 0", "no volume"});
  expect_words(refusal("mesh = { shape = \"torus\", tube_radius = 3 }\nsolid = {}\n"),
               {"torus.tube_radius", "smaller"});
}

}  // namespace
}  // namespace lacuna
