#include "io/recorder.h"

#include "base/check.h"
#include "base/grouped.h"
#include "base/input_error.h"
#include "base/printable.h"
#include "io/promised_contents.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {
namespace {

namespace fs = std::filesystem;

constexpr Index before_all_steps = -1;

/// Names of the objects that may pass through each other, as the surface has them.
std::vector<std::array<std::string, 2>> disabled_names(const Surface& surface, const RunInfo& info) {
  std::vector<std::array<std::string, 2>> result = info.no_contact;
  for (const auto& [a, b] : surface.disabled()) {
    const std::array<std::string, 2> pair{info.object_names.at(static_cast<size_t>(a)),
                                          info.object_names.at(static_cast<size_t>(b))};
    if (std::find(result.begin(), result.end(), pair) == result.end()) result.push_back(pair);
  }
  return result;
}

/// Does run.json report results? A run that was killed while it replaced another has none yet: the files are
/// not its own. A run with results has had a checkpoint, and maybe frames that run.json does not list yet.
bool has_results(const Json& run) {
  return !promised_frames(run).empty() || !run["lost"].items().empty() ||
         run["totals"]["steps"].integer_or(0) > 0;
}

}  // namespace

Recorder::Recorder(RecorderParam param, RunInfo info, const Surface& surface, const Fingerprint& fingerprint)
    : param_(std::move(param)),
      folder_(param_.folder),
      fingerprint_(fingerprint),
      surface_(surface),
      layout_(surface),
      clock_(info.fps, info.playback) {
  record_.info = std::move(info);
  record_.info.no_contact = disabled_names(surface, record_.info);
  record_.machine = this_machine();
  record_.started = utc_now();
  record_.scene_hash = fingerprint.scene_hash;
  record_.objects = object_entries(surface, record_.info);
  if (param_.existing == ExistingRun::resume) resume();
  choose_layout();
  if (!resumed_) begin_anew();
  const Index last_step = resumed_ ? resumed_->step : before_all_steps;
  guarded([&] {
    steps_ = std::make_unique<StepLog>(folder_.top(), last_step);
    record_.totals = steps_->totals();
    write_limits();  // first: run.json refers to it
    if (resumed_) write_static(*resumed_);
    write_run_json(resumed_ ? Survival::power_loss : Survival::kill);
    open_iteration_log(last_step);
  });
}

/// Even if no log is requested, lines of steps that are recomputed are removed.
void Recorder::open_iteration_log(Index last_step) {
  const bool is_there = folder_.top().entry(IterationLog::name).kind != EntryKind::none;
  if (param_.has_iteration_log || is_there)
    iterations_ = std::make_unique<IterationLog>(folder_.top(), last_step);
  if (const Index damaged = iterations_ ? iterations_->damaged_lines() : 0)
    notices_.push_back(fmt::format("{}: {} damaged and removed",
                                   (param_.folder / IterationLog::name).string(),
                                   damaged == 1 ? "1 line is" : fmt::format("{} lines are", damaged)));
  if (!param_.has_iteration_log) iterations_.reset();
}

void Recorder::begin_anew() {
  if (folder_.has_run())
    notices_.push_back(
        folder_.damage().empty()
            ? fmt::format("{}: replaces the run that was started there at {}", param_.folder.string(),
                          folder_.run_before()["started"].string_or("an unknown time"))
            : fmt::format("{}: replaces a run whose run.json is damaged", param_.folder.string()));
  try {
    write_run_json(Survival::kill);  // first: after a kill nothing refers to the files removed now
  } catch (const InputError& error) {
    throw OutputError(
        fmt::format("{}: {}\n  {}{}the previous files are unchanged; free disk space or change the "
                    "permissions, then run again",
                    error.where, error.problem, error.hint, error.hint.empty() ? "" : "; "));
  }
  guarded([&] { folder_.remove_results(); });
}

