// Which frames a run left: files frames/frame_NNNNNN.ply, by number.
#pragma once

#include "base/types.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lacuna::verify {

struct FrameList {
  std::map<Index, std::filesystem::path> files;
  std::vector<std::string> strangers;  ///< named like frames, but as no run names them; sorted
};

/// The number in "frame_000012.ply", -1 if no run names a frame so.
Index frame_number(const std::string& name);

/// A folder that is listed while files are renamed into it may leave some out: those between the names are
/// looked for one by one.
FrameList sort_frames(const std::filesystem::path& folder, const std::vector<std::string>& names);

/// None if there is no such folder. Throws InputError if it cannot be listed.
FrameList find_frames(const std::filesystem::path& folder);

}  // namespace lacuna::verify
