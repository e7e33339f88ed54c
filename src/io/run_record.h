// run.json: the scene, the machine, the progress, and the command to resume.
#pragma once

#include "base/json.h"
#include "base/words.h"
#include "io/machine.h"
#include "io/step_log.h"
#include "mesh/file/frame_file.h"
#include "mesh/file/limits_file.h"
#include "scene/playback.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

/// Known before the first step.
struct RunInfo {
  std::string version;  ///< of lacuna
  std::string build;    ///< compiler and options
  int threads = 0;
  std::filesystem::path scene_file;
  std::string title, solver;
  std::string scene_text;                  ///< resolved: as it was run
  double step = 0, duration = 0, fps = 0;  ///< s of video, s, frames per second of video
  Playback playback;
  StaticParts static_parts = StaticParts::automatic;
  std::vector<std::string> notes;  ///< automatic choices, with reasons
  std::vector<std::string> object_names;
  bool has_contact = true;                             ///< false: everything may pass through everything
  std::vector<std::array<std::string, 2>> no_contact;  ///< objects that may pass through each other
  std::vector<PlacedHalfSpace> half_spaces;            ///< at the start; frames tell where they are later
  std::vector<std::string> moving_half_spaces;         ///< names of those that a script moves
  std::vector<PlacedSphere> spheres;                   ///< containers and bowls, as half_spaces
  std::vector<std::string> moving_spheres;             ///< names of those whose centre moves
  std::vector<std::string> changing_spheres;           ///< names of those whose radius changes
  std::vector<Index> prescribed;                   ///< vertices of the model that a script holds at any time
  std::vector<LimitedTriangle> limited_triangles;  ///< in the vertices of the model
  std::string continue_command;                    ///< "lacuna run ... --resume"
};

enum class RunOutcome : std::uint8_t { running, finished, interrupted, failed };
template <>
inline constexpr auto words<RunOutcome> = make_words<RunOutcome>({{"running", RunOutcome::running},
                                                                  {"finished", RunOutcome::finished},
                                                                  {"interrupted", RunOutcome::interrupted},
                                                                  {"failed", RunOutcome::failed}});

/// The outcome, and advice for the user.
struct RunEnd {
  RunOutcome outcome = RunOutcome::finished;
  std::string cause = {};                            ///< one sentence; empty if all went well
  std::string advice = {};                           ///< advice where resuming alone does not help
  std::optional<std::string> continue_command = {};  ///< instead of RunInfo's; empty: there is none
};

struct FrameEntry {
  std::string file;  ///< relative to the folder of the run
  double time = 0;
  Index step = 0;
  std::uint64_t hash = 0;  ///< of its bytes
};

/// An object as it appears in every frame, or in static.ply.
struct ObjectEntry {
  std::string name;
  Index vertices = 0, triangles = 0, edges = 0, particles = 0;
  Index prescribed = 0;  ///< vertices that a script may hold
  double offset = 0;     ///< m
};

struct RunRecord {
  RunInfo info;
  Machine machine;
  std::string started, ended;  ///< UTC
  std::vector<ObjectEntry> objects;
  std::uint64_t scene_hash = 0;   ///< that of its checkpoints
  std::uint64_t limits_hash = 0;  ///< of the bytes of limits.ply; 0 without
  std::uint64_t static_hash = 0;  ///< of the bytes of static.ply; 0 without
  std::vector<FrameEntry> frames;
  std::vector<std::string> lost;  ///< files that were missing or damaged on a resume
  StepTotals totals;
  double wall_seconds = 0, cpu_seconds = 0;  ///< cpu_seconds of all threads
  std::int64_t peak_memory = 0;              ///< bytes
  double time = 0;                           ///< s, reached
  RunOutcome outcome = RunOutcome::running;
  std::string cause, advice;  ///< see RunEnd
};

Json run_json(const RunRecord& record);

/// A hash as run.json has it.
std::string hash_text(std::uint64_t hash);

}  // namespace lacuna
