// The keys of a scene outside its objects: times, gravity, [contact], and the tables of the solvers.
#pragma once

#include "scene/fields.h"
#include "scene/scene.h"

namespace lacuna {

/// Leaves `object` and `half_space` to others; refuses keys nobody reads.
void read_settings(const Value& values, Scene& scene, ReadContext& context);

std::vector<KeyTable> settings_key_tables();

}  // namespace lacuna
