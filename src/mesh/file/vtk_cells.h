// The cell types of VTK, by their numbers in vtkCellType.h.
#pragma once

#include "mesh/file/raw_mesh.h"

namespace lacuna {

struct VtkCell {
  std::int64_t type;
  std::span<const Index> points;
  std::size_t number;  ///< in its section
  std::uint32_t line;  ///< 0 in binary files
};

/// Adds a cell as edges, a face or a tet, or counts it as unread.
void add_vtk_cell(RawMesh& raw, const VtkCell& cell);

}  // namespace lacuna
