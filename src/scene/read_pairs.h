// Settings of two objects: the lists [[pair]] and [[stitch]].
#pragma once

#include "scene/fields.h"
#include "scene/scene.h"

namespace lacuna {

PairSettings read_pair(const Value& value, ReadContext& context);
StitchGroup read_stitch(const Value& value, ReadContext& context);

/// Throws at the first unknown name, and at the first duplicate pair.
void check_pairs(const Scene& scene);

std::vector<KeyTable> pair_key_tables();

}  // namespace lacuna
