// The settings of [ipc] in a scene, with automatic values resolved for a model.
#pragma once

#include "scene/ipc_settings.h"
#include "sim/model.h"

#include <string>
#include <vector>

namespace lacuna::ipc {

struct Settings : IpcSettings {
  double newton_tolerance = 0;     ///< m/s: `tolerance`, or the one that suits the rule and friction
  std::vector<std::string> notes;  ///< every automatic choice, with its reason
};

Settings resolve_settings(const IpcSettings& given, const Model& model);

}  // namespace lacuna::ipc
