// The cell types of VTK, by their numbers in vtkCellType.h.
#pragma once

#include "mesh/file/raw_mesh.h"

namespace lacuna {

/// Adds a cell of the given type as edges, a face or a tet, or counts it as unread. `line` is 0 in binary
/// files.
void add_vtk_cell(RawMesh& raw, std::int64_t type, std::span<const Index> cell, std::uint32_t line);

}  // namespace lacuna
