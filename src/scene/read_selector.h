// Which vertices of an object, for fixed groups and forces, by their start positions.
#pragma once

#include "scene/fields.h"
#include "scene/objects.h"

namespace lacuna {

void read_fixed(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context);
void read_forces(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context);

std::vector<KeyTable> selector_key_tables();

}  // namespace lacuna
