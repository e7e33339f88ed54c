#include "io/recorder.h"

#include "base/file.h"
#include "base/input_error.h"
#include "base/printable.h"
#include "io/promised_contents.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {
namespace {

namespace fs = std::filesystem;

/// run.json of a run of lacuna; nothing if there is none.
std::optional<Json> find_run(const fs::path& folder) {
  const fs::path path = folder / "run.json";
  if (!fs::exists(path)) return std::nullopt;
  Json run = parse_json(read_file(path), path.string());
  if (!run["lacuna"].is_string()) return std::nullopt;
  return run;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder))
    throw InputError(folder.string(),
                     "cannot make this folder: " + (error ? error.message() : "a file is in its place"),
                     "choose another with -o");
}

/// A folder that is absent, empty, or holds no more than what a run leaves that could not even begin: its
/// log, and perhaps the rest of what it makes before run.json.
bool is_free(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return true;
  const auto entries = fs::directory_iterator(folder, error);
  const bool has_log = fs::exists(folder / "run.log");
  return !error && std::all_of(begin(entries), end(entries), [&](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    if (name == "frames" || name == "checkpoints" || name == "steps.jsonl")
      return has_log && fs::is_empty(entry.path(), error);
    return name == "run.log" || (name == "limits.ply" && has_log);
  });
}

/// Calls body(path, number) for every frame in the folder.
template <class Body>
void for_each_frame(const fs::path& frames, Body&& body) {
  std::error_code error;
  std::vector<std::pair<Index, fs::path>> found;
  for (const auto& entry : fs::directory_iterator(frames, error))
    if (const auto number = frame_number(entry.path().filename().string()))
      found.emplace_back(*number, entry.path());
  std::sort(found.begin(), found.end());
  for (const auto& [number, path] : found) body(path, number);
}

void remove_checkpoints(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("checkpoint_") && name.ends_with(".bin")) fs::remove(entry.path(), error);
  }
}

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

}  // namespace

Recorder::Recorder(RecorderParam param, RunInfo info, const Surface& surface, const Fingerprint& fingerprint)
    : param_(std::move(param)),
      fingerprint_(fingerprint),
      surface_(surface),
      layout_(surface),
      clock_(info.fps) {
  record_.info = std::move(info);
  record_.info.no_contact = disabled_names(surface, record_.info);
  record_.machine = this_machine();
  record_.started = utc_now();
  record_.objects = object_entries(surface, layout_, record_.info);
  prepare_folder();
}

void Recorder::prepare_folder() {
  const fs::path& folder = param_.folder;
  const std::optional<Json> before = find_run(folder);
  if (!before && !is_free(folder))
    throw InputError(folder.string(), "this folder holds files that are not a run of lacuna",
                     "they are left alone: choose another folder with -o");
  make_folder(folder);
  make_folder(folder / "frames");
  make_folder(folder / "checkpoints");
  log_ = std::make_unique<AppendFile>(folder / "run.log");
  if (!log_->try_lock())
    throw InputError(folder.string(), "another run is writing to this folder",
                     "wait until it ends or stop it, or choose another folder with -o");
  if (param_.existing == ExistingRun::resume) resume(fingerprint_);
  if (resumed_) {
    wall_before_ = (*before)["totals"]["wall_seconds"].number_or(0);
    use_before_ = {(*before)["totals"]["cpu_seconds"].number_or(0),
                   (*before)["totals"]["peak_memory"].integer_or(0)};
    record_.started = (*before)["started"].string_or(record_.started);
  } else {
    log_->truncate(0);
    remove_checkpoints(folder / "checkpoints");
    if (before)
      notices_.push_back(fmt::format("{}: replaces the run that was started there at {}", folder.string(),
                                     (*before)["started"].string_or("an unknown time")));
  }
  const Index last_step = resumed_ ? resumed_->step : -1;
  remove_frames_after(last_step);
  list_frames(before.value_or(Json()));
  steps_ = std::make_unique<StepLog>(folder / "steps.jsonl", last_step);
  guarded([&] {
    write_limits();  // first: run.json promises it
    write_run_json();
    open_iteration_log(last_step);
  });
}

/// Without one, lines of steps that are computed again are not left behind either.
void Recorder::open_iteration_log(Index last_step) {
  const fs::path path = param_.folder / "iterations.jsonl";
  if (param_.has_iteration_log || (resumed_ && fs::exists(path)))
    iterations_ = std::make_unique<IterationLog>(path, last_step);
  if (param_.has_iteration_log) return;
  iterations_.reset();
  std::error_code failure;
  if (!resumed_) fs::remove(path, failure);
}

void Recorder::resume(const Fingerprint& fingerprint) {
  auto loaded = load_latest_checkpoint(param_.folder / "checkpoints", fingerprint);
  if (!loaded) {
    notices_.push_back(fmt::format("{}: there is no checkpoint to resume from, so the run begins anew",
                                   param_.folder.string()));
    return;
  }
  notices_ = std::move(loaded->notices);
  notices_.push_back(fmt::format("resumes after step {}, at {:g} s, from {}", loaded->state.step,
                                 loaded->state.time, loaded->file.string()));
  resumed_ = std::move(loaded->state);
}

