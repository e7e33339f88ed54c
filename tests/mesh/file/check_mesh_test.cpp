#include "mesh/file/check_mesh.h"

#include "base/input_error.h"
#include "mesh/file/extent.h"
#include "mesh/file/samples.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

std::string obj(const std::string& elements) {
  return "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 2 2 2\n" + elements;
}

/// The one notice of a file that is repaired or doubted in one way only, apart from its unused vertices.
std::string notice_of(const MeshFile& file) {
  std::string all;
  for (const std::string& notice : file.notices)
    if (notice.find("part of no element") == std::string::npos) all += (all.empty() ? "" : " | ") + notice;
  return all;
}

TEST(CheckMesh, TrianglesWithoutAreaAreDroppedWithTheirTextures) {
  const MeshFile file =
      read_obj(obj("vt 0 0\nvt 1 0\nvt 0 1\nf 1/1 1/1 2/2\nf 1/1 2/2 3/3\nf 2/1 2/2 2/3\n"), "f");
  EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
  EXPECT_EQ(file.mesh.texture_triangles, (std::vector<Triangle>{{0, 1, 2}}));
  EXPECT_EQ(notice_of(file), "f: 2 triangles dropped for having no area, first: line 10");
}

TEST(CheckMesh, CollinearCornersHaveNoAreaWhateverTheRounding) {
  const MeshFile file =
      read_obj("v 0.1 0.1 0.1\nv 0.3 0.3 0.3\nv 0.7 0.7 0.7\nv 1 0 0\nf 1 2 3\nf 1 2 4\n", "f");
  EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{{0, 1, 3}}));
}

TEST(CheckMesh, MicroscopicElementsAreKept) {
  const MeshFile file = read_obj("v 0 0 0\nv 1e-200 0 0\nv 0 1e-250 0\nf 1 2 3\n", "f");
  EXPECT_EQ(file.mesh.triangles.size(), 1U);
  EXPECT_TRUE(file.notices.empty());
  EXPECT_EQ(volume_sign(Vec3(0, 0, 0), Vec3(1e-200, 0, 0), Vec3(0, 1e-200, 0), Vec3(0, 0, 1e-200)),
            Extent::positive);
}

TEST(CheckMesh, EdgesWithoutLengthAreDropped) {
  const MeshFile file = read_obj(obj("l 1 1 2\n"), "f");
  EXPECT_EQ(file.mesh.edges, (std::vector<Edge>{{0, 1}}));
  EXPECT_EQ(notice_of(file), "f: 1 edge dropped for having no length, first: line 7");
}

TEST(CheckMesh, RepeatedElementsAreDroppedInEitherOrientation) {
  const MeshFile file = read_obj(obj("f 1 2 3\nf 2 3 1\nf 3 2 1\nl 5 6\nl 6 5\n"), "f");
  EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
  EXPECT_EQ(file.mesh.edges, (std::vector<Edge>{{4, 5}}));
  EXPECT_EQ(notice_of(file),
            "f: 1 edge dropped as duplicates, first: line 11 | "
            "f: 2 triangles dropped as duplicates, first: line 8");
}

TEST(CheckMesh, EdgesOfTrianglesAreNotFreeStanding) {
  const MeshFile file = read_obj(obj("f 1 2 3\nl 3 1 5\n"), "f");
  EXPECT_EQ(file.mesh.edges, (std::vector<Edge>{{0, 4}}));
  EXPECT_EQ(notice_of(file), "f: 1 edge dropped as sides of a triangle or tet, first: line 8");
}

TEST(CheckMesh, CrowdedEdgesAndOpposedNeighboursAreNotedAndKept) {
  const MeshFile crowded = read_obj(obj("f 1 2 3\nf 2 1 4\nf 1 2 5\n"), "f");
  EXPECT_EQ(crowded.mesh.triangles.size(), 3U);
  EXPECT_EQ(notice_of(crowded), "f: 1 edge shared by more than two triangles, first: line 9");
  const MeshFile opposed = read_obj(obj("f 1 2 3\nf 1 2 4\n"), "f");
  EXPECT_EQ(opposed.mesh.triangles.size(), 2U);
  EXPECT_EQ(notice_of(opposed), "f: 1 edge between two triangles that face opposite ways, first: line 8");
  EXPECT_EQ(notice_of(read_obj(obj("f 1 2 3\nf 2 1 4\n"), "f")), "");
}

