// Writes mesh files. Coordinates survive writing and reading bit for bit, except in STL, which holds
// floats and no shared vertices. A format that cannot hold the mesh's elements refuses it (tets in OBJ, PLY
// and STL, edges in STL); texture coordinates are written to OBJ, and to PLY where each vertex has one, and
// omitted elsewhere.
#pragma once

#include "mesh/mesh.h"

#include <filesystem>
#include <string>

namespace lacuna {

enum class MshVersion { v2_2, v4_1 };

struct WriteOptions {
  MshVersion msh_version = MshVersion::v4_1;
};

/// Writes by extension: .obj .ply .stl .msh .vtk .mesh. Throws InputError; an existing file is replaced only
/// when the new one is complete.
void write_mesh(const std::filesystem::path& path, const Mesh& mesh, const WriteOptions& options = {});

// One function per format, to the bytes of a file. They do not check whether the format can hold all
// elements.

std::string format_obj(const Mesh& mesh);
std::string format_ply(const Mesh& mesh);  ///< binary, little endian, double precision
std::string format_stl(const Mesh& mesh);  ///< binary; throws InputError if a coordinate does not fit a float
std::string format_msh(const Mesh& mesh, MshVersion version);
std::string format_vtk(const Mesh& mesh);  ///< binary unstructured grid of version 3, which every tool reads
std::string format_medit(const Mesh& mesh);

}  // namespace lacuna
