// Scripted motions: entries of `motion = [ ... ]` of obstacles, half-spaces and fixed groups.
#pragma once

#include "scene/fields.h"
#include "scene/motions.h"

namespace lacuna {

/// The list behind a `motion` key.
void read_motions(const Value& value, const KeyInfo& info, std::vector<Motion>& motions,
                  ReadContext& context);

/// The `motion` key of any struct that has a member `motions`.
template <class Target>
Field<Target> motion_field(std::string meaning) {
  return {{"motion", "list of tables", "", "[]", std::move(meaning), {}},
          [](const Value& value, const KeyInfo& info, Target& target, ReadContext& context) {
            read_motions(value, info, target.motions, context);
          }};
}

std::vector<KeyTable> motion_key_tables();

}  // namespace lacuna
