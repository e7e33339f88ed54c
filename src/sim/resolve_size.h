// Lengths and speeds that a scene gives as multiples of its size.
#pragma once

#include "scene/sized_value.h"

#include <string>
#include <vector>

namespace lacuna {

/// The given value, or the given multiple of `size` (Model::size), with a note to the user.
double resolve_size(const char* name, const SizedValue& given, const char* unit, double size,
                    std::vector<std::string>& notes);

}  // namespace lacuna
