// Mesh files to meshes. Every reader keeps the order of the file's vertices (users pin vertices by number),
// adds and removes none (STL, which has no shared vertices, is welded), and passes what it found through
// check_mesh().
#pragma once

#include "mesh/mesh.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

struct MeshFile {
  Mesh mesh;
  std::vector<std::string> notices;  ///< what was repaired, left out or looks odd; one sentence per kind
  /// Why its texture coordinates, or what is left of them, are no pattern of the whole mesh; else empty.
  std::string pattern_problem = {};
};

/// Reads a file by its extension, in either case. Throws InputError.
MeshFile read_mesh(const std::filesystem::path& path);

/// The extensions that it reads: "obj, seg, ...".
std::string mesh_extensions();

// One function per format, from the bytes of a file; `name` stands for the file in messages.

/// Wavefront OBJ: v, vt, f, l.
MeshFile read_obj(std::string_view text, const std::string& name);
/// The OBJ dialect for rods, in which "s i j" is a segment.
MeshFile read_seg(std::string_view text, const std::string& name);
/// PLY, text or binary of either byte order.
MeshFile read_ply(std::string_view bytes, const std::string& name);
/// STL, text or binary; corners at the same place become one vertex, in the order of their first appearance.
MeshFile read_stl(std::string_view bytes, const std::string& name);
/// Gmsh MSH 2 and 4.1, text or binary.
MeshFile read_msh(std::string_view bytes, const std::string& name);
/// Legacy VTK, text or binary, unstructured grids and polygonal data, up to version 5.1.
MeshFile read_vtk(std::string_view bytes, const std::string& name);
/// MEDIT, text.
MeshFile read_medit(std::string_view text, const std::string& name);

}  // namespace lacuna
