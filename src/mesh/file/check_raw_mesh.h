// The part of check_mesh() that throws: numbers that no mesh can be built from.
#pragma once

#include "mesh/file/raw_mesh.h"

namespace lacuna {

/// Afterwards all coordinates are finite and moderate, all indices in range, and faces have 3 to
/// max_polygon_corners corners.
void check_raw_mesh(const RawMesh& raw);

}  // namespace lacuna
