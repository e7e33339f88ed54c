// Checks of shape parameters, shared by the generators. `where` names the parameter, as in "sphere.radius".
#pragma once

#include "base/types.h"

#include <string>

namespace lacuna::shape_check {

/// Throws InputError unless the length is between 1e-30 and 1e30 m: beyond, areas and volumes leave double's
/// range.
void require_positive(const std::string& where, double value);

/// Throws InputError unless value < limit; `limit_name` names the parameter it is compared with.
void require_smaller(const std::string& where, double value, double limit, const std::string& limit_name);

/// Throws InputError unless finite.
void require_finite(const std::string& where, double value);

/// Throws InputError unless finite and longer than zero.
void require_direction(const std::string& where, const Vec3& axis);

/// Throws InputError unless value >= least.
void require_count(const std::string& where, Index value, Index least);

/// Throws InputError unless an array of this many entries can be indexed by Index. Pass the largest of
/// 3 x vertices, 3 x triangles, 4 x tets, computed in floating point so that it cannot overflow.
void require_indexable(const std::string& where, double entry_count);

}  // namespace lacuna::shape_check
