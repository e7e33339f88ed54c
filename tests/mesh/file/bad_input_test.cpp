// One message per kind of damage and format: it names the place and says what is wrong.
#include "base/input_error.h"
#include "mesh/file/samples.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace lacuna::test {
namespace {

struct BadFile {
  Reader read;
  std::string bytes;
  const char* where;    ///< the whole of it
  const char* problem;  ///< a part of it
};

template <class... Values>
std::string raw(Values... values) {
  std::string bytes;
  const auto append = [&](auto value) {
    char copy[sizeof value];
    std::memcpy(copy, &value, sizeof value);
    bytes.append(copy, sizeof value);
  };
  (append(values), ...);
  return bytes;
}

void expect_refused(const std::vector<BadFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    SCOPED_TRACE(::testing::Message() << "case " << i);
    try {
      files[i].read(files[i].bytes, "f");
      ADD_FAILURE() << "accepted, but should say: " << files[i].problem;
    } catch (const InputError& error) {
      EXPECT_EQ(error.where, files[i].where) << error.what();
      EXPECT_NE(error.problem.find(files[i].problem), std::string::npos) << error.what();
      EXPECT_FALSE(error.hint.empty()) << "a message says what to do: " << error.what();
    }
  }
}

TEST(BadObj, IsRefusedWithItsPlace) {
  const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\n";
  expect_refused({{read_obj, "", "f", "no vertices"},
                  {read_obj, "# nothing\n", "f", "no vertices"},
                  {read_obj, "v 0 0 0\nv 1 nan 0\n", "f:2", "'nan' is not a finite number"},
                  {read_obj, "v 0 0 0\nv 1 1e309 0\n", "f:2", "'1e309' is not a finite number"},
                  {read_obj, "v 0 0 -inf\n", "f:1", "not a finite number"},
                  {read_obj, "v 0 0 0\nv 1e101 0 0\n", "f, vertex 1 (counting from 0)", "too large"},
                  {read_obj, "v 0 0\n", "f:1", "three coordinates"},
                  {read_obj, "v 0 0 0x1\n", "f:1", "'0x1' is not a number"},
                  {read_obj, "v 0 0 0 red\n", "f:1", "'red' is not a number"},
                  {read_obj, square + "f 1 2 4\n", "f:4",
                   "vertex 4 does not exist: the file has 3 vertices, numbered 1 to 3"},
                  {read_obj, square + "\nf 1 2 0\n", "f:5", "no vertex 0"},
                  {read_obj, square + "f 1 2 -4\n", "f:4", "no vertex -4"},
                  {read_obj, square + "f 1 2 9999999999\n", "f:4", "no vertex 9999999999"},
                  {read_obj, square + "f 1 2 99999999999999999999\n", "f:4", "far too large"},
                  {read_obj, square + "f 1 2 3.5\n", "f:4", "'3.5' is not a whole number"},
                  {read_obj, square + "f 1 2 \\\n", "f:5", "at least three corners"},
                  {read_obj, square + "f 1/1 2/1 3/1\n", "f:4", "texture coordinate 1 does not exist"},
                  {read_obj, square + "vt 0 nan\n", "f:4", "not a finite"},
                  {read_obj, square + "vt\n", "f:4", "texture coordinate needs a number"},
                  {read_obj, square + "l 1\n", "f:4", "at least two vertices"},
                  {read_obj, square + "l 1 7\n", "f:4", "vertex 7 does not exist"},
                  {read_obj, square + "f 1 1 2\n", "f", "no element of the mesh can be used"},
                  {read_seg, square + "s 1 7\n", "f:4", "vertex 7 does not exist"}});
}

TEST(BadObj, AFaceWithThousandsOfCornersIsRefused) {
  std::string face = "v 0 0 0\nv 1 0 0\nv 1 1 0\nf";
  for (int i = 0; i < 1001; ++i) face += fmt::format(" {}", 1 + i % 3);
  expect_refused({{read_obj, face, "f:4", "1001 corners"}});
}

