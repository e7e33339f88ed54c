// What an object is made of: the tables solid, shell, rod, particles and obstacle.
#pragma once

#include "scene/fields.h"
#include "scene/objects.h"

namespace lacuna {

/// One key for each kind; an object has exactly one of them.
Fields<SceneObject> kind_fields();

std::vector<KeyTable> material_key_tables();

}  // namespace lacuna
