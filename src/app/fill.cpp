#include "app/commands.h"
#include "app/print.h"
#include "base/input_error.h"
#include "mesh/file/read_mesh.h"
#include "mesh/file/write_mesh.h"
#include "mesh/measures.h"
#include "mesh/tetrahedralise.h"

#include <fmt/core.h>

#include <numbers>

namespace lacuna {

namespace {

void check_output(const std::filesystem::path& output) {
  const std::string extension = output.extension().string();
  if (extension != ".msh" && extension != ".vtk" && extension != ".mesh")
    throw InputError(output.string(), "cannot hold tets", "write a .msh, .vtk or .mesh file");
  std::error_code ignored;
  if (output.has_parent_path() && !std::filesystem::is_directory(output.parent_path(), ignored))
    throw InputError(output.string(), "there is no such folder",
                     "make it first: mkdir -p " + output.parent_path().string());
}

}  // namespace

int run_fill(const FillArguments& arguments) {
  check_output(arguments.output);  // before the mesher has spent its minutes
  const MeshFile surface = read_mesh(arguments.surface_file);
  if (surface.mesh.triangles.empty())
    throw InputError(arguments.surface_file.string(), "has no triangles to fill",
                     surface.mesh.tets.empty() ? "" : "it is filled with tets already");
  for (const std::string& notice : surface.notices) print("notice: {}\n", notice);
  TetrahedraliseParam param;
  param.mesher = value_of_word<Mesher>(arguments.mesher).value();
  param.edge_length = arguments.edge_length;
  param.surface = arguments.may_refine_surface ? SurfaceUse::refine : SurfaceUse::keep;
  const Mesh solid = tetrahedralise(surface.mesh, param);
  write_mesh(arguments.output, solid);
  const TetMeshQuality quality = tet_mesh_quality(solid.vertices, solid.tets);
  print("{}: {} vertices, {} tets, volume {:.6g} m3, smallest dihedral angle {:.1f} deg\n",
        arguments.output.string(), solid.vertices.size(), solid.tets.size(),
        total_volume(solid.vertices, solid.tets), quality.min_dihedral * 180 / std::numbers::pi);
  return 0;
}

}  // namespace lacuna
