// What run.json promises of the frames, so that a frame that lost something can be told from one that never
// had it (verify/promises.h).
#pragma once

#include "io/frames.h"
#include "io/run_record.h"

#include <map>

namespace lacuna {

/// What a frame of this layout has of each object.
std::vector<ObjectEntry> object_entries(const Surface& surface, const FrameLayout& layout,
                                        const RunInfo& info);

/// The hashes that a run.json lists, by files of frames.
std::map<std::string, std::uint64_t> listed_hashes(const Json& run);

}  // namespace lacuna
