// The settings of [cubic] in a scene, with automatic values resolved for a model.
#pragma once

#include "scene/cubic_settings.h"
#include "sim/model.h"

#include <string>
#include <vector>

namespace lacuna::cubic {

struct Settings : CubicSettings {
  Index least_iterations = 1;       ///< per step
  bool waits_for_friction = false;  ///< fewer are enough once the directions are shorter than what counts as rest
  std::vector<std::string> notes;   ///< every automatic choice, with its reason
};

Settings resolve_settings(const CubicSettings& given, const Model& model);

}  // namespace lacuna::cubic
