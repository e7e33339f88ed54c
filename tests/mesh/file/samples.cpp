#include "mesh/file/samples.h"

#include "mesh/file/extent.h"
#include "mesh/file/scanner.h"
#include "mesh/file/write_mesh.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace lacuna::test {
namespace {

/// Text and values of either byte order in a row.
class Bytes {
 public:
  explicit Bytes(Encoding encoding) : encoding_(encoding) {}

  Bytes& text(std::string_view text) {
    bytes_ += text;
    return *this;
  }
  template <class T, class... Values>
  Bytes& put(Values... values) {
    (put_one(static_cast<T>(values)), ...);
    return *this;
  }
  template <class T>
  Bytes& positions(const Mesh& mesh) {
    for (const Vec3& x : mesh.vertices) put<T>(x.x(), x.y(), x.z());
    return *this;
  }
  operator std::string() const { return bytes_; }

 private:
  template <class T>
  void put_one(T value) {
    std::array<char, sizeof(T)> raw;
    std::memcpy(raw.data(), &value, sizeof(T));
    if (encoding_ == Encoding::big_endian) std::reverse(raw.begin(), raw.end());
    bytes_.append(raw.data(), raw.size());
  }
  Encoding encoding_;
  std::string bytes_;
};

constexpr Encoding both_orders[] = {Encoding::little_endian, Encoding::big_endian};
const char* order_name(Encoding e) { return e == Encoding::little_endian ? "little_endian" : "big_endian"; }

Mesh textured_mesh() {
  Mesh mesh = square_mesh();
  mesh.texture_coordinates = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  mesh.texture_triangles = mesh.triangles;
  return mesh;
}

std::vector<Sample> obj_samples() {
  return {
      {"obj/plain", "# square\nv 0 0 0\nv 1 0 0\nv 1 1 .25\nv 0 1 0\nf 1 2 3\nf 1 3 4\n", square_mesh()},
      {"obj/texture",
       "mtllib a.mtl\nv 0 0 0\nv 1 0 0 1 0 0\nv 1 1 0.25\nv 0 1 0\nvn 0 0 1\nvt 0 0\nvt 1 0\nvt 1 1 0\nvt 0 "
       "1\n"
       "g square\nusemtl a\ns off\nf 1/1/1 2/2/1 3/3/1\nf -4/-4/-1 -2/-2/-1 -1/-1/-1\n",
       textured_mesh()},
      {"obj/continued",
       "v 0 0 0\r\nv 1 \\\r\n 0 0\r\nv 1 1 0.25\r\nv 0 1 0\r\nv +0 2.0e0 0\r\nf 1//1 2//1 \\\r\n3//1\r\nf 1 "
       "3\\\n 4\nl 4 5",
       mixed_mesh()},
      {"obj/written", format_obj(mixed_mesh()), mixed_mesh()},
  };
}

std::vector<Sample> seg_samples() {
  Mesh rods;
  rods.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
  rods.edges = {{0, 1}, {1, 2}};
  return {{"seg/plain", "v 0 0 0\nv 1 0 0\nv 1 1 0\ns 1 2\ns 2 3\n", rods},
          {"seg/relative", "v 0 0 0\nv 1 0 0\ns -2 -1\nv 1 1 0\ns -2 -1", rods}};
}

std::string ply_header(const char* format, const char* real) {
  return fmt::format(
      "ply\nformat {} 1.0\ncomment sample\nelement vertex 5\nproperty {} x\nproperty uchar flag\nproperty {} "
      "y\n"
      "property {} z\nelement face 2\nproperty list uint8 int32 vertex_index\nproperty list uchar float "
      "extra\n"
      "element edge 1\nproperty ushort vertex1\nproperty ushort vertex2\nproperty char c\n"
      "element thing 1\nproperty short a\nend_header\n",
      format, real, real, real);
}

std::vector<Sample> ply_samples() {
  std::vector<Sample> samples;
  samples.push_back(
      {"ply/ascii",
       ply_header("ascii", "float") +
           "0 7 0 0\n1 7 0 0\n1 7 1 0.25\n0 7 1 0\n0 7 2 0\n3 0 1 2 1 0.5\n3 0 2 3 0\n3 4 0\n9\n",
       mixed_mesh()});
  samples.push_back(
      {"ply/texture",
       "ply\r\nformat ascii 1.0\r\nelement face 2\r\nproperty  list\tuchar uint vertex_indices\r\nelement "
       "vertex 4\r\nproperty double x\r\nproperty double y\r\nproperty double z\r\nproperty float u\r\n"
       "property float v\r\nend_header\r\n3 0 1 2\r\n3 0 2 3\r\n0 0 0 0 0\r\n1 0 0 1 0\r\n1 1 .25 1 1\r\n"
       "0 1 0 0 1\r\n",
       textured_mesh()});
  for (Encoding order : both_orders) {
    Bytes bytes(order);
    bytes.text(
        ply_header(order == Encoding::big_endian ? "binary_big_endian" : "binary_little_endian", "float"));
    for (const Vec3& x : mixed_mesh().vertices)
      bytes.put<float>(x.x()).put<std::uint8_t>(7).put<float>(x.y(), x.z());
    bytes.put<std::uint8_t>(3).put<std::int32_t>(0, 1, 2).put<std::uint8_t>(1).put<float>(0.5);
    bytes.put<std::uint8_t>(3).put<std::int32_t>(0, 2, 3).put<std::uint8_t>(0);
    bytes.put<std::uint16_t>(3, 4).put<std::int8_t>(0).put<std::int16_t>(9);
    samples.push_back({fmt::format("ply/{}", order_name(order)), bytes, mixed_mesh()});
  }
  samples.push_back({"ply/written", format_ply(textured_mesh()), textured_mesh()});
  return samples;
}

std::vector<Sample> stl_samples() {
  Bytes bytes(Encoding::little_endian);
  bytes.text("solid but binary" + std::string(64, ' ')).put<std::uint32_t>(2);
  for (const Triangle& triangle : square_mesh().triangles) {
    bytes.put<float>(0, 0, NAN);
    for (Index v : triangle) {
      const Vec3 x = square_mesh().vertices[static_cast<std::size_t>(v)];
      bytes.put<float>(x.x() == 0 ? -0.0 : x.x(), x.y(), x.z());
    }
    bytes.put<std::uint16_t>(0);
  }
  return {
      {"stl/ascii",
       "solid a square\n facet normal 0 0 nan\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 1 1 "
       ".25\n"
       "  endloop\n endfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0.25\nvertex 0 1 0\n"
       "endloop\nendfacet\nendsolid a square\n",
       square_mesh()},
      {"stl/binary", bytes, square_mesh()},
      {"stl/written", format_stl(square_mesh()), square_mesh()}};
}

std::string msh_mark(const char* version, Encoding order) {
  return Bytes(order)
      .text(fmt::format("$MeshFormat\n{} 1 8\n", version))
      .put<std::int32_t>(1)
      .text("\n$EndMeshFormat\n");
}

/// Tags 10, 20, ... in binary; one point element and a free edge among the triangles.
std::string msh_2_binary(Encoding order) {
  Bytes bytes(order);
  bytes.text(msh_mark("2.2", order)).text("$Nodes\n5\n");
  for (int v = 0; v < 5; ++v) {
    const Vec3 x = mixed_mesh().vertices[static_cast<std::size_t>(v)];
    bytes.put<std::int32_t>(10 * (v + 1)).put<double>(x.x(), x.y(), x.z());
  }
  bytes.text("\n$EndNodes\n$Elements\n4\n");
  bytes.put<std::int32_t>(15, 1, 2).put<std::int32_t>(1, 0, 0, 10);
  bytes.put<std::int32_t>(1, 1, 2).put<std::int32_t>(2, 0, 0, 40, 50);
  bytes.put<std::int32_t>(2, 2, 1).put<std::int32_t>(3, 0, 10, 20, 30).put<std::int32_t>(4, 0, 10, 30, 40);
  return bytes.text("\n$EndElements\n");
}

std::string msh_4_binary(Encoding order) {
  Bytes bytes(order);
  bytes.text(msh_mark("4.1", order))
      .text("$Entities\n")
      .put<std::int64_t>(0, 0, 0, 0)
      .text("\n$EndEntities\n$Nodes\n");
  bytes.put<std::uint64_t>(2, 5, 7, 11);
  bytes.put<std::int32_t>(3, 1, 0).put<std::uint64_t>(4).put<std::uint64_t>(7, 8, 9, 11);
  for (std::size_t v = 0; v < 4; ++v) {
    const Vec3 x = solid_mesh().vertices[v];
    bytes.put<double>(x.x(), x.y(), x.z());
  }
  bytes.put<std::int32_t>(2, 1, 1).put<std::uint64_t>(1).put<std::uint64_t>(10).put<double>(1, 1, 1, 0.5,
                                                                                            0.5);
  bytes.text("\n$EndNodes\n$Elements\n").put<std::uint64_t>(2, 3, 1, 3);
  bytes.put<std::int32_t>(2, 1, 2).put<std::uint64_t>(1).put<std::uint64_t>(1, 7, 9, 8);
  bytes.put<std::int32_t>(3, 1, 4).put<std::uint64_t>(2).put<std::uint64_t>(2, 7, 8, 9, 11, 3, 8, 9, 11, 10);
  return bytes.text("\n$EndElements\n");
}

std::vector<Sample> msh_samples() {
  std::vector<Sample> samples{
      {"msh/2.2",
       "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 \"a b\"\n$EndPhysicalNames\n$Nodes\n5\n"
       "3 0 0 0\n1 1 0 0\n12 1 1 0.25\n5 0 1 0\n4 0 2 0\n$EndNodes\n$Elements\n4\n1 15 2 0 1 3\n2 2 2 0 1 3 "
       "1 12\n"
       "7 1 0 5 4\n4 2 3 0 1 2 3 12 5\n$EndElements\n",
       mixed_mesh()},
      {"msh/4.1",
       "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 0\n$EndEntities\n$Nodes\n2 5 1 5\n3 1 0 "
       "4\n1\n2\n3\n4\n0 0 0\n1 0 0\n"
       "0 1 0\n0 0 1\n1 3 1 1\n5\n1 1 1 0.5\n$EndNodes\n$Elements\n2 3 1 3\n2 1 2 1\n1 1 3 2\n3 1 4 2\n2 1 2 "
       "3 4\n"
       "3 2 3 4 5\n$EndElements\n$Surface\n1\n1 2 3\n$EndSurface\n",
       solid_mesh()},
      {"msh/written_2.2", format_msh(mixed_mesh(), MshVersion::v2_2), mixed_mesh()},
      {"msh/written_4.1", format_msh(mixed_mesh(), MshVersion::v4_1), mixed_mesh()}};
  for (Encoding order : both_orders) {
    samples.push_back({fmt::format("msh/2.2_{}", order_name(order)), msh_2_binary(order), mixed_mesh()});
    samples.push_back({fmt::format("msh/4.1_{}", order_name(order)), msh_4_binary(order), solid_mesh()});
  }
  return samples;
}

std::string vtk_5_binary() {
  Bytes bytes(Encoding::big_endian);
  bytes.text(
      "# vtk DataFile Version 5.1\nsample\nBINARY\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 "
      "double\n");
  bytes.put<double>(0.5).text("\nPOINTS 5 float\n").positions<float>(solid_mesh());
  bytes.text("\nMETADATA\nINFORMATION 0\n\nCELLS 3 8\nOFFSETS vtktypeint64\n").put<std::int64_t>(0, 4, 8);
  bytes.text("\nCONNECTIVITY vtktypeint64\n").put<std::int64_t>(0, 1, 2, 3, 1, 2, 3, 4);
  return bytes.text("\nCELL_TYPES 2\n").put<std::int32_t>(10, 10).text("\n");
}

std::string vtk_polydata_binary() {
  Bytes bytes(Encoding::big_endian);
  bytes.text("# vtk DataFile Version 2.0\nsample\nBINARY\nDATASET POLYDATA\nPOINTS 5 double\n")
      .positions<double>(mixed_mesh());
  bytes.text("\nVERTICES 1 2\n").put<std::int32_t>(1, 0).text("\nLINES 1 3\n").put<std::int32_t>(2, 3, 4);
  bytes.text("\nPOLYGONS 2 8\n").put<std::int32_t>(3, 0, 1, 2, 3, 0, 2, 3);
  return bytes.text("\nPOINT_DATA 5\nSCALARS a float\n").put<float>(1, 2, 3, 4, 5);
}

std::vector<Sample> vtk_samples() {
  Mesh strip = square_mesh();
  strip.triangles = {{0, 1, 3}, {3, 1, 2}};
  return {
      {"vtk/grid",
       "# vtk DataFile Version 3.0\na title\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n0 0 0 1 0 0\n"
       "1 1 0.25 0 1 0 0 2 0\nCELLS 4 13\n1 0\n3 0 1 2\n2 3 4\n3 0 2 3\nCELL_TYPES 4\n1\n5\n3\n5\nCELL_DATA "
       "4\n"
       "SCALARS a int\nLOOKUP_TABLE default\n1 2 3 4\n",
       mixed_mesh()},
      {"vtk/grid_5.1",
       "# vtk DataFile Version 5.1\na title\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n0 0 0 1 0 0 0 "
       "1 0\n"
       "0 0 1 1 1 1\nMETADATA\nINFORMATION 0\n\nCELLS 3 8\nOFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY "
       "vtktypeint64\n0 1 2 3\n1 2 3 4\nCELL_TYPES 2\n10\n10\n",
       solid_mesh()},
      {"vtk/strip",
       "# vtk DataFile Version 2.0\n\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0\n1 0 0\n1 1 0.25\n0 1 "
       "0\n"
       "TRIANGLE_STRIPS 1 5\n4 0 1 3 2\n",
       strip},
      {"vtk/polydata_binary", vtk_polydata_binary(), mixed_mesh()},
      {"vtk/grid_5.1_binary", vtk_5_binary(), solid_mesh()},
      {"vtk/written", format_vtk(mixed_mesh()), mixed_mesh()}};
}

std::vector<Sample> medit_samples() {
  return {
      {"medit/mixed",
       "MeshVersionFormatted 2\n# comment\nDimension 3\nVertices 5\n0 0 0 1\n1 0 0 1\n1 1 0.25 1\n0 1 0 1\n"
       "0 2 0 1\nCorners 2\n1\n2\nTriangles\n2\n1 2 3 0\n1 3 4 0\nEdges\n1\n4 5 2\nNormals\n1\n0 0 1\nEnd\n",
       mixed_mesh()},
      {"medit/solid",
       "MeshVersionFormatted 1\nDimension\n3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n"
       "Tetrahedra\n2\n1 2 3 4 1\n2 3 4 5 1\n",
       solid_mesh()},
      {"medit/written", format_medit(mixed_mesh()), mixed_mesh()}};
}

}  // namespace

