#include "mesh/shape/check_parameters.h"

#include "base/input_error.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

namespace lacuna::shape_check {

void require_positive(const std::string& where, double value) {
  constexpr double least = 1e-30, most = 1e30;
  if (!(std::isfinite(value) && value > 0))
    throw InputError(where, fmt::format("must be a positive number, not {}", value), "lengths are in metres");
  if (value < least || value > most)
    throw InputError(where, fmt::format("{} is not between {} and {}", value, least, most),
                     "lengths are in metres");
}

void require_smaller(const std::string& where, double value, double limit, const std::string& limit_name) {
  if (value < limit) return;
  throw InputError(where, fmt::format("{} must be smaller than {} = {}", value, limit_name, limit));
}

void require_finite(const std::string& where, double value) {
  if (std::isfinite(value)) return;
  throw InputError(where, fmt::format("must be a finite number, not {}", value));
}

void require_direction(const std::string& where, const Vec3& axis) {
  if (axis.allFinite() && axis.norm() > 0) return;
  throw InputError(where, "must be a finite nonzero vector", "for example [1, 0, 0]");
}

void require_count(const std::string& where, Index value, Index least) {
  if (value >= least) return;
  throw InputError(where, fmt::format("must be at least {}, not {}", least, value));
}

void require_indexable(const std::string& where, double entry_count) {
  constexpr double limit = std::numeric_limits<Index>::max();
  if (entry_count <= limit) return;
  throw InputError(
      where, fmt::format("asks for a mesh of {:.3g} array entries; the limit is {:.3g}", entry_count, limit),
      "choose a lower resolution or a longer edge");
}

}  // namespace lacuna::shape_check
