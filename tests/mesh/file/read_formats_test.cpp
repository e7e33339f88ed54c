// What each format has of its own, beyond the samples that all must read alike.
#include "mesh/file/read_mesh.h"
#include "mesh/file/samples.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace lacuna::test {
namespace {

bool has_notice(const MeshFile& file, const std::string& part) {
  for (const std::string& notice : file.notices)
    if (notice.find(part) != std::string::npos) return true;
  return false;
}

TEST(ReadObj, FacesMayPrecedeTheirVertices) {
  const MeshFile file = read_obj("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n", "f");
  EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
  EXPECT_TRUE(file.notices.empty());
}

TEST(ReadObj, TexturesOfSomeFacesOnlyAreLeftOut) {
  const MeshFile file = read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nf 1/1 2/1 3/1\nf 3 2 4\n", "f");
  EXPECT_TRUE(file.mesh.texture_coordinates.empty());
  EXPECT_TRUE(file.mesh.texture_triangles.empty());
  EXPECT_TRUE(has_notice(file, "3 of 6 face corners have no texture coordinates, first: line"));
}

TEST(ReadObj, TexturesWithTheirOwnIndicesSplitNoVertices) {
  const MeshFile file = read_obj(
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nvt 5 5\nf 1/1 2/2 3/3\nf 3/4 2/4 4/4\n",
      "f");
  EXPECT_EQ(file.mesh.vertices.size(), 4U);
  EXPECT_EQ(file.mesh.texture_coordinates.size(), 4U);
  EXPECT_EQ(file.mesh.texture_triangles, (std::vector<Triangle>{{0, 1, 2}, {3, 3, 3}}));
}

TEST(ReadObj, SmoothingGroupsAreNoSegmentsOutsideSegFiles) {
  const std::string text = "v 0 0 0\nv 1 0 0\ns 1 2\n";
  EXPECT_TRUE(read_obj(text, "f").mesh.edges.empty());
  EXPECT_EQ(read_seg(text, "f").mesh.edges.size(), 1U);
}

TEST(ReadObj, UnknownStatementsAreCountedOnce) {
  const MeshFile file = read_obj("v 0 0 0\ncurv 1 2\nsurf 1\nhello\np 1\nvn 0 0 1\n", "f");
  ASSERT_EQ(file.notices.size(), 1U);
  EXPECT_EQ(file.notices[0], "f: 3 unknown statements ignored, first 'curv' in line 2");
}

TEST(ReadObj, LineBreaksOfAnySystemAndAByteOrderMarkAreRead) {
  for (const char* line_break : {"\n", "\r\n", "\r"}) {
    const std::string b = line_break;
    const std::string text = "\xEF\xBB\xBFv 0 0 0" + b + "v 1 0 0" + b + "v 0 1 0" + b + "f 1 2 3" + b;
    EXPECT_EQ(read_obj(text, "f").mesh.triangles.size(), 1U);
    try {
      read_obj(text + b + "f 1 2 9" + b, "f");
      FAIL();
    } catch (const std::exception& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, 4), "f:6:");
    }
  }
}

TEST(ReadObj, NumbersTooSmallForADoubleAreZero) {
  EXPECT_EQ(read_obj("v 1e-400 -1e-400 5e-324\n", "f").mesh.vertices[0], Vec3(0, 0, 5e-324));
}

TEST(ReadPly, ScalarsOfAllTypesAreCoordinates) {
  for (const char* type :
       {"char", "uint8", "short", "ushort", "int", "uint32", "int64", "float32", "double"}) {
    const std::string text = fmt::format(
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty {0} x\nproperty {0} y\nproperty {0} "
        "z\nend_header\n3 2 1\n",
        type);
    EXPECT_EQ(read_ply(text, "f").mesh.vertices[0], Vec3(3, 2, 1)) << type;
  }
}