TEST(BadPly, IsRefusedWithItsPlace) {
  const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
  const std::string three = "ply\nformat ascii 1.0\nelement vertex 3\n" + xyz;
  const std::string faces =
      three + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n";
  const std::string binary =
      "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + xyz + "end_header\n";
  expect_refused(
      {{read_ply, "", "f:1", "not a PLY file"},
       {read_ply, "ply\nformat ascii 1.0\nelement vertex 3\n", "f:4", "header has no end"},
       {read_ply, "ply\nformat ascii 1.0\nwhat\nend_header\n", "f:3", "'what' is not a statement"},
       {read_ply, "ply\nformat morse 1.0\nend_header\n", "f:4", "'morse' is not a PLY encoding"},
       {read_ply, "ply\nproperty float x\n", "f:2", "before the first element"},
       {read_ply, "ply\nelement vertex 1\nproperty real x\n", "f:3", "'real' is not a PLY type"},
       {read_ply, "ply\nelement vertex many\n", "f:2", "'many' is not a whole number"},
       {read_ply, "ply\nelement face 1\nproperty list float int vertex_indices\n", "f:3", "integer type"},
       {read_ply, "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n", "f",
        "lacks a required property"},
       {read_ply, "ply\nformat ascii 1.0\nend_header\n", "f", "no vertices"},
       {read_ply, three + "end_header\n0 0 0\n1 0 0\n0 nan 0\n", "f:10", "'nan' is not a finite number"},
       {read_ply, three + "end_header\n0 0 0\n1 0 0\n0 10.0\n", "f:11", "a number is missing"},
       {read_ply, three + "end_header\n0 0 0\n", "f:8", "declares 3 vertex elements but is too short"},
       {read_ply, faces + "3 0 1 3\n", "f:13",
        "vertex 3 does not exist: the file has 3 vertices, numbered 0 to 2"},
       {read_ply, faces + "3 0 1 -1\n", "f:13", "vertex -1 does not exist"},
       {read_ply, faces + "2 0 1\n", "f:13", "a face has 2 corners"},
       {read_ply, faces + "-3 0 1 2\n", "f:13", "negative"},
       {read_ply, faces + "18446744073709551615 0 1\n", "f:13", "far too large"},
       {read_ply, faces, "f:13", "a number is missing"},
       {read_ply, "ply\nformat ascii 1.0\nelement vertex 1000000000000000000\n" + xyz + "end_header\n0 0 0\n",
        "f:8", "declares 1000000000000000000"},
       {read_ply, three + "element edge 1\nproperty int vertex1\nend_header\n0 0 0 1 0 0 0 1 0\n0\n", "f",
        "lacks a required property"},
       {read_ply, binary + raw(0.0F, 1.0F), "f, byte 115", "declares 1 vertex elements but is too short"},
       {read_ply, binary + raw(0.0F, NAN, 0.0F), "f, vertex 0 (counting from 0)", "not finite"}});
}

