// Finds files and lines that a run had written before the checkpoint it resumes from, and that are now
// missing or damaged. The state is in the checkpoint alone, so such a loss does not prevent resuming, but the
// user should know.
#pragma once

#include "io/frames.h"
#include "io/run_record.h"

#include <string>
#include <vector>

namespace lacuna {

/// A file frames/frame_000012.ply.
struct StoredFrame {
  Index number;
  std::string name;
  FrameStamp stamp;
  std::string problem;  ///< why it cannot be used; empty if its header and size are valid
};

/// The frames in the folder, by number. Reads only their first bytes.
std::vector<StoredFrame> list_frames(const Folder& frames);

/// The frames listed in run.json.
std::vector<FrameEntry> promised_frames(const Json& run);

/// Numbers of the frames whose loss an earlier resume recorded in run.json.
std::vector<Index> noted_losses(const Json& run);

/// The frames up to a step that exist and those that should: they are numbered without gaps up to the last
/// one that is stored, listed, or recorded as lost.
struct FrameCensus {
  std::vector<FrameEntry> usable;
  /// One sentence each, "frames/frame_000012.ply is missing"; without those recorded before.
  std::vector<std::string> lost;
  Index next_number = 0;  ///< of the first frame after the step
};
FrameCensus count_frames(const std::vector<StoredFrame>& stored, const std::vector<FrameEntry>& promised,
                         const std::vector<Index>& noted, Index last_step);

/// Lines up to `last_step` that are missing in steps.jsonl: one sentence for each range.
std::vector<std::string> lost_steps(const Folder& folder, Index last_step);

}  // namespace lacuna