/// Frames of steps that will be simulated again, and frames that cannot be read.
void Recorder::remove_frames_after(Index step) {
  for_each_frame(param_.folder / "frames", [&](const fs::path& path, Index) {
    Index frame_step = step + 1;
    try {
      if (resumed_) frame_step = read_frame_stamp(path).step;
    } catch (const InputError& error) {
      notices_.push_back(fmt::format("{}: {}; removed", error.where, error.problem));
    }
    std::error_code failure;
    if (frame_step > step && !fs::remove(path, failure))
      throw InputError(path.string(), "cannot be removed: " + failure.message(),
                       "choose another folder with -o");
  });
}

void Recorder::list_frames(const Json& before) {
  const auto listed = listed_hashes(before);
  for_each_frame(param_.folder / "frames", [&](const fs::path& path, Index number) {
    if (number != next_frame_)
      notices_.push_back(fmt::format("{}: frame {} does not follow; some before it are gone",
                                     param_.folder.string(), number));
    next_frame_ = number + 1;
    const FrameStamp stamp = read_frame_stamp(path);
    const std::string file = "frames/" + path.filename().string();
    // The one that was listed: a file that has changed since is not taken for good.
    const auto known = listed.find(file);
    record_.frames.push_back(
        {file, stamp.time, stamp.step, known != listed.end() ? known->second : hash_of(read_file(path))});
  });
}

/// The same bytes for the whole run, and nothing of another one.
void Recorder::write_limits() {
  const fs::path path = param_.folder / "limits.ply";
  std::vector<LimitedTriangle> triangles = record_.info.limited_triangles;
  if (triangles.empty()) {
    std::error_code failure;
    fs::remove(path, failure);
    return;
  }
  for (LimitedTriangle& triangle : triangles)
    for (Index& v : triangle.vertices) v = layout_.frame_of[static_cast<size_t>(v)];
  const std::string bytes = format_limits(triangles);
  if (resumed_ && (!fs::is_regular_file(path) || read_file(path) != bytes))
    notices_.push_back(fmt::format("{}: missing or damaged; written again", path.string()));
  write_file(path, bytes);
  record_.limits_hash = hash_of(bytes);
}

/// Adds to every failure how to go on.
template <class Action>
void Recorder::guarded(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    const std::string cause = error.where + ": " + error.problem;
    mark_failed(cause);
    throw OutputError(
        fmt::format("{}\n  {}{}all that was written before is complete; make room or change the permissions, "
                    "then go on with: {}",
                    cause, error.hint, error.hint.empty() ? "" : "; ", record_.info.continue_command));
  }
}

/// For those who look at run.json; on a full disk there may be no room even for that.
void Recorder::mark_failed(const std::string& cause) {
  try {
    record_.outcome = RunOutcome::failed;
    record_.cause = cause;
    record_.ended = utc_now();
    write_run_json();
  } catch (const InputError&) {
    return;  // the cause is thrown in any case
  }
}

void Recorder::begin(const State& state, std::span<const PlacedHalfSpace> half_spaces) {
  guarded([&] {
    record_.time = state.time;
    record_.totals = steps_->totals();
    const RunInfo& info = record_.info;
    append_log(fmt::format("lacuna {}: {}, solver {}, {} threads", info.version, info.scene_file.string(),
                           info.solver, info.threads));
    for (const std::string& note : info.notes) append_log(note);
    for (const std::string& notice : notices_) append_log(notice);
    if (resumed_)
      clock_.skip_to(state.time, record_.info.step);
    else if (clock_.is_due(state.time, record_.info.step))
      write_frame(state, half_spaces);
    write_run_json();
  });
}

void Recorder::record_iteration(const IterationReport& report) noexcept {
  if (iterations_) iterations_->append(report);
}

void Recorder::record_step(const StepReport& report, const State& state,
                           std::span<const PlacedHalfSpace> half_spaces) {
  if (report.outcome == Outcome::interrupted) return;
  guarded([&] {
    const bool is_good = report.outcome == Outcome::converged;
    record_.time = state.time;
    if (iterations_) iterations_->require_written();
    steps_->append(report);  // first: a frame whose step is not in the log proves nothing
    if (is_good && clock_.is_due(state.time, report.dt)) write_frame(state, half_spaces);
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
    append_log(
        fmt::format("{}{}{}", run_outcome_word(end.outcome), end.cause.empty() ? "" : ": ", end.cause));
  });
}

void Recorder::log(std::string_view line) {
  guarded([&] { append_log(line); });
}

void Recorder::append_log(std::string_view line) {
  log_->append(fmt::format("{}  {}\n", utc_now(), printable(line)));
}

void Recorder::write_frame(const State& state, std::span<const PlacedHalfSpace> half_spaces) {
  const std::string file = "frames/" + frame_name(next_frame_);
  const std::string bytes = format_frame(make_frame(layout_, surface_, state, half_spaces));
  write_file(param_.folder / file, bytes);
  record_.frames.push_back({file, state.time, state.step, hash_of(bytes)});
  ++next_frame_;
}

void Recorder::write_run_json() {
  record_.wall_seconds = wall_before_ + wall_.seconds();
  const ProcessUse use = process_use();
  record_.cpu_seconds = use_before_.cpu_seconds + use.cpu_seconds;
  record_.peak_memory = std::max(use_before_.peak_memory, use.peak_memory);
  write_file(param_.folder / "run.json", run_json(record_).indented_text() + "\n");
}

void Recorder::write_checkpoint(const State& state) {
  const Timer timer;
  save_checkpoint(param_.folder / "checkpoints", state, fingerprint_);
  write_run_json();
  checkpoint_cost_ = timer.seconds();
  last_checkpoint_ = wall_.seconds();
}

}  // namespace lacuna