std::string facet(const char* corner) {
  return fmt::format(
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex {}\nendloop\nendfacet\n", corner);
}

TEST(BadStl, IsRefusedWithItsPlace) {
  const std::string header(80, ' ');
  std::string triangle =
      raw(0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, std::int16_t{0});
  std::string infinite = triangle;
  std::memcpy(infinite.data() + 12, raw(INFINITY).data(), 4);
  expect_refused(
      {{read_stl, "", "f, byte 0", "too short for a header"},
       {read_stl, "solid a\nendsolid\n", "f", "no vertices"},
       {read_stl, "solid a\n" + facet("0 nan 0"), "f:6", "'nan' is not a finite number"},
       {read_stl, "solid a\n" + facet("0 1"), "f:7", "'endloop' is not a number"},
       {read_stl, "solid a\n" + facet("0 1 0").substr(0, 43), "f:5", "ends where 'vertex' is expected"},
       {read_stl, "solid a\n" + facet("0 1 0") + "what\n", "f:9", "instead of 'what'"},
       {read_stl, "solid a\n" + facet("1 0 0"), "f", "no element of the mesh can be used"},
       {read_stl, header + raw(std::uint32_t{2}) + triangle, "f, byte 84",
        "declares 2 triangles but is too short"},
       {read_stl, header + raw(std::uint32_t{4294967295U}) + triangle, "f, byte 84", "declares 4294967295"},
       {read_stl, header + raw(std::uint32_t{0}), "f", "no vertices"},
       {read_stl, header + raw(std::uint32_t{2}) + triangle + infinite, "f, face 1 (counting from 0)",
        "not finite"}});
}

std::string msh_4(const char* nodes, const char* elements) {
  return fmt::format(
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n{}\n$EndNodes\n$Elements\n{}\n$EndElements\n", nodes,
      elements);
}

TEST(BadMsh, IsRefusedWithItsPlace) {
  const char* four = "1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1";
  const char* flat = "1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n1 1 0";
  const std::string head_2 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n";
  const std::string head_b = "$MeshFormat\n4.1 1 8\n" + raw(std::int32_t{1}) + "\n$EndMeshFormat\n$Nodes\n";
  expect_refused(
      {{read_msh, "", "f:1", "not a Gmsh file"},
       {read_msh, "$NOD\n1\n", "f:1", "version 1"},
       {read_msh, "$MeshFormat\n4 0 8\n", "f:2", "version 4 of the MSH format is not read"},
       {read_msh, "$MeshFormat\n4.1 0 3\n", "f:2", "data size is 3"},
       {read_msh, "$MeshFormat\n4.1 1 8\nabcd", "f, byte 24", "byte order mark"},
       {read_msh, "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n", "f", "no vertices"},
       {read_msh, "$MeshFormat\n4.1 0 8\n$EndMeshFormat\nwhat\n", "f:4",
        "expected a section instead of 'what'"},
       {read_msh, "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n1\n", "f:4", "'$Entities' has no end"},
       {read_msh, "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Elements\n", "f:4",
        "elements come before the nodes"},
       {read_msh, msh_4("1 1 1 1\n3 1 0 1\n1\n0 inf 0", "0 0 0 0"), "f:8", "'inf' is not a finite number"},
       {read_msh, msh_4("1 2 1 2\n3 1 0 1\n1\n0 0 0", "0 0 0 0"), "f:8",
        "the blocks hold 1 nodes, the section declares 2"},
       {read_msh, msh_4("1 1 1 1\n3 1 0 2\n1\n0 0 0", "0 0 0 0"), "f:9", "'$EndNodes' is not a number"},
       {read_msh, msh_4("1 1 1 1\n9 1 0 1\n1\n0 0 0", "0 0 0 0"), "f:6", "dimension 9"},
       {read_msh, msh_4("1 2 1 2\n3 1 0 2\n7\n7\n0 0 0\n1 0 0", "0 0 0 0"), "f:10", "two nodes 7"},
       {read_msh, msh_4("1 18446744073709551615 1 2\n", "0 0 0 0"), "f:5", "far too large"},
       {read_msh, msh_4("1 9223372036854775807 1 2\n", "0 0 0 0"), "f:5",
        "declares 9223372036854775807 nodes"},
       {read_msh, msh_4(four, "1 1 1 1\n3 1 4 1\n1 1 2 3 9"), "f:19", "node 9 does not exist"},
       {read_msh, msh_4(four, "1 1 1 1\n3 1 4 1\n1 1 2 3"), "f:20", "'$EndElements' is not a whole number"},
       {read_msh, msh_4(four, "1 2 1 1\n3 1 4 1\n1 1 2 3 4"), "f:19",
        "hold 1 elements, the section declares 2"},
       {read_msh, msh_4(four, "1 1 1 1\n3 1 77 1\n1 1 2 3 4"), "f:18", "type 77 are unknown"},
       {read_msh, msh_4(four, "1 1 1 1\n3 1 4 -1\n1 1 2 3 4"), "f:18", "negative"},
       {read_msh, msh_4(four, "1 1 1 1\n3 1 4 1\n1 1 2 3 3"), "f:19", "a tet has a vertex twice"},
       {read_msh, msh_4(flat, "1 1 1 1\n3 1 4 1\n1 1 2 3 4"), "f:19", "a tet is flat"},
       {read_msh, msh_4(four, "1 1 1 1\n3 1 5 1\n1 1 2 3 4 1 2 3 4"), "f",
        "no element of the mesh can be used"},
       {read_msh, head_2 + "2\n1 0 0 0\n$EndNodes\n", "f:7", "'$EndNodes' is not a whole number"},
       {read_msh, head_2 + "1\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 15 -2 1\n", "f:10", "declares -2 tags"},
       {read_msh, head_2 + "1\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 2 0 1 2 3\n", "f:10",
        "node 2 does not exist"},
       {read_msh, head_b + raw(std::uint64_t{1}, std::uint64_t{1} << 60U), "f, byte 63",
        "declares 1152921504606846976 nodes"},
       {read_msh, head_b + raw(std::uint64_t{1}, std::uint64_t{1}), "f, byte 63",
        "declares 1 nodes but is too short"}});
}

TEST(BadMsh, ABinaryNanIsReportedByItsVertex) {
  std::string bytes;
  for (const Sample& sample : all_samples()[4].samples)
    if (sample.name == "msh/2.2_little_endian") bytes = sample.bytes;
  const std::size_t node_2 = bytes.find("$Nodes\n5\n") + 9 + 28 + 4;
  ASSERT_LT(node_2, bytes.size());
  std::memcpy(bytes.data() + node_2, raw(static_cast<double>(NAN)).data(), 8);
  expect_refused({{read_msh, bytes, "f, vertex 1 (counting from 0)", "not finite"}});
}

TEST(BadVtk, IsRefusedWithItsPlace) {
  const std::string head = "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\n";
  const std::string points = head + "POINTS 3 float\n0 0 0\n1 0 0\n0 1 0\n";
  const std::string binary = "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET POLYDATA\n";
  expect_refused(
      {{read_vtk, "", "f:1", "not a legacy VTK file"},
       {read_vtk, "<VTKFile>", "f:1", "not a legacy VTK file"},
       {read_vtk, "# vtk DataFile Version 3.0\nt\nXML\n", "f:3", "ASCII or BINARY expected instead of 'XML'"},
       {read_vtk, "# vtk DataFile Version 3.0\nt\nASCII\nDATASET STRUCTURED_POINTS\n", "f:4",
        "'STRUCTURED_POINTS' is not"},
       {read_vtk, head, "f", "no vertices"},
       {read_vtk, head + "POINTS 1 float\n0 0 nan\n", "f:6", "'nan' is not a finite"},
       {read_vtk, head + "POINTS 2 float\n0 0 0\n1 1\n", "f:6", "declares 2 points but is too short"},
       {read_vtk, head + "POINTS 999999999999 float\n0 0 0\n", "f:6", "declares 999999999999 points"},
       {read_vtk, head + "POINTS -1 float\n0 0 0\n", "f:6", "negative"},
       {read_vtk, head + "POINTS 1 rational\n0 0 0\n", "f:5", "'rational' is an unknown type"},
       {read_vtk, points + "WHAT 3\n", "f:9", "'WHAT' is an unknown section"},
       {read_vtk, points + "CELLS 1 4\n3 0 1 2\n", "f:11", "1 cells and the types of 0"},
       {read_vtk, points + "CELLS 1 4\n3 0 1 3\nCELL_TYPES 1\n5\n", "f:10", "vertex 3 does not exist"},
       {read_vtk, points + "CELLS 1 5\n3 0 1 2\nCELL_TYPES 1\n5\n", "f:10", "declare 5 values but have 4"},
       {read_vtk, points + "CELLS 1 4\n7 0 1 2\nCELL_TYPES 1\n5\n", "f:10", "length of a cell is 7"},
       {read_vtk, points + "CELLS 1 3\n2 0 1\nCELL_TYPES 1\n10\n", "f:10",
        "a cell has 2 points, its type needs 4"},
       {read_vtk, points + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n12\n", "f",
        "no element of the mesh can be used"},
       {read_vtk,
        points + "CELLS 2 3\nOFFSETS vtktypeint64\n0 9\nCONNECTIVITY vtktypeint64\n0 1 2\nCELL_TYPES 1\n5\n",
        "f:13", "do not match"},
       {read_vtk,
        points +
            "CELLS 3 3\nOFFSETS vtktypeint64\n0 -1 3\nCONNECTIVITY vtktypeint64\n0 1 2\nCELL_TYPES 2\n5\n5\n",
        "f:13", "do not ascend"},
       {read_vtk, binary + "POINTS 1 float\n" + raw(0.0F), "f, byte 68",
        "declares 1 points but is too short"},
       {read_vtk, binary + "POINTS 1 float\n" + "\x7F\x80" + std::string(10, '\0'),
        "f, vertex 0 (counting from 0)", "not finite"},
       {read_vtk,
        binary + "POINTS 1 float\n" + std::string(12, '\0') + "\nLINES 1 2\n" +
            std::string("\0\0\0\1\0\0\0\0", 8),
        "f, cell 0 (counting from 0)", "a cell has 1 points"}});
}

TEST(BadMedit, IsRefusedWithItsPlace) {
  const std::string head = "MeshVersionFormatted 2\nDimension 3\n";
  const std::string four = head + "Vertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n1 1 0 0\n";
  expect_refused(
      {{read_medit, "", "f:1", "not a MEDIT file"},
       {read_medit, head, "f", "no vertices"},
       {read_medit, "MeshVersionFormatted 2\nDimension 4\n", "f:2", "the dimension is 4"},
       {read_medit, head + "Vertices\n1\n0 nan 0 0\n", "f:5", "'nan' is not a finite"},
       {read_medit, head + "Vertices\n2\n0 0 0 0\n", "f:4", "declares 2 vertices but is too short"},
       {read_medit, head + "Vertices\n1\n0 0 0 0\n1 1 1 0\n", "f:6",
        "expected the name of a section instead of '1'"},
       {read_medit, head + "Vertices\n1000000000000000000\n0 0 0 0\n", "f:4", "declares 1000000000000000000"},
       {read_medit, four + "Triangles\n1\n1 2 5 0\n", "f:11",
        "vertex 5 does not exist: the file has 4 vertices, numbered 1 to 4"},
       {read_medit, four + "Edges\n1\n1 0 0\n", "f:11", "vertex 0 does not exist"},
       {read_medit, four + "Tetrahedra\n1\n1 2 3 4 0\n", "f:11", "a tet is flat"},
       {read_medit, four + "Quadrilaterals\n1\n1 2 x 4 0\n", "f:11", "'x' is not a whole number"}});
}

}  // namespace
}  // namespace lacuna::test
