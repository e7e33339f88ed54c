// The contents of the frames as recorded in run.json, so that missing data can be detected
// (verify/promises.h).
#pragma once

#include "contact/surface.h"
#include "io/run_record.h"

namespace lacuna {

/// What a frame, or static.ply, holds of each object.
std::vector<ObjectEntry> object_entries(const Surface& surface, const RunInfo& info);

}  // namespace lacuna
