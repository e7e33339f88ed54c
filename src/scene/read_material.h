// What an object is made of: the tables solid, shell, rod, particles and obstacle.
#pragma once

#include "scene/fields.h"

namespace lacuna {

/// One key for each kind; an object has exactly one of them.
Fields<SceneObject> kind_fields();

/// "solid", "shell", ...: what the kind's key is called.
std::string_view kind_name(const ObjectKind& kind);
const std::vector<std::string>& kind_names();

std::vector<KeyTable> material_key_tables();

}  // namespace lacuna
