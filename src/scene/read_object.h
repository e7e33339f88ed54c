// Objects and half-spaces.
#pragma once

#include "scene/fields.h"
#include "scene/objects.h"

namespace lacuna {

/// `number` counts from 0 and names an object that has no name.
SceneObject read_object(const Value& value, size_t number, ReadContext& context);
HalfSpace read_half_space(const Value& value, size_t number, const Vec3& up, ReadContext& context);

std::vector<KeyTable> object_key_tables();

}  // namespace lacuna
