// From a scene to a model and its state at the start.
#pragma once

#include "scene/scene.h"
#include "sim/model.h"
#include "sim/state.h"

namespace lacuna {

struct ModelAndState {
  Model model;
  State state;  ///< at t = 0
};

/// Throws InputError, with the place in the scene file, if it cannot be built.
ModelAndState build_model(const Scene& scene);

}  // namespace lacuna
