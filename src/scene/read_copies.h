// Copies of an object's mesh: the keys array, stack and copies.
#pragma once

#include "scene/fields.h"
#include "scene/objects.h"

namespace lacuna {

void read_array(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context);
void read_stack(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context);
void read_copies(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context);

std::vector<KeyTable> copy_key_tables();

}  // namespace lacuna
