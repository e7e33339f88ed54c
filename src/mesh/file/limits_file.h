// limits.ply: the strain limits of the triangles of a run, written once beside the frames, so that strains
// can be checked from the files alone. A binary PLY file with one kind of element, `limited_triangle`:
//   vertex1 vertex2 vertex3         int, of the frames
//   edge1_x edge1_y edge2_x edge2_y double, m: vertex2 - vertex1 and vertex3 - vertex1 at rest, in a plane of
//                                   the triangle's own; of woven sheets x runs along the warp, y along the
//                                   weft
//   stretch_limit                   double: every stretch stays below it; 0 for woven sheets
//   compression_limit               double: every stretch stays above it; 0 if there is no such limit
//   warp_limit weft_limit shear_limit  double, of the size of Green's strain E11, E22 and E12; 0 unless woven
#pragma once

#include "base/types.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

struct LimitedTriangle {
  Triangle vertices;
  Mat2 rest_edges;           ///< m, columns; x along the warp, y along the weft
  double stretch_limit = 0;  ///< 0: woven
  double compression_limit = 0;
  std::array<double, 3> green_limits{0, 0, 0};  ///< warp, weft, shear

  bool is_woven() const { return stretch_limit == 0; }
};

std::string format_limits(const std::vector<LimitedTriangle>& triangles);

/// Throws InputError unless the file is complete and every triangle has a rest area and satisfies its limits
/// at rest.
std::vector<LimitedTriangle> parse_limits(std::string_view bytes, const std::string& name);
std::vector<LimitedTriangle> read_limits(const std::filesystem::path& path);

}  // namespace lacuna
