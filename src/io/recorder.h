// Writes the results of a run to its folder, which is complete at every moment:
//   run.json  steps.jsonl  iterations.jsonl  run.log  limits.ply  static.ply  frames/frame_000000.ply ...
//   checkpoints/
// A folder with the results of another run is reused for a new one, any other non-empty folder is refused:
// only files written by a run are ever removed (run_folder.h).
//
// After a kill everything that was written is there. After a power loss everything up to the last checkpoint
// is: frames and steps.jsonl are synced before the checkpoint that a resume starts from.
#pragma once

#include "base/timer.h"
#include "io/checkpoint.h"
#include "io/frames.h"
#include "io/iteration_log.h"
#include "io/losses.h"
#include "io/run_folder.h"
#include "io/run_record.h"

#include <memory>

namespace lacuna {

enum class ExistingRun : std::uint8_t {
  replace,  ///< its frames, log and checkpoints are removed
  /// Resumes from its last checkpoint, or from an earlier one if that restores files damaged since. If
  /// nothing has been computed yet, same as replace, with a notice.
  resume,
};

struct RecorderParam {
  std::filesystem::path folder;
  ExistingRun existing = ExistingRun::replace;
  double checkpoint_seconds = 30;  ///< of wall time from one checkpoint to the next; 0: after every step
  bool has_iteration_log = false;  ///< a line per iteration in iterations.jsonl
};

class Recorder {
 public:
  /// Prepares the folder, or throws InputError: not a run's folder, not writable, in use by another run, or
  /// another scene; or OutputError as below. `surface` must outlive the recorder.
  Recorder(RecorderParam param, RunInfo info, const Surface& surface, const Fingerprint& fingerprint);

  /// The state to resume from, if there is one.
  const std::optional<State>& resumed_state() const { return resumed_; }
  /// Notices for the user about the folder; one sentence each.
  const std::vector<std::string>& notices() const { return notices_; }

  // Each throws OutputError with the command to resume if something cannot be written; earlier files stay.

  /// Before the first step: frame 0 and a checkpoint, unless the run is resumed.
  void begin(const State& state, const PlacedWalls& walls);
  /// During a step, after every iteration. Does not throw: record_step() does.
  void record_iteration(const IterationReport& report) noexcept;
  /// After every step, with the state it ended in (after a failed one: the last good state).
  void record_step(const StepReport& report, const State& state, const PlacedWalls& walls);
  /// After the last step.
  void finish(const RunEnd& end, const State& state);
  /// A line of run.log.
  void log(std::string_view line);

  const RunRecord& record() const { return record_; }
  const std::filesystem::path& folder() const { return param_.folder; }

 private:
  void resume();
  std::optional<LoadedCheckpoint> choose_checkpoint() const;
  bool was_replacing_another() const;
  FrameCensus frames_before(Index step) const;
  std::vector<std::string> losses_before(Index step) const;
  void take_over(const LoadedCheckpoint& loaded);
  void take_frames(Index last_step);
  void begin_anew();
  void open_iteration_log(Index last_step);
  void write_limits();
  void choose_layout();
  void write_static(const State& state);
  void append_log(std::string_view line);
  void write_frame(const State& state, const PlacedWalls& walls);
  void write_run_json(Survival survival);
  void write_checkpoint(const State& state);
  void mark_failed(const std::string& cause);
  template <class Action>
  void guarded(Action&& action);

  RecorderParam param_;
  RunFolder folder_;
  Fingerprint fingerprint_;
  const Surface& surface_;
  FrameLayout layout_;
  FrameClock clock_;
  RunRecord record_;
  std::vector<Vec3> static_at_;  // the positions that static.ply has
  std::optional<State> resumed_;
  std::vector<StoredFrame> stored_frames_;  // as found on resuming
  std::vector<std::string> notices_;
  Index next_frame_ = 0;  // not the number of frames: on resuming some may be gone
  std::vector<std::string> unsynced_frames_;
  std::unique_ptr<StepLog> steps_;
  std::unique_ptr<IterationLog> iterations_;  // if requested
  Timer wall_;
  double wall_before_ = 0;      // s, before a resume
  ProcessUse use_before_;       // likewise
  double last_checkpoint_ = 0;  // s, on wall_
  double checkpoint_cost_ = 0;  // s, of the last one
};

}  // namespace lacuna
