// The table [cubic] of a scene file.
#pragma once

#include "scene/cubic_settings.h"
#include "scene/fields.h"

namespace lacuna {

void read_cubic(const Value& value, CubicSettings& settings, ReadContext& context);

KeyTable cubic_key_table();

}  // namespace lacuna
