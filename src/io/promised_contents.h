// What run.json promises of the frames, so that a frame that lost something can be told from one that never
// had it (verify/promises.h).
#pragma once

#include "io/frames.h"
#include "io/run_record.h"

namespace lacuna {

/// What a frame of this layout has of each object.
std::vector<ObjectEntry> object_entries(const Surface& surface, const FrameLayout& layout,
                                        const RunInfo& info);

}  // namespace lacuna
