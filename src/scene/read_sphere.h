// [[sphere]]: a solid ball, or a container or bowl that everything stays inside.
#pragma once

#include "scene/fields.h"
#include "scene/objects.h"

namespace lacuna {

/// A ball is an obstacle of one particle, whose offset is its size: an object like others from here on. `up`
/// is where bowls open by default. Appends to the list that the sphere belongs to.
void read_sphere(const Value& value, size_t number, const Vec3& up, std::vector<SceneObject>& balls,
                 std::vector<RoundWall>& walls, ReadContext& context);

/// Throws InputError for a motion that rotates or deforms, which `what`, such as "a half_space", cannot do.
void require_translations(const std::vector<Motion>& motions, const std::string& what,
                          const std::string& alternative);

KeyTable sphere_key_table();

}  // namespace lacuna
