// The frames of a run: files frames/frame_NNNNNN.ply, by number.
#pragma once

#include "base/types.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lacuna::verify {

struct FrameList {
  std::map<Index, std::filesystem::path> files;
  std::vector<std::string> strangers;  ///< named like frames, but not as a run names them; sorted
};

/// The number in "frame_000012.ply", -1 for any other name.
Index frame_number(const std::string& name);

/// A listing made while files are renamed into the folder may miss some: missing numbers are looked up one by
/// one.
FrameList sort_frames(const std::filesystem::path& folder, const std::vector<std::string>& names);

/// Empty if there is no such folder. Throws InputError if it cannot be listed.
FrameList find_frames(const std::filesystem::path& folder);

}  // namespace lacuna::verify
