// What run.json promises of the frames, so that a frame that lost something can be told from one that never
// had it (verify/promises.h).
#pragma once

#include "contact/surface.h"
#include "io/run_record.h"

namespace lacuna {

/// What a frame has of each object, or static.ply if that shows it.
std::vector<ObjectEntry> object_entries(const Surface& surface, const RunInfo& info);

}  // namespace lacuna
