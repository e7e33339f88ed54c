// Strains of one frame against limits.ply: every stretch of a limited triangle below its limit and above its
// lower one, every entry of Green's strain of a woven one within its own. With rest edges D_0 and current
// ones D, the stretches are the roots of the eigenvalues of F^T F, F = D D_0^-1, and Green's strain is (F^T F
// - 1) / 2, all in long double.
#pragma once

#include "mesh/file/limits_file.h"
#include "verify/check_frame.h"

namespace lacuna::verify {

struct Stretches {
  long double largest, smallest;
};
/// Green's strain along warp and weft and between them.
struct GreenStrain {
  long double warp, weft, shear;
};
/// The positions are those of the triangle's corners.
Stretches stretches(const LimitedTriangle& triangle, const std::array<Vec3, 3>& x);
GreenStrain green_strain(const LimitedTriangle& triangle, const std::array<Vec3, 3>& x);

/// The smallest remaining fraction of the way from rest to a limit.
struct SmallestMargin {
  double margin = std::numeric_limits<double>::infinity();
  double largest_stretch = 0;  ///< of all limited triangles
  Index frame = -1;
  std::string where;  ///< "stretch 1.055 of at most 1.0608 in triangle (1, 2, 3) of cloth"

  void take(const SmallestMargin& other);
};

struct StrainResult {
  Violations violations;
  SmallestMargin smallest;
};

/// Triangles with vertices that the frame does not have are skipped.
StrainResult check_strain(const FrameFile& frame, const std::vector<LimitedTriangle>& limits,
                          const Rules& rules, Index number);

}  // namespace lacuna::verify