TEST(ReadPly, UnknownElementsAreCounted) {
  const MeshFile file = read_ply(all_samples()[2].samples[0].bytes, "f");
  EXPECT_TRUE(has_notice(file, "1 elements 'thing' ignored"));
}

TEST(ReadPly, UnreadPropertiesMayHoldAnything) {
  const MeshFile file = read_ply(
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float quality\nproperty float y\n"
      "property float z\nend_header\n1 nan 2 3\n",
      "f");
  EXPECT_EQ(file.mesh.vertices[0], Vec3(1, 2, 3));
}

TEST(ReadPly, PointsWithElementsOfOtherKindsAreStillPoints) {
  const MeshFile file = read_ply(
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
      "element ghost 7\nend_header\n1 2 3 \n\n\n\n\n\n",
      "f");
  EXPECT_EQ(file.mesh.vertices.size(), 1U);
}

TEST(ReadStl, BytesBehindABinaryFileAreNoted) {
  const std::string bytes = all_samples()[3].samples[2].bytes;
  EXPECT_TRUE(has_notice(read_stl(bytes + "end", "f"), "3 bytes after the last triangle ignored"));
}

TEST(ReadStl, SeveralSolidsBecomeOneMesh) {
  const std::string facet =
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 {}\nendloop\nendfacet\n";
  const std::string text = "solid\n" + fmt::format(fmt::runtime(facet), 0) + "endsolid\nsolid b\n" +
                           fmt::format(fmt::runtime(facet), 1) + "endsolid b\n";
  const Mesh mesh = read_stl(text, "f").mesh;
  EXPECT_EQ(mesh.vertices.size(), 4U);
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 1, 3}}));
}

TEST(ReadStl, CapitalsAreRead) {
  const char* text =
      "SOLID A\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 "
      "0\nENDLOOP\nENDFACET\nENDSOLID A\n";
  EXPECT_EQ(read_stl(text, "f").mesh.triangles.size(), 1U);
}

std::string msh_2(const std::string& elements) {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 .5 0 0\n6 "
         ".5 .5 0\n"
         "7 0 .5 0\n8 0 0 .5\n9 .5 0 .5\n10 0 .5 .5\n$EndNodes\n$Elements\n" +
         elements + "$EndElements\n";
}

TEST(ReadMsh, CurvedElementsAreReadByTheirCorners) {
  const MeshFile file = read_msh(msh_2("2\n1 11 2 0 1 1 2 3 4 5 6 7 8 9 10\n2 9 2 0 1 1 3 2 7 6 5\n"), "f");
  EXPECT_EQ(file.mesh.tets, (std::vector<Tet>{{0, 1, 2, 3}}));
  EXPECT_TRUE(file.mesh.triangles.empty());
  EXPECT_TRUE(has_notice(file, "1 second-order tets read by their corners only"));
  EXPECT_TRUE(has_notice(file, "6 vertices kept although part of no element"));
}

TEST(ReadMsh, QuadsAreSplitAndOtherElementsCounted) {
  const MeshFile file = read_msh(msh_2("3\n1 3 0 1 5 6 7\n2 6 2 0 1 1 2 3 4 5 6\n3 6 0 1 2 3 4 5 6\n"), "f");
  EXPECT_EQ(file.mesh.triangles.size(), 2U);
  EXPECT_TRUE(has_notice(file, "1 quad split"));
  EXPECT_TRUE(has_notice(file, "2 prisms ignored"));
}

TEST(ReadMsh, NodesMayHaveAnyNumbers) {
  const MeshFile file = read_msh(
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n2 3 1 9000000000000\n2 1 0 2\n9000000000000\n1\n0 0 "
      "0\n1 0 0\n2 2 0 1\n"
      "77\n0 1 0\n$EndNodes\n$Elements\n1 1 1 1\n2 1 2 1\n1 77 9000000000000 1\n$EndElements\n",
      "f");
  EXPECT_EQ(file.mesh.vertices[2], Vec3(0, 1, 0));
  EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{{2, 0, 1}}));
}