void Recorder::resume() {
  stored_frames_ = list_frames(folder_.frames());
  if (!was_replacing_another())
    if (const auto loaded = choose_checkpoint()) return take_over(*loaded);
  const bool is_replaced = folder_.damage().empty() && !has_results(folder_.run_before());
  const std::size_t frames = is_replaced ? 0 : stored_frames_.size();
  if (frames > 1)
    throw InputError(
        param_.folder.string(),
        fmt::format("there is nothing to resume from: {} frames but no checkpoint", frames),
        "run without --resume to start again, which replaces what is there, or choose another folder "
        "with -o");
  notices_.push_back(
      fmt::format("{}: there is nothing to resume from, so the run starts from scratch, as without --resume",
                  param_.folder.string()));
}

/// Was a run of this scene killed before it had removed the checkpoints of the run it replaced?
bool Recorder::was_replacing_another() const {
  const Json& run = folder_.run_before();
  return run["scene_hash"].string_or("") == hash_text(fingerprint_.scene_hash) && !has_results(run) &&
         !has_checkpoint_of(folder_.checkpoints(), fingerprint_);
}

FrameCensus Recorder::frames_before(Index step) const {
  const Json& run = folder_.run_before();
  return count_frames(stored_frames_, promised_frames(run), noted_losses(run), step);
}

/// What is permanently lost if the run resumes after this step.
std::vector<std::string> Recorder::losses_before(Index step) const {
  std::vector<std::string> losses = frames_before(step).lost;
  for (std::string& loss : lost_steps(folder_.top(), step)) losses.push_back(std::move(loss));
  for (const Json& known : folder_.run_before()["lost"].items()) std::erase(losses, known.string_or(""));
  return losses;
}

/// The latest checkpoint, unless an earlier one restores files damaged since.
std::optional<LoadedCheckpoint> Recorder::choose_checkpoint() const {
  auto latest = load_latest_checkpoint(folder_.checkpoints(), fingerprint_);
  if (!latest) return std::nullopt;
  const std::vector<std::string> losses = losses_before(latest->state.step);
  if (losses.empty()) return latest;
  std::vector<std::string> notices = latest->notices;
  try {
    for (Index step = latest->state.step;;) {
      auto earlier = load_latest_checkpoint(folder_.checkpoints(), fingerprint_, step);
      if (!earlier) break;
      step = earlier->state.step;
      notices.insert(notices.end(), earlier->notices.begin(), earlier->notices.end());
      if (!losses_before(step).empty()) continue;
      for (const std::string& loss : losses)
        notices.push_back(
            fmt::format("{}; goes back to the checkpoint of step {} to recompute it", loss, step));
      earlier->notices = std::move(notices);
      return earlier;
    }
  } catch (const InputError&) {
    return latest;  // none of the earlier ones can be used
  }
  return latest;
}

void Recorder::take_over(const LoadedCheckpoint& loaded) {
  const State& state = loaded.state;
  const Json& before = folder_.run_before();
  notices_ = loaded.notices;
  notices_.push_back(
      fmt::format("resumes after step {}, at {:g} s, from {}", state.step, state.time, loaded.file.string()));
  if (!folder_.damage().empty())
    notices_.push_back(fmt::format("{}: {}; rewritten, without its record of the earlier part of the run",
                                   (param_.folder / "run.json").string(), folder_.damage()));
  for (const Json& known : before["lost"].items()) record_.lost.push_back(known.string_or(""));
  const std::vector<std::string> losses = losses_before(state.step);
  for (const std::string& loss : losses) {
    notices_.push_back(fmt::format("{}: {}", param_.folder.string(), loss));
    record_.lost.push_back(loss);
  }
  if (!losses.empty())
    notices_.emplace_back(
        "the checkpoint is intact, so the run continues without the lost files; for complete results run "
        "without --resume into another folder (-o)");
  const Json& totals = before["totals"];
  wall_before_ = totals["wall_seconds"].number_or(0);
  use_before_ = {totals["cpu_seconds"].number_or(0), totals["peak_memory"].integer_or(0)};
  record_.started = before["started"].string_or(record_.started);
  take_frames(state.step);
  resumed_ = state;
}

