#include "sim/resolve_size.h"

#include <fmt/format.h>

namespace lacuna {

double resolve_size(const char* name, const SizedValue& given, const char* unit, double size,
                    std::vector<std::string>& notes) {
  if (!given.is_relative) return given.value;
  const double value = given.value * size;
  notes.push_back(fmt::format("{} = {:.4g} {}: {:g} of the size of the deformable objects, {:.4g} m", name,
                              value, unit, given.value, size));
  return value;
}

}  // namespace lacuna