Mesh square_mesh() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.25}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

Mesh mixed_mesh() {
  Mesh mesh = square_mesh();
  mesh.vertices.emplace_back(0, 2, 0);
  mesh.edges = {{3, 4}};
  return mesh;
}

Mesh solid_mesh() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  mesh.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  return mesh;
}

const std::vector<SampleSet>& all_samples() {
  static const std::vector<SampleSet> sets{
      {"obj", read_obj, obj_samples()},      {"seg", read_seg, seg_samples()},
      {"ply", read_ply, ply_samples()},      {"stl", read_stl, stl_samples()},
      {"msh", read_msh, msh_samples()},      {"vtk", read_vtk, vtk_samples()},
      {"medit", read_medit, medit_samples()}};
  return sets;
}

void expect_same(const Mesh& a, const Mesh& b, const std::string& context) {
  ASSERT_EQ(a.vertices.size(), b.vertices.size()) << context;
  EXPECT_EQ(std::memcmp(a.vertices.data(), b.vertices.data(), a.vertices.size() * sizeof(Vec3)), 0)
      << context;
  EXPECT_EQ(a.edges, b.edges) << context;
  EXPECT_EQ(a.triangles, b.triangles) << context;
  EXPECT_EQ(a.tets, b.tets) << context;
  EXPECT_EQ(a.texture_coordinates, b.texture_coordinates) << context;
  EXPECT_EQ(a.texture_triangles, b.texture_triangles) << context;
}

void expect_valid(const Mesh& mesh) {
  ASSERT_FALSE(mesh.vertices.empty());
  for (const Vec3& x : mesh.vertices) ASSERT_TRUE(x.allFinite());
  for (const Vec2& t : mesh.texture_coordinates) ASSERT_TRUE(t.allFinite());
  const auto expect_in_range = [](const auto& simplices, Index count) {
    for (const auto& simplex : simplices)
      for (Index v : simplex) ASSERT_TRUE(v >= 0 && v < count);
  };
  expect_in_range(mesh.edges, count_of(mesh.vertices));
  expect_in_range(mesh.triangles, count_of(mesh.vertices));
  expect_in_range(mesh.tets, count_of(mesh.vertices));
  expect_in_range(mesh.texture_triangles, count_of(mesh.texture_coordinates));
  ASSERT_TRUE(mesh.texture_triangles.empty() || mesh.texture_triangles.size() == mesh.triangles.size());
  const auto at = [&](Index v) { return mesh.vertices[static_cast<std::size_t>(v)]; };
  for (const auto& [a, b, c, d] : mesh.tets)
    ASSERT_EQ(volume_sign(at(a), at(b), at(c), at(d)), Extent::positive);
}

}  // namespace lacuna::test
