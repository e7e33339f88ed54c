// What a run had written, before the checkpoint it goes on from, and is not there any more or not whole. The
// state that a run goes on from is in the checkpoint alone: such a loss does not keep it from going on, but
// nobody should have to find it out later.
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
  std::string problem;  ///< why it cannot be used; empty if its header and size are right
};

/// Those in the folder, in the order of their numbers. Looks at their first bytes alone.
std::vector<StoredFrame> list_frames(const Folder& frames);

/// The frames that run.json names.
std::vector<FrameEntry> promised_frames(const Json& run);

/// Numbers of the frames whose loss an earlier resume has noted in run.json.
std::vector<Index> noted_losses(const Json& run);

/// What there is of the frames up to a step, and what should be: they are numbered without gaps up to the
/// last that is stored or promised, or noted as lost.
struct FrameCensus {
  std::vector<FrameEntry> usable;
  /// One sentence each, "frames/frame_000012.ply is missing"; without those noted before.
  std::vector<std::string> lost;
  Index next_number = 0;  ///< of the first frame after the step
};
FrameCensus count_frames(const std::vector<StoredFrame>& stored, const std::vector<FrameEntry>& promised,
                         const std::vector<Index>& noted, Index last_step);

/// Lines up to `last_step` that steps.jsonl does not have: one sentence for each range.
std::vector<std::string> lost_steps(const Folder& folder, Index last_step);

}  // namespace lacuna
