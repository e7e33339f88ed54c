// The record in run.json of the other files of a run: the objects in every frame, the half-spaces and
// spheres, the list of frames and the number of steps. A run that lacks anything in it is not proven.
#pragma once

#include "base/json.h"
#include "mesh/file/frame_file.h"
#include "verify/violation.h"

namespace lacuna::verify {

struct PromisedObject {
  std::string name;
  Index vertices = 0, triangles = 0, edges = 0, particles = 0;
  Index prescribed = 0;  ///< vertices that a script may hold at any time
  double offset = 0;     ///< m
};

struct PromisedHalfSpace {
  PlacedHalfSpace start;
  bool is_moving = false;
};

struct PromisedSphere {
  PlacedSphere start;
  bool is_moving = false;    ///< its centre
  bool is_changing = false;  ///< its radius
};

struct PromisedFrame {
  std::string file;
  double time = 0;  ///< s
  Index step = 0;
  std::string hash;  ///< of the bytes, hexadecimal
};

enum class RunState : std::uint8_t {
  unknown,  ///< run.json is missing or does not say
  finished,
  incomplete,  ///< still running, killed, interrupted or out of disk space: its files are intact, and it can
               ///< be resumed
  failed,      ///< its last step did not converge
};

struct Promises {
  std::vector<PromisedObject> objects;
  std::vector<PromisedHalfSpace> half_spaces;
  std::vector<PromisedSphere> spheres;  ///< none in runs of versions that had none
  std::vector<PromisedFrame> frames;
  std::vector<std::array<std::string, 2>> no_contact;
  bool has_contact = true;
  Index step_count = 0;
  double step = 0, duration = 0;  ///< s
  Index limited_triangle_count = 0;
  std::string limits_hash;
  std::string static_hash;  ///< empty: frames show all
  std::string outcome, cause;
  bool can_go_on = false;  ///< --resume continues from its last checkpoint

  /// run.json was written for the last time, so its lists are complete.
  bool has_ended() const { return outcome == "finished" || outcome == "interrupted" || outcome == "failed"; }
  RunState state() const;
};

/// Reports missing entries of run.json.
Promises read_promises(const Json& run, Violations& violations);

/// The objects, half-spaces and spheres of a frame.
void check_contents(const FrameFile& frame, const Promises& promises, Index number, Violations& violations);

/// "0123456789abcdef"
std::string hash_text(std::string_view bytes);

}  // namespace lacuna::verify
