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

/// The last non-empty lines of a log, for an error message.
std::string last_lines(const std::filesystem::path& file, int count);

}  // namespace lacuna::mesher_files
