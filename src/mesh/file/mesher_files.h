// The files that TetGen and Gmsh exchange with us, as far as tetrahedralise() needs them.
#pragma once

#include "mesh/mesh.h"

#include <filesystem>
#include <vector>

namespace lacuna::mesher_files {

/// What a mesher made: its own numbering and orientation, and for each tet the region it is in.
struct Filling {
  std::vector<Vec3> vertices;
  std::vector<Tet> tets;
  std::vector<Index> regions;
};

/// TetGen's surface file; numbers from 0.
void write_smesh(const std::filesystem::path& file, const Mesh& surface);

/// TetGen's .node and .ele; `stem` is their common path without the extension.
Filling read_tetgen(const std::filesystem::path& stem);

/// A Gmsh 2.2 mesh of the surface with numbers from 1, and a script that fills it.
void write_gmsh_surface(const std::filesystem::path& file, const Mesh& surface);
void write_gmsh_script(const std::filesystem::path& file, const std::filesystem::path& surface,
                       double edge_length);

/// Gmsh 2.2, text. Gmsh keeps the numbers of the vertices it was given, so they are put first, in their
/// order.
Filling read_gmsh(const std::filesystem::path& file, const Mesh& surface);

/// What a log says about a failure: its first lines that speak of an error, or else its last lines.
std::string complaint(const std::filesystem::path& log, size_t line_count);

}  // namespace lacuna::mesher_files
