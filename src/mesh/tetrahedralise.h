// Fills a closed surface with tets, by a mesher that is installed: TetGen or Gmsh. Their licences (AGPL, GPL)
// do not go with ours, so they are only ever run as programs, never linked.
#pragma once

#include "base/words.h"
#include "mesh/mesh.h"

namespace lacuna {

enum class Mesher { any, tetgen, gmsh };  ///< any: the first that is installed, in this order
template <>
inline constexpr auto words<Mesher> =
    make_words<Mesher>({{"any", Mesher::any}, {"tetgen", Mesher::tetgen}, {"gmsh", Mesher::gmsh}});

/// Whether the mesher may split triangles of the surface to make better tets. Gmsh never does.
enum class SurfaceUse { keep, refine };

struct TetrahedraliseParam {
  Mesher mesher = Mesher::any;
  SurfaceUse surface = SurfaceUse::keep;
  double edge_length = 0;  ///< m, wanted inside; 0 leaves it to the mesher, which grades from the surface
  double max_volume = 0;   ///< m^3 of one tet; 0 is no limit. The smaller of the two limits holds
  double radius_edge_ratio =
      1.4;                  ///< largest circumradius / shortest edge; 0 asks for no quality. TetGen only
  double time_limit = 600;  ///< s
};

/// The vertices of the surface come first, in their order and with their exact coordinates (those of no
/// triangle too), then those the mesher added. Only `vertices` and `tets` are filled.
/// Cavities stay empty: a tet is kept if the surface winds around it. A surface inside out is turned round.
/// At a surface that is kept, tets are as large as its triangles want them, whatever the limits.
/// Gmsh sets the size inside from the surface's own edges and takes the limits as a wish; it fills no
/// cavities. Throws InputError: no mesher installed, surface open or inconsistently oriented, the mesher
/// failed or took too long (with its own last words), or its result is not a filling of the surface.
Mesh tetrahedralise(const Mesh& surface, const TetrahedraliseParam& param = {});

}  // namespace lacuna
