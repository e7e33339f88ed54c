#include "cubic/settings.h"

#include <fmt/format.h>

namespace lacuna::cubic {

namespace {

// Sticking needs about this many (Ando 2024, section 5.8).
constexpr Index friction_iterations = 32;

}  // namespace

Settings resolve_settings(const CubicSettings& given, const Model& model) {
  Settings settings;
  static_cast<CubicSettings&>(settings) = given;
  settings.waits_for_friction = !given.iterations && model.has_friction();
  settings.least_iterations = given.iterations.value_or(settings.waits_for_friction ? friction_iterations : 1);
  if (settings.waits_for_friction)
    settings.notes.push_back(fmt::format(
        "cubic.iterations: up to {} per step until friction has settled; cubic.iterations = 1 is faster, "
        "but lets things creep",
        friction_iterations));
  return settings;
}

}  // namespace lacuna::cubic