/// Lists frames up to a step. Later ones are removed, as they will be recomputed; earlier damaged ones are
/// left as they are.
void Recorder::take_frames(Index last_step) {
  FrameCensus census = frames_before(last_step);
  record_.frames = std::move(census.usable);
  // Listed frames keep their recorded hash, so that a file changed since is detected.
  for (FrameEntry& frame : record_.frames)
    if (frame.hash == 0)
      frame.hash = hash_of(folder_.frames().read(fs::path(frame.file).filename().string()));
  next_frame_ = census.next_number;
  for (const StoredFrame& frame : stored_frames_)
    if (frame.number >= next_frame_ || (frame.problem.empty() && frame.stamp.step > last_step))
      folder_.frames().remove(frame.name);
}

/// The same bytes for the whole run, and none of another run's.
void Recorder::write_limits() {
  std::vector<LimitedTriangle> triangles = record_.info.limited_triangles;
  if (triangles.empty()) return folder_.top().remove("limits.ply");
  for (LimitedTriangle& triangle : triangles)
    for (Index& v : triangle.vertices) v = layout_.frame_of[static_cast<size_t>(v)];
  const std::string bytes = format_limits(triangles);
  record_.limits_hash = hash_of(bytes);
  const bool is_there = folder_.top().entry("limits.ply").kind != EntryKind::none;
  if (is_there && folder_.top().read("limits.ply") == bytes) return;
  if (resumed_)
    notices_.push_back(
        fmt::format("{}: missing or damaged; rewritten", (param_.folder / "limits.ply").string()));
  folder_.top().write("limits.ply", bytes, Survival::power_loss);
}

/// A resumed run continues as it began, so that all of its frames show the same parts.
void Recorder::choose_layout() {
  StaticParts& static_parts = record_.info.static_parts;
  layout_ = FrameLayout(surface_, static_parts);
  const auto first = std::find_if(stored_frames_.begin(), stored_frames_.end(),
                                  [](const StoredFrame& frame) { return frame.problem.empty(); });
  const bool is_apart = !layout_.apart.vertices.empty();
  if (resumed_ && first != stored_frames_.end() && is_apart == first->stamp.static_hash.empty()) {
    static_parts = is_apart ? StaticParts::every_frame : StaticParts::once;
    layout_ = FrameLayout(surface_, static_parts);
    notices_.push_back(fmt::format("{}: output.static has changed; frames continue as they began, {}",
                                   param_.folder.string(),
                                   is_apart ? "with the parts that never move"
                                            : "without the parts that never move, which static.ply shows"));
  }
  if (layout_.apart.vertices.empty()) return;
  record_.info.notes.push_back(
      fmt::format("parts that never move ({} vertices) are in static.ply, not in every frame{}",
                  grouped(layout_.apart.vertices.size()),
                  resumed_ ? "" : "; output.static = \"every_frame\" changes that"));
}

/// Like limits.ply: the same bytes for the whole run, and on the disk before a frame refers to them.
void Recorder::write_static(const State& state) {
  if (layout_.apart.vertices.empty()) return folder_.top().remove(static_file_name);
  const FrameFile file = make_static(layout_, surface_, state);
  static_at_ = file.positions;
  const std::string bytes = format_frame(file);
  record_.static_hash = hash_of(bytes);
  const bool is_there = folder_.top().entry(static_file_name).kind != EntryKind::none;
  if (is_there && folder_.top().read(static_file_name) == bytes) return;
  if (resumed_)
    notices_.push_back(
        fmt::format("{}: missing or damaged; rewritten", (param_.folder / static_file_name).string()));
  folder_.top().write(static_file_name, bytes, Survival::power_loss);
}

/// Adds the command to resume to every failure.
template <class Action>
void Recorder::guarded(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    const std::string cause = error.where + ": " + error.problem;
    mark_failed(cause);
    throw OutputError(
        fmt::format("{}\n  {}{}the files written so far are complete; free disk space or change the "
                    "permissions, then resume with: {}",
                    cause, error.hint, error.hint.empty() ? "" : "; ", record_.info.continue_command));
  }
}

/// Records the failure in run.json; a full disk may have no room even for that.
void Recorder::mark_failed(const std::string& cause) {
  try {
    record_.outcome = RunOutcome::failed;
    record_.cause = cause;
    record_.ended = utc_now();
    write_run_json(Survival::power_loss);
  } catch (const InputError&) {
    return;  // the cause is thrown anyway
  }
}

