// The checks that every mesh passes after reading. A defect that cannot be repaired is one InputError that
// names the place; all others are repaired, with one notice per kind:
//   error    no vertices; infinite, NaN or huge coordinates; an index out of range; a flat tet
//   repaired faces with more than three corners are split; elements without extent or listed twice are
//   dropped;
//            inverted tets are reoriented; triangles and lines that are sides of tets (or of triangles) are
//            dropped
//   noted    unused vertices; edges with more than two triangles; neighbours that face opposite ways
// "Without extent" means: zero within the rounding of the computation itself.
#pragma once

#include "mesh/file/raw_mesh.h"
#include "mesh/file/read_mesh.h"

namespace lacuna {

MeshFile check_mesh(RawMesh raw);

}  // namespace lacuna
