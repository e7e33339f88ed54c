// The files that TetGen and Gmsh exchange with us, as far as tetrahedralise() needs them.
#pragma once

#include "mesh/mesh.h"

#include <filesystem>
#include <vector>

namespace lacuna::mesher_files {

/// The output of a mesher, with its own numbering and orientation, and the region of each tet.
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

/// Gmsh 2.2, text. Gmsh keeps the numbers of the given vertices, so they come first, in order.
Filling read_gmsh(const std::filesystem::path& file, const Mesh& surface);

/// The explanation of a failure in a log: its first lines that mention an error, or otherwise its last lines.
std::string complaint(const std::filesystem::path& log, size_t line_count);

}  // namespace lacuna::mesher_files