std::string vtk_grid(const std::string& cells) {
  return "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 "
         "1 1 0\n" +
         cells;
}

TEST(ReadVtk, PixelsPolylinesAndCurvedCellsAreRead) {
  const MeshFile pixel = read_vtk(vtk_grid("CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n8\n"), "f");
  EXPECT_EQ(pixel.mesh.triangles, (std::vector<Triangle>{{0, 1, 3}, {0, 3, 2}}));
  const MeshFile line = read_vtk(vtk_grid("CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n4\n"), "f");
  EXPECT_EQ(line.mesh.edges, (std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}}));
  const MeshFile curved = read_vtk(vtk_grid("CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n21\n"), "f");
  EXPECT_EQ(curved.mesh.edges, (std::vector<Edge>{{0, 1}}));
  EXPECT_TRUE(has_notice(curved, "1 second-order lines read by their corners only"));
}

TEST(ReadVtk, UnknownCellsAreCounted) {
  const MeshFile file = read_vtk(vtk_grid("CELLS 2 8\n3 0 1 2\n3 0 1 2\nCELL_TYPES 2\n5\n13\n"), "f");
  EXPECT_EQ(file.mesh.triangles.size(), 1U);
  EXPECT_TRUE(has_notice(file, "1 prisms ignored"));
}

/// A file that lists more than its head announces, or ends early between two elements, is read but noted.
TEST(ReadPly, DataBehindTheLastElementAreNoted) {
  const std::string text =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  EXPECT_TRUE(read_ply(text + "\n \n", "f").notices.empty());
  EXPECT_TRUE(has_notice(read_ply(text + "3 0 2 1\n", "f"), "is a count too small?"));
}

TEST(ReadStl, AMissingEndIsNoted) {
  const std::string text =
      "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
  EXPECT_TRUE(has_notice(read_stl(text, "f"), "does not end with 'endsolid'"));
  EXPECT_TRUE(read_stl(text + "endsolid\n", "f").notices.empty());
}

TEST(ReadMedit, AMissingEndAndUnknownSectionsAreNoted) {
  const std::string text =
      "MeshVersionFormatted 1\nDimension 3\nVertices 3\n0 0 0 0\n1 0 0 0\n0 1 0 0\nTriangles 1\n1 2 3 0\n";
  EXPECT_TRUE(has_notice(read_medit(text, "f"), "does not end with 'End'"));
  EXPECT_TRUE(read_medit(text + "Corners 1\n1\nEnd\n", "f").notices.empty());
  EXPECT_TRUE(has_notice(read_medit(text + "Tetrahedron 1\n1 2 3 1 0\nEnd\n", "f"),
                         "section 'Tetrahedron' in line 9 ignored"));
}

TEST(ReadMedit, PlaneMeshesLieInTheXyPlane) {
  const MeshFile file = read_medit(
      "MeshVersionFormatted 1\nDimension 2\nVertices 3\n0 0 0\n1 0 0\n0 1 0\nTriangles 1\n1 2 3 0\n", "f");
  EXPECT_EQ(file.mesh.vertices[2], Vec3(0, 1, 0));
  EXPECT_EQ(file.mesh.triangles.size(), 1U);
}

TEST(ReadMedit, QuadrilateralsAreSplitAndOtherElementsCounted) {
  const MeshFile file = read_medit(
      "MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n1 1 0 0\n0 1 0 0\nQuadrilaterals "
      "1\n1 2 3 4 0\n"
      "Prisms 1\n1 2 3 4 1 2 0\nRequiredVertices 1\n2\nEnd\n",
      "f");
  EXPECT_EQ(file.mesh.triangles.size(), 2U);
  EXPECT_TRUE(has_notice(file, "1 Prisms ignored"));
}

}  // namespace
}  // namespace lacuna::test