void Recorder::begin(const State& state, const PlacedWalls& walls) {
  guarded([&] {
    record_.time = state.time;
    if (!resumed_) write_static(state);
    const RunInfo& info = record_.info;
    append_log(fmt::format("lacuna {}: {}, solver {}, {} thread{}", info.version, info.scene_file.string(),
                           info.solver, info.threads, info.threads == 1 ? "" : "s"));
    for (const std::string& note : info.notes) append_log(note);
    for (const std::string& notice : notices_) append_log(notice);
    if (resumed_)
      clock_.skip_to(state.time, record_.info.step);
    else if (clock_.is_due(state.time, record_.info.step))
      write_frame(state, walls);
    if (resumed_)
      write_run_json(Survival::power_loss);
    else
      write_checkpoint(state);
  });
}

void Recorder::record_iteration(const IterationReport& report) noexcept {
  if (iterations_) iterations_->append(report);
}

void Recorder::record_step(const StepReport& report, const State& state, const PlacedWalls& walls) {
  if (report.outcome == Outcome::interrupted) return;
  guarded([&] {
    const bool is_good = report.outcome == Outcome::converged;
    record_.time = state.time;
    if (iterations_) iterations_->require_written();
    steps_->append(report);  // first: a frame whose step is not in the log proves nothing
    if (is_good && clock_.is_due(state.time, record_.info.step)) write_frame(state, walls);
    record_.totals = steps_->totals();
    // Never more than a fiftieth of the time for checkpoints, however slow the disk.
    const double wait =
        param_.checkpoint_seconds > 0 ? std::max(param_.checkpoint_seconds, 50 * checkpoint_cost_) : 0;
    if (is_good && wall_.seconds() - last_checkpoint_ >= wait) write_checkpoint(state);
  });
}

void Recorder::finish(const RunEnd& end, const State& state) {
  guarded([&] {
    record_.outcome = end.outcome;
    record_.cause = end.cause;
    record_.advice = end.advice;
    if (end.continue_command) record_.info.continue_command = *end.continue_command;
    record_.ended = utc_now();
    write_checkpoint(state);
    append_log(fmt::format("{}{}{}", word_of(end.outcome), end.cause.empty() ? "" : ": ", end.cause));
  });
}

void Recorder::log(std::string_view line) {
  guarded([&] { append_log(line); });
}

void Recorder::append_log(std::string_view line) {
  folder_.log().append(fmt::format("{}  {}\n", utc_now(), printable_line(line)));
}

void Recorder::write_frame(const State& state, const PlacedWalls& walls) {
  const std::string name = frame_name(next_frame_);
  for (size_t i = 0; i < static_at_.size(); ++i)
    LACUNA_CHECK(state.x[static_cast<size_t>(layout_.apart.vertices[i])] == static_at_[i],
                 "static vertex {} has moved", layout_.apart.vertices[i]);
  FrameFile frame = make_frame(layout_, surface_, state, walls);
  if (!static_at_.empty()) frame.static_hash = hash_text(record_.static_hash);
  const std::string bytes = format_frame(frame);
  folder_.frames().write(name, bytes);
  record_.frames.push_back({"frames/" + name, state.time, state.step, hash_of(bytes)});
  unsynced_frames_.push_back(name);
  ++next_frame_;
}

void Recorder::write_run_json(Survival survival) {
  record_.wall_seconds = wall_before_ + wall_.seconds();
  const ProcessUse use = process_use();
  record_.cpu_seconds = use_before_.cpu_seconds + use.cpu_seconds;
  record_.peak_memory = std::max(use_before_.peak_memory, use.peak_memory);
  folder_.top().write("run.json", run_json(record_).indented_text() + "\n", survival);
}

/// Everything that a resume from this checkpoint relies on is on the disk before the checkpoint.
void Recorder::write_checkpoint(const State& state) {
  const Timer timer;
  folder_.frames().sync(unsynced_frames_);
  unsynced_frames_.clear();
  steps_->sync();
  save_checkpoint(folder_.checkpoints(), state, fingerprint_);
  write_run_json(Survival::power_loss);
  checkpoint_cost_ = timer.seconds();
  last_checkpoint_ = wall_.seconds();
}

}  // namespace lacuna
