// The contents of the frames as recorded in run.json, so that missing data can be detected
// (verify/promises.h).
#pragma once

#include "io/frames.h"
#include "io/run_record.h"

namespace lacuna {

/// What a frame of this layout holds of each object.
std::vector<ObjectEntry> object_entries(const Surface& surface, const FrameLayout& layout,
                                        const RunInfo& info);

}  // namespace lacuna
