// What concerns two things at a time: the lists [[pair]] and [[stitch]].
#pragma once

#include "scene/fields.h"
#include "scene/scene.h"

namespace lacuna {

PairSettings read_pair(const Value& value, ReadContext& context);
StitchGroup read_stitch(const Value& value, ReadContext& context);

/// Throws at the first name that nothing is called, and at the first pair that is there twice.
void check_pairs(const Scene& scene);

std::vector<KeyTable> pair_key_tables();

}  // namespace lacuna
