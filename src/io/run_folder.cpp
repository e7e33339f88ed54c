#include "io/run_folder.h"

#include "base/input_error.h"
#include "io/checkpoint.h"
#include "io/frames.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {
namespace {

struct OwnName {
  const char* name;
  EntryKind kind;
};
constexpr OwnName own_names[] = {{"run.json", EntryKind::file},    {"run.log", EntryKind::file},
                                 {"steps.jsonl", EntryKind::file}, {"iterations.jsonl", EntryKind::file},
                                 {"limits.ply", EntryKind::file},  {static_file_name, EntryKind::file},
                                 {"frames", EntryKind::folder},    {"checkpoints", EntryKind::folder}};

/// A link, or anything else of this name that is not ours, is neither followed nor removed.
void require_kind(const Folder& folder, const std::string& name, EntryKind wanted) {
  const EntryKind kind = folder.entry(name).kind;
  if (kind == EntryKind::none || kind == wanted) return;
  throw InputError((folder.path() / name).string(),
                   fmt::format("{} is in the place of a {} of the run",
                               kind == EntryKind::link     ? "a link"
                               : kind == EntryKind::folder ? "a folder"
                               : kind == EntryKind::file   ? "a file"
                                                           : "something other than a file",
                               wanted == EntryKind::folder ? "folder" : "file"),
                   "a run only writes to its own files in its folder: remove this, or choose another "
                   "folder with -o (which may be a link itself)");
}

void require_own_kinds(const Folder& folder) {
  for (const auto& [name, kind] : own_names) require_kind(folder, name, kind);
  for (const char* inside : {"frames", "checkpoints"})
    if (const auto found = folder.find_inside(inside))
      for (const std::string& name : found->names())
        if (frame_number(name) || (name.starts_with("checkpoint_") && name.ends_with(".bin")))
          require_kind(*found, name, EntryKind::file);
}

bool is_own_name(const std::string& name) {
  return is_temporary_name(name) || std::any_of(std::begin(own_names), std::end(own_names),
                                                [&](const OwnName& own) { return name == own.name; });
}

/// It holds nothing except what a run creates before run.json.
bool is_unused(const Folder& folder) {
  for (const char* inside : {"frames", "checkpoints"})
    if (const auto found = folder.find_inside(inside))
      for (const std::string& name : found->names())
        if (!is_temporary_name(name)) return false;
  for (const char* file : {"run.json", "run.log", "steps.jsonl", "iterations.jsonl", static_file_name})
    if (folder.entry(file).size > 0) return false;
  constexpr std::string_view limits = "ply\nformat binary_little_endian 1.0\nelement limited_triangle ";
  return folder.entry("limits.ply").size == 0 || folder.read("limits.ply", limits.size()) == limits;
}

/// It holds something that only a run writes.
bool is_signed(const Folder& folder) {
  constexpr std::string_view json_begin = "{\n  \"lacuna\": \"", log_begin = "2024-05-17T09:30:00Z  lacuna ";
  const auto head = [&](const char* name, std::size_t size) {
    return folder.entry(name).kind == EntryKind::file ? folder.read(name, size) : std::string();
  };
  if (head("run.json", json_begin.size()) == json_begin) return true;
  const std::string log = head("run.log", log_begin.size());
  if (log.size() == log_begin.size() && log.substr(19) == log_begin.substr(19)) return true;
  const auto checkpoints = folder.find_inside("checkpoints");
  return checkpoints && has_checkpoints(*checkpoints);
}

[[noreturn]] void refuse_second_run(const std::filesystem::path& path) {
  throw InputError(path.string(), "another run is writing to this folder",
                   "wait until it ends or stop it, or choose another folder with -o");
}

}  // namespace

RunFolder::Contents RunFolder::examine(const Folder& folder) {
  require_own_kinds(folder);
  Contents contents;
  const bool has_json = folder.entry("run.json").kind == EntryKind::file;
  bool is_readable = false;
  try {
    if (has_json) {
      contents.run = parse_json(folder.read("run.json"), "run.json");
      is_readable = true;
    }
  } catch (const InputError& error) {
    contents.damage = error.problem;
  }
  if (contents.run["lacuna"].is_string()) {
    contents.has_run = true;
    return contents;
  }
  contents.run = Json();
  const std::vector<std::string> names = folder.names();
  const bool holds_only_ours = !is_readable && std::all_of(names.begin(), names.end(), is_own_name);
  if (holds_only_ours && is_unused(folder)) return {};
  contents.has_run = !is_readable && is_signed(folder) && (has_json || holds_only_ours);
  if (contents.has_run) {
    if (!has_json) contents.damage = "it is missing";
    return contents;
  }
  throw InputError(folder.path().string(),
                   fmt::format("this folder holds files that are not a run of lacuna{}",
                               contents.damage.empty() ? "" : ", and run.json is " + contents.damage),
                   "they are not touched: choose another folder with -o");
}

/// Nothing is created in a foreign folder. The folder itself is locked, since a file in it can be
/// removed or copied while a run writes to it.
Folder RunFolder::make_locked(const std::filesystem::path& path) {
  if (const auto found = Folder::find(path)) std::ignore = examine(*found);
  Folder folder = Folder::make(path);
  if (!folder.try_lock()) refuse_second_run(path);
  return folder;
}

RunFolder::RunFolder(const std::filesystem::path& path)
    : top_(make_locked(path)),
      log_(top_, "run.log"),
      before_([&] {
        if (!log_.try_lock()) refuse_second_run(path);  // of another machine: see Folder::try_lock()
        return examine(top_);                           // again: another run may have ended in between
      }()),
      frames_(top_.make_inside("frames")),
      checkpoints_(top_.make_inside("checkpoints")) {
  for (const Folder* folder : {&top_, &frames_, &checkpoints_}) folder->remove_temporaries();
}

void RunFolder::remove_results() {
  remove_checkpoints(checkpoints_);
  for (const std::string& name : frames_.names())
    if (frame_number(name)) frames_.remove(name);
  top_.remove(static_file_name);
  top_.remove("steps.jsonl");
  top_.remove("iterations.jsonl");
  log_.truncate(0);
}

}  // namespace lacuna
