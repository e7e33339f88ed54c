// A value over time in a scene file: the value itself, or a list of keys, { time = 1, value = 2 }, with
// straight lines between them.
#pragma once

#include "scene/curve.h"
#include "scene/fields.h"

namespace lacuna {

/// Whether a value is such a list of tables, not a number or a vector.
bool is_key_list(const Value& value);

/// Reads either form. The range in `info` holds for every value.
void read_curve(const Value& value, const KeyInfo& info, Curve<double>& curve, ReadContext& context);
void read_curve(const Value& value, const KeyInfo& info, Curve<Vec3>& curve, ReadContext& context);

KeyTable curve_key_table();

}  // namespace lacuna
