// The keys of a scene outside its objects: times, gravity, [contact], and the tables of the solvers.
#pragma once

#include "scene/fields.h"
#include "scene/scene.h"

namespace lacuna {

/// Skips `object`, `half_space` and `sphere`; refuses unknown keys.
void read_settings(const Value& values, Scene& scene, ReadContext& context);

std::vector<KeyTable> settings_key_tables();

}  // namespace lacuna
