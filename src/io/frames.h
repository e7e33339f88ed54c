// Frames of a run, from the state of the simulation to frames/frame_000012.ply (mesh/file/frame_file.h).
#pragma once

#include "contact/surface.h"
#include "mesh/file/frame_file.h"
#include "scene/playback.h"
#include "sim/state.h"

#include <filesystem>
#include <optional>
#include <span>

namespace lacuna {

/// Vertices of the model that a file shows, and its elements in the file's own numbers.
struct FilePart {
  std::vector<Index> vertices;  ///< of the model, one per vertex of the file
  std::vector<Triangle> triangles;
  std::vector<Edge> edges;  ///< of no triangle
};

/// The contents of a frame: the vertices of surfaces, rods and particles, in the order of the model. The same
/// for all frames of a run.
struct FrameLayout : FilePart {
  explicit FrameLayout(const Surface& surface, StaticParts static_parts = StaticParts::every_frame);

  std::vector<Index> frame_of;  ///< vertex of the frame, one per vertex of the model; -1 if it has none
  FilePart apart;               ///< static objects that static.ply shows instead; empty if frames show all
};

/// `surface` is the one the layout was made from; its kinematic vertices may have changed since.
FrameFile make_frame(const FrameLayout& layout, const Surface& surface, const State& state,
                     const PlacedWalls& walls);
/// What static.ply shows.
FrameFile make_static(const FrameLayout& layout, const Surface& surface, const State& state);

/// "frame_000012.ply"
std::string frame_name(Index number);
/// The number in such a name.
std::optional<Index> frame_number(const std::string& name);

/// When a frame is due: at the first step at or after each multiple of 1/fps of video, at most once per step.
class FrameClock {
 public:
  explicit FrameClock(double fps, Playback playback = {}) : fps_(fps), playback_(std::move(playback)) {}

  /// Is a frame due at a time? Time must not run backwards. dt: seconds of video per step of the run.
  bool is_due(double time, double dt);
  /// Continues after a state at `time` whose frame, if due, is written.
  void skip_to(double time, double dt);

 private:
  double fps_;
  Playback playback_;
  double next_ = 0;  // in frames: the next is due at next_ / fps_
};

}  // namespace lacuna
