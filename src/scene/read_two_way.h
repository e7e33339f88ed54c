// The table [two-way] of a scene file.
#pragma once

#include "scene/fields.h"
#include "scene/two_way_settings.h"

namespace lacuna {

void read_two_way(const Value& value, TwoWaySettings& settings, ReadContext& context);

KeyTable two_way_key_table();

}  // namespace lacuna