TEST(CheckMesh, UnusedVerticesAreKeptAndNotedOnlyBesideElements) {
  const MeshFile file = read_obj(obj("f 1 2 3\n"), "f");
  EXPECT_EQ(file.mesh.vertices.size(), 6U);
  ASSERT_EQ(file.notices.size(), 1U);
  EXPECT_EQ(file.notices[0],
            "f: 3 vertices kept although part of no element, first: vertex 3 (counting from 0)");
  EXPECT_TRUE(read_obj(obj(""), "f").notices.empty()) << "points alone are particles";
}

std::string medit(const std::string& elements) {
  return "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n" +
         elements + "End\n";
}

TEST(CheckMesh, InvertedTetsAreTurned) {
  const MeshFile file = read_medit(medit("Tetrahedra\n2\n2 1 3 4 0\n2 3 4 5 0\n"), "f");
  EXPECT_EQ(file.mesh.tets, (std::vector<Tet>{{1, 0, 3, 2}, {1, 2, 3, 4}}));
  EXPECT_EQ(notice_of(file),
            "f: 1 tet with negative volume reoriented by swapping the last two vertices, first: line 12");
  expect_valid(file.mesh);
}

TEST(CheckMesh, TheSurfaceAFileListsBesideItsTetsIsDropped) {
  const MeshFile file = read_medit(medit("Edges\n2\n1 2 0\n1 5 0\nTriangles\n3\n1 3 2 0\n2 3 4 0\n1 2 5 "
                                         "0\nTetrahedra\n2\n1 2 3 4 0\n2 3 4 5 0\n"),
                                   "f");
  EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{{0, 1, 4}}))
      << "a triangle that is no face of a tet stays";
  EXPECT_EQ(file.mesh.edges, (std::vector<Edge>{}));
  EXPECT_EQ(notice_of(file),
            "f: 2 triangles dropped as faces of a tet, first: line 16 | "
            "f: 2 edges dropped as sides of a triangle or tet, first: line 12");
}

TEST(CheckMesh, RepeatedAndOverlappingTetsAreNoticed) {
  const MeshFile twice = read_medit(medit("Tetrahedra\n2\n1 2 3 4 0\n4 3 2 1 0\n"), "f");
  EXPECT_EQ(twice.mesh.tets.size(), 1U);
  EXPECT_NE(notice_of(twice).find("1 tet dropped as duplicates, first: line 13"), std::string::npos);
  const std::string six =
      "MeshVersionFormatted 2\nDimension 3\nVertices\n6\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 -1 0\n0 0 2 "
      "0\n";
  const MeshFile crowded = read_medit(six + "Tetrahedra\n3\n1 2 3 4 0\n1 3 2 5 0\n1 2 3 6 0\nEnd\n", "f");
  EXPECT_EQ(notice_of(crowded),
            "f: 1 tet face shared by more than two tets, which must overlap, first: line 15");
}

TEST(CheckMesh, QuadsAndPolygonsAreSplitAndCounted) {
  const MeshFile file = read_obj(
      "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nv 3 0.5 0\nv 0 0 1\nv 2 0 1\nf 1 2 3 4\nf 2 5 3\nf 1 6 7 5 2\n",
      "f");
  EXPECT_EQ(file.mesh.triangles.size(), 6U);
  EXPECT_EQ(file.notices.size(), 2U);
  EXPECT_EQ(file.notices[0], "f: 1 quad split into triangles along the shorter diagonal, first: line 8");
  EXPECT_EQ(file.notices[1], "f: 1 polygon split into triangles, first: line 10");
}

}  // namespace
}  // namespace lacuna::test
