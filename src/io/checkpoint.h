// Checkpoints: the State in a file, bit for bit, so that a killed run resumes as if it had not been
// interrupted. A header (magic, version, fingerprint, size, checksum), then the fields of State by name, with
// the memory of the solver last. Written beside the target and renamed, so a checkpoint is complete or
// absent. Not compressed: zstd saves only 6 % on positions and velocities, whose low bits look like noise.
#pragma once

#include "base/folder.h"
#include "base/hash.h"
#include "sim/state.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

/// What a checkpoint must match to be resumed.
struct Fingerprint {
  Index vertex_count = 0;
  std::uint64_t scene_hash = 0;  ///< hash_of() everything that affects the motion
  bool operator==(const Fingerprint&) const = default;
};

std::string format_checkpoint(const State& state, const Fingerprint& fingerprint);

struct Checkpoint {
  Fingerprint fingerprint;
  State state;
};
/// Throws InputError for anything that is not a complete checkpoint of this version.
Checkpoint parse_checkpoint(std::string_view bytes, const std::string& name);

/// Writes checkpoint_000012.bin into the folder, to survive a power loss, then removes all but the last
/// three, and those of later steps: they belong to a run that was abandoned. Needs almost no memory.
void save_checkpoint(const Folder& folder, const State& state, const Fingerprint& fingerprint);
/// Removes all of them.
void remove_checkpoints(const Folder& folder);
/// Does the folder hold a file that begins like a checkpoint?
bool has_checkpoints(const Folder& folder);

struct LoadedCheckpoint {
  State state;
  std::filesystem::path file;
  std::vector<std::string> notices;  ///< damaged files that were skipped
};

/// The latest readable checkpoint before a step; nothing if there is none. Throws InputError if all are
/// damaged, or if the latest good one is of another scene.
std::optional<LoadedCheckpoint> load_latest_checkpoint(const Folder& folder, const Fingerprint& fingerprint,
                                                       Index before_step = std::numeric_limits<Index>::max());

/// Is there a readable checkpoint of this scene?
bool has_checkpoint_of(const Folder& folder, const Fingerprint& fingerprint);

}  // namespace lacuna
