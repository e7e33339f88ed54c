// The folder of a run: held open and locked against other runs. Reports its contents before anything is
// written, and removes only files that a run has written.
//
// The log is created first, then the folders, then run.json, and all are empty until run.json exists: files
// left by a kill at any time are either recognised as ours or empty.
#pragma once

#include "base/folder.h"
#include "base/json.h"
#include "io/append_file.h"

#include <memory>
#include <optional>

namespace lacuna {

class RunFolder {
 public:
  /// Creates or opens it and removes temporary files of killed runs. Throws InputError if it holds foreign
  /// files, or links where our files would be, or another run writes to it.
  explicit RunFolder(const std::filesystem::path& path);

  const Folder& top() const { return top_; }
  const Folder& frames() const { return frames_; }
  const Folder& checkpoints() const { return checkpoints_; }
  AppendFile& log() { return log_; }
  const std::filesystem::path& path() const { return top_.path(); }

  /// run.json as it was found; null if there was none that can be read.
  const Json& run_before() const { return before_.run; }
  /// Is there a run, even a damaged one?
  bool has_run() const { return before_.has_run; }
  /// What is wrong with the run.json of an existing run; empty if nothing is.
  const std::string& damage() const { return before_.damage; }

  /// Removes checkpoints, frames, static.ply, steps.jsonl and iterations.jsonl, and empties the log.
  void remove_results();

 private:
  struct Contents {
    Json run;
    bool has_run = false;
    std::string damage;
  };
  /// Throws InputError unless a run may write here.
  static Contents examine(const Folder& folder);
  static Folder make_locked(const std::filesystem::path& path);

  Folder top_;
  AppendFile log_;
  Contents before_;
  Folder frames_, checkpoints_;
};

}  // namespace lacuna
