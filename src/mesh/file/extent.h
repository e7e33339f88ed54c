// Whether a simplex has length, area or volume beyond rounding error. The factors are scaled first, so
// neither microscopic nor huge meshes underflow or overflow.
#pragma once

#include "base/types.h"

namespace lacuna {

enum class Extent { none, positive, negative };

inline bool has_length(const Vec3& a, const Vec3& b) { return a != b; }

/// False if every component of the cross product of two sides is zero up to its rounding.
bool has_area(const Vec3& a, const Vec3& b, const Vec3& c);

/// Sign of (b-a) . (c-a) x (d-a); none if it is zero up to its rounding.
Extent volume_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace lacuna
