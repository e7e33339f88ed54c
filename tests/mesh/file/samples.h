// Small valid files, the same three meshes in every format and encoding. Tests compare readers on them, and
// the fuzzer starts from them.
#pragma once

#include "mesh/file/read_mesh.h"

#include <string>
#include <vector>

namespace lacuna::test {

using Reader = MeshFile (*)(std::string_view, const std::string&);

struct Sample {
  std::string name;   ///< "ply/big_endian"
  std::string bytes;  ///< of the file
  Mesh mesh;          ///< what it holds
};

struct SampleSet {
  std::string format;
  Reader read;
  std::vector<Sample> samples;
};

Mesh square_mesh();  ///< two triangles that are not coplanar
Mesh mixed_mesh();   ///< the same with a free edge
Mesh solid_mesh();   ///< two tets

/// One set per reader.
const std::vector<SampleSet>& all_samples();

/// Bit for bit the same, textures too.
void expect_same(const Mesh& a, const Mesh& b, const std::string& context);

/// Indices in range, everything finite, tets of positive volume, textures complete.
void expect_valid(const Mesh& mesh);

}  // namespace lacuna::test
